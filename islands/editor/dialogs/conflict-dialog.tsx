import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useEditor } from '../state/editor-state.ts'
import type { Choice, Conflict } from '../state/merge.ts'
import { resolveConflict } from '../state/resolve-conflict.ts'
import { shanghaiTime, useWords } from '../words.ts'
import { conflictParts } from './conflict-words.ts'
import { ModalDialog } from './dialog.tsx'

/**
 * Shows every part that was changed both here and elsewhere, with both texts, and asks which text to keep.
 */
export function ConflictDialog() {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const { conflict } = editor.saving.value
  if (!conflict) return null
  const { conflicts, savedBy, savedAt } = conflict
  const chooseAll = (choice: Choice) =>
    setChoices(Object.fromEntries(conflicts.map(({ path }) => [path, choice])))
  const messageKey =
    savedBy === '' ? 'conflictOther' : savedBy === editor.userName ? 'conflictSelf' : 'conflictBy'
  return (
    <ModalDialog id="conflict-dialog" title={t('conflictTitle')} wide>
      <p>{t(messageKey, { name: savedBy, time: shanghaiTime(savedAt) })}</p>
      <div className="my-3 flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" onClick={() => chooseAll('mine')}>
          {t('keepAllMine')}
        </button>
        <button type="button" className="btn btn-sm" onClick={() => chooseAll('theirs')}>
          {t('takeAllTheirs')}
        </button>
      </div>
      <ul className="grid gap-3">
        {conflicts.map((one) => (
          <li key={one.path}>
            <ConflictChoice
              conflict={one}
              choice={choices[one.path] ?? 'mine'}
              choose={(choice) => setChoices({ ...choices, [one.path]: choice })}
            />
          </li>
        ))}
      </ul>
      <div className="modal-action">
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => editor.saver && resolveConflict(editor.saver, choices)}
        >
          {t('saveChoice')}
        </button>
      </div>
    </ModalDialog>
  )
}

function ConflictChoice(props: { conflict: Conflict; choice: Choice; choose: (choice: Choice) => void }) {
  const { conflict, choice, choose } = props
  const t = useWords()
  const editor = useEditor()
  const { title, mine, theirs } = conflictParts(t, editor, conflict)
  return (
    <fieldset className="rounded-box border border-base-300 p-3">
      <legend className="px-1 font-medium text-sm">{title}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {[['mine', mine] as const, ['theirs', theirs] as const].map(([side, text]) => (
          <label key={side} className="flex items-start gap-2">
            <input
              type="radio"
              className="radio radio-sm mt-1"
              name={`conflict-${conflict.path}`}
              checked={choice === side}
              onChange={() => choose(side)}
            />
            <span className="min-w-0">
              <span className="block text-base-content/70 text-xs">{t(side)}</span>
              <span className="block whitespace-pre-line break-words font-serif">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { useSignals } from '@preact/signals-react/runtime'
import type { Clause } from '#assembly/template/template.ts'
import { PositionNote } from '../position/position-note.tsx'
import { type EditorState, useEditor, type Wording } from '../state/editor-state.ts'
import { type EditorTranslator, useWords, wordsIn } from '../words.ts'
import { choose } from './clause-actions.ts'

/** The template's text of a clause, followed by its alternatives. */
export const wordingsOf = (t: EditorTranslator, { locale }: EditorState, clause: Clause): Wording[] => [
  { ...clause, id: '', label: t('standard') },
  ...(clause.alternatives ?? []).map((one) => ({ ...one, label: wordsIn(one.label, locale) })),
]

/** The choice between the template's text and its alternatives. */
export function Alternatives({ clause }: { clause: Clause }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const chosen = editor.answers.value.clauses[clause.id]?.alternative ?? ''
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="mb-1 font-medium text-base-content/70 text-xs">{t('alternatives')}</legend>
      {wordingsOf(t, editor, clause).map(({ id, label, ...position }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={`alternatives-${clause.id}`}
            className="radio radio-sm"
            checked={chosen === id}
            onChange={() => choose(editor, clause.id, id || null)}
          />
          <span>
            {label}
            <PositionNote {...position} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

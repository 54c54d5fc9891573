import { useSignals } from '@preact/signals-react/runtime'
import type { Clause } from '#assembly/template/template.ts'
import { positionWords } from '../position/position-words.ts'
import { useEditor } from '../state/editor-state.ts'
import { useWords, wordsIn } from '../words.ts'
import { choose } from './clause-actions.ts'

/** The template's wording and its alternatives. */
export function Alternatives({ clause }: { clause: Clause }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const chosen = editor.answers.value.clauses[clause.id]?.alternative ?? ''
  const options = [
    { ...clause, id: '', label: t('standard') },
    ...(clause.alternatives ?? []).map((one) => ({ ...one, label: wordsIn(one.label, editor.locale) })),
  ]
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="mb-1 font-medium text-base-content/70 text-xs">{t('alternatives')}</legend>
      {options.map(({ id, label, ...position }) => (
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
            <span className="block text-base-content/70 text-xs">{positionWords(t, editor, position)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

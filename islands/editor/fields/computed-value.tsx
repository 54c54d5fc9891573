import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Answers } from '#assembly/answers.ts'
import { taxOf } from '#assembly/computed/computed.ts'
import { formatFigures } from '#assembly/numbers/money.ts'
import type { Field } from '#assembly/template/template.ts'
import { useEditor } from '../state/editor-state.ts'
import { lookupOf } from '../state/lookup.ts'
import { useWords, wordsIn } from '../words.ts'

interface Props {
  field: Field
  answers: Answers
  id: string
  onKeyDown?: (event: KeyboardEvent) => void
  autoFocus?: boolean
}

/** A tax that is computed from other answers, with an explanation of the computation. */
export function ComputedValue({ field, answers, id, onKeyDown, autoFocus }: Props) {
  useSignals()
  const { locale, template } = useEditor()
  const t = useWords()
  const figure = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (autoFocus) figure.current?.focus()
  }, [autoFocus])
  const computation = taxOf(field, answers)
  const labelOf = (fieldId: string) => {
    const label = lookupOf(template).fields.get(fieldId)?.label
    return label ? wordsIn(label, locale) : fieldId
  }
  const { taxOn = '', rate = '' } = field.computed ?? {}
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes on key presses on the value inside
    <div className="grid gap-1 font-sans text-sm" onKeyDown={onKeyDown}>
      <span id={`${id}-label`} className="font-medium">
        {wordsIn(field.label, locale)}
      </span>
      <output
        id={id}
        ref={figure}
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        className="rounded-field bg-base-200 px-3 py-1.5 tabular-nums"
      >
        {computation ? `${computation.tax.currency} ${formatFigures(computation.tax)}` : '—'}
      </output>
      <p id={`${id}-note`} className="text-base-content/70 text-xs">
        {computation
          ? t(computation.isIncluded ? 'computed.included' : 'computed.added', {
              sum: formatFigures(computation.amount),
              rate: String(computation.rate),
            })
          : t('computed.missing', { sum: labelOf(taxOn), rate: labelOf(rate) })}
      </p>
    </div>
  )
}

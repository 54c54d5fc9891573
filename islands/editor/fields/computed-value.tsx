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

/** A figure that the program computes from other answers, with how it was computed. */
export function ComputedValue({ field, answers, id, onKeyDown, autoFocus }: Props) {
  useSignals()
  const { locale, template } = useEditor()
  const t = useWords()
  const figure = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (autoFocus) figure.current?.focus()
  }, [autoFocus])
  const sum = taxOf(field, answers)
  const labelOf = (of: string) => {
    const label = lookupOf(template).fields.get(of)?.label
    return label ? wordsIn(label, locale) : of
  }
  const { taxOn = '', rate = '' } = field.computed ?? {}
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes on the keys of the figure inside
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
        {sum ? `${sum.tax.currency} ${formatFigures(sum.tax)}` : '—'}
      </output>
      <p id={`${id}-note`} className="text-base-content/70 text-xs">
        {sum
          ? t(sum.isIncluded ? 'computed.included' : 'computed.added', {
              sum: formatFigures(sum.amount),
              rate: String(sum.rate),
            })
          : t('computed.missing', { sum: labelOf(taxOn), rate: labelOf(rate) })}
      </p>
    </div>
  )
}

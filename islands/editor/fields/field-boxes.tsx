import { useState } from 'react'
import type { PeriodUnit } from '#assembly/template/template.ts'
import { isEqual } from '../state/same.ts'
import { useWords } from '../words.ts'
import type { ControlProps } from './field-control.ts'
import { type Draft, draftOf, readDraft, unitsOf } from './field-draft.ts'

/**
 * The input for numbers, money and periods: a box for the figures and, if there is a choice, a list of
 * currencies or units.
 */
export function BoxInput({ field, value, id, setValue, ariaProps, autoFocus, hidesCurrency }: ControlProps) {
  const t = useWords()
  const [typedDraft, setTypedDraft] = useState<Draft | null>(null)
  // While the box has the focus, the text stays as typed: '12000.' must not become '12,000' during typing.
  const shownDraft =
    typedDraft && isEqual(readDraft(field, typedDraft), value) ? typedDraft : draftOf(field, value)
  const write = (draft: Draft) => {
    setTypedDraft(draft)
    setValue(readDraft(field, draft))
  }
  const units = unitsOf(field)
  return (
    <div className="flex gap-1">
      <input
        {...ariaProps}
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className={`input input-sm min-w-20 flex-1 ${ariaProps['aria-invalid'] ? 'input-error' : ''}`}
        // biome-ignore lint/a11y/noAutofocus: the person has opened the box by a click
        autoFocus={autoFocus}
        value={shownDraft.text}
        onChange={(event) => write({ ...shownDraft, text: event.target.value })}
        onBlur={() => setTypedDraft((lastDraft) => (lastDraft && !lastDraft.text ? lastDraft : null))}
      />
      {units.length > 0 && !hidesCurrency && (
        <select
          aria-label={t(field.type === 'money' ? 'currency' : 'unit')}
          className="select select-sm w-auto min-w-24"
          value={shownDraft.unit}
          onChange={(event) => write({ ...shownDraft, unit: event.target.value })}
        >
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {field.type === 'money' ? unit : t(`units.${unit as PeriodUnit}`)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

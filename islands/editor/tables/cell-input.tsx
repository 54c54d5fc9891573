import { useSignals } from '@preact/signals-react/runtime'
import { confirmCell, sameCell, setCell, writeCell } from '#assembly/edit/tables.ts'
import { cellOf } from '#assembly/tables/table.ts'
import type { Column, Field, FieldValue, TableRow } from '#assembly/template/template.ts'
import type { TwinWriter } from '../fields/field-control.ts'
import { Control } from '../fields/field-input.tsx'
import { columnWords } from '../parts/place-words.ts'
import { pointWords } from '../parts/problems.ts'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords, wordsIn } from '../words.ts'
import { asCell, asValue, boxesOf } from './cell-value.ts'

interface Props {
  field: Field
  column: Column
  row: TableRow
  currency: string
  id: string
}

/** One cell with its label, the box for its type, and its problem. */
export function CellInput({ field, column, row, currency, id }: Props) {
  useSignals()
  const editor = useEditor()
  const t = useWords()
  const place = { row: row.id, column: column.id }
  const cellId = `${field.id}.${row.id}.${column.id}`
  const point = editor.tree.value.open.find((one) => one.at === cellId)
  // A missing language is reported next to its box.
  const isReported =
    point &&
    (point.kind === 'invalid' || (point.kind === 'required' && !point.problem && editor.showsMissing.value))
  const refusal = editor.refused.value?.at === cellId ? editor.refused.value.words : null
  const problem = isReported ? pointWords(t, editor.locale, point) : refusal
  const hint = column.hint && wordsIn(column.hint, editor.locale)
  const setValue = (value: FieldValue | undefined) =>
    change(
      editor,
      (answers, template) => setCell(answers, template, field.id, place, asCell(value)),
      `field.${cellId}`,
    )
  return (
    <div className="grid gap-1">
      <label id={`${id}-label`} htmlFor={id} className="text-xs">
        {columnWords(column, editor.locale)}
        {column.required && <span aria-hidden="true"> *</span>}
      </label>
      <Control
        id={id}
        setValue={setValue}
        hidesCurrency
        cell={writerOf(field.id, place, cellId)}
        field={boxesOf(column, currency)}
        value={asValue(column, cellOf(row, column), currency)}
        ariaProps={{
          'aria-invalid': isReported ? true : undefined,
          'aria-describedby': problem || hint ? `${id}-note` : undefined,
          'aria-required': column.required ? true : undefined,
        }}
      />
      {(problem || hint) && (
        <p
          id={`${id}-note`}
          role={problem ? 'alert' : undefined}
          className={problem ? 'text-error text-xs' : 'text-base-content/70 text-xs'}
        >
          {problem ?? hint}
        </p>
      )}
    </div>
  )
}

const writerOf = (id: string, place: { row: string; column: string }, cellId: string): TwinWriter => ({
  write: (answers, template, side, text, answersAtFocus) =>
    writeCell(answers, template, id, { ...place, side, text, since: answersAtFocus }),
  confirm: (answers, template) => confirmCell(answers, template, id, place),
  makeEqual: (answers, template) => sameCell(answers, template, id, place),
  at: cellId,
})

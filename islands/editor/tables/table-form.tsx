import { useSignals } from '@preact/signals-react/runtime'
import { addRow, moveRow, nextRow, removeRow, setCurrency, tableIn } from '#assembly/edit/tables.ts'
import { isFigures, printFigure } from '#assembly/tables/print-cell.ts'
import { currencyOf, rowsAllowed, totalOf } from '#assembly/tables/table.ts'
import type { Field } from '#assembly/template/template.ts'
import { focusSoon } from '#views/focus.ts'
import { columnWords } from '../parts/place-words.ts'
import { TextTool } from '../parts/tool.tsx'
import { change, useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { RowForm } from './row-form.tsx'

/** The rows of a table; each is a group of boxes, side by side if there is room. */
export function TableForm({ field, id }: { field: Field; id: string }) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const table = tableIn(editor.answers.value, field)
  const currency = currencyOf(field, table)
  const firstColumnId = field.columns?.find(({ times }) => !times)?.id ?? ''
  const add = () => {
    const row = nextRow(table)
    change(editor, (answers, template) => addRow(answers, template, field.id))
    focusSoon(`${id}-${row}-${firstColumnId}`, 'center')
  }
  const remove = (index: number) => {
    change(editor, (answers, template) => removeRow(answers, template, field.id, table.rows[index]!.id))
    const adjacentRow = table.rows[index + 1] ?? table.rows[index - 1]
    focusSoon(adjacentRow ? `${id}-${adjacentRow.id}-remove` : `${id}-add`)
  }
  const move = (index: number, offset: 1 | -1) => {
    const row = table.rows[index]!.id
    change(editor, (answers, template) => moveRow(answers, template, field.id, { row, step: offset }))
    const activeId = document.activeElement?.id
    if (activeId) focusSoon(activeId)
  }
  const isFull = table.rows.length >= rowsAllowed(field)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame and legend
    <div id={id} role="group" tabIndex={-1} aria-labelledby={`${id}-label`} className="@container grid gap-2">
      {(field.currencies?.length ?? 0) > 1 && (
        <label className="flex items-center gap-2 text-xs">
          {t('currency')}
          <select
            className="select select-xs w-auto"
            value={currency}
            onChange={(event) =>
              change(editor, (answers, template) =>
                setCurrency(answers, template, field.id, event.target.value),
              )
            }
          >
            {field.currencies?.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <ol className="grid gap-2">
        {table.rows.map((row, index) => (
          <RowForm
            key={row.id}
            field={field}
            row={row}
            currency={currency}
            index={index}
            id={`${id}-${row.id}`}
            count={table.rows.length}
            remove={() => remove(index)}
            move={(offset) => move(index, offset)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <TextTool
          id={`${id}-add`}
          act={() => !isFull && add()}
          describedBy={isFull ? `${id}-full` : undefined}
        >
          {t('table.addRow')}
        </TextTool>
        {isFull && (
          <span id={`${id}-full`} className="text-base-content/75 text-xs">
            {t('problem.tooManyRows', { detail: String(rowsAllowed(field)) })}
          </span>
        )}
        {field.columns?.map((column) => {
          const total = column.total && isFigures(column) ? totalOf(field, column, table) : undefined
          return (
            total !== undefined && (
              <output key={column.id} className="ml-auto tabular-nums">
                {t('table.total', { column: columnWords(column, editor.locale) })}{' '}
                <strong>
                  {printFigure(column, total, currency)}
                  {column.type === 'money' && ` ${currency}`}
                </strong>
              </output>
            )
          )
        })}
      </div>
    </div>
  )
}

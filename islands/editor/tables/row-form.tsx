import { useSignals } from '@preact/signals-react/runtime'
import { printCell } from '#assembly/tables/print-cell.ts'
import type { Field, TableRow } from '#assembly/template/template.ts'
import { columnWords } from '../parts/place-words.ts'
import { SignTool, Tool } from '../parts/tool.tsx'
import { useEditor } from '../state/editor-state.ts'
import { useWords } from '../words.ts'
import { CellInput } from './cell-input.tsx'

interface Props {
  field: Field
  row: TableRow
  currency: string
  /** The index of the row from 0, and the number of rows. */
  index: number
  count: number
  id: string
  remove: () => void
  move: (offset: 1 | -1) => void
}

/** One row with its boxes and buttons. Alt with an arrow key also moves it. */
export function RowForm({ field, row, currency, index, count, id, remove, move }: Props) {
  useSignals()
  const t = useWords()
  const editor = useEditor()
  const { script } = editor.answers.value.languages
  const name = t('table.row', { row: index + 1 })
  const moveBy = (offset: 1 | -1) => index + offset >= 0 && index + offset < count && move(offset)
  return (
    <li
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        moveBy(event.key === 'ArrowUp' ? -1 : 1)
      }}
      className="rounded-field border border-base-300 p-2"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame and legend */}
      <div role="group" aria-label={name} className="grid gap-1">
        <div className="flex items-center gap-1">
          <span className="mr-auto font-medium text-xs">{name}</span>
          {count > 1 && (
            <>
              <SignTool
                id={`${id}-up`}
                sign="↑"
                label={t('table.up', { row: index + 1 })}
                act={() => moveBy(-1)}
              />
              <SignTool
                id={`${id}-down`}
                sign="↓"
                label={t('table.down', { row: index + 1 })}
                act={() => moveBy(1)}
              />
            </>
          )}
          <Tool
            id={`${id}-remove`}
            icon="bin"
            label={t('table.removeRow', { row: index + 1 })}
            act={remove}
          />
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] items-start gap-2">
          {field.columns?.map((column) =>
            column.times ? (
              <div key={column.id} className="grid gap-1">
                <span className="text-xs">{columnWords(column, editor.locale)}</span>
                <output className="py-1 tabular-nums">
                  {printCell(field, column, row, { side: 'zh', script, currency }) ?? '—'}
                </output>
              </div>
            ) : (
              <CellInput
                key={column.id}
                field={field}
                column={column}
                row={row}
                currency={currency}
                id={`${id}-${column.id}`}
              />
            ),
          )}
        </div>
      </div>
    </li>
  )
}

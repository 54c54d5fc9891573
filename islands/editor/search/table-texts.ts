import type { Answers } from '#assembly/answers.ts'
import { isTextField, valueIn } from '#assembly/fields.ts'
import { runsText } from '#assembly/plain.ts'
import { fieldOf } from '#assembly/tables/print-cell.ts'
import { cellOf, isTable } from '#assembly/tables/table.ts'
import type { Field } from '#assembly/template/template.ts'
import type { ClauseNode, Run, Sides, TableNode } from '#assembly/tree.ts'
import { asTwin } from '#assembly/twins.ts'
import type { PrintedText, SearchedDocument, Source, SourceRange } from './source.ts'

/** Headings, cells and totals of the table below a clause, as the paper shows them. */
export function tableTexts({ template, answers, tree }: SearchedDocument, node: ClauseNode): PrintedText[] {
  const { table } = node
  if (!table) return []
  const textsAt = (
    place: string,
    text: Sides<string>,
    parts: (side: 'zh' | 'en') => SourceRange[],
  ): PrintedText[] =>
    // A text that is equal in both languages is shown only in the first one.
    (text.zh === text.en ? tree.sides.slice(0, 1) : tree.sides).map((side, index) => ({
      place: `[data-table="${table.field}"] ${place} > :nth-child(${index + 1})`,
      clause: node.id,
      side,
      text: text[side],
      parts: parts(side),
    }))
  const field = template.fields.find(({ id }) => id === table.field)
  return [
    ...table.columns.flatMap(({ label }, columnIndex) =>
      textsAt(`thead tr > :nth-child(${columnIndex + 1})`, label, () => []),
    ),
    ...table.rows.flatMap((row, line) =>
      row.cells.flatMap(({ text }, cellIndex) =>
        textsAt(`tbody tr:nth-child(${line + 1}) > :nth-child(${cellIndex + 1})`, textOf(text), (side) =>
          field && !row.total
            ? cellParts(answers, field, table, { row: row.id, at: cellIndex }, side, text[side])
            : [],
        ),
      ),
    ),
  ]
}

const textOf = ({ zh, en }: Sides<Run[]>): Sides<string> => ({ zh: runsText(zh), en: runsText(en) })

/** The editable text of a cell; none for an empty cell, a row number or a computed value. */
function cellParts(
  answers: Answers,
  field: Field,
  table: TableNode,
  place: { row: string; at: number },
  side: 'zh' | 'en',
  runs: Run[],
): SourceRange[] {
  const column = field.columns?.find(({ id }) => id === table.columns[place.at]?.id)
  const value = valueIn(answers, field.id)
  const row = isTable(value) ? value.rows.find(({ id }) => id === place.row) : undefined
  const cell = column && row && cellOf(row, column)
  if (!column || column.times || cell === undefined) return []
  const text = runsText(runs)
  const wholeText = (source: Source): SourceRange[] => [{ from: 0, to: text.length, skip: 0, source }]
  const cellPlace = { id: field.id, cell: { row: place.row, column: column.id } }
  if (!isTextField(fieldOf(column))) return wholeText({ kind: 'value', ...cellPlace })
  const differsBySide = typeof cell === 'object'
  const storedText = differsBySide ? asTwin(cell)[side] : cell
  return storedText === text ? wholeText({ kind: 'text', ...cellPlace, ...(differsBySide && { side }) }) : []
}

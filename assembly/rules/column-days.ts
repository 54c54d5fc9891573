import { cellOf, isTable } from '../tables/table.ts'
import type { FieldValue } from '../template/template.ts'
import { dayNumber } from './days.ts'

type Answered = (field: string) => FieldValue | undefined

/** The days in a column such as `instalments.due`, the earliest first. */
export const daysInColumn = (column: string, value: Answered): number[] =>
  daysByRow(column, value).sort((one, other) => one - other)

/** Whether the days in a column ascend from row to row; empty cells are skipped. */
export const areAscending = (column: string, value: Answered): boolean =>
  daysByRow(column, value).every((day, index, days) => index === 0 || days[index - 1]! < day)

function daysByRow(place: string, value: Answered): number[] {
  const [table = '', id = ''] = place.split('.')
  const answer = value(table)
  if (!isTable(answer)) return []
  return answer.rows
    .map((row) => cellOf(row, { id }))
    .flatMap((cell) => (typeof cell === 'string' ? (dayNumber(cell) ?? []) : []))
}

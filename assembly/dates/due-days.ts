import type { DocumentSource } from '../answers.ts'
import { applyConditions } from '../apply-conditions.ts'
import { assembleText } from '../assemble-text.ts'
import { holds } from '../conditions.ts'
import { readDay } from '../numbers/dates.ts'
import { outline } from '../outline.ts'
import { dayAfter } from '../rules/days.ts'
import { cellOf, isTable } from '../tables/table.ts'
import type { CellValue, Column, FieldValue, Period, Template, Words } from '../template/template.ts'
import type { ClauseNode, DocumentTree } from '../tree.ts'
import { asTwin } from '../twins.ts'
import { type DateKind, type DayRule, DEFAULT_REMINDER_DAYS, periodOf, sourcesOf } from './key-date.ts'

export type KeyDate = NonNullable<Template['dates']>[number]

/** A key date of a signed document, as a calendar day. */
export interface DueDay {
  /** The id of the key date, with the id of the row if there is a date for each row. */
  key: string
  label: Words
  kind: DateKind
  /** yyyy-MM-dd */
  day: string
  remind: number
}

/** Adds working days to a day; the result depends on the public holidays of each year. */
export type AddWorkingDays = (day: string, count: number) => string

/** A day, and the table row that contains it. */
interface DayInRow {
  day: string
  row?: { id: string; words: Words }
}

/**
 * The calendar days of the key dates of a document, for the day on which it was signed. A field that the
 * document does not print counts as empty, and a key date with a missing value is left out.
 */
export function dueDays(source: DocumentSource, signedDay: string, addWorkingDays: AddWorkingDays): DueDay[] {
  const { template, answers } = source
  const { dates = [] } = template
  if (!dates.length) return []
  const { facts } = applyConditions(template, answers, outline(template, answers))
  const printedIds = printedFields(assembleText(source))
  const printedValue = (id: string) => (printedIds.has(id) ? facts.value(id) : undefined)
  const daysById = new Map<string, DayInRow[]>([['signed', [{ day: signedDay }]]])
  const daysOf = (id: string): DayInRow[] => {
    const [field = '', column] = id.split('.')
    if (column)
      return rowsWithDay(
        printedValue(field),
        template.fields.find((one) => one.id === field)?.columns,
        column,
      )
    return daysById.get(id) ?? [printedValue(field)].flatMap((day) => (isDay(day) ? [{ day }] : []))
  }
  return dates.flatMap((date) => {
    if (!holds(date.when, facts)) return []
    const sourceDays =
      sourcesOf(date.on)
        .map(daysOf)
        .find((days) => days.length > 0) ?? []
    const candidates = sourceDays.flatMap((one) => addPeriod(one, date, printedValue, addWorkingDays))
    daysById.set(date.id, candidates)
    return candidates.map((one) => dueDay(date, one))
  })
}

function addPeriod(
  one: DayInRow,
  { on }: KeyDate,
  printedValue: (id: string) => FieldValue | undefined,
  addWorkingDays: AddWorkingDays,
): DayInRow[] {
  const periodOrField = periodOf(on)
  if (periodOrField === undefined) return [one]
  const period = typeof periodOrField === 'string' ? printedValue(periodOrField) : periodOrField
  if (!isPeriod(period)) return []
  const count = isKind(on, 'before') ? -period.count : period.count
  const shiftedDay =
    period.unit === 'working-day' ? addWorkingDays(one.day, count) : addTo(one.day, { ...period, count })
  const day = shiftedDay && isKind(on, 'from') ? addTo(shiftedDay, { count: -1, unit: 'day' }) : shiftedDay
  return day ? [{ ...one, day }] : []
}

const isKind = (on: DayRule<Period>, name: 'before' | 'from') =>
  typeof on === 'object' && !Array.isArray(on) && name in on

const addTo = (day: string, period: Period) => dayOf(dayAfter(day, period))

const dayOf = (day: number | undefined) => {
  const text = day === undefined ? '' : new Date(Math.round(day) * 86_400_000).toISOString().slice(0, 10)
  return readDay(text) ? text : undefined
}

function dueDay(
  { id, label, kind = 'other', remind = DEFAULT_REMINDER_DAYS }: KeyDate,
  { day, row }: DayInRow,
): DueDay {
  const key = row ? `${id}:${row.id}` : id
  return { key, kind, day, remind, label: row ? labelWithRow(label, row.words) : label }
}

const labelWithRow = (label: Words, row: Words): Words => ({
  zh_CN: `${label.zh_CN}（${row.zh_CN}）`,
  en_US: `${label.en_US} (${row.en_US})`,
  zh_TW: `${label.zh_TW ?? label.zh_CN}（${row.zh_TW ?? row.zh_CN}）`,
})

/** The maximum length of a row's name in a label, in characters. */
const MAX_DUE_TEXT_LENGTH = 60

/** The rows of a table with a day in that column, each named by its first text, or else by its number. */
function rowsWithDay(table: FieldValue | undefined, columns: Column[] = [], column: string): DayInRow[] {
  if (!isTable(table)) return []
  const nameColumn = columns.find(({ type }) => type === 'text')
  return table.rows.flatMap((row, index) => {
    const day = cellOf(row, { id: column } as Column)
    if (!isDay(day)) return []
    const words = asTwin(nameColumn && cellOf(row, nameColumn))
    const shortened = (text: string) => text.trim().slice(0, MAX_DUE_TEXT_LENGTH)
    const zh = shortened(words.zh) || shortened(words.en) || String(index + 1)
    const en = shortened(words.en) || shortened(words.zh) || String(index + 1)
    return [{ day, row: { id: row.id, words: { zh_CN: zh, en_US: en } } }]
  })
}

/** The fields that the document prints. */
function printedFields(tree: DocumentTree): Set<string> {
  const printedIds = new Set<string>()
  const visit = (node: ClauseNode) => {
    if (!node.kept) return
    for (const side of tree.sides)
      for (const run of node.text[side]) if (run.kind === 'field' && run.target) printedIds.add(run.target)
    if (node.table) printedIds.add(node.table.field)
    for (const item of node.items) visit(item)
  }
  for (const node of tree.recitals) visit(node)
  for (const article of tree.articles) if (article.kept) for (const node of article.clauses) visit(node)
  return printedIds
}

const isDay = (printedValue: FieldValue | CellValue | undefined): printedValue is string =>
  typeof printedValue === 'string' && readDay(printedValue) !== null

const isPeriod = (printedValue: FieldValue | undefined): printedValue is Period =>
  typeof printedValue === 'object' && 'unit' in printedValue && Number.isFinite(printedValue.count)

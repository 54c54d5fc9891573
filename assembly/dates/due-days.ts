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
import { type DateKind, type DayRule, periodOf, sourcesOf, USUAL_REMINDER } from './key-date.ts'

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
export type WorkingDays = (day: string, count: number) => string

/** A day, and the table row that contains it. */
interface Known {
  day: string
  row?: { id: string; words: Words }
}

/**
 * The calendar days of the key dates of a document, for the day on which it was signed. A field that the
 * document does not print counts as empty, and a key date with a missing value is left out.
 */
export function dueDays(source: DocumentSource, signed: string, workingDays: WorkingDays): DueDay[] {
  const { template, answers } = source
  const { dates = [] } = template
  if (!dates.length) return []
  const { facts } = applyConditions(template, answers, outline(template, answers))
  const printed = printedFields(assembleText(source))
  const value = (id: string) => (printed.has(id) ? facts.value(id) : undefined)
  const known = new Map<string, Known[]>([['signed', [{ day: signed }]]])
  const daysOf = (id: string): Known[] => {
    const [field = '', column] = id.split('.')
    if (column)
      return rowsWithDay(value(field), template.fields.find((one) => one.id === field)?.columns, column)
    return known.get(id) ?? [value(field)].flatMap((day) => (isDay(day) ? [{ day }] : []))
  }
  return dates.flatMap((date) => {
    if (!holds(date.when, facts)) return []
    const from =
      sourcesOf(date.on)
        .map(daysOf)
        .find((days) => days.length > 0) ?? []
    const candidates = from.flatMap((one) => moved(one, date, value, workingDays))
    known.set(date.id, candidates)
    return candidates.map((one) => dueDay(date, one))
  })
}

function moved(
  one: Known,
  { on }: KeyDate,
  value: (id: string) => FieldValue | undefined,
  add: WorkingDays,
): Known[] {
  const by = periodOf(on)
  if (by === undefined) return [one]
  const period = typeof by === 'string' ? value(by) : by
  if (!isPeriod(period)) return []
  const count = isRule(on, 'before') ? -period.count : period.count
  const end = period.unit === 'working-day' ? add(one.day, count) : later(one.day, { ...period, count })
  const day = end && isRule(on, 'from') ? later(end, { count: -1, unit: 'day' }) : end
  return day ? [{ ...one, day }] : []
}

const isRule = (on: DayRule<Period>, name: 'before' | 'from') =>
  typeof on === 'object' && !Array.isArray(on) && name in on

const later = (day: string, period: Period) => dayOf(dayAfter(day, period))

const dayOf = (day: number | undefined) => {
  const text = day === undefined ? '' : new Date(Math.round(day) * 86_400_000).toISOString().slice(0, 10)
  return readDay(text) ? text : undefined
}

function dueDay(
  { id, label, kind = 'other', remind = USUAL_REMINDER }: KeyDate,
  { day, row }: Known,
): DueDay {
  const key = row ? `${id}:${row.id}` : id
  return { key, kind, day, remind, label: row ? joined(label, row.words) : label }
}

const joined = (label: Words, row: Words): Words => ({
  zh_CN: `${label.zh_CN}（${row.zh_CN}）`,
  en_US: `${label.en_US} (${row.en_US})`,
  zh_TW: `${label.zh_TW ?? label.zh_CN}（${row.zh_TW ?? row.zh_CN}）`,
})

/** The maximum length of a row's name in a label, in characters. */
const MAX_DUE_TEXT_LENGTH = 60

/** The rows of a table with a day in that column, each named by its first text, or else by its number. */
function rowsWithDay(table: FieldValue | undefined, columns: Column[] = [], column: string): Known[] {
  if (!isTable(table)) return []
  const named = columns.find(({ type }) => type === 'text')
  return table.rows.flatMap((row, index) => {
    const day = cellOf(row, { id: column } as Column)
    if (!isDay(day)) return []
    const words = asTwin(named && cellOf(row, named))
    const short = (text: string) => text.trim().slice(0, MAX_DUE_TEXT_LENGTH)
    const zh = short(words.zh) || short(words.en) || String(index + 1)
    const en = short(words.en) || short(words.zh) || String(index + 1)
    return [{ day, row: { id: row.id, words: { zh_CN: zh, en_US: en } } }]
  })
}

/** The fields that the document prints. */
function printedFields(tree: DocumentTree): Set<string> {
  const printed = new Set<string>()
  const visit = (node: ClauseNode) => {
    if (!node.kept) return
    for (const side of tree.sides)
      for (const run of node.text[side]) if (run.kind === 'field' && run.of) printed.add(run.of)
    if (node.table) printed.add(node.table.field)
    for (const item of node.items) visit(item)
  }
  for (const node of tree.recitals) visit(node)
  for (const article of tree.articles) if (article.kept) for (const node of article.clauses) visit(node)
  return printed
}

const isDay = (value: FieldValue | CellValue | undefined): value is string =>
  typeof value === 'string' && readDay(value) !== null

const isPeriod = (value: FieldValue | undefined): value is Period =>
  typeof value === 'object' && 'unit' in value && Number.isFinite(value.count)

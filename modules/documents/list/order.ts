import { type RawBuilder, sql } from 'kysely'
import { isId } from '#src/core/ids.ts'

/** Time: the latest change first. Name: by pinyin and alphabet. Status: what needs most doing first. */
export const SORTS = ['recent', 'oldest', 'name', 'name-desc', 'status', 'status-desc'] as const
export type Sort = (typeof SORTS)[number]

export const isSort = (text: string | undefined): text is Sort => SORTS.includes(text as Sort)

interface Listed {
  id: string
  name: string
  stage: number
  updated_at: Date
}

interface Key {
  column: RawBuilder<unknown>
  /** As it stands in a cursor. */
  textOf: (row: Listed) => string
  isText: (text: string) => boolean
  parameterOf: (text: string) => RawBuilder<unknown>
}

const ID: Key = {
  column: sql`document.id`,
  textOf: ({ id }) => id,
  isText: isId,
  parameterOf: (text) => sql`${text}::uuid`,
}
const TIME: Key = {
  column: sql`document.updated_at`,
  textOf: (row) => row.updated_at.toISOString(),
  isText: (text) => !Number.isNaN(new Date(text).getTime()),
  parameterOf: (text) => sql`${new Date(text)}::timestamptz`,
}
const NAME: Key = {
  column: sql`document.name collate documents.by_name`,
  textOf: ({ name }) => name,
  isText: (text) => text.length <= 200 && !text.includes('\0'),
  parameterOf: (text) => sql`${text}::text`,
}
const STAGE: Key = {
  column: sql`document.stage`,
  textOf: ({ stage }) => String(stage),
  isText: (text) => /^\d$/.test(text),
  parameterOf: (text) => sql`${Number(text)}::smallint`,
}

/** Each an index has, with the id last: pages go by key, so the thousandth costs what the first does. */
const KEYS: Record<Sort, { keys: Key[]; descending: boolean }> = {
  recent: { keys: [TIME, ID], descending: true },
  oldest: { keys: [TIME, ID], descending: false },
  name: { keys: [NAME, ID], descending: false },
  'name-desc': { keys: [NAME, ID], descending: true },
  status: { keys: [STAGE, TIME, ID], descending: true },
  'status-desc': { keys: [STAGE, TIME, ID], descending: false },
}

/** For ORDER BY; `back` reads the page before, its last row first. */
export function ordering(sort: Sort, back: boolean): RawBuilder<unknown> {
  const { keys, descending } = KEYS[sort]
  const direction = descending !== back ? sql`desc` : sql`asc`
  return sql.join(keys.map(({ column }) => sql`${column} ${direction}`))
}

/** Whether a row comes behind the cursor, or `back` before it. */
export function beyond(sort: Sort, cursor: string[], back: boolean): RawBuilder<boolean> {
  const { keys, descending } = KEYS[sort]
  const columns = sql.join(keys.map(({ column }) => column))
  const values = sql.join(keys.map(({ parameterOf }, index) => parameterOf(cursor[index]!)))
  return sql`(${columns}) ${descending !== back ? sql`<` : sql`>`} (${values})`
}

/** A row as the end of a page. */
export const cursorOf = (sort: Sort, row: Listed): string =>
  JSON.stringify(KEYS[sort].keys.map(({ textOf }) => textOf(row)))

/** Null for what is no cursor of this sort. */
export function readCursor(sort: Sort, text: string): string[] | null {
  const { keys } = KEYS[sort]
  const parts = partsOf(text)
  if (parts?.length !== keys.length) return null
  return keys.every(({ isText }, index) => isText(parts[index]!)) ? parts : null
}

function partsOf(text: string): string[] | null {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) && parts.every((one) => typeof one === 'string') ? parts : null
  } catch {
    return null
  }
}

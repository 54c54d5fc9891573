import { type RawBuilder, sql } from 'kysely'

/** A column by which a list is sorted. */
export interface Key<Row> {
  column: RawBuilder<unknown>
  /** The text of the column in a cursor. */
  textOf: (row: Row) => string
  isText: (text: string) => boolean
  parameterOf: (text: string) => RawBuilder<unknown>
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * Whether a text is a time as `toISOString` writes it. Years must have four digits, because a timestamptz
 * cannot store all years of JavaScript.
 */
export const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text))

/**
 * A sort order with an index, by keys that are unique together. Pages use it as a cursor, so that the
 * thousandth page costs as much as the first.
 */
export interface Order<Row> {
  keys: Key<Row>[]
  descending: boolean
}

/** The start of a page: after a row, or before it when going back. */
export interface PageCursor {
  cursor: string[]
  back: boolean
}

/** Reads the cursor of the page's address; null for the first page and for an invalid cursor. */
export function readCursor<Row>(
  { keys }: Order<Row>,
  { after, before }: { after: string; before: string },
): PageCursor | null {
  const cursor = partsOf(before || after)
  if (cursor?.length !== keys.length) return null
  return keys.every(({ isText }, index) => isText(cursor[index]!)) ? { cursor, back: before !== '' } : null
}

function partsOf(text: string): string[] | null {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) && parts.every((one) => typeof one === 'string') ? parts : null
  } catch {
    return null
  }
}

/** The ORDER BY expression; the previous page is read in reverse order. */
export function orderBy<Row>(
  { keys, descending }: Order<Row>,
  cursor: PageCursor | null,
): RawBuilder<unknown> {
  const direction = descending !== (cursor?.back ?? false) ? sql`desc` : sql`asc`
  return sql.join(keys.map(({ column }) => sql`${column} ${direction}`))
}

/** Whether a row is after (or before) the cursor. */
export function pastCursor<Row>(
  { keys, descending }: Order<Row>,
  { cursor, back }: PageCursor,
): RawBuilder<boolean> {
  const columns = sql.join(keys.map(({ column }) => column))
  const values = sql.join(keys.map(({ parameterOf }, index) => parameterOf(cursor[index]!)))
  return sql`(${columns}) ${descending !== back ? sql`<` : sql`>`} (${values})`
}

/**
 * Makes a page from rows of which one more than `size` was read, with the cursors of the previous and the
 * next page, if any.
 */
export function pageFrom<Key, Row extends Key>(
  { keys }: Order<Key>,
  cursor: PageCursor | null,
  size: number,
  rowsRead: Row[],
) {
  const back = cursor?.back ?? false
  const hasMore = rowsRead.length > size
  const rows = rowsRead.slice(0, size)
  if (back) rows.reverse()
  const cursorOf = (row: Row) => JSON.stringify(keys.map(({ textOf }) => textOf(row)))
  const firstRow = rows[0]
  const lastRow = rows.at(-1)
  return {
    rows,
    previous: firstRow && (back ? hasMore : cursor !== null) ? cursorOf(firstRow) : null,
    next: lastRow && (back || hasMore) ? cursorOf(lastRow) : null,
  }
}

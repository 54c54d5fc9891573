import { type RawBuilder, sql } from 'kysely'

/** A column that a list is ordered by. */
export interface Key<Row> {
  column: RawBuilder<unknown>
  /** Its text in a cursor. */
  textOf: (row: Row) => string
  isText: (text: string) => boolean
  parameterOf: (text: string) => RawBuilder<unknown>
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * A time as `toISOString` writes it. JavaScript knows years that a timestamptz does not hold: four digits are
 * in both.
 */
export const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text))

/**
 * An order of rows that an index has, by keys that no two rows share: pages go by it, so the thousandth costs
 * what the first does.
 */
export interface Order<Row> {
  keys: Key<Row>[]
  descending: boolean
}

/** Where a page begins: behind a row, or going back before it. */
export interface PagePlace {
  cursor: string[]
  back: boolean
}

/** From the page's address; null for the first page, and for what is no cursor of this order. */
export function placeIn<Row>(
  { keys }: Order<Row>,
  { after, before }: { after: string; before: string },
): PagePlace | null {
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

/** For ORDER BY; a page that goes back is read with its last row first. */
export function ordering<Row>(
  { keys, descending }: Order<Row>,
  place: PagePlace | null,
): RawBuilder<unknown> {
  const direction = descending !== (place?.back ?? false) ? sql`desc` : sql`asc`
  return sql.join(keys.map(({ column }) => sql`${column} ${direction}`))
}

/** Whether a row belongs to the page or to one beyond it. */
export function beyond<Row>(
  { keys, descending }: Order<Row>,
  { cursor, back }: PagePlace,
): RawBuilder<boolean> {
  const columns = sql.join(keys.map(({ column }) => column))
  const values = sql.join(keys.map(({ parameterOf }, index) => parameterOf(cursor[index]!)))
  return sql`(${columns}) ${descending !== back ? sql`<` : sql`>`} (${values})`
}

/**
 * A page of rows that were read one beyond `size`, and the cursors of the pages before and behind it, where
 * there are such.
 */
export function pageFrom<Key, Row extends Key>(
  { keys }: Order<Key>,
  place: PagePlace | null,
  size: number,
  found: Row[],
) {
  const back = place?.back ?? false
  const more = found.length > size
  const rows = found.slice(0, size)
  if (back) rows.reverse()
  const cursorOf = (row: Row) => JSON.stringify(keys.map(({ textOf }) => textOf(row)))
  const first = rows[0]
  const last = rows.at(-1)
  return {
    rows,
    previous: first && (back ? more : place !== null) ? cursorOf(first) : null,
    next: last && (back || more) ? cursorOf(last) : null,
  }
}

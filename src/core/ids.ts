import { v7 } from 'uuid'

let count = 0

/**
 * A UUIDv7. Its order is the order of creation, so the primary key can be used for sorting. `time` sets the
 * time of creation, for rows that are sorted among others.
 */
export function newId(time?: Date): string {
  return time ? v7({ msecs: time.getTime(), seq: count++ }) : v7()
}

/**
 * The smallest id of rows that were created at `time` or later, for searching a period by the primary key.
 */
export function firstIdAt(time: Date): string {
  const hex = Math.max(time.getTime(), 0).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Whether a text is an id. Checks a path parameter before a query, because `uuid` columns refuse other texts
 * with an error.
 */
export function isId(text: string): boolean {
  return UUID.test(text)
}

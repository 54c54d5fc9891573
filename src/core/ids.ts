import { v7 } from 'uuid'

let count = 0

/**
 * UUIDv7: ordered by time, so that the primary key is also the order of creation. `at` sets its time, for
 * rows that are sorted among others.
 */
export function newId(at?: Date): string {
  return at ? v7({ msecs: at.getTime(), seq: count++ }) : v7()
}

/** The least id of rows that were created at `at` or later, to search a period by the primary key. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(at.getTime(), 0).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Checks a path parameter before a query, because `uuid` columns refuse other text with an error. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

import { v7 } from 'uuid'

let given = 0

/**
 * UUIDv7: ordered by time, so that the primary key is also the order of creation. `at` sets its time, for
 * rows that are sorted among others.
 */
export function newId(at?: Date): string {
  return at ? v7({ msecs: at.getTime(), seq: given++ }) : v7()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Checks a path parameter before a query, because `uuid` columns refuse other text with an error. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

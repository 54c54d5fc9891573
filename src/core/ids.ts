import { v7 } from 'uuid'

let given = 0

/**
 * UUIDv7: ordered by time, so a primary key is also the order of creation; with `at` that of a moment of the
 * clock's, for what is listed beside it.
 */
export function newId(at?: Date): string {
  return at ? v7({ msecs: at.getTime(), seq: given++ }) : v7()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Guards a path parameter before PostgreSQL sees it: `uuid` columns refuse other text with an error. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

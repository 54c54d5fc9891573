import { v7 } from 'uuid'

/** UUIDv7: ordered by time, so a primary key is also the order of creation. */
export function newId(): string {
  return v7()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Guards a path parameter before PostgreSQL sees it: `uuid` columns refuse other text with an error. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

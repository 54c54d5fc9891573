import type * as v from 'valibot'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** What an API key may do: each scope is a group of operations. */
export const SCOPES = ['documents:read', 'documents:write', 'usage:read'] as const
export type Scope = (typeof SCOPES)[number]

/** What a request of a program contains, checked by the schemas of its operation. */
export interface ProgramRequest<Query, Body> {
  /** For an operation with an Idempotency-Key, the transaction that also stores the response. */
  db: Db
  /** The team's automated user, with the permissions that the key leaves to it. */
  viewer: Viewer
  locale: Locale
  /** The parameter `id` or `code` of the path. */
  id: string
  query: Query
  body: Body
}

/** A route of the API and its description. */
export interface Operation<Query = unknown, Body = unknown> {
  method: 'get' | 'post' | 'patch'
  /** With one parameter at most, `:id` or `:code`. */
  path: string
  /** The scope that a key needs; null for any key. */
  scope: Scope | null
  summary: string
  query?: v.GenericSchema<unknown, Query>
  body?: v.GenericSchema<unknown, Body>
  answer: v.GenericSchema
  status?: 201
  /** The Idempotency-Key is required, and the response stored with what the request changes. */
  idempotent?: true
  handle: (request: ProgramRequest<Query, Body>) => Promise<unknown>
}

/** The operations of all modules, in the order in which they were added. */
export const operations: Operation[] = []

/** Adds a route to the API. Modules add theirs while they load. */
export function addOperation<Query = unknown, Body = unknown>(one: Operation<Query, Body>) {
  operations.push(one as Operation)
}

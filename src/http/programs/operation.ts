import type * as v from 'valibot'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** What an API key may do: each scope is a group of operations. */
export const SCOPES = [
  'documents:read',
  'documents:write',
  'signing:start',
  'contacts:read',
  'contacts:write',
  'usage:read',
  'assistants:use',
] as const
export type Scope = (typeof SCOPES)[number]

/** The input of a program's request, validated by the schemas of its operation. */
export interface ProgramRequest<Query, Body> {
  /**
   * The database; for an operation with an Idempotency-Key, the transaction that also stores the response.
   */
  db: Db
  /** The team's automated user, with the permissions that the key grants. */
  viewer: Viewer
  locale: Locale
  /** The path parameter `id` or `code`. */
  id: string
  query: Query
  body: Body
  /** The uploaded file, for an operation with `upload`; otherwise empty. */
  upload: Uint8Array
}

/** A file with which an operation answers instead of JSON. */
export interface ProgramFile {
  name: string
  bytes: Uint8Array
}

export type FileType = 'pdf' | 'docx' | 'zip'

/** A file that a program sends instead of JSON; it is in memory while the operation runs. */
export interface Upload {
  type: 'pdf'
  /** The maximum size in bytes. */
  max: number
}

/** A route of the API and its description. */
export interface Operation<Query = unknown, Body = unknown> {
  method: 'get' | 'post' | 'put' | 'patch'
  /** The path, with at most one parameter, `:id` or `:code`. */
  path: string
  /** The scope that the key needs; null if any key is enough. */
  scope: Scope | null
  query?: v.GenericSchema<unknown, Query>
  body?: v.GenericSchema<unknown, Body>
  upload?: Upload
  answer: v.GenericSchema | FileType
  status?: 201
  /** The Idempotency-Key is required, and the response is stored in the same transaction as the changes. */
  idempotent?: true
  /** Returns what `answer` describes; if that is a file, a `ProgramFile`. */
  handle: (request: ProgramRequest<Query, Body>) => Promise<unknown>
}

/** The operations of all modules, in the order in which they were added. */
export const operations: Operation[] = []

/** Adds a route to the API. Each module adds its routes while it is loaded. */
export function addOperation<Query = unknown, Body = unknown>(operation: Operation<Query, Body>) {
  operations.push(operation as Operation)
}

/** The name of an operation in descriptions, for instance `getDocumentsIdCheck`. */
export function operationId({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const words = path.split(/[/:.]+/).filter(Boolean)
  return method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

import { type Expression, sql } from 'kysely'
import type { ComponentType } from 'react'
import type { Db } from '#src/db/db.ts'

interface Beside<Found> {
  /** A subquery for a document: what is shown of it. */
  find: (db: Db) => (documentId: Expression<string>) => Expression<Found[]>
  Part: ComponentType<{ documentId: string; found: Found[] }>
}

let beside: Beside<never> | undefined

/** Registers what another module knows about final documents and imported PDFs; their pages show it. */
export const showsBeside = <Found>(by: Beside<Found>) => {
  beside = by as unknown as Beside<never>
}

export const besideDocument = (db: Db, documentId: Expression<string>) =>
  beside ? sql<object[]>`${beside.find(db)(documentId)}` : sql<object[]>`'[]'::json`

export const besidePart = () =>
  beside?.Part as ComponentType<{ documentId: string; found: object[] }> | undefined

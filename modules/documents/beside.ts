import { type Expression, sql } from 'kysely'
import type { ComponentType } from 'react'
import type { Db } from '#src/db/db.ts'

interface BesidePanel<Data> {
  /** A subquery for a document: the data to show about it. */
  find: (db: Db) => (documentId: Expression<string>) => Expression<Data[]>
  Part: ComponentType<{ documentId: string; found: Data[] }>
}

let panel: BesidePanel<never> | undefined

/** Registers another module's panel for the pages of final documents and imported PDFs. */
export const registerBesidePanel = <Data>(newPanel: BesidePanel<Data>) => {
  panel = newPanel as unknown as BesidePanel<never>
}

export const besideDocument = (db: Db, documentId: Expression<string>) =>
  panel ? sql<object[]>`${panel.find(db)(documentId)}` : sql<object[]>`'[]'::json`

export const besidePart = () =>
  panel?.Part as ComponentType<{ documentId: string; found: object[] }> | undefined

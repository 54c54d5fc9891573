import { type Expression, sql } from 'kysely'
import type { ComponentType } from 'react'
import type { Db } from '#src/db/db.ts'

interface SidePanelSource<Data> {
  /** A subquery for a document: the data to show about it. */
  find: (db: Db) => (documentId: Expression<string>) => Expression<Data[]>
  Part: ComponentType<{ documentId: string; found: Data[] }>
}

let panel: SidePanelSource<never> | undefined

/** Registers another module's panel for the pages of final documents and imported PDFs. */
export const registerSidePanel = <Data>(newPanel: SidePanelSource<Data>) => {
  panel = newPanel as unknown as SidePanelSource<never>
}

/** An expression for the data that the panel shows about a document. */
export const sidePanelData = (db: Db, documentId: Expression<string>) =>
  panel ? sql<object[]>`${panel.find(db)(documentId)}` : sql<object[]>`'[]'::json`

export const sidePanelPart = () =>
  panel?.Part as ComponentType<{ documentId: string; found: object[] }> | undefined

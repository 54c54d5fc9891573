import type { DocumentTree, Sides } from '../tree.ts'

/** Two versions of a document, to print as one with marked changes. */
export interface Redline {
  before: DocumentTree
  after: DocumentTree
  /**
   * The line in the page header: which versions and their dates, and how additions and deletions are marked.
   */
  note: Sides<string>
  legend: Sides<string>
  /** Printed if nothing changed. */
  same: Sides<string>
  changesOnly: boolean
  /** Who made the newer version, and when: yyyy-MM-dd HH:mm in Shanghai time. */
  author: string
  stamp: string
}

import type { DocumentTree, Sides } from '../tree.ts'

/** Two versions of a document, to be printed as one text with marked changes. */
export interface Redline {
  before: DocumentTree
  after: DocumentTree
  /** The line in the page header: the versions, their dates, and how additions and deletions are marked. */
  note: Sides<string>
  legend: Sides<string>
  /** The sentence that is printed if nothing changed. */
  same: Sides<string>
  changesOnly: boolean
  /** The author and the time of the newer version: yyyy-MM-dd HH:mm in Shanghai time. */
  author: string
  stamp: string
}

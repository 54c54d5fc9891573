import type { DocumentTree, Sides } from '../tree.ts'

/** Two versions of a document, to be printed as one that shows what has changed. */
export interface Redline {
  before: DocumentTree
  after: DocumentTree
  /** Which versions they are and of when, for the head of the page. */
  note: Sides<string>
  /** Who made the newer version, and when: yyyy-MM-dd HH:mm in Shanghai. */
  author: string
  stamp: string
}

import type { DocumentTree, Sides } from '../tree.ts'

/** Two versions of a document, to be printed as one that shows what has changed. */
export interface Redline {
  before: DocumentTree
  after: DocumentTree
  /**
   * Which versions they are and of when, for the head of the page; how a page tells what came and what went.
   */
  note: Sides<string>
  legend: Sides<string>
  /** What is printed in place of changes where there are none. */
  same: Sides<string>
  changesOnly: boolean
  /** Who made the newer version, and when: yyyy-MM-dd HH:mm in Shanghai. */
  author: string
  stamp: string
}

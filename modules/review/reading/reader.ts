import type { Author } from './comment.ts'

/** Whoever reads a document in review, and what they may do there. */
export interface Reader {
  author: Author
  /** Where their forms go. */
  base: string
  /** The page they are on. */
  page: string
  mayComment: boolean
  /** Whether they may say something that nobody outside the team sees. */
  mayBeInternal: boolean
  mayDecide: boolean
}

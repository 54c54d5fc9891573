import { COMMENT_STATES } from '../schema.ts'
import type { Author } from './comment.ts'

/** Whoever reads a document in review, and what they may do there. */
export interface Reader {
  author: Author
  /** Where their forms go. */
  base: string
  /** The page they are on. */
  page: string
  /** What they see of it, as its address says: `show=changes&list=open`, or ''. */
  view: string
  mayComment: boolean
  /** Whether they may say something that nobody outside the team sees. */
  mayBeInternal: boolean
  mayDecide: boolean
}

/** What an address says that is seen of a page, and no more of it. */
export function viewIn({ show, list = '' }: Record<string, string>): string {
  const view = new URLSearchParams()
  if (show === 'changes') view.set('show', show)
  if (COMMENT_STATES.some((state) => state === list)) view.set('list', list)
  return view.toString()
}

/** A place of their page as they see it, with something asked of it besides. */
export function placeAt({ page, view }: Reader, place: string, asked = ''): string {
  const query = [view, asked].filter(Boolean).join('&')
  return `${page}${query && `?${query}`}#${place}`
}

/** Where a form of theirs goes, so that it comes back to what they see. */
export function formAt({ base, page, view }: Reader, path: string): string {
  const query = [view, page.endsWith(RETURNED) && 'on=returned'].filter(Boolean).join('&')
  return `${base}/${path}${query && `?${query}`}`
}

const RETURNED = '/refund-doc'

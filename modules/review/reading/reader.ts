import { COMMENT_LISTS } from '../schema.ts'
import type { Outsider } from './audience.ts'
import type { Author } from './comment.ts'

/** A reader of a document in review, and what the reader may do. */
export interface Reader {
  author: Author
  /** The base URL of the reader's forms. */
  base: string
  /** The URL of the current page. */
  page: string
  /** The view in the page's URL: `show=changes&list=open`, or ''. */
  view: string
  mayComment: boolean
  /** Whether the reader may write internal comments: true for the whole team. */
  mayBeInternal: boolean
  /** Set for the team: the external reviewers. */
  outsiders: Outsider[]
  mayDecide: boolean
  /**
   * Whether a proposal can be inserted into the text now: not while others review it, nor once the document
   * is final.
   */
  mayInsert: boolean
}

/** The query parameters that define the view; all others are dropped. */
export function viewIn({ show, list = '' }: Record<string, string>): string {
  const view = new URLSearchParams()
  if (show === 'changes') view.set('show', show)
  if (COMMENT_LISTS.some((one) => one === list)) view.set('list', list)
  return view.toString()
}

/** The URL of the reader's page with the same view and additional parameters. */
export function placeAt({ page, view }: Reader, place: string, formQuery = ''): string {
  const query = [view, formQuery].filter(Boolean).join('&')
  return `${page}${query && `?${query}`}#${place}`
}

/** The URL of a form that returns to the same view. */
export function formAt({ base, page, view }: Reader, path: string): string {
  const query = [view, page.endsWith(RETURNED_PATH) && 'on=returned'].filter(Boolean).join('&')
  return `${base}/${path}${query && `?${query}`}`
}

const RETURNED_PATH = '/refund-doc'

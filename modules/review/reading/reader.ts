import { COMMENT_LISTS } from '../schema.ts'
import type { Outsider } from './audience.ts'
import type { Author } from './comment.ts'

/** A reader of a document in review, and their permissions. */
export interface Reader {
  author: Author
  /** The base address of their forms. */
  base: string
  /** The page they are on. */
  page: string
  /** The view in the page's address: `show=changes&list=open`, or ''. */
  view: string
  mayComment: boolean
  /** Whether they may write internal comments: true for the whole team. */
  mayBeInternal: boolean
  /** For the team: the external reviewers. */
  outsiders: Outsider[]
  mayDecide: boolean
  /** Whether a proposal can go into the text now: not while others review it, nor once it is final. */
  mayTake: boolean
}

/** The query parameters that define the view, without others. */
export function viewIn({ show, list = '' }: Record<string, string>): string {
  const view = new URLSearchParams()
  if (show === 'changes') view.set('show', show)
  if (COMMENT_LISTS.some((one) => one === list)) view.set('list', list)
  return view.toString()
}

/** An address on their page with the same view and an additional query. */
export function placeAt({ page, view }: Reader, place: string, asked = ''): string {
  const query = [view, asked].filter(Boolean).join('&')
  return `${page}${query && `?${query}`}#${place}`
}

/** The address of a form that returns to the same view. */
export function formAt({ base, page, view }: Reader, path: string): string {
  const query = [view, page.endsWith(RETURNED) && 'on=returned'].filter(Boolean).join('&')
  return `${base}/${path}${query && `?${query}`}`
}

const RETURNED = '/refund-doc'

import { isId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import { STATUSES } from '../status.ts'
import { isSort, type Sort } from './order.ts'

/** All documents by last edit; drafted here; imported as PDF. */
export const TABS = ['recent', 'created', 'imported'] as const
export type Tab = (typeof TABS)[number]

/** How the last signing failed: a finalised document can be filtered by it. */
export const FAILED = ['declined', 'expired'] as const

/** The states that the list shows: an imported PDF is not called a draft. */
export const STATES = [...STATUSES, ...FAILED, 'imported'] as const
export type State = (typeof STATES)[number]

/** The states that a row of the tab can have. */
export const statesOf = (tab: Tab): readonly State[] =>
  tab === 'created' ? [...STATUSES, ...FAILED] : STATES

/** Filters instead of a folder: documents without a folder, and archived ones. */
export const NO_FOLDER = 'none'
export const ARCHIVED = 'archived'

export interface DocumentFilter {
  tab: Tab
  keyword: string
  status: State | ''
  /** A folder's id, `none` or `archived`; '' for all documents that are not archived. */
  folder: string
  /** A tag's id. */
  tag: string
  /** yyyy-MM-dd in Shanghai, both inclusive; '' for none. */
  since: string
  until: string
  sort: Sort
  /** The cursors of the next and the previous page. */
  after: string
  before: string
}

const isFolderFilter = (text: string | undefined): text is string =>
  text === NO_FOLDER || text === ARCHIVED || isId(text ?? '')

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export function readFilter(query: Record<string, string | undefined>): DocumentFilter {
  const date = (text = '') => (DATE.test(text) ? text : '')
  return {
    tab: TABS.find((tab) => tab === query.tab) ?? 'recent',
    keyword: cleanText(query.keyword ?? '')
      .trim()
      .slice(0, 100),
    status: STATES.find((state) => state === query.status) ?? '',
    folder: isFolderFilter(query.folder) ? query.folder : '',
    tag: isId(query.tag ?? '') ? query.tag! : '',
    since: date(query.since),
    until: date(query.until),
    sort: isSort(query.sort) ? query.sort : 'recent',
    after: query.after ?? '',
    before: query.before ?? '',
  }
}

export const isFiltered = (filter: DocumentFilter) => countFilters(filter) > 0

/** The number of filters that are set. */
export const countFilters = ({ keyword, status, folder, tag, since, until }: DocumentFilter) =>
  [keyword, status, folder, tag, since, until].filter(Boolean).length

/** The list's address; by default the first page. */
export function listPath(filter: DocumentFilter, changes: Partial<DocumentFilter> = {}): string {
  const { tab, sort, ...rest } = { ...filter, after: '', before: '', ...changes }
  const parameters = { tab: tab === 'recent' ? '' : tab, ...rest, sort: sort === 'recent' ? '' : sort }
  const entries = Object.entries(parameters).filter(([, value]) => value)
  return entries.length ? `/mgmt/my-docs?${new URLSearchParams(entries)}` : '/mgmt/my-docs'
}

/** The first page of a tab, unfiltered. */
export const tabPath = (tab: Tab) => (tab === 'recent' ? '/mgmt/my-docs' : `/mgmt/my-docs?tab=${tab}`)

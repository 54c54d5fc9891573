import { cleanText } from '#src/core/text/clean-text.ts'
import { STATUSES } from '../status.ts'
import { isSort, type Sort } from './order.ts'

/** All by last edit; drafted here; imported as PDF. */
export const TABS = ['recent', 'created', 'imported'] as const
export type Tab = (typeof TABS)[number]

/** A finalised document whose last signing failed is also found by how it did. */
export const FAILED = ['declined', 'expired'] as const

/** The states that the list shows: an imported PDF is not called a draft. */
export const STATES = [...STATUSES, ...FAILED, 'imported'] as const
export type State = (typeof STATES)[number]

/** The states that a row of the tab can have. */
export const statesOf = (tab: Tab): readonly State[] =>
  tab === 'created' ? [...STATUSES, ...FAILED] : STATES

export interface DocumentFilter {
  tab: Tab
  keyword: string
  status: State | ''
  /** yyyy-MM-dd in Shanghai, both inclusive; '' for none. */
  since: string
  until: string
  sort: Sort
  /** The cursors of the next and the previous page, as written by `cursorOf`. */
  after: string
  before: string
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export function readFilter(query: Record<string, string | undefined>): DocumentFilter {
  const date = (text = '') => (DATE.test(text) ? text : '')
  return {
    tab: TABS.find((tab) => tab === query.tab) ?? 'recent',
    keyword: cleanText(query.keyword ?? '')
      .trim()
      .slice(0, 100),
    status: STATES.find((state) => state === query.status) ?? '',
    since: date(query.since),
    until: date(query.until),
    sort: isSort(query.sort) ? query.sort : 'recent',
    after: query.after ?? '',
    before: query.before ?? '',
  }
}

export const isFiltered = ({ keyword, status, since, until }: DocumentFilter) =>
  Boolean(keyword || status || since || until)

/** The list's address; without a page in `changes` it is the first one. */
export function listPath(filter: DocumentFilter, changes: Partial<DocumentFilter> = {}): string {
  const { tab, sort, ...rest } = { ...filter, after: '', before: '', ...changes }
  const plain = { tab: tab === 'recent' ? '' : tab, ...rest, sort: sort === 'recent' ? '' : sort }
  const kept = Object.entries(plain).filter(([, value]) => value)
  return kept.length ? `/mgmt/my-docs?${new URLSearchParams(kept)}` : '/mgmt/my-docs'
}

/** The first page of a tab, unfiltered. */
export const tabPath = (tab: Tab) => (tab === 'recent' ? '/mgmt/my-docs' : `/mgmt/my-docs?tab=${tab}`)

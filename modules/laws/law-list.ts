import { cleanText } from '#src/core/text/clean-text.ts'
import { type Change, inForceSince, nextChange } from './change.ts'
import type { KnownLaw } from './law.ts'
import { type Review, type ReviewState, reviewState } from './review.ts'

/** A law with the facts shown in the list. */
export interface ListedLaw extends KnownLaw {
  next: Change | null
  review: Review | null
  reviewIs: ReviewState
  owner: string | null
  openTasks: number
}

export const LAW_FILTERS = ['all', 'tasks', 'ended', 'unreviewed', 'unchecked'] as const

export interface LawFilter {
  show: (typeof LAW_FILTERS)[number]
  keyword: string
}

export const readLawFilter = (query: Record<string, string | undefined>): LawFilter => ({
  show: LAW_FILTERS.find((one) => one === query.show) ?? 'all',
  keyword: cleanText(query.keyword ?? '')
    .trim()
    .slice(0, 100),
})

interface KnownFacts {
  reviews: Review[]
  changes: Change[]
  owners: Map<string, string>
  tasks: Map<string, number>
}

/** Laws with open tasks come first, then by English name. */
export function listedLaws(laws: KnownLaw[], { reviews, changes, owners, tasks }: KnownFacts): ListedLaw[] {
  const rows = laws.map((law): ListedLaw => {
    const lawChanges = changes.filter((one) => one.law === law.name)
    const review = reviews.find((one) => one.law === law.name)
    return {
      ...law,
      since: inForceSince(law.since, lawChanges),
      next: nextChange(lawChanges),
      review: review ?? null,
      reviewIs: reviewState(review, lawChanges),
      owner: owners.get(law.name) ?? null,
      openTasks: tasks.get(law.name) ?? 0,
    }
  })
  return rows.toSorted(
    (one, other) =>
      Number(other.openTasks > 0) - Number(one.openTasks > 0) || (sortName(one) < sortName(other) ? -1 : 1),
  )
}

const sortName = ({ en, name }: KnownLaw) => en ?? name

export function matches(law: ListedLaw, { show, keyword }: LawFilter): boolean {
  const lowerKeyword = keyword.toLowerCase()
  const isMatch = [law.name, law.hant, law.en].some((one) => one?.toLowerCase().includes(lowerKeyword))
  if (!isMatch) return false
  if (show === 'tasks') return law.openTasks > 0
  if (show === 'ended') return law.reviewIs === 'ended' || law.reviewIs === 'outdated'
  if (show === 'unreviewed') return law.reviewIs === 'none'
  return show !== 'unchecked' || !law.checked
}

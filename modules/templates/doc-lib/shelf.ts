import type { Template } from '#assembly/template/template.ts'
import { ago, DAY, HOUR } from '#src/core/clock.ts'
import { LOCALES, type Locale, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { type LibraryEntry, libraryEntries, recommendedFor } from '../library.ts'
import { mayUse } from '../template-access.ts'
import { isUnfiltered, type LibraryFilter } from './filter.ts'
import { findMatch, MATCH_PLACES, prepareSearch, type TemplateMatch } from './search.ts'

/** A template as shown in a list. */
export interface ListedTemplate {
  template: Template
  /** Whether the template was added within the last week. */
  isNew: boolean
  /** The place where the keyword matches; undefined without a keyword. */
  match?: TemplateMatch
}

export interface Shelf {
  filter: LibraryFilter
  /** Recommendations based on the viewer's documents; empty in a filtered or sorted list. */
  recommended: ListedTemplate[]
  listed: ListedTemplate[]
  /** Number of templates in each category that match the other filters. */
  categories: { category: string; count: number }[]
  /** Number of matching templates in all categories. */
  total: number
}

const TEXT_LANGUAGES = { zh_CN: 'zh', zh_TW: 'hant', en_US: 'en' } as const

interface Reader {
  viewer: Viewer
  locale: Locale
  /** The categories of the viewer's latest documents. If undefined, nothing is recommended. */
  usedCategories?: { category: string; count: number }[]
}

/** The templates of the library for this reader and filter. */
export async function shelfFor(
  { viewer, locale, usedCategories }: Reader,
  filter: LibraryFilter,
): Promise<Shelf> {
  if (filter.keyword) await prepareSearch(libraryEntries(), categoryNames)
  const newEntries = new Set(newTemplates())
  const isUsable = (template: Template) => mayUse(viewer.permissions, template)
  const matching = libraryEntries()
    .filter(({ retiredAt }) => !retiredAt)
    .filter(({ template }) => !filter.free || template.feeCategory === 'free-demo')
    .filter(({ template }) => !filter.usable || isUsable(template))
    .flatMap((entry) => {
      const row = { entry, template: entry.template, isNew: newEntries.has(entry) }
      if (!filter.keyword) return [row]
      const match = findMatch(entry, filter.keyword, {
        tongue: TEXT_LANGUAGES[locale],
        category: categoryNames,
      })
      return match ? [{ ...row, match: match }] : []
    })
  const byCategory = Map.groupBy(matching, ({ template }) => template.category)
  const inCategory = matching.filter(
    ({ template }) => !filter.category || template.category === filter.category,
  )
  const recommendedTemplates =
    usedCategories && isUnfiltered(filter) ? recommendedFor(viewer, usedCategories) : []
  const sortedTemplates = inCategory.toSorted(
    (one, other) =>
      (filter.sort === 'newest' ? sinceOf(other.entry) - sinceOf(one.entry) : 0) ||
      rankOf(one) - rankOf(other) ||
      one.template.category.localeCompare(other.template.category, 'en') ||
      Number(isUsable(other.template)) - Number(isUsable(one.template)),
  )
  const isRecommended = ({ template }: ListedTemplate) => recommendedTemplates.includes(template)
  return {
    filter,
    recommended: recommendedTemplates.map(
      (template) => sortedTemplates.find((one) => one.template === template)!,
    ),
    listed: sortedTemplates.filter((one) => !isRecommended(one)),
    categories: [...byCategory]
      .map(([category, { length }]) => ({ category, count: length }))
      .sort((one, other) => (one.category < other.category ? -1 : 1)),
    total: matching.length,
  }
}

const sinceOf = ({ since }: LibraryEntry) => since?.getTime() ?? 0

const rankOf = ({ match }: ListedTemplate) => (match ? MATCH_PLACES.indexOf(match.place) : 0)

const categoryNames = (category: string) =>
  LOCALES.map((locale) => translate(locale)(dynamicKey(`documents.category.${category}`)))

const NEW_TIME = 7 * DAY

/** Templates added within the last week, newest first, except those that a new installation started with. */
export function newTemplates(entries = libraryEntries()): LibraryEntry[] {
  const firstTime = Math.min(...entries.map(({ since }) => since?.getTime() ?? Number.POSITIVE_INFINITY))
  return entries
    .filter(({ since, retiredAt }) => !retiredAt && since)
    .filter((entry) => sinceOf(entry) > firstTime + HOUR && entry.since! > ago(NEW_TIME))
    .toSorted((one, other) => sinceOf(other) - sinceOf(one))
}

const MAX_ALTERNATIVES = 3

/** Alternatives to a retired template from its category, sorted by the number of shared tags. */
export function alternativesTo(retired: Template): Template[] {
  const similarityOf = ({ tags, type }: Template) =>
    tags.filter((tag) => retired.tags.includes(tag)).length + (type === retired.type ? 0.5 : 0)
  return libraryEntries()
    .filter(({ retiredAt, template }) => !retiredAt && template.category === retired.category)
    .map(({ template }) => template)
    .toSorted((one, other) => similarityOf(other) - similarityOf(one))
    .slice(0, MAX_ALTERNATIVES)
}

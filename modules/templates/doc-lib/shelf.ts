import type { Template } from '#assembly/template/template.ts'
import { ago, DAY, HOUR } from '#src/core/clock.ts'
import { LOCALES, type Locale, translate } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { type LibraryEntry, libraryEntries, recommendedFor } from '../library.ts'
import { mayUse } from '../template-access.ts'
import { isUnfiltered, type LibraryFilter } from './filter.ts'
import { findIn, MATCH_PLACES, prepareSearch, type TemplateMatch } from './search.ts'

/** A template as shown in a list. */
export interface ListedTemplate {
  template: Template
  /** Whether the template was added within the last week. */
  fresh: boolean
  /** The place where the keyword matches; undefined without a keyword. */
  found?: TemplateMatch
}

export interface Shelf {
  filter: LibraryFilter
  /** Recommendations based on the viewer's documents; empty in a filtered or sorted list. */
  recommended: ListedTemplate[]
  shown: ListedTemplate[]
  /** Number of templates in each category that match the other filters. */
  categories: { category: string; count: number }[]
  /** Number of matching templates in all categories. */
  total: number
}

const TONGUE = { zh_CN: 'zh', zh_TW: 'hant', en_US: 'en' } as const

interface Reader {
  viewer: Viewer
  locale: Locale
  /** The categories of the viewer's latest documents. If undefined, nothing is recommended. */
  used?: { category: string; count: number }[]
}

/** The templates of the library for this reader and filter. */
export async function shelfFor({ viewer, locale, used }: Reader, filter: LibraryFilter): Promise<Shelf> {
  if (filter.keyword) await prepareSearch(libraryEntries(), categoryNames)
  const fresh = new Set(newTemplates())
  const may = (template: Template) => mayUse(viewer.permissions, template)
  const matching = libraryEntries()
    .filter(({ retiredAt }) => !retiredAt)
    .filter(({ template }) => !filter.free || template.feeCategory === 'free-demo')
    .filter(({ template }) => !filter.usable || may(template))
    .flatMap((entry) => {
      const row = { entry, template: entry.template, fresh: fresh.has(entry) }
      if (!filter.keyword) return [row]
      const hits = findIn(entry, filter.keyword, { tongue: TONGUE[locale], category: categoryNames })
      return hits ? [{ ...row, found: hits }] : []
    })
  const counts = Map.groupBy(matching, ({ template }) => template.category)
  const inCategory = matching.filter(
    ({ template }) => !filter.category || template.category === filter.category,
  )
  const first = used && isUnfiltered(filter) ? recommendedFor(viewer, used) : []
  const ordered = inCategory.toSorted(
    (one, other) =>
      (filter.sort === 'newest' ? sinceOf(other.entry) - sinceOf(one.entry) : 0) ||
      rankOf(one) - rankOf(other) ||
      one.template.category.localeCompare(other.template.category, 'en') ||
      Number(may(other.template)) - Number(may(one.template)),
  )
  const isFirst = ({ template }: ListedTemplate) => first.includes(template)
  return {
    filter,
    recommended: first.map((template) => ordered.find((one) => one.template === template)!),
    shown: ordered.filter((one) => !isFirst(one)),
    categories: [...counts]
      .map(([category, { length }]) => ({ category, count: length }))
      .sort((one, other) => (one.category < other.category ? -1 : 1)),
    total: matching.length,
  }
}

const sinceOf = ({ since }: LibraryEntry) => since?.getTime() ?? 0

const rankOf = ({ found }: ListedTemplate) => (found ? MATCH_PLACES.indexOf(found.place) : 0)

const categoryNames = (category: string) =>
  LOCALES.map((locale) => translate(locale)(dynamicKey(`documents.category.${category}`)))

const NEW_FOR = 7 * DAY

/** Templates added within the last week, newest first, except those that a new installation started with. */
export function newTemplates(entries = libraryEntries()): LibraryEntry[] {
  const beginning = Math.min(...entries.map(({ since }) => since?.getTime() ?? Number.POSITIVE_INFINITY))
  return entries
    .filter(({ since, retiredAt }) => !retiredAt && since)
    .filter((entry) => sinceOf(entry) > beginning + HOUR && entry.since! > ago(NEW_FOR))
    .toSorted((one, other) => sinceOf(other) - sinceOf(one))
}

const NEAREST = 3

/** Alternatives to a retired template from its category, sorted by the number of shared tags. */
export function alternativesTo(gone: Template): Template[] {
  const shared = ({ tags, type }: Template) =>
    tags.filter((tag) => gone.tags.includes(tag)).length + (type === gone.type ? 0.5 : 0)
  return libraryEntries()
    .filter(({ retiredAt, template }) => !retiredAt && template.category === gone.category)
    .map(({ template }) => template)
    .toSorted((one, other) => shared(other) - shared(one))
    .slice(0, NEAREST)
}

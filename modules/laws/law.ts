import {
  type BlockUses,
  type Citation,
  type Law,
  type LibraryEntry,
  libraryEntries,
  readBlockUses,
  readLawTable,
  templateUses,
} from '#modules/templates/index.ts'
import { notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'

/**
 * A law of the table, or one that a template cites although it is not in the table; `since` is then null.
 */
export interface KnownLaw extends Pick<Law, 'name' | 'hant' | 'checked'> {
  en: string | null
  /** yyyy-MM-dd: the day from which the version in the table is in force. */
  since: string | null
  templates: LibraryEntry[]
  blocks: BlockUses[]
}

/** The laws of the table and all other laws cited by templates and blocks in force, by name. */
export async function listKnownLaws(): Promise<KnownLaw[]> {
  const [table, blocks] = await Promise.all([readLawTable(), readBlockUses()])
  const templates = libraryEntries()
  const citedIn = (citations: Citation[], law: string) => citations.some((one) => one.law === law)
  const allCitations = [...templates.flatMap(templateUses), ...blocks.flatMap(({ citations }) => citations)]
  const unlistedNames = new Set(allCitations.map(({ law }) => law).filter(Boolean))
  for (const { name } of table) unlistedNames.delete(name)
  return [...table, ...[...unlistedNames].map((name) => ({ name, en: null, since: null }))].map((law) => ({
    ...law,
    templates: templates.filter((entry) => citedIn(templateUses(entry), law.name)),
    blocks: blocks.filter(({ citations }) => citedIn(citations, law.name)),
  }))
}

/** Throws NOT_FOUND. */
export const findKnownLaw = async (name: string): Promise<KnownLaw> =>
  (await listKnownLaws()).find((law) => law.name === name) ?? notFound()

/** The name of a law in a language: with 《》 in Chinese. */
export function lawWords({ name, hant, en }: Pick<KnownLaw, 'name' | 'hant' | 'en'>, locale: Locale): string {
  if (locale === 'en_US' && en) return en
  return `《${locale === 'zh_TW' ? (hant ?? name) : name}》`
}

export const lawPath = (name: string) => `/desk/laws/${encodeURIComponent(name)}`

export interface ArticleUse {
  /** The article; null when the law is cited as a whole. */
  article: number | null
  /** The clauses, fields and rules that contain the citation; '' for the template itself. */
  places: string[]
}

/** The citations of one law, article by article. */
export function articlesOf(citations: Citation[], law: string): ArticleUse[] {
  const lawCitations = citations.filter((one) => one.law === law)
  return [...Map.groupBy(lawCitations, ({ article }) => article ?? null)]
    .map(([article, articleCitations]) => ({
      article,
      places: [...new Set(articleCitations.map(({ partId: at }) => at))],
    }))
    .toSorted((one, other) => (one.article ?? 0) - (other.article ?? 0))
}

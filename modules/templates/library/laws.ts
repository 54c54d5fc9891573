import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Citation, citationsOf } from './citations.ts'
import { readTemplate, templateFiles } from './template-files.ts'

/** A law in its version in force, with the articles that the library may cite. */
export interface Law {
  /** The short name without 《》, as the texts cite it. */
  name: string
  /** The name in traditional script. */
  hant?: string
  en: string
  /** When the present version came into force, as yyyy-MM-dd. */
  since: string
  /** Whether the law was compared with the official text. If not, compare it before a release. */
  checked?: true
  articles?: number[]
}

/** Reads the laws that the library may cite. */
export const readLaws = (): Law[] => parse(readFileSync(join(import.meta.dirname, 'laws.yaml'), 'utf8'))

export interface LawUse extends Citation {
  template: string
}

/** Reads every citation of every template. */
export function readUses(): LawUse[] {
  return templateFiles().flatMap((file) => {
    const read = readTemplate(file)
    if ('problems' in read) throw new Error(`${file}: ${read.problems[0]?.message}`)
    const { template, notes } = read
    return citationsOf(template, notes.law).map((one) => ({ ...one, template: template.code }))
  })
}

/** Citations that are not known to be in force, because the law or the article is not listed. */
export function unknownUses(uses: LawUse[], laws: Law[]): LawUse[] {
  const articlesByLaw = new Map(laws.map(({ name, articles = [] }) => [name, new Set(articles)]))
  return uses.filter(({ law, article }) => {
    const articles = articlesByLaw.get(law)
    return !articles || (article !== undefined && !articles.has(article))
  })
}

/** The content of docs/laws.md: each law with its version in force, and where each article is cited. */
export function lawsTable(uses: LawUse[], laws: Law[]): string {
  const rows = laws
    .toSorted((one, other) => (one.en < other.en ? -1 : 1))
    .flatMap(({ name, en, since, checked }) => {
      const lawUses = uses.filter(({ law }) => law === name)
      const articles = [...new Set(lawUses.map(({ article }) => article))].toSorted(
        (a, b) => (a ?? 0) - (b ?? 0),
      )
      return articles.map((article) => {
        const places = lawUses.filter((one) => one.article === article)
        const usePlaces = [
          ...new Set(places.map(({ template, partId }) => (partId ? `${template} ${partId}` : template))),
        ]
        return `| 《${name}》 ${en} | ${since}${checked ? ' ✔' : ''} | ${article ?? '—'} | ${usePlaces.join(', ')} |`
      })
    })
  return [
    '# The laws that the library cites',
    '',
    'Made by `npm run laws` from the templates and `modules/templates/library/laws.yaml`; a test holds it to them.',
    '`since`: from when the present version is in force; ✔ where its text was seen, the others are to be compared.',
    '',
    '| law | since | article | where |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

import { templateClauses } from '#assembly/outline.ts'
import type { Script } from '#assembly/script.ts'
import type { Template, Twin } from '#assembly/template/template.ts'
import { mayUse, placeOf, wordsOf } from '#modules/templates/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type BankClause, type BankWording, clauseBank } from './bank.ts'
import { type Transplant, transplant } from './transplant.ts'

/** A clause of the library in the form in which it would be added to the document. */
export interface OfferedClause extends Omit<BankClause, 'wordings' | 'words'> {
  wordings: (BankWording & { converted: Transplant })[]
}

/** A subject of the bank: the title of an article, with the number of its clauses. */
export interface Subject {
  title: Twin
  count: number
}

export interface ClauseQuery {
  keyword: string
  /** The Chinese title of an article. */
  subject: string
  /** The number of the page, from 1. */
  page: number
}

export const PAGE_SIZE = 10

/**
 * The clauses that fit a document: from other templates that the viewer may use, without duplicates and
 * without clauses of the document's own template. Without a keyword or a subject it lists the subjects.
 */
export function offeredClauses(
  { template, script }: { template: Template; script: Script },
  viewer: Viewer,
  { keyword, subject, page }: ClauseQuery,
): { clauses: OfferedClause[]; count: number; subjects: Subject[] } {
  const words = wordsOf(keyword)
  const ownTexts = new Set([...templateClauses(template)].flatMap(({ clause }) => textsOf(clause)))
  const fittingClauses = clauseBank().filter(({ template: from, clause, article, ...one }) => {
    if (from.code === template.code || !mayUse(viewer.permissions, from)) return false
    if (subject && article.title.zh !== subject) return false
    if (!words.every((word) => placeOf(word, one.words) >= 0)) return false
    if (ownTexts.has(clause.text.zh) || !transplant(one.wordings[0]!, { from, to: template, script }))
      return false
    ownTexts.add(clause.text.zh)
    return true
  })
  if (!words.length && !subject)
    return { clauses: [], count: fittingClauses.length, subjects: subjectsOf(fittingClauses) }
  const groupedClauses = [...Map.groupBy(fittingClauses, ({ article }) => article.title.zh).values()].flat()
  return {
    clauses: groupedClauses
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map(({ wordings, words: _, ...one }) => ({
        ...one,
        wordings: wordings.flatMap((wording) => {
          const transplanted = transplant(wording, { from: one.template, to: template, script })
          return transplanted ? [{ ...wording, converted: transplanted }] : []
        }),
      })),
    count: fittingClauses.length,
    subjects: [],
  }
}

const textsOf = ({ text, alternatives = [] }: BankClause['clause']) => [
  text.zh,
  ...alternatives.map((one) => one.text.zh),
]

const subjectsOf = (clauses: BankClause[]): Subject[] =>
  [...Map.groupBy(clauses, ({ article }) => article.title.zh).values()]
    .map((group) => ({ title: group[0]!.article.title, count: group.length }))
    .toSorted((one, other) => other.count - one.count)

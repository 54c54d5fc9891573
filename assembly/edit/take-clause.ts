import type { AddedClause, Answers } from '../answers.ts'

/** A clause from the library, in the form that is copied into a document. */
export interface LibraryClause {
  text: { zh: string; en: string }
  items: { zh: string; en: string }[]
  from: NonNullable<AddedClause['from']>
}

/**
 * Copies the text of a library clause into an added clause, and its items as new items with the ids in
 * `items`.
 */
export function takeClause(
  answers: Answers,
  id: string,
  libraryClause: LibraryClause,
  items: string[],
): Answers {
  const clauses = { ...answers.clauses, [id]: { custom: libraryClause.text } }
  const added = answers.added.flatMap((one) => {
    if (one.id !== id) return [one]
    const itemAnswers = libraryClause.items.map((custom, index) => {
      clauses[items[index]!] = { custom }
      return { id: items[index]!, article: one.article, after: items[index - 1] ?? null, within: id }
    })
    return [{ ...one, from: libraryClause.from }, ...itemAnswers]
  })
  return { ...answers, added, clauses }
}

import type { Answers } from '#assembly/answers.ts'
import { isTable } from '#assembly/tables/table.ts'
import { wordsOf } from '#src/db/grams.ts'

/** The limit of searchable text, in characters. */
const MAX_TEXT_LENGTH = 20_000

/**
 * The name and the number of a document, folded for the search; never empty, because each is on a separate
 * line.
 */
export const calledText = ({ name, number }: { name: string; number: string }): string =>
  wordsOf(name, number)

/**
 * The texts that people entered into a document, folded, one on each line: names of parties, values of
 * fields, custom clauses; not the template's own text. Stored beside the answers for the search of lists.
 */
export function enteredText({ parties, fields, clauses }: Answers): string {
  const texts = [
    ...parties.flatMap(({ name, nameEn }) => [name, nameEn]),
    ...Object.values(fields).flatMap(textsIn),
    ...Object.values(clauses).flatMap(({ custom }) => (custom ? [custom.zh, custom.en] : [])),
  ]
  return wordsOf(...texts.filter(Boolean)).slice(0, MAX_TEXT_LENGTH)
}

function textsIn(value: Answers['fields'][string]): string[] {
  if (typeof value === 'string') return [value]
  if (isTable(value)) return value.rows.flatMap((row) => Object.values(row.cells).flatMap(textsIn))
  return typeof value === 'object' && 'zh' in value ? [value.zh, value.en] : []
}

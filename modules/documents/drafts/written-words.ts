import type { Answers } from '#assembly/answers.ts'
import { isTable } from '#assembly/tables/table.ts'
import { wordsOf } from '#src/db/grams.ts'

/** Nobody looks for more; what goes beyond is not found. */
const MOST = 20_000

/**
 * What somebody wrote into a document, in lower case, one text a line: names of parties, texts of fields,
 * clauses in words of their own. Kept beside the answers for the list to search; the template's own text is
 * not in it.
 */
export function writtenWords({ parties, fields, clauses }: Answers): string {
  const texts = [
    ...parties.flatMap(({ name, nameEn }) => [name, nameEn]),
    ...Object.values(fields).flatMap(textsIn),
    ...Object.values(clauses).flatMap(({ custom }) => (custom ? [custom.zh, custom.en] : [])),
  ]
  return wordsOf(...texts.filter(Boolean)).slice(0, MOST)
}

function textsIn(value: Answers['fields'][string]): string[] {
  if (typeof value === 'string') return [value]
  if (isTable(value)) return value.rows.flatMap((row) => Object.values(row.cells).flatMap(textsIn))
  return typeof value === 'object' && 'zh' in value ? [value.zh, value.en] : []
}

import { sql } from 'kysely'

/**
 * The pieces of one and two characters of these texts, in lower case. An index of them finds a keyword of any
 * script, also one of a single Chinese character, without reading every row.
 */
export function gramsOf(...texts: string[]): string[] {
  const grams = new Set<string>()
  for (const text of texts) {
    const characters = [...text.toLowerCase()]
    characters.forEach((character, index) => {
      grams.add(character)
      if (index > 0) grams.add(characters[index - 1]! + character)
    })
  }
  return [...grams]
}

/** Whether a row's `grams` hold all pieces of the keyword; the row must then be asked for the keyword itself. */
export const holdsGrams = (keyword: string) => sql<boolean>`grams @> ${wanted(keyword)}::text[]`

function wanted(keyword: string): string[] {
  const grams = gramsOf(keyword)
  return [...keyword].length > 1 ? grams.filter((gram) => [...gram].length > 1) : grams
}

import { sql } from 'kysely'

/**
 * The pieces of one and two characters of these texts, in lower case, each marked with the end of the owner's id. An
 * index of them finds a keyword of any script, also one of a single Chinese character, among the owner's rows alone.
 */
export function gramsOf(ownerId: string, ...texts: string[]): string[] {
  const owner = ownerId.slice(-6)
  const grams = new Set<string>()
  for (const text of texts) {
    const characters = [...text.toLowerCase()]
    characters.forEach((character, index) => {
      grams.add(owner + character)
      if (index > 0) grams.add(owner + characters[index - 1]! + character)
    })
  }
  return [...grams]
}

/** Whether a row's `grams` hold all pieces of the keyword; the row must then be asked for the keyword itself. */
export function holdsGrams(ownerId: string, keyword: string) {
  const pairs = [...keyword].length > 1
  const wanted = gramsOf(ownerId, keyword).filter((gram) => !pairs || [...gram].length > 7)
  return sql<boolean>`grams @> ${wanted}::text[]`
}

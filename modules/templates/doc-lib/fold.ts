import { foldText } from '#src/core/text/fold.ts'

export interface FoldedText {
  text: string
  /** The index in the original text of each folded character. */
  indexes: number[]
}

const PLAIN_CHARACTER = /^[a-z0-9]$/

/**
 * Normalises a text for search: same as `foldText`, but only letters and digits remain, with a space between
 * words.
 */
export const folded = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Same as `folded`, but with the original index of each character. */
export function foldWithIndexes(text: string): FoldedText {
  const indexes: number[] = []
  let folded = ''
  let endsWord = true
  let index = 0
  for (const character of text) {
    const letters = PLAIN_CHARACTER.test(character) ? character : foldCharacter(character)
    if (!letters && !endsWord) {
      folded += ' '
      indexes.push(index)
    }
    folded += letters
    for (let n = 0; n < letters.length; n++) indexes.push(index)
    endsWord = !letters
    index += character.length
  }
  return { text: folded, indexes }
}

const foldedCharacters = new Map<string, string>()

function foldCharacter(character: string): string {
  let letters = foldedCharacters.get(character)
  if (letters === undefined) {
    letters = foldText(character).replace(/[^\p{L}\p{N}]/gu, '')
    if (foldedCharacters.size < 10_000) foldedCharacters.set(character, letters)
  }
  return letters
}

/** The words to search for: Chinese is separated from other scripts, and English plurals become singular. */
export const wordsOf = (text: string): string[] =>
  (folded(text).match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? []).map((word) =>
    /^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word,
  )

const LATIN = /[a-z0-9]/

/**
 * The index of a word in a folded text, or -1. Chinese matches anywhere; other words match at the beginning
 * of a word, or as a whole word if they have only one or two letters.
 */
export function indexOfWord(word: string, folded: string): number {
  const matchesAnywhere = /\p{Script=Han}/u.test(word)
  const isWholeWordOnly = !matchesAnywhere && word.length < 3
  for (let searchStart = 0; ; ) {
    const index = folded.indexOf(word, searchStart)
    if (index < 0 || matchesAnywhere) return index
    const isContinued = isWholeWordOnly && LATIN.test(folded[index + word.length] ?? '')
    if (!isContinued && !LATIN.test(folded[index - 1] ?? '')) return index
    searchStart = index + 1
  }
}

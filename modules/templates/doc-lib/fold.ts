import { foldText } from '#src/core/text/fold.ts'

export interface Folded {
  text: string
  /** The index in the original text of each folded character. */
  at: number[]
}

const PLAIN = /^[a-z0-9]$/

/**
 * Normalises a text for search: same as `foldText`, but only letters and digits remain, with a space between
 * words.
 */
export const folded = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Same as `folded`, but with the original index of each character. */
export function fold(text: string): Folded {
  const at: number[] = []
  let folded = ''
  let parted = true
  let index = 0
  for (const character of text) {
    const letters = PLAIN.test(character) ? character : reduced(character)
    if (!letters && !parted) {
      folded += ' '
      at.push(index)
    }
    folded += letters
    for (let n = 0; n < letters.length; n++) at.push(index)
    parted = !letters
    index += character.length
  }
  return { text: folded, at }
}

const known = new Map<string, string>()

function reduced(character: string): string {
  let letters = known.get(character)
  if (letters === undefined) {
    letters = foldText(character).replace(/[^\p{L}\p{N}]/gu, '')
    if (known.size < 10_000) known.set(character, letters)
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
export function placeOf(word: string, folded: string): number {
  const within = /\p{Script=Han}/u.test(word)
  const whole = !within && word.length < 3
  for (let from = 0; ; ) {
    const at = folded.indexOf(word, from)
    if (at < 0 || within) return at
    const goesOn = whole && LATIN.test(folded[at + word.length] ?? '')
    if (!goesOn && !LATIN.test(folded[at - 1] ?? '')) return at
    from = at + 1
  }
}

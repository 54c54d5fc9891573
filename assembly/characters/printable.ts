import { cleanText, codePoint, forbiddenCharacter, JOINER } from '#src/core/text/clean-text.ts'
import { COVERED } from './covered.ts'

/** The first and last code point of each run of characters that the fonts have, in order. */
const ranges = rangesOf(COVERED)

/** Decodes the runs of characters; each is stored as a gap and a length in base 36. */
function rangesOf(packed: string): [first: number, last: number][] {
  let nextCode = 0
  return packed.split(' ').map((run) => {
    const [gap = 0, length = 1] = run.split('+').map((part) => Number.parseInt(part, 36))
    const first = nextCode + gap
    nextCode = first + length
    return [first, nextCode - 1]
  })
}

/**
 * Matches a text that only has the most common printable characters. One test is enough for most texts,
 * which are checked on every key stroke.
 */
const PLAIN = /^[\t\n\x20-\x7e\u4e00-\u9fa5，。；：、！？（）《》“”‘’—…＿]*$/

/** Whether a character can be printed. */
export function isPrintable(character: string): boolean {
  const code = character.codePointAt(0)!
  if ((code >= 0x4e00 && code <= 0x9fa5) || (code >= 0x20 && code <= 0x7e)) return true
  if (character === '\t' || character === '\n' || JOINER.test(character)) return true
  if (forbiddenCharacter(character) !== null) return false
  let lowest = 0
  let highest = ranges.length - 1
  while (lowest <= highest) {
    const middle = (lowest + highest) >> 1
    const [first, last] = ranges[middle]!
    if (code < first) highest = middle - 1
    else if (code > last) lowest = middle + 1
    else return true
  }
  return false
}

/** The characters of a text that cannot be printed after cleaning, without duplicates, in order. */
export function unprintableIn(text: string): string[] {
  if (PLAIN.test(text)) return []
  const unprintable = new Set<string>()
  for (const character of cleanText(text)) if (!isPrintable(character)) unprintable.add(character)
  return [...unprintable]
}

/**
 * The name of a character in messages: 😀 (U+1F600), or only the code point if the character is invisible.
 */
export function characterName(character: string): string {
  const isVisible = !/[\p{C}\p{Z}\p{M}\ufffd]/u.test(character)
  return isVisible ? `${character} (${codePoint(character)})` : codePoint(character)
}

/**
 * The cleaned text, with a placeholder such as [U+1F600] for each character that cannot be printed; the same
 * in pages, PDF and Word.
 */
export function replaceUnprintable(text: string): string {
  if (PLAIN.test(text)) return text
  const clean = cleanText(text)
  if ([...clean].every(isPrintable)) return clean
  return Array.from(clean, (one) => (isPrintable(one) ? one : `[${codePoint(one)}]`)).join('')
}

const PLACEHOLDER = '[U+'

/**
 * Replaces each placeholder [U+1F600] by spaces of the same length, because its digits are not the author's.
 */
export function withoutPlaceholders(text: string): string {
  const [first = '', ...rest] = text.split(PLACEHOLDER)
  const blanked = rest.map((part) => {
    const digits = part.indexOf(']')
    const isPlaceholder = digits >= 4 && digits <= 6
    return isPlaceholder
      ? ' '.repeat(PLACEHOLDER.length + digits + 1) + part.slice(digits + 1)
      : PLACEHOLDER + part
  })
  return first + blanked.join('')
}

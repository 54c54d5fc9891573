import { dynamicKey, type MessageKey } from '#views/language/messages.ts'

/** Ends of line of every system, and the line break within a paragraph that office programs write. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\p{Zl}\p{Zp}]/gu

/** Spaces of other widths. U+3000 stays: Chinese is set with it. */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f]/g

/** Joiners, soft hyphens, variation selectors, tags: no paper shows them, so no text may differ by them. */
const UNSEEN = /(?!\p{Bidi_Control})[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Controls, what turns the direction of reading, and half or broken characters. */
const REFUSED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\ufffd]/u

/**
 * The one door for text: composed (NFC), lines ended by a line feed, spaces of one kind, nothing unseen. What
 * is to be refused by name (`refusedIn`) stays, except NULs, which PostgreSQL cannot hold.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(SPACES, ' ')
    .replace(UNSEEN, '')
    .replaceAll('\0', '')
    .normalize('NFC')
}

/** The first character that no text may hold, since it would be read otherwise than it is printed. */
export function refusedIn(text: string): string | null {
  return REFUSED.exec(text)?.[0] ?? null
}

/** U+202E */
export const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** The locale key of the sentence that names a refused character. */
export function refusalOf(character: string): MessageKey {
  if (character === '\ufffd') return 'common.problem.character.broken'
  if (/\p{Cc}/u.test(character)) return 'common.problem.character.control'
  return dynamicKey(`common.problem.character.${codePoint(character).replace('+', '')}`)
}

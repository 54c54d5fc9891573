import { dynamicKey, type MessageKey } from '#views/language/messages.ts'
import { wellFormed } from './well-formed.ts'

/** The line ends of all systems, and the line break within a paragraph of office programs. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\p{Zl}\p{Zp}]/gu

/** Spaces of other widths, except U+3000, which Chinese typesetting uses. */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f]/g

/**
 * Joiners, soft hyphens and tags. They are invisible in print, so texts must not differ in them. The
 * variation selectors of Chinese characters remain, because our fonts do not have the variants, and the user
 * must decide.
 */
const INVISIBLE =
  /(?!\p{Bidi_Control}|[\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** The scripts in which joiners and selectors change letters, so that cleaning must not remove them. */
const JOINING_SCRIPTS = /(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Mongolian}]/u
export const JOINER = /\u200c|\u200d|[\u180b-\u180d\u180f]/

/** Control characters, bidirectional controls, and lone surrogates or replacement characters. */
const REFUSED = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\ufffd]/u

/**
 * Normalises every incoming text: NFC, line feeds, plain spaces, no invisible characters. Characters that
 * `forbiddenCharacter` reports remain, except NUL, which PostgreSQL cannot store.
 */
export function cleanText(text: string): string {
  return wellFormed(text)
    .replace(LINE_ENDS, '\n')
    .replace(SPACES, ' ')
    .replace(INVISIBLE, (invisible, offset: number, fullText: string) =>
      JOINER.test(invisible) && JOINING_SCRIPTS.test(fullText.charAt(offset - 1)) ? invisible : '',
    )
    .replaceAll('\0', '')
    .normalize('NFC')
}

/** The first forbidden character, which would print differently than it is displayed. */
export function forbiddenCharacter(text: string): string | null {
  return REFUSED.exec(text)?.[0] ?? null
}

/** The code point of a character: U+202E. */
export const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** Locale key of the message that names a forbidden character. */
export function forbiddenCharacterMessage(character: string): MessageKey {
  if (character === '\ufffd') return 'common.problem.character.broken'
  if (/\p{Cc}/u.test(character)) return 'common.problem.character.control'
  return dynamicKey(`common.problem.character.${codePoint(character).replace('+', '')}`)
}

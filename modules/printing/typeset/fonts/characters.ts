/** How a character behaves on a line; see W3C clreq 3.1 and GB/T 15834. */
export type Kind = 'han' | 'open' | 'close' | 'stop' | 'dash' | 'latin' | 'space' | 'other'

const OPEN = new Set('（《〈「『【〔［｛“‘〖〝')
const CLOSE = new Set('）》〉」』】〕］｝”’〗〞')
const STOP = new Set('、，。．；：！？')
const DASH = new Set('—…')

const NOT_AT_START = new Set([...CLOSE, ...STOP, ...'·/‧・～－–-,.;:!?)]}%‰％℃°'])
const NOT_AT_END = new Set([...OPEN, ...'/([{$¥￥£€'])

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u
const LATIN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_＿$%&@#+]/u
const SPACE = /[\t\p{Zs}]/u

export function kindOf(character: string): Kind {
  if (OPEN.has(character)) return 'open'
  if (CLOSE.has(character)) return 'close'
  if (STOP.has(character)) return 'stop'
  if (DASH.has(character)) return 'dash'
  if (SPACE.test(character)) return 'space'
  if (HAN.test(character)) return 'han'
  return LATIN.test(character) ? 'latin' : 'other'
}

/**
 * The soft hyphen, which marks a divided word. Measured texts do not contain any, because invisible
 * characters are removed.
 */
export const DIVISION = '\u00ad'

/**
 * Control characters, shaping controls and most variation selectors, which are invisible and have no width.
 * The selectors for Chinese characters are not included, because they request another form of the character.
 */
export const isInvisible = (character: string): boolean =>
  character !== '\t' && /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|[\u180b-\u180d\u180f\ufe00-\ufe0f]/u.test(character)

export const mayStartLine = (character: string): boolean =>
  !NOT_AT_START.has(character) && !/\p{M}/u.test(character)

export const mayEndLine = (character: string): boolean => !NOT_AT_END.has(character)

/**
 * Whether two characters belong to one mark: 破折号 and 省略号 have two characters, and the line of a blank has
 * any number.
 */
export const isOneMark = (before: string, after: string): boolean =>
  before === after && (DASH.has(before) || before === '＿' || before === '_')

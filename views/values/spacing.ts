const HAN = '\\p{Script=Han}'
const LATIN = '[\\p{Script=Latin}\\p{Nd}]'
/** A closing bracket, or the full stop of ‘Ltd.’. */
const CLOSING = '[.)]?'
const BOUNDARY = new RegExp(`(?<=${HAN})\0(?=${LATIN})|(?<=${LATIN}${CLOSING})\0(?=${HAN})`, 'gu')

/**
 * Joins the parts of a Chinese message and its values, with a space wherever Chinese characters meet Latin
 * letters or digits, because the script of a value is not known in advance. CSS would add only half a space,
 * and none in a mail.
 */
export const joinSpaced = (pieces: string[]): string =>
  pieces.filter(Boolean).join('\0').replace(BOUNDARY, ' ').replaceAll('\0', '')

const HAN = '\\p{Script=Han}'
const LATIN = '[\\p{Script=Latin}\\p{Nd}]'
/** The full stop of Ltd., or a bracket. */
const CLOSING = '[.)]?'
const MEETING = new RegExp(`(?<=${HAN})\0(?=${LATIN})|(?<=${LATIN}${CLOSING})\0(?=${HAN})`, 'gu')

/**
 * The pieces of a Chinese message and what was put into its blanks, in one: with a space where Han and Latin
 * letters or digits meet, since nobody knows beforehand in which script a name is. The browser's own gap is
 * half as wide as the space written elsewhere, and a mail has none.
 */
export const joinSpaced = (pieces: string[]): string =>
  pieces.filter(Boolean).join('\0').replace(MEETING, ' ').replaceAll('\0', '')

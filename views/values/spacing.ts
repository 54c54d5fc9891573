const HAN = '\\p{Script=Han}'
const LATIN = '[\\p{Script=Latin}\\p{Nd}]'
const MEET = new RegExp(`${HAN}\0${LATIN}|${LATIN}\0${HAN}`, 'u')

/**
 * The pieces of a Chinese message and what was put into its blanks, in one: with a space where Han and Latin letters or
 * digits meet, since nobody knows beforehand in which script a name is. The browser's own gap is half as wide as the
 * space written elsewhere, and a mail has none.
 */
export const joinSpaced = (pieces: string[]): string =>
  pieces.reduce((left, right) => {
    const meeting = `${left.slice(-2)}\0${right.slice(0, 2)}`
    return `${left}${MEET.test(meeting) ? ' ' : ''}${right}`
  }, '')

import type { Side } from '#assembly/answers.ts'
import type { ComparedRow } from '#assembly/compare/compare.ts'
import type { Comment } from './comment.ts'

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/** The present text of a clause in one language, as printed. */
export const printedIn = ({ text }: Pick<ComparedRow, 'text'>, side: Side): string =>
  text[side].flatMap((piece) => (piece.change === 'dropped' ? [] : [piece.text])).join('')

/**
 * Whether a comment still fits the clause: its quoted words are still in it, and an open proposal was made
 * for this text. Ignores spaces and line breaks, which differ in a selection.
 */
export function stillFits(
  { quote, wording, side, state }: Pick<Comment, 'quote' | 'wording' | 'side' | 'state'>,
  row: ComparedRow,
  sides: Side[],
): boolean {
  if (
    wording &&
    side &&
    state === 'open' &&
    withoutSpaces(wording.before) !== withoutSpaces(printedIn(row, side))
  )
    return false
  return withoutSpaces(sides.map((one) => row.label[one] + printedIn(row, one)).join('')).includes(
    withoutSpaces(quote),
  )
}

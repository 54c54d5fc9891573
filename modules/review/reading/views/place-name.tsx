import type { Side } from '#assembly/answers.ts'
import type { ComparedRow } from '#assembly/compare/compare.ts'
import { langOf } from '#modules/printing/index.ts'
import { useLocale } from '#views/language.tsx'
import type { Text } from '../reading.ts'

/** The side in the language of the interface (`tag`), if the document has it. */
export const sideFor = (tag: string, sides: Side[]): Side =>
  sides.find((side) => tag.startsWith(side)) ?? sides[0]!

/**
 * A number such as 3.2 and the beginning of the text; with `short`, the beginning only if there is no
 * number.
 */
export function placeWords(row: ComparedRow, side: Side, { short: isShort = false } = {}): string {
  const label = row.label[side].trim()
  const words = row.text[side].map((piece) => piece.text).join('')
  const beginning = words.length > 24 ? `${words.slice(0, 24)}…` : words
  return isShort && label ? label : [label, beginning].filter(Boolean).join(' ')
}

/** The name of a part in the reader's language. */
export function PlaceName({ row, text, short: isShort }: { row: ComparedRow; text: Text; short?: boolean }) {
  const side = sideFor(useLocale(), text.sides)
  return <span lang={langOf(side, text.languages)}>{placeWords(row, side, { short: isShort })}</span>
}

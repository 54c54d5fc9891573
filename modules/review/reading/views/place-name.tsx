import type { Side } from '#assembly/answers.ts'
import type { ComparedRow } from '#assembly/compare/compare.ts'
import { langOf } from '#modules/printing/index.ts'
import { useLocale } from '#views/language.tsx'
import type { Text } from '../reading.ts'

/** The language of the interface, by its tag, where the document has it. */
export const sideFor = (tag: string, sides: Side[]): Side =>
  sides.find((side) => tag.startsWith(side)) ?? sides[0]!

/** 3.2 with the beginning of its text; `short`: the beginning only when there is no number. */
export function placeWords(row: ComparedRow, side: Side, { short = false } = {}): string {
  const label = row.label[side].trim()
  const words = row.text[side].map((piece) => piece.text).join('')
  const beginning = words.length > 24 ? `${words.slice(0, 24)}…` : words
  return short && label ? label : [label, beginning].filter(Boolean).join(' ')
}

/** The name of a place in the reader's language. */
export function PlaceName({ row, text, short }: { row: ComparedRow; text: Text; short?: boolean }) {
  const side = sideFor(useLocale(), text.sides)
  return <span lang={langOf(side, text.languages)}>{placeWords(row, side, { short })}</span>
}

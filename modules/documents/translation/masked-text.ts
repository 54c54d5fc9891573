import type { Side } from '#assembly/answers.ts'
import { parseMarks } from '#assembly/marks.ts'
import { opposite } from '#assembly/twins.ts'
import { personalFigures, type Span } from './figures.ts'
import { type FoldedText, fold } from './folded.ts'
import { isLong, type Particulars, PIECE_LENGTH } from './particulars.ts'
import { protect } from './protected-text.ts'

/** A text in which each personal detail is replaced by a mark like a blank's: `{masked-0}`. */
export interface MaskedText {
  text: string
  /** The replacements of the marks in the translation. */
  replacements: Map<string, string>
}

/**
 * Masks in a text the particulars of persons, and everything that may be a number or an address of a person.
 */
export function maskText(source: string, particulars: Particulars, sourceSide: Side): MaskedText {
  const replacements = new Map<string, string>()
  let count = 0
  const markFor = (piece: string) => {
    let mark = ''
    do mark = `{masked-${count++}}`
    while (source.includes(mark))
    replacements.set(mark, piece)
    return mark
  }
  const text = parseMarks(source)
    .map((mark) =>
      mark.kind === 'text' ? maskPieces(mark.text, particulars, sourceSide, markFor) : mark.source,
    )
    .join('')
  return { text, replacements }
}

/** Replaces the marks in a translation that contains all of them. */
export function unmaskText(text: string, { replacements }: MaskedText): string {
  return parseMarks(text)
    .map(({ source }) => {
      const piece = replacements.get(source)
      return piece === undefined ? source : escapeBraces(piece)
    })
    .join('')
}

/** The text in the form in which it is sent: each mark is a number, ⟦0⟧. */
export const wordsSent = (maskedText: MaskedText) => protect(maskedText.text).words

const escapeBraces = (text: string) => text.replaceAll('{', '{{').replaceAll('}', '}}')

interface MaskedPiece extends Span {
  /** The text of the piece in the other language; by default unchanged. */
  back?: string
}

function maskPieces(
  text: string,
  particulars: Particulars,
  sourceSide: Side,
  markFor: (piece: string) => string,
) {
  let result = ''
  let offset = 0
  for (const { start, end, back } of mergeOverlapping(piecesIn(text, particulars, sourceSide))) {
    result += escapeBraces(text.slice(offset, start)) + markFor(back ?? text.slice(start, end))
    offset = end
  }
  return result + escapeBraces(text.slice(offset))
}

function piecesIn(text: string, particulars: Particulars, sourceSide: Side): MaskedPiece[] {
  const folded = fold(text, particulars.script)
  return [
    ...valuesIn(text, folded, particulars, sourceSide),
    ...addressesIn(folded, particulars),
    ...personalFigures(text),
  ]
}

/** Merges overlapping pieces, which lose their translation. */
function mergeOverlapping(pieces: MaskedPiece[]): MaskedPiece[] {
  const result: MaskedPiece[] = []
  for (const piece of pieces.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const lastPiece = result.at(-1)
    if (!lastPiece || piece.start >= lastPiece.end) result.push({ ...piece })
    else if (piece.end > lastPiece.end) {
      lastPiece.end = piece.end
      delete lastPiece.back
    }
  }
  return result
}

/** Names up to this length count only as whole words: "May" is not part of "Mayor". */
const MAX_WORD_LENGTH = 12

function valuesIn(
  text: string,
  folded: FoldedText,
  { values }: Particulars,
  sourceSide: Side,
): MaskedPiece[] {
  return values.flatMap(({ foldedValue: folds, ...value }) =>
    (['zh', 'en'] as const).flatMap((side) => {
      const foldedValue = folds[side]
      if (!isLong(foldedValue)) return []
      const back = side === sourceSide ? value[opposite(sourceSide)] : undefined
      return spansOf(folded, foldedValue)
        .filter((span) => foldedValue.length > MAX_WORD_LENGTH || isWhole(text, span))
        .map((span) => ({ ...span, ...(back?.trim() && { back }) }))
    }),
  )
}

function spansOf({ text, starts, ends }: FoldedText, foldedValue: string): Span[] {
  const spans: Span[] = []
  for (
    let offset = text.indexOf(foldedValue);
    offset >= 0;
    offset = text.indexOf(foldedValue, offset + foldedValue.length)
  )
    spans.push({ start: starts[offset]!, end: ends[offset + foldedValue.length - 1]! })
  return spans
}

const isLatin = (char: string) => /[\p{Script=Latin}\d]/u.test(char)

/** Whether the span is not part of a longer Latin word. */
const isWhole = (text: string, { start, end }: Span) =>
  !(isLatin(text.charAt(start)) && isLatin(text.charAt(start - 1))) &&
  !(isLatin(text.charAt(end - 1)) && isLatin(text.charAt(end)))

/**
 * The parts of addresses that identify a house or a room by a figure. A city or a district alone is not
 * masked.
 */
function addressesIn({ text, starts, ends }: FoldedText, { addressPieces }: Particulars): Span[] {
  const spans: Span[] = []
  if (!addressPieces.size) return spans
  let run: Span | null = null
  const endRun = () => {
    if (run && /\d/.test(text.slice(run.start, run.end)))
      spans.push({ start: starts[run.start]!, end: ends[run.end - 1]! })
    run = null
  }
  for (let offset = 0; offset + PIECE_LENGTH <= text.length; offset++) {
    if (!addressPieces.has(text.slice(offset, offset + PIECE_LENGTH))) continue
    if (run && offset <= run.end) run.end = offset + PIECE_LENGTH
    else {
      endRun()
      run = { start: offset, end: offset + PIECE_LENGTH }
    }
  }
  endRun()
  return spans
}

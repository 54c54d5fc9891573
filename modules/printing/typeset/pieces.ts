import type { Line } from './lines/line.ts'
import type { PlacedMark } from './place.ts'

/** A mark or a part of one, told by its letters or by a wording in their stead. */
export interface TaggedPiece {
  mark: PlacedMark
  wording?: string
}

/** Parts a line where its letters are told otherwise; none of what leaves nothing on the page. */
export function piecesOf(mark: PlacedMark): TaggedPiece[] {
  if (mark.kind === 'rule') return [{ mark }]
  const { part } = mark
  const { letters, wordings } = part.line
  if (letters.length === 0) return []
  if (!wordings || !part.element) return [{ mark }]
  const pieces: TaggedPiece[] = []
  let from = 0
  const cut = (to: number, wording?: string) => {
    const line = stretchOf(part.line, from, to)
    if (to > from) pieces.push({ mark: { ...mark, part: { ...part, line } }, wording })
    from = to
  }
  for (const { from: next, to, text } of wordings) {
    cut(next)
    cut(to, text)
  }
  cut(letters.length)
  return pieces
}

/** Some letters of a line, where they stand on it. */
export function stretchOf({ letters, at, width, first, space }: Line, from: number, to: number): Line {
  const rest = to === letters.length && space ? { space } : {}
  return { letters: letters.slice(from, to), at: at.slice(from, to), width, first: first + from, ...rest }
}

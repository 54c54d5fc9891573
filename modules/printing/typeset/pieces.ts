import type { Line } from './lines/line.ts'
import type { PlacedMark } from './place.ts'

/** A mark or a part of one, with its replacement text if it has one. */
export interface TaggedPiece {
  mark: PlacedMark
  wording?: string
}

/** Splits a line at its replacement texts; returns nothing for an empty line. */
export function piecesOf(mark: PlacedMark): TaggedPiece[] {
  if (mark.kind !== 'text') return [{ mark }]
  const { part } = mark
  const { glyphs, wordings } = part.line
  if (glyphs.length === 0) return []
  if (!wordings || !part.element) return [{ mark }]
  const pieces: TaggedPiece[] = []
  let from = 0
  const cut = (to: number, wording?: string) => {
    const line = glyphRange(part.line, from, to)
    if (to > from) pieces.push({ mark: { ...mark, part: { ...part, line } }, wording })
    from = to
  }
  for (const { from: next, to, text } of wordings) {
    cut(next)
    cut(to, text)
  }
  cut(glyphs.length)
  return pieces
}

/** A range of a line's glyphs, at their positions on it. */
export function glyphRange({ glyphs, positions, width, first, space }: Line, from: number, to: number): Line {
  const rest = to === glyphs.length && space ? { space } : {}
  return {
    glyphs: glyphs.slice(from, to),
    positions: positions.slice(from, to),
    width,
    first: first + from,
    ...rest,
  }
}

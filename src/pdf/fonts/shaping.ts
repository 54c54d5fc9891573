import * as harfbuzz from 'harfbuzzjs'
import type { Face } from './faces.ts'

/** A glyph of a shaped word; lengths in em, `x` and `y` relative to the pen's position before the glyph. */
export interface ShapedGlyph {
  id: number
  advance: number
  x: number
  y: number
}

/** Letters that are drawn together, in reading order; `text` contains the letters. */
export interface Cluster {
  text: string
  glyphs: ShapedGlyph[]
  width: number
}

/** The units per em of all our faces. */
const UNITS_PER_EM = 1000

const fonts = new Map<Face, harfbuzz.Font>()

function fontOf(face: Face): harfbuzz.Font {
  const cached = fonts.get(face)
  if (cached) return cached
  const { buffer, byteOffset, byteLength } = face.file
  const blob = new harfbuzz.Blob(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
  const font = new harfbuzz.Font(new harfbuzz.Face(blob))
  fonts.set(face, font)
  return font
}

/** Shapes a word in one script: its clusters in logical order, each with its glyphs from left to right. */
export function shapeWord(face: Face, word: string): Cluster[] {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(word)
  buffer.guessSegmentProperties()
  // A mark is in a different cluster from its letter, so that each keeps its own text.
  buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS)
  harfbuzz.shape(fontOf(face), buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other)
  return starts.map((start, index) => {
    const glyphs = infos.flatMap(({ cluster, codepoint }, index): ShapedGlyph[] => {
      if (cluster !== start) return []
      const { xAdvance, xOffset, yOffset } = positions[index]!
      return [
        {
          id: codepoint,
          advance: xAdvance / UNITS_PER_EM,
          x: xOffset / UNITS_PER_EM,
          y: yOffset / UNITS_PER_EM,
        },
      ]
    })
    const width = glyphs.reduce((sum, { advance }) => sum + advance, 0)
    return { text: word.slice(start, starts[index + 1]), glyphs, width }
  })
}

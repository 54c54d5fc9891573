import { JOINER } from '#src/core/text/clean-text.ts'
import { facesFor } from '#src/pdf/fonts/faces.ts'
import { nameScriptOf } from '#src/pdf/fonts/scripts.ts'
import { type Cluster, shapeWord } from '#src/pdf/fonts/shaping.ts'
import { mayStartLine } from './characters.ts'
import type { FontGlyph, Voice } from './font-glyphs.ts'

const words = new Map<string, FontGlyph[]>()
const clusters = new Map<string, FontGlyph>()
const MAX_WORDS = 5000

/** The length of the word at `from` if its letters must be shaped together; otherwise 0. */
export function shapedLength(text: string, from: number): number {
  const script = nameScriptOf(text.charAt(from))
  if (!script?.shaped) return 0
  let to = from + 1
  while (to < text.length && (script.characters.test(text.charAt(to)) || JOINER.test(text.charAt(to)))) to++
  return to - from
}

/** A word as one glyph per cluster, in logical order; undefined if the face lacks a character. */
export function shapedGlyphs(word: string, { script, weight }: Voice): FontGlyph[] | undefined {
  const cachedGlyphs = words.get(word)
  if (cachedGlyphs) return cachedGlyphs
  const face = facesFor(word.charAt(0), script, weight)[0]!()
  const shaped = shapeWord(face, word)
  if (shaped.some(({ glyphs }) => glyphs.some(({ id }) => id === 0))) return undefined
  const letterGlyphs = shaped.flatMap(withEachLetter).map((cluster) => glyphOf(cluster, face))
  if (words.size === MAX_WORDS) words.clear()
  words.set(word, letterGlyphs)
  return letterGlyphs
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Divides a right-to-left ligature into one glyph per letter, the first of which draws all of them: PDF
 * readers that reverse the letters of a line would also reverse the text of a single glyph.
 */
function withEachLetter(cluster: Cluster): Cluster[] {
  const letters = [...cluster.text]
  if (letters.length === 1 || !RIGHT_TO_LEFT.test(cluster.text)) return [cluster]
  const width = cluster.width / letters.length
  return letters.map((text, index) => {
    if (index > 0) return { text, width, glyphs: [] }
    const widthBefore = width * (letters.length - 1)
    return { text, width, glyphs: cluster.glyphs.map((glyph) => ({ ...glyph, x: glyph.x - widthBefore })) }
  })
}

/** One glyph for letters that are drawn together, which keeps their text and positions. */
function glyphOf({ text, glyphs, width }: Cluster, face: FontGlyph['face']): FontGlyph {
  let pen = 0
  const parts = glyphs.map(({ id, advance, x, y }) => {
    const part = { id, x: pen + x, y }
    pen += advance
    return part
  })
  const key = `${face.name} ${text} ${width} ${parts.map(({ id, x, y }) => `${id} ${x} ${y}`).join(' ')}`
  const cachedGlyph = clusters.get(key)
  if (cachedGlyph) return cachedGlyph
  const [{ id, x, y } = { id: 0, x: 0, y: 0 }] = parts
  const isPlain = parts.length === 1 && x === 0 && y === 0 && width === face.advance(id)
  const edges = { left: 0, right: 0, mayStart: mayStartLine(text.charAt(0)), mayEnd: true }
  const glyph: FontGlyph = {
    character: text,
    kind: 'other',
    face,
    id,
    width,
    ...edges,
    ...(!isPlain && { parts }),
  }
  clusters.set(key, glyph)
  return glyph
}

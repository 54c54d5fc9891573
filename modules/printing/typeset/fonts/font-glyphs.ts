import type { Side } from '#assembly/answers.ts'
import { type Face, facesFor, type Script, type Step, type Weight } from '#src/pdf/fonts/faces.ts'
import { DIVISION, isInvisible, type Kind, kindOf, mayEndLine, mayStartLine } from './characters.ts'

/** Selects a face. The side decides the form of quotation marks, dashes and dots. */
export interface Voice {
  side: Side
  script: Script
  weight: Weight
}

/** A character in a face; lengths in em. */
export interface FontGlyph {
  character: string
  kind: Kind
  face: Face
  id: number
  width: number
  /** Blank space at the left and right of a full-width mark, which may be removed at the edge of a line. */
  left: number
  right: number
  mayStart: boolean
  mayEnd: boolean
  /** The glyphs of letters that are drawn together; x and y are relative to their common start. */
  parts?: { id: number; x: number; y: number }[]
}

/** Font units per em in all our faces. */
export const UNITS = 1000

/** The outline of a glyph in font units. */
export function outlineOf({ face, id, parts }: FontGlyph): Step[] {
  if (!parts) return face.outline(id)
  return parts.flatMap((part) =>
    face.outline(part.id).map(({ command, args }) => ({
      command,
      args: args.map((unit, index) => unit + (index % 2 === 0 ? part.x : part.y) * UNITS),
    })),
  )
}

const glyphCaches = new Map<string, Map<number, FontGlyph | undefined>>()

/**
 * Returns a cached function that finds a glyph by code point; it returns undefined for invisible characters
 * and those that no face has.
 */
export function fontGlyphsOf(voice: Voice): (code: number) => FontGlyph | undefined {
  const key = `${voice.side} ${voice.script} ${voice.weight}`
  const glyphByCode = glyphCaches.get(key) ?? new Map<number, FontGlyph | undefined>()
  glyphCaches.set(key, glyphByCode)
  return (code) => {
    const glyph = glyphByCode.get(code)
    if (glyph || glyphByCode.has(code)) return glyph
    const character = String.fromCodePoint(code)
    const fontGlyph = isInvisible(character) ? undefined : findFontGlyph(character, voice)
    glyphByCode.set(code, fontGlyph)
    return fontGlyph
  }
}

const HYPHEN = 0x2d
const hyphens = new Map<FontGlyph, FontGlyph>()

/**
 * The hyphen at a line's end within a word. Its character is a soft hyphen, so that extracted text joins the
 * word.
 */
export function hyphenOf(voice: Voice): FontGlyph {
  const hyphenGlyph = fontGlyphsOf(voice)(HYPHEN)!
  const hyphen = hyphens.get(hyphenGlyph) ?? { ...hyphenGlyph, character: DIVISION }
  hyphens.set(hyphenGlyph, hyphen)
  return hyphen
}

/**
 * Characters drawn as another one: the fonts have no ballot boxes, and their dash is too short to join the
 * next dash.
 */
const DRAWN_AS: Record<string, string> = { '☐': '□', '☑': '□', '☒': '□', '\t': ' ', '\u00a0': ' ' }
const NARROW = new Set('‘’“”…')

function findFontGlyph(character: string, { side, script, weight }: Voice): FontGlyph | undefined {
  const drawnCharacter = side === 'zh' && character === '—' ? '─' : (DRAWN_AS[character] ?? character)
  for (const openFace of facesFor(drawnCharacter, script, weight)) {
    const face = openFace()
    const id = face.glyph(drawnCharacter, side === 'en' && NARROW.has(drawnCharacter))
    if (id === 0) continue
    const kind = kindOf(character)
    const width = face.advance(id)
    const edges = { mayStart: mayStartLine(character), mayEnd: mayEndLine(character) }
    return { character, kind, face, id, width, ...blanksOf(kind, width, face), ...edges }
  }
  return undefined
}

function blanksOf(kind: Kind, width: number, face: Face): { left: number; right: number } {
  if (width !== 1) return { left: 0, right: 0 }
  if (kind === 'open') return { left: 0.5, right: 0 }
  if (kind === 'close') return { left: 0, right: 0.5 }
  if (kind !== 'stop') return { left: 0, right: 0 }
  return face.centredStops ? { left: 0.25, right: 0.25 } : { left: 0, right: 0.5 }
}

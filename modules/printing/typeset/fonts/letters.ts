import type { Side } from '#assembly/answers.ts'
import { type Face, facesOf, type Script, type Weight } from '#src/pdf/fonts/faces.ts'
import { DIVISION, isInvisible, type Kind, kindOf, mayEndLine, mayStartLine } from './characters.ts'

/** In which face a text is set: the side decides on the form of quotation marks, dashes and dots. */
export interface Voice {
  side: Side
  script: Script
  weight: Weight
}

/** A character in a face; lengths in em. */
export interface Letter {
  character: string
  kind: Kind
  face: Face
  id: number
  width: number
  /** The empty parts of a full-width mark, to its left and right, which a line may take away. */
  left: number
  right: number
  mayStart: boolean
  mayEnd: boolean
}

const cases = new Map<string, Map<number, Letter | undefined>>()

/**
 * Finds letters for a voice by their code points: none for what is invisible or in no face. Finds are kept.
 */
export function lettersOf(voice: Voice): (code: number) => Letter | undefined {
  const key = `${voice.side} ${voice.script} ${voice.weight}`
  const known = cases.get(key) ?? new Map<number, Letter | undefined>()
  cases.set(key, known)
  return (code) => {
    const letter = known.get(code)
    if (letter || known.has(code)) return letter
    const character = String.fromCodePoint(code)
    const found = isInvisible(character) ? undefined : letterOf(character, voice)
    known.set(code, found)
    return found
  }
}

const HYPHEN = 0x2d
const hyphens = new Map<Letter, Letter>()

/**
 * Ends a line within a word. It is told as a soft hyphen: whoever reads the file on puts the word together
 * again.
 */
export function hyphenOf(voice: Voice): Letter {
  const drawn = lettersOf(voice)(HYPHEN)!
  const hyphen = hyphens.get(drawn) ?? { ...drawn, character: DIVISION }
  hyphens.set(drawn, hyphen)
  return hyphen
}

/** What these are drawn with: the fonts have no ballot boxes, and a dash too short to join its twin. */
const DRAWN_AS: Record<string, string> = { '☐': '□', '☑': '□', '☒': '□', '\t': ' ', '\u00a0': ' ' }
const NARROW = new Set('‘’“”…')

function letterOf(character: string, { side, script, weight }: Voice): Letter | undefined {
  const drawn = side === 'zh' && character === '—' ? '─' : (DRAWN_AS[character] ?? character)
  for (const open of facesOf(script, weight)) {
    const face = open()
    const id = face.glyph(drawn, side === 'en' && NARROW.has(drawn))
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

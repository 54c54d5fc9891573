import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type fontkit from '@pdf-lib/fontkit'
import type { Font, Glyph } from '@pdf-lib/fontkit'
import { NAME_SCRIPTS, nameScriptOf, SCRIPT_FAMILIES } from './scripts.ts'
import { metricsOf, readTables, type Tables } from './sfnt.ts'

export type Weight = 400 | 600
export type Script = 'Hans' | 'Hant'

export interface Step {
  command: string
  args: number[]
}

export interface Face {
  name: string
  /** The bytes of the font file. */
  file: Uint8Array
  tables: Tables
  /**
   * Whether ，。、 are centred in their square, as in Taiwan and Hong Kong; mainland China puts them at the
   * lower left.
   */
  centredStops: boolean
  /** The glyph of a character; 0 if the face has none. `narrow` selects the Latin form of ‘ ’ “ ” …. */
  glyph(character: string, narrow?: boolean): number
  /** Every code point for which the face has a glyph. */
  characters(): number[]
  /** The advance width of a glyph in em. */
  advance(glyph: number): number
  /** The kerning between two characters in em; a negative value moves them together. */
  kern(character: string, next: string): number
  /** The outline of a glyph in font units, as quadratic curves. */
  outline(glyph: number): Step[]
}

const require = createRequire(import.meta.url)
const FAMILIES = {
  'noto-serif-sc': 'NotoSerifSC',
  'noto-serif-tc': 'NotoSerifTC',
  'noto-sans-sc': 'NotoSansSC',
  'source-serif-4': 'SourceSerif4',
  'noto-serif-jp': 'NotoSerifJP',
  ...SCRIPT_FAMILIES,
} as const
type Family = keyof typeof FAMILIES

/**
 * Fallback faces: for European and Vietnamese letters, with a design that matches the Chinese serifs, and
 * for Chinese characters in rare names.
 */
const FALLBACK_FAMILIES: Family[] = ['source-serif-4', 'noto-sans-sc', 'noto-serif-jp']
const WEIGHTS = { 400: '400Regular', 600: '600SemiBold' } as const
const loaded = new Map<string, Face>()

/**
 * The faces to try for a character, the best first. A character of a script for names has only the face of
 * that script, in one weight. Each file is read on first use and then cached.
 */
export function facesFor(character: string, script: Script, weight: Weight): (() => Face)[] {
  const nameScript = nameScriptOf(character)
  return nameScript ? [() => faceOf(nameScript.family, 400)] : facesOf(script, weight)
}

/** The faces of the scripts for names. */
export const nameFaces = (): Face[] => NAME_SCRIPTS.map(({ family }) => faceOf(family, 400))

/** The faces for Chinese and European texts. */
export function facesOf(script: Script, weight: Weight): (() => Face)[] {
  const han = ['noto-serif-sc', 'noto-serif-tc'] as const
  const serif = script === 'Hans' ? han : han.toReversed()
  return [...serif, ...FALLBACK_FAMILIES].map((family) => () => faceOf(family, weight))
}

function faceOf(family: Family, weight: Weight): Face {
  const name = `${FAMILIES[family]}-${WEIGHTS[weight].slice(3)}`
  const face = loaded.get(name) ?? openFace(family, weight, name)
  loaded.set(name, face)
  return face
}

function openFace(family: Family, weight: Weight, name: string): Face {
  const folder = WEIGHTS[weight]
  const { bytes, font } = openFont(`@expo-google-fonts/${family}/${folder}/${FAMILIES[family]}_${folder}.ttf`)
  const tables = readTables(bytes)
  const glyphs = new Map<string, number>()
  const kerns = new Map<string, Map<string, number>>()
  return {
    name,
    file: bytes,
    tables,
    centredStops: family === 'noto-serif-tc',
    characters: () => font.characterSet,
    advance: (glyph) => metricsOf(tables, glyph).advance / font.unitsPerEm,
    kern: (character, next) => {
      const kernsOfCharacter = kerns.get(character) ?? new Map<string, number>()
      kerns.set(character, kernsOfCharacter)
      const kern = kernsOfCharacter.get(next) ?? kernOf(font, character + next)
      kernsOfCharacter.set(next, kern)
      return kern
    },
    outline: (glyph) => withMissingTypes(font.getGlyph(glyph)).path.commands,
    glyph: (character, narrow = false) => {
      const key = narrow ? `${character} narrow` : character
      const glyph = glyphs.get(key) ?? lookUp(font, character, narrow)
      glyphs.set(key, glyph)
      return glyph
    },
  }
}

/** Reads a font file of a package. */
export function openFont(file: string): { bytes: Uint8Array; font: Font } {
  const bytes = readFileSync(require.resolve(file))
  // The library is loaded with the first font, because most processes use no fonts.
  const { create } = require('@pdf-lib/fontkit') as typeof fontkit
  return { bytes, font: create(bytes) }
}

function lookUp(font: Font, character: string, narrow: boolean): number {
  const [glyph] = narrow ? font.layout(character, ['pwid']).glyphs : font.glyphsForString(character)
  return withMissingTypes(glyph).id
}

/**
 * The kerning of a pair, cached: a lookup takes a quarter of a millisecond, and a language has about a
 * hundred pairs.
 */
function kernOf(font: Font, pair: string): number {
  const { glyphs, positions } = font.layout(pair, { liga: false })
  const [first, second] = glyphs
  if (!first || !second || glyphs.length > 2) return 0
  return (positions[0]!.xAdvance - first.advanceWidth) / font.unitsPerEm
}

/** The glyph with the properties that fontkit's types omit but every glyph has. */
export const withMissingTypes = (glyph: Glyph | undefined) =>
  glyph as Glyph & { id: number; path: { commands: Step[] } }

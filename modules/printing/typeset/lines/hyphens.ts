import { createRequire } from 'node:module'
import { DIVISION } from '../fonts/characters.ts'
import type { MeasuredGlyph } from './measure.ts'

/** A word with adjoining marks. Excludes abbreviations, numbers, addresses, and words with a hyphen. */
const WORD = /^([(["'“‘]{0,3})([A-Z]?[a-z]{4,40})[)\]"'”’.,;:!?]{0,4}$/
const MAX_WORD_LENGTH = 48

/** Minimum number of letters before and after a hyphen. */
const MIN_LETTERS_BEFORE = 2
const MIN_LETTERS_AFTER = 3

/**
 * Dividing a word costs as much as widening a line's gaps by a third of an em. Dividing a capitalised word,
 * which may be a name, or leaving only two letters costs more.
 */
const BASE_COST = 200_000
const HIGH_COST = 4 * BASE_COST

/**
 * Hyphenation: the cost of dividing an English word before glyph n; zero if the word must not be divided
 * there.
 */
export function divisionsIn(glyphs: MeasuredGlyph[]): number[] {
  const costs = new Array<number>(glyphs.length).fill(0)
  let from = 0
  let token = ''
  for (let index = 0; index <= glyphs.length; index++) {
    const fontGlyph = glyphs[index]?.fontGlyph
    if (fontGlyph && fontGlyph.kind !== 'space') {
      if (token.length <= MAX_WORD_LENGTH) token += fontGlyph.character
      continue
    }
    for (const [offset, cost] of divisionsOf(token)) costs[from + offset] = cost
    from = index + 1
    token = ''
  }
  return costs
}

type Division = [at: number, cost: number]

/** Maximum number of words cached, both here and in the library. */
const MAX_CACHED = 20_000
const divisionsByToken = new Map<string, Division[]>()
let hyphenate: ((word: string) => string) | undefined

function divisionsOf(token: string): Division[] {
  const cachedDivisions = divisionsByToken.get(token)
  if (cachedDivisions) return cachedDivisions
  const [, prefix = '', word = ''] = WORD.exec(token) ?? []
  if (!word) return []
  if (divisionsByToken.size === MAX_CACHED) {
    divisionsByToken.clear()
    hyphenate = undefined
  }
  hyphenate ??= openHyphenator()
  let offset = 0
  const divisions = hyphenate(word.toLowerCase())
    .split(DIVISION)
    .map((syllable) => (offset += syllable.length))
    .filter((place) => place >= MIN_LETTERS_BEFORE && word.length - place >= MIN_LETTERS_AFTER)
    .map(
      (place): Division => [
        prefix.length + place,
        place === MIN_LETTERS_BEFORE || /^[A-Z]/.test(word) ? HIGH_COST : BASE_COST,
      ],
    )
  divisionsByToken.set(token, divisions)
  return divisions
}

const require = createRequire(import.meta.url)

type Patterns = [levels: unknown, patterns: unknown, exceptions: Record<string, number[]>]

/**
 * Loads the library on first use. The cache is limited here, because the library remembers each word as an
 * exception.
 */
function openHyphenator(): (word: string) => string {
  const create = require('hyphen/hyphen.js') as (
    patterns: Patterns,
    options: { hyphenChar: string },
  ) => (word: string) => string
  const [levels, patterns, exceptions] = require('hyphen/patterns/en-us.js') as Patterns
  return create([levels, patterns, { ...exceptions }], { hyphenChar: DIVISION })
}

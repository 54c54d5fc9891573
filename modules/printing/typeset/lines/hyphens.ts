import { createRequire } from 'node:module'
import { DIVISION } from '../fonts/characters.ts'
import type { Glyph } from './measure.ts'

/** A word with the marks around it: no abbreviation, number, address, nor one with a hyphen of its own. */
const WORD = /^([(["'“‘]{0,3})([A-Z]?[a-z]{4,40})[)\]"'”’.,;:!?]{0,4}$/
const LONGEST = 48

/** Fewest letters before a hyphen and behind it. */
const BEFORE = 2
const BEHIND = 3

/**
 * What it costs to divide a word: as much as a line whose gaps are a third of an em wider. One with a capital
 * may be a name, and two letters look lost.
 */
const CHEAP = 200_000
const DEAR = 4 * CHEAP

/**
 * Where a line may end within an English word, with a hyphen: what it costs before glyph n, nought where it
 * may not.
 */
export function divisionsIn(glyphs: Glyph[]): number[] {
  const costs = new Array<number>(glyphs.length).fill(0)
  let from = 0
  let token = ''
  for (let index = 0; index <= glyphs.length; index++) {
    const letter = glyphs[index]?.letter
    if (letter && letter.kind !== 'space') {
      if (token.length <= LONGEST) token += letter.character
      continue
    }
    for (const [at, cost] of divisionsOf(token)) costs[from + at] = cost
    from = index + 1
    token = ''
  }
  return costs
}

type Division = [at: number, cost: number]

/** So many words are remembered at most, by us and by the library. */
const REMEMBERED = 20_000
const known = new Map<string, Division[]>()
let hyphenate: ((word: string) => string) | undefined

function divisionsOf(token: string): Division[] {
  const found = known.get(token)
  if (found) return found
  const [, before = '', word = ''] = WORD.exec(token) ?? []
  if (!word) return []
  if (known.size === REMEMBERED) {
    known.clear()
    hyphenate = undefined
  }
  hyphenate ??= openHyphenator()
  let at = 0
  const divisions = hyphenate(word.toLowerCase())
    .split(DIVISION)
    .map((syllable) => (at += syllable.length))
    .filter((place) => place >= BEFORE && word.length - place >= BEHIND)
    .map((place): Division => [before.length + place, place === BEFORE || /^[A-Z]/.test(word) ? DEAR : CHEAP])
  known.set(token, divisions)
  return divisions
}

const require = createRequire(import.meta.url)

type Patterns = [levels: unknown, patterns: unknown, exceptions: Record<string, number[]>]

/** Loaded with the first line that needs it. The library writes each word it meets into its exceptions. */
function openHyphenator(): (word: string) => string {
  const create = require('hyphen/hyphen.js') as (
    patterns: Patterns,
    options: { hyphenChar: string },
  ) => (word: string) => string
  const [levels, patterns, exceptions] = require('hyphen/patterns/en-us.js') as Patterns
  return create([levels, patterns, { ...exceptions }], { hyphenChar: DIVISION })
}

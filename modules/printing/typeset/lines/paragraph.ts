import { LRUCache } from 'lru-cache'
import { hyphenOf, type Voice } from '../fonts/font-glyphs.ts'
import { breakLines } from './break.ts'
import type { Line } from './line.ts'
import { measure } from './measure.ts'

interface Paragraph {
  lines: Line[]
  /** The characters that no face has. */
  missing: string[]
  /** Number of glyphs. */
  length: number
}

/** About two hundred pages. Few paragraphs change between two prints of a document. */
const cache = new LRUCache<string, Paragraph>({
  maxSize: 400_000,
  sizeCalculation: ({ length }) => length + 50,
})

/**
 * Sets a text without line feeds in lines of `width` em. Callers must not change the result: it is cached and
 * shared. Adds characters that no face has to `missing`.
 */
export function setParagraph(
  text: string,
  voice: Voice,
  { width, justified = true, missing }: { width: number; justified?: boolean; missing: Set<string> },
): Paragraph {
  const key = `${voice.side} ${voice.weight} ${voice.script} ${width} ${justified} ${text}`
  const paragraph = cache.get(key) ?? setUncached(text, voice, width, justified)
  cache.set(key, paragraph)
  for (const character of paragraph.missing) missing.add(character)
  return paragraph
}

function setUncached(text: string, voice: Voice, width: number, justified: boolean): Paragraph {
  const missing = new Set<string>()
  const glyphs = measure(text, voice, missing)
  const hyphen = voice.side === 'en' ? hyphenOf(voice) : undefined
  const lines = breakLines(glyphs, width, justified, hyphen)
  return { lines, missing: [...missing], length: glyphs.length }
}

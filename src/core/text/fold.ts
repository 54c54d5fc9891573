import hongKong from 'opencc-js/dict/HKVariants'
import toTraditional from 'opencc-js/dict/STCharacters'
import toSimplified from 'opencc-js/dict/TSCharacters'
import taiwan from 'opencc-js/dict/TWVariants'

/** What replaces letters that Unicode does not decompose. */
const REPLACEMENTS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const UNDECOMPOSED_LETTER = /[ßæœøłđðþıς]/g

/** The accents of Latin, Greek and Cyrillic; the marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]/g

const HAN = /\p{Script=Han}/gu

/**
 * The form of a text that a search compares: lower case, without accents, in half width, simplified and
 * traditional characters alike, and with one form each of double quotes, single quotes, dashes, middle dots
 * and spaces. Other punctuation and line feeds are unchanged. Idempotent.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(UNDECOMPOSED_LETTER, (letter) => REPLACEMENTS[letter]!)
    .replace(HAN, representativeOf)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[·・•‧･]/g, '·')
    .replace(/[“”„「」『』«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/[^\S\n]+/g, ' ')

/**
 * The words of what someone searches for, folded, without those that another word contains; a result must
 * contain each of them.
 */
export const searchWords = (keyword: string): string[] => {
  const words = [...new Set(foldText(keyword).split(/\s+/).filter(Boolean))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

let representatives: Map<string, string> | null = null

/**
 * One character for all characters that are interchangeable in writing: 发 發 髮. Characters are converted one
 * at a time: a converter that also replaces whole words would fold a part of a text differently from the
 * whole, and the part would not be found in it.
 */
function representativeOf(character: string): string {
  representatives ??= findRepresentatives([toTraditional, toSimplified, taiwan, hongKong])
  return representatives.get(character) ?? character
}

function findRepresentatives(tables: string[]): Map<string, string> {
  const roots = new Map<string, string>()
  const rootOf = (character: string): string => {
    const root = roots.get(character)
    return root === undefined ? character : rootOf(root)
  }
  for (const table of tables)
    for (const pair of table.split('|')) {
      const [one = '', other = ''] = pair.split(' ').map(rootOf)
      if (one !== other) roots.set(other, one)
    }
  return new Map([...roots.keys()].map((character) => [character, rootOf(character)]))
}

import hongKong from 'opencc-js/dict/HKVariants'
import toTraditional from 'opencc-js/dict/STCharacters'
import toSimplified from 'opencc-js/dict/TSCharacters'
import taiwan from 'opencc-js/dict/TWVariants'

/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = {
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
const SPECIAL = /[ßæœøłđðþıς]/g

/** The accents of Latin, Greek and Cyrillic; the marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]/g

const HAN = /\p{Script=Han}/gu

/**
 * The form of a text that a search compares: lower case, without accents, in half width, simplified and
 * traditional characters alike, and one kind of quotation mark, dash, middle dot and space. Punctuation and
 * line feeds remain. Idempotent.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(SPECIAL, (letter) => LETTERS[letter]!)
    .replace(HAN, representativeOf)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[·・•‧･]/g, '·')
    .replace(/[“”„「」『』«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/[^\S\n]+/g, ' ')

/** The words of a keyword, folded; a result must contain each of them. */
export const searchWords = (keyword: string): string[] => {
  const words = [...new Set(foldText(keyword).split(/\s+/).filter(Boolean))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

let representatives: Map<string, string> | null = null

/**
 * One character for all characters that are interchangeable in writing: 发 發 髮. Characters are converted one
 * at a time, because a converter's longer words would make a part of a text differ from the whole.
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

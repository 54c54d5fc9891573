import { setImmediate } from 'node:timers/promises'
import type { Template, Twin } from '#assembly/template/template.ts'
import { shippedPronunciation, shippedTemplates } from '../library/shipped.ts'
import type { LibraryEntry } from '../library.ts'
import { folded, foldWithIndexes, indexOfWord, wordsOf } from './fold.ts'
import { matchesPinyin } from './pinyin.ts'
import { searchableTexts, type TemplateText, type TextLanguage } from './searchable-texts.ts'

/**
 * The place where a template matches, best first. `name`: the keyword is the whole title; `apart`: its texts
 * contain all words, but not in the same text.
 */
export const MATCH_PLACES = ['name', 'title', 'tag', 'inside', 'apart'] as const
type MatchPlace = (typeof MATCH_PLACES)[number]

export interface Excerpt extends Omit<TemplateText, 'text'> {
  /** The text before the match, the match itself, and the text after it. */
  before: string
  word: string
  after: string
}

export interface TemplateMatch {
  place: MatchPlace
  /** Set if only the texts match. */
  excerpt?: Excerpt
}

/** The search index of a template, built once. */
interface SearchIndex {
  titles: string[]
  /** The tags and the category's name. */
  tags: string[]
  languageTexts: LanguageText[]
}

/** The texts of one language, joined by line feeds, with the offset of each text. */
interface LanguageText {
  tongue: TextLanguage
  text: string
  pieces: TemplateText[]
  starts: number[]
}

const made = new WeakMap<Template, SearchIndex>()

/** Returns the names of a category in every language. */
type CategoryNames = (code: string) => readonly string[]

function searchIndexOf({ template, spoken }: LibraryEntry, categoryNames: CategoryNames): SearchIndex {
  const cachedIndex = made.get(template)
  if (cachedIndex) return cachedIndex
  const tags = [...template.tags, ...(spoken?.traditionalTags ?? []), ...categoryNames(template.category)]
  const index = {
    titles: namesOf(template.title).map(folded),
    tags: tags.map(folded),
    languageTexts: Object.entries(searchableTexts(template)).map(([tongue, pieces]) =>
      languageTextOf(tongue as TextLanguage, pieces),
    ),
  }
  made.set(template, index)
  return index
}

/**
 * Builds the index before the first search, one template at a time, so that other requests are not blocked.
 */
export async function prepareSearch(entries: readonly LibraryEntry[], categoryNames: CategoryNames) {
  for (const entry of entries) {
    if (made.has(entry.template)) continue
    searchIndexOf(entry, categoryNames)
    await setImmediate()
  }
}

function languageTextOf(tongue: TextLanguage, pieces: TemplateText[]): LanguageText {
  const starts: number[] = []
  let length = 0
  const texts = pieces.map(({ text }) => {
    starts.push(length)
    const line = folded(text)
    length += line.length + 1
    return line
  })
  return { tongue, text: texts.join('\n'), pieces, starts }
}

const namesOf = ({ zh, hant = zh, en }: Twin) => [zh, hant, en]

/**
 * The place where a template matches all words of a keyword, or null. The excerpt is in the reader’s
 * language if possible.
 */
export function findMatch(
  entry: LibraryEntry,
  keyword: string,
  { tongue, category: categoryNames }: { tongue: TextLanguage; category: CategoryNames },
): TemplateMatch | null {
  const words = wordsOf(keyword)
  const { titles, tags, languageTexts } = searchIndexOf(entry, categoryNames)
  const pronunciations = spokenNames(entry)
  const containsWord = (texts: string[], word: string) => texts.some((text) => indexOfWord(word, text) >= 0)
  const findPlace = (word: string): MatchPlace | null => {
    if (containsWord(titles, word) || soundsLike(word, [pronunciations.title])) return 'title'
    if (containsWord(tags, word) || soundsLike(word, pronunciations.tags)) return 'tag'
    return languageTexts.some(({ text }) => indexOfWord(word, text) >= 0) ? 'inside' : null
  }
  if (titles.includes(folded(keyword))) return { place: 'name' }
  const joinedWords = words.join('')
  // A keyword such as 保密协议双向 matches a title with brackets in between. Only Chinese: bao mi are syllables,
  // not words.
  if (
    titles.some((title) => title.replaceAll(' ', '').includes(joinedWords)) &&
    /\p{Script=Han}/u.test(joinedWords)
  )
    return { place: 'title' }
  if (words.length > 1 && soundsLike(joinedWords, [pronunciations.title])) return { place: 'title' }
  if (words.length > 1 && soundsLike(joinedWords, pronunciations.tags)) return { place: 'tag' }
  const places = words.map(findPlace)
  if (!places.length || places.includes(null)) return null
  const worstPlace = MATCH_PLACES[Math.max(...places.map((place) => MATCH_PLACES.indexOf(place!)))]!
  if (worstPlace !== 'inside') return { place: worstPlace }
  const word = words[places.indexOf('inside')]!
  const sortedTexts = languageTexts.toSorted(
    (one, other) => Number(other.tongue === tongue) - Number(one.tongue === tongue),
  )
  const excerptOfAny = (phrase: string) => sortedTexts.flatMap((one) => excerptFrom(one, phrase) ?? [])[0]
  const excerptOfPhrase = excerptOfAny(words.join(' '))
  return excerptOfPhrase
    ? { place: 'inside', excerpt: excerptOfPhrase }
    : { place: 'apart', excerpt: excerptOfAny(word) }
}

function excerptFrom({ text, pieces, starts }: LanguageText, word: string): Excerpt | null {
  const index = indexOfWord(word, text)
  return index < 0 ? null : excerptOf(pieces[starts.findLastIndex((start) => start <= index)]!, word)
}

const soundsLike = (letters: string, names: readonly string[]) =>
  /^[a-z]+$/.test(letters) && names.some((name) => matchesPinyin(letters, name))

function spokenNames({ template, spoken }: LibraryEntry): { title: string; tags: string[] } {
  const { title = '', tags = [] } = spoken ?? {}
  return { title, tags: [...tags, categoryPronunciation(template.category)] }
}

/** The pronunciation of a category, shared by all its templates. */
function categoryPronunciation(category: string): string {
  const template = shippedTemplates.find((one) => one.category === category)
  return (template && shippedPronunciation(template.code)?.category) ?? ''
}

/**
 * Number of Chinese characters before and after the word in an excerpt; other languages get twice as many.
 */
const EXCERPT_LENGTH = { before: 14, after: 30 }

function excerptOf({ text, ...piece }: TemplateText, word: string): Excerpt {
  const { text: foldedText, indexes } = foldWithIndexes(text)
  const foldedIndex = indexOfWord(word, foldedText)
  const start = indexes[foldedIndex] ?? 0
  const end = indexes[foldedIndex + word.length] ?? text.length
  const widthFactor = piece.tongue === 'en' ? 2 : 1
  const excerptStart = start - EXCERPT_LENGTH.before * widthFactor
  const excerptEnd = end + EXCERPT_LENGTH.after * widthFactor
  const before = text.slice(excerptStart > 0 ? wordStart(text, excerptStart, start) : 0, start)
  return {
    ...piece,
    before: excerptStart > 0 ? `…${before}` : before,
    word: text.slice(start, end).trimEnd(),
    after: `${/\s$/.test(text.slice(start, end)) ? ' ' : ''}${text.slice(end, excerptEnd)}${excerptEnd < text.length ? '…' : ''}`,
  }
}

/** Moves the start of an excerpt to the beginning of a word. */
function wordStart(text: string, start: number, end: number): number {
  if (!/[A-Za-z]/.test(text[start]!)) return start
  const space = text.indexOf(' ', start)
  return space < 0 || space >= end ? start : space + 1
}

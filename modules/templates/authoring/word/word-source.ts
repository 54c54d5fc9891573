import { tidyChinese, tidyEnglish, withPartyMarks } from '../forms/tidy.ts'
import { newPartId } from '../ids.ts'
import { blankSource, type NewTemplate } from '../starts.ts'
import type { WordBlock } from './read-word.ts'
import { pairsOf, type WordPair } from './word-pairs.ts'

interface Clause {
  id: string
  zh?: string
  en?: string
  items?: Clause[]
}

interface Article {
  id: string
  title: { zh?: string; en?: string }
  clauses: Clause[]
}

/** What precedes a text as its number, by the level that it marks. */
const LEVELS: [RegExp, 'article' | 'clause' | 'item'][] = [
  [/^第[零一二三四五六七八九十百\d]+[条條章][\s、.:：]*/, 'article'],
  [/^(article|section|clause)\s+\d+(?![\d.])[\s.:–-]*/i, 'article'],
  [/^(section\s+)?\d+\.\d+(\.\d+)*[.)、]?\s*/i, 'clause'],
  [/^\d+[.、．]\s*(?!\d)/, 'article'],
  [/^[一二三四五六七八九十]+、\s*/, 'article'],
  [/^[（(][零一二三四五六七八九十\d]+[)）][\s、.]*/, 'item'],
  [/^\((\d+|[a-z]|[ivx]+)\)\s*/i, 'item'],
]

function numbered(text: string): { level: 'article' | 'clause' | 'item' | null; rest: string } {
  const trimmed = text.trim()
  for (const [pattern, level] of LEVELS) {
    const found = pattern.exec(trimmed)
    if (found) return { level, rest: trimmed.slice(found[0].length) }
  }
  return { level: null, rest: trimmed }
}

/** The longest title, in characters. */
const TITLE = { zh: 30, en: 90 }

/** A short text without a full stop. */
const isTitle = ({ zh, en }: { zh: string; en: string }) =>
  zh.length <= TITLE.zh && en.length <= TITLE.en && !/[。；;]$|[.]$/.test(zh || en)

/** The source of a template from the paragraphs of a Word file, with its numbers taken off. */
export function wordSource(about: NewTemplate, { blocks }: { blocks: WordBlock[] }): string {
  const { articles, recitals } = structured(pairsOf(blocks), about)
  return blankSource(about, articles, recitals)
}

function structured(pairs: WordPair[], about: NewTemplate): { articles: Article[]; recitals: Clause[] } {
  const taken = new Set(['number', 'prevailing', 'this', 'languages'])
  const articles: Article[] = []
  const recitals: Clause[] = []
  const make = (text: { zh: string; en: string }): Clause => {
    const id = newPartId(text.en, taken, 'clause')
    taken.add(id)
    return { id, ...(text.zh && { zh: text.zh }), ...(text.en && { en: text.en }) }
  }
  const begin = (title: { zh: string; en: string }) => {
    const id = newPartId(title.en, taken, 'article')
    taken.add(id)
    articles.push({
      id,
      title: { ...(title.zh && { zh: title.zh }), ...(title.en && { en: title.en }) },
      clauses: [],
    })
  }
  for (const pair of pairs) {
    const [zh, en] = [numbered(pair.zh), numbered(pair.en)]
    const level = zh.level ?? en.level
    const text = { zh: marked(tidyChinese(zh.rest), about), en: marked(tidyEnglish(en.rest), about) }
    const plain = { zh: tidyChinese(zh.rest), en: tidyEnglish(en.rest) }
    if (!text.zh && !text.en) continue
    const isFirst = !articles.length && !recitals.length
    if (isFirst && (plain.zh === about.title.zh || plain.en.toLowerCase() === about.title.en.toLowerCase()))
      continue
    if ((level === 'article' || (pair.isHeading && level !== 'item')) && isTitle(plain)) {
      begin(plain)
      continue
    }
    const article = articles.at(-1)
    const clause = article?.clauses.at(-1)
    if (level === 'item' && clause) clause.items = [...(clause.items ?? []), make(text)]
    else if (article) article.clauses.push(make(text))
    else if (level) {
      begin(OPENING)
      articles.at(-1)!.clauses.push(make(text))
    } else recitals.push(make(text))
  }
  return settled(articles, recitals)
}

const OPENING = { zh: '合同条款', en: 'Terms' }

/** Every article has clauses; without any heading all paragraphs are the clauses of one article. */
function settled(articles: Article[], recitals: Clause[]) {
  const filled = articles.filter(({ clauses }) => clauses.length)
  if (filled.length) return { articles: filled, recitals }
  return { articles: [{ id: 'terms', title: OPENING, clauses: recitals }], recitals: [] }
}

/** Braces are doubled, and the names of the parties become marks. */
const marked = (text: string, { parties }: NewTemplate) =>
  withPartyMarks(text.replaceAll('{', '{{').replaceAll('}', '}}'), parties.length)

import { toChineseStyle, toEnglishStyle, withPartyMarks } from '../forms/tidy.ts'
import { newPartId } from '../ids.ts'
import { blankSource, type NewTemplate } from '../starts.ts'
import type { WordBlock } from './read-word.ts'
import { type BlankField, fieldsForBlanks } from './word-blanks.ts'
import { isPartyLine } from './word-lines.ts'
import { pairsOf, type WordPair } from './word-pairs.ts'

interface TwinText {
  zh: string
  en: string
}

interface Clause extends Partial<TwinText> {
  id: string
  droppable?: false
  items?: Clause[]
}

interface Article {
  id: string
  title: Partial<TwinText>
  clauses: Clause[]
}

type Level = 'annex' | 'article' | 'clause' | 'item'

/** The pattern of the number before a text, for each level. */
const LEVELS: [RegExp, Level][] = [
  [/^(?:附件|附表|附录)[一二三四五六七八九十\d]*[\s、.:：]*/, 'annex'],
  [/^(?:annex|appendix|schedule|exhibit)(?:\s+(?:\d+|[A-Z]\b|[IVX]+\b))?[\s.:–-]*/i, 'annex'],
  [/^第[零一二三四五六七八九十百\d]+[条條章][\s、.:：]*/, 'article'],
  [/^(article|section|clause)\s+\d+(?![\d.])[\s.:–-]*/i, 'article'],
  [/^(section\s+)?\d+\.\d+\.\d+(\.\d+)*[.)、]?\s*/i, 'item'],
  [/^(section\s+)?\d+\.\d+[.)、]?\s*/i, 'clause'],
  [/^\d+[.、．]\s*(?!\d)/, 'article'],
  [/^[一二三四五六七八九十]+、\s*/, 'article'],
  [/^[（(][零一二三四五六七八九十\d]+[)）][\s、.]*/, 'item'],
  [/^\((\d+|[a-z]|[ivx]+)\)\s*/i, 'item'],
  [/^\d+[)）]\s*/, 'item'],
]

interface NumberedText {
  level: Level | null
  textAfterNumber: string
}

function parseNumber(text: string): NumberedText {
  const trimmed = text.trim()
  for (const [pattern, level] of LEVELS) {
    const match = pattern.exec(trimmed)
    if (match) return { level, textAfterNumber: trimmed.slice(match[0].length) }
  }
  return { level: null, textAfterNumber: trimmed }
}

/** The level of the number that Word prints; a plain 1 belongs to an article. */
const labelLevel = (label: string | undefined): Level | null =>
  label ? (parseNumber(label).level ?? (/^\d+$/.test(label) ? 'article' : null)) : null

/** Maximum length of a title in characters. */
const MAX_TITLE_LENGTHS = { zh: 30, en: 90 }

/** Whether a text is short and has no full stop. */
const isTitle = ({ zh, en }: { zh: string; en: string }) =>
  zh.length <= MAX_TITLE_LENGTHS.zh && en.length <= MAX_TITLE_LENGTHS.en && !/[。；;]$|[.]$/.test(zh || en)

/** The contents of a Word file, as parts of a template. */
interface WordParts {
  recitals: Clause[]
  articles: Article[]
  annexes: Article[]
  fields: BlankField[]
  /** Lines with details of the parties and signatures. */
  omittedLines: string[]
}

/**
 * The source of a template from the paragraphs of a Word file, without its numbers, and with fields in place
 * of its blanks. Lines with details of the parties and signatures are omitted and listed in a comment at the
 * top.
 */
export function wordSource(template: NewTemplate, { blocks }: { blocks: WordBlock[] }): string {
  const parts = ensureArticles(toParts(pairsOf(blocks), template))
  addAnnexReferences(parts)
  return blankSource(template, parts)
}

function toParts(pairs: WordPair[], template: NewTemplate): WordParts {
  const usedIds = new Set(['number', 'prevailing', 'this', 'languages', 'signed'])
  const parts: WordParts = { recitals: [], articles: [], annexes: [], fields: [], omittedLines: [] }
  const { recitals, articles, annexes, fields, omittedLines } = parts
  const makeClause = (plain: TwinText): Clause => {
    const escapedText = { zh: doubleBraces(plain.zh), en: doubleBraces(plain.en) }
    const { zh, en } = fieldsForBlanks(escapedText, fields, usedIds)
    const text = {
      zh: withPartyMarks(zh, template.parties.length),
      en: withPartyMarks(en, template.parties.length),
    }
    const id = newPartId(text.en, usedIds, 'clause')
    usedIds.add(id)
    return {
      id,
      // Must not be left out, because other clauses use the terms that this clause defines.
      ...(definesTerm(text) && { droppable: false as const }),
      ...(text.zh && { zh: text.zh }),
      ...(text.en && { en: text.en }),
    }
  }
  const beginArticle = (list: Article[], { zh, en }: TwinText, fallbackId: string) => {
    const id = newPartId(en, usedIds, fallbackId)
    usedIds.add(id)
    list.push({ id, title: { ...(zh && { zh }), ...(en && { en }) }, clauses: [] })
  }
  for (const pair of pairs) {
    const { level, zh, en } = splitNumber(pair)
    if (!zh && !en && level !== 'annex') continue
    const isFirst = !articles.length && !recitals.length
    if (isFirst && (zh === template.title.zh || en.toLowerCase() === template.title.en.toLowerCase()))
      continue
    if (level !== 'annex' && !annexes.length && isPartyLine(pair, articles.length > 0)) {
      omittedLines.push([pair.zh, pair.en].filter(Boolean).join(' / '))
      continue
    }
    if (level === 'annex' && isTitle({ zh, en })) {
      beginArticle(annexes, zh || en ? { zh, en } : ANNEX, 'annex')
      continue
    }
    const list = annexes.length ? annexes : articles
    if (
      !annexes.length &&
      (level === 'article' || (pair.isHeading && level !== 'item')) &&
      isTitle({ zh, en })
    ) {
      beginArticle(list, { zh, en }, 'article')
      continue
    }
    const article = list.at(-1)
    const clause = article?.clauses.at(-1)
    if (level === 'item' && clause) clause.items = [...(clause.items ?? []), makeClause({ zh, en })]
    else if (article) article.clauses.push(makeClause({ zh, en }))
    else if (level) {
      beginArticle(list, OPENING, 'article')
      list.at(-1)!.clauses.push(makeClause({ zh, en }))
    } else recitals.push(makeClause({ zh, en }))
  }
  return parts
}

/** The text of a pair in the style of the library, without its number, and the level of that number. */
function splitNumber({ zh, en, label }: WordPair): TwinText & { level: Level | null } {
  const labelsLevel = labelLevel(label)
  // If Word numbers the paragraph, a number in its text belongs to the text.
  const sides = labelsLevel ? null : { zh: parseNumber(zh), en: parseNumber(en) }
  return {
    level: labelsLevel ?? sides!.zh.level ?? sides!.en.level,
    zh: toChineseStyle(sides?.zh.textAfterNumber ?? zh),
    en: toEnglishStyle(sides?.en.textAfterNumber ?? en),
  }
}

/** Matches “成果”指, （以下简称“成果”）, “Deliverables” means, (the “Deliverables”). */
const definesTerm = ({ zh, en }: TwinText) =>
  /[（(](?:以下简称|以下称|下称)?[“「]|[”」](?:是指|系指|指)/.test(zh) ||
  /”\s{0,3}(?:means?|refers?|shall mean)\b|\((?:the\s|an?\s)?“/i.test(en)

const OPENING = { zh: '合同条款', en: 'Terms' }
const ANNEX = { zh: '附件内容', en: 'Annex' }

/**
 * Gives every article clauses: if there are no headings, all paragraphs become the clauses of one article.
 */
function ensureArticles(parts: WordParts): WordParts {
  const withClauses = (list: Article[]) => list.filter(({ clauses }) => clauses.length)
  const articles = withClauses(parts.articles)
  const annexes = withClauses(parts.annexes)
  if (articles.length) return { ...parts, articles, annexes }
  return {
    ...parts,
    articles: [{ id: 'terms', title: OPENING, clauses: parts.recitals }],
    recitals: [],
    annexes,
  }
}

const NUMERALS = '一二三四五六七八九十'

/** Replaces 附件一 and Annex 1 by references if both languages mention them. */
function addAnnexReferences({ recitals, articles, annexes }: WordParts) {
  const clauses = [...recitals, ...[...articles, ...annexes].flatMap((one) => one.clauses)]
  // If an annex has only one clause, that clause must not be left out, because references to the annex would
  // point nowhere.
  for (const { clauses: annexClauses } of annexes)
    if (annexClauses.length === 1) annexClauses[0]!.droppable = false
  for (const clause of clauses.flatMap((one) => [one, ...(one.items ?? [])])) {
    const withReferences = (text: string | undefined, pattern: RegExp) =>
      text?.replaceAll(pattern, (match, number: string) => {
        const index = NUMERALS.includes(number) ? NUMERALS.indexOf(number) : Number(number) - 1
        return annexes[index] ? `{ref:${annexes[index].id}}` : match
      })
    const zh = withReferences(clause.zh, /附件([一二三四五六七八九十]|\d)(?![一二三四五六七八九十\d])/g)
    const en = withReferences(clause.en, /\b(?:Annex|Appendix|Schedule|Exhibit) (\d)(?!\d)/g)
    const isInBoth = clause.zh !== zh && clause.en !== en
    if (isInBoth || !clause.zh || !clause.en) Object.assign(clause, { ...(zh && { zh }), ...(en && { en }) })
  }
}

const doubleBraces = (text: string) => text.replaceAll('{', '{{').replaceAll('}', '}}')

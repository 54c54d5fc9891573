import { readChinese } from '#assembly/numbers/number-words.ts'
import type { Template, Words } from '#assembly/template/template.ts'
import { listParts } from '#assembly/template/template-parts.ts'

/** An article of a law that a template's Chinese text cites. */
export interface Citation {
  /** The short name of the law, such as 民法典. */
  law: string
  /** Undefined if the law is cited as a whole. */
  article?: number
  /** Id of the clause, field or rule that contains the citation; '' for the template itself. */
  partId: string
}

/** Matches 《法》第一条、第二条第三款, 法释〔2023〕13号第二十条, or an article alone, which belongs to the law named before it. */
const CITATION =
  /《([^》]{2,40})》|((?:法释|法发|汇发|国发|劳社部发)〔\d{4}〕\d+号|(?:合同编通则|买卖合同|民事诉讼法|城镇房屋租赁合同)司法解释)|第([零一二三四五六七八九十百千\d]+)条/g

/** Excludes other titles in the same brackets. */
const isLaw = (name: string) =>
  /(法|法典|条例|规定|办法|解释|公约|指引|规则|通则|准则|决定)(（[^（）]*）)?$/.test(name)

/**
 * The citations of a text. An article without a law belongs to the law named before it in the same text; if
 * no law is named before, to `law`, the template's main law; without a main law, its law is ''.
 */
export function citationsIn(text: string, partId: string, law = ''): Citation[] {
  const citations: Citation[] = []
  let currentLaw = law
  for (const [, title, number, article] of text.matchAll(CITATION)) {
    const name = title ?? number
    if (name !== undefined) {
      if (title && !isLaw(title)) continue
      currentLaw = name.replace(/^中华人民共和国/, '')
      citations.push({ law: currentLaw, partId })
    } else if (article) citations.push({ law: currentLaw, article: readChinese(article), partId })
  }
  return citations
}

/** The citations in a template's texts, guidance, fields and rule messages. */
export function citationsOf(template: Template, law?: string): Citation[] {
  const citationsOfText = (text: string | undefined, partId: string) =>
    text ? citationsIn(text, partId, law) : []
  const citationsOfWords = (one: Words | undefined, partId: string) => citationsOfText(one?.zh_CN, partId)
  const { articles, annexes = [], fields, rules = [], advise = [] } = template
  return [
    ...citationsOfWords(template.purpose, ''),
    ...citationsOfWords(template.notFor, ''),
    ...citationsOfWords(template.signingNote, ''),
    ...[...articles, ...annexes].flatMap(({ id, guidance }) => citationsOfWords(guidance, id)),
    ...listParts(template).flatMap(({ id, clause }) =>
      clause
        ? [
            ...citationsOfText(clause.text.zh, id),
            ...citationsOfWords(clause.guidance, id),
            ...(clause.alternatives ?? []).flatMap(({ text, label }) => [
              ...citationsOfText(text.zh, id),
              ...citationsOfWords(label, id),
            ]),
          ]
        : [],
    ),
    ...fields.flatMap(({ id, hint, options = [], columns = [] }) => [
      ...citationsOfWords(hint, id),
      ...columns.flatMap((column) => [
        ...citationsOfText(column.text.zh, id),
        ...citationsOfWords(column.hint, id),
      ]),
      ...options.flatMap(({ text }) => citationsOfText(text.zh, id)),
    ]),
    ...[...rules, ...advise].flatMap(({ id, message }) => citationsOfWords(message, id)),
  ]
}

const ENGLISH_CITATION =
  /\barticles? \d+[A-Z]?(?:\(\d+\))?(?:(?:, (?:and )?| and | or | to |–|-|, paragraph \d+,? (?:and |of )?)\d+(?:\(\d+\))?)*/gi

/** The numbers of the articles that an English text cites. */
const englishArticles = (text: string): number[] =>
  [...text.matchAll(ENGLISH_CITATION)].flatMap(([citation]) =>
    citation.match(/(?<!\d)\d+(?![)\d])/g)!.map(Number),
  )

const inOrder = (articles: number[]) => [...new Set(articles)].toSorted((one, other) => one - other).join()

/** Paths of the texts and notes whose Chinese and English cite different articles. */
export function unequalCitations(part: unknown, partId = ''): { at: string; zh: string; en: string }[] {
  if (typeof part !== 'object' || part === null) return []
  const { zh, en, zh_CN = zh, en_US = en } = part as Record<string, unknown>
  if (typeof zh_CN !== 'string' || typeof en_US !== 'string')
    return Object.entries(part).flatMap(([key, one]) => unequalCitations(one, `${partId}/${key}`))
  const chinese = inOrder(citationsIn(zh_CN, partId).flatMap(({ article }) => article ?? []))
  const english = inOrder(englishArticles(en_US))
  return chinese === english ? [] : [{ at: partId, zh: chinese, en: english }]
}

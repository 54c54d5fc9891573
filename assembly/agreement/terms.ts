import type { Sides } from '../tree.ts'
import { simplify } from './side-text.ts'

/** A defined term in both languages; '' for a language that does not define it. */
export type Term = Sides<string>

const zhDefinitions =
  /(?:以下简?称(?:为|作)?：?|[（(]|[（(]下称：?|下称：?)“([^“”]{1,30})”(?=[^。；“”]{0,12}[）)])|“([^“”]{1,30})”(?:是指|系指|指|，?是?指的是)/g
// Matches (the “Fee”), (“Fee”), (certificate …; the “Fee”), “Fee” means.
const enDefinitions =
  /\([^()“”]{0,80}“([A-Z][^“”]{0,60})”(?=[^()]{0,80}\))|“([A-Z][^“”]{0,60})”(?= (?:means|shall mean|refers|shall refer|has the meaning|is defined|denotes))|\((?:the |each,? |together,? |collectively,? )?“[A-Z][^“”]{0,60}” (?:and|or) (?:the )?“([A-Z][^“”]{0,60})”/g

/** The terms that a text defines, paired between the languages by their order. */
export function definedTerms(text: Sides<string>): Term[] {
  const zh = matchedTerms(withCurlyQuotes(simplify(text.zh)), zhDefinitions)
  const en = matchedTerms(withCurlyQuotes(text.en), enDefinitions)
  if (zh.length === en.length) return zh.map((one, index) => ({ zh: one, en: en[index]! }))
  return [...zh.map((one) => ({ zh: one, en: '' })), ...en.map((one) => ({ zh: '', en: one }))]
}

const withCurlyQuotes = (text: string) =>
  text
    .replace(/[「『]/g, '“')
    .replace(/[」』]/g, '”')
    .replace(/"([^"]{1,80})"/g, '“$1”')

const matchedTerms = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, one, other, third]) => (one ?? other ?? third)!.trim())

/** Whether an English text uses the term with its capitals, outside quotation marks. */
export function usesTerm(text: string, term: string): boolean {
  for (let index = text.indexOf(term); index >= 0; index = text.indexOf(term, index + 1)) {
    const characterBefore = text[index - 1] ?? ' '
    const textAfter = text.slice(index + term.length, index + term.length + 3)
    if (!/[\p{L}“"‘-]/u.test(characterBefore) && /^(?:s|es)?(?![\p{L}”"])/u.test(textAfter)) return true
  }
  return false
}

const article = 'the|any|each|such|every|its|their|these|those|all|no'
const capitals = new RegExp(
  `\\b(?:${article})\\s((?:[A-Z][a-z]{2,20})(?:[\\s-](?:(?:of|and|for)\\s)?[A-Z][a-z]{2,20}){0,4})(?!\\p{L})`,
  'gu',
)

/** Names and titles such as the Civil Code or the Ministry of Commerce, which are not defined terms. */
const names =
  /\b(?:Laws?|Codes?|Acts?|Rules?|Regulations?|Provisions|Measures|Interpretations?|Guidelines|Opinions|Notice|Standards?|Conventions?|Protocol|Constitution|Republic|Regions?|Commission|Courts?|Cent(?:er|re)|Council|Ministry|Bureau|Administration|Government|Banks?|University|Institute|Association|Committee|Congress|Union|States?|Kingdom|City|Province|District|Municipality|Road|Street|China|Chinese|English|Hong|Kong|Maca[ou]|Taiwan|Beijing|Shanghai|Shenzhen|Guangzhou|Internet|Exchange|Incoterms|Chamber|Board|Tribunal|Authorit(?:y|ies)|Office|Department|Secretary|Part(?:y|ies)|Agreement|Contract|Resolution|Articles?|Sections?|Clauses?|Annex(?:es)?|Schedules?|Appendix|Chapter|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Spring Festival|Renminbi|Secure|World|Mainland|Yangtze|Pearl|Delta|Asia\w*|Europe\w*|America\w*)\b/

/**
 * Capitalised phrases behind an article in an English text, such as “the Deliverables”, which look like
 * defined terms.
 */
export function capitalsIn(text: string): string[] {
  return Array.from(text.matchAll(capitals), ([, phrase]) => phrase!).filter((phrase) => !names.test(phrase))
}

/** The key of a term, equal for singular and plural. */
export const stem = (term: string): string => term.replace(/(?:ies|y)$/, '').replace(/(?<!s)s$/, '')

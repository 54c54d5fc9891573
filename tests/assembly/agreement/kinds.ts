import type { Sides } from '#assembly/tree.ts'

type Pair = Sides<string>
type RandomBelow = (limit: number) => number

/** Returns the text with a defect of one kind, or null if the text offers no place for it. */
export type MakeDefect = (text: Pair, below: RandomBelow) => Pair | null

/** The text with one match of a pattern replaced; null if nothing matches. */
export function changeOne(
  text: string,
  pattern: RegExp,
  below: RandomBelow,
  by: (match: string) => string,
): string | null {
  const places = [...text.matchAll(pattern)]
  const place = places[below(places.length)]
  if (!place) return null
  const changedText = text.slice(0, place.index) + by(place[0]) + text.slice(place.index + place[0].length)
  return changedText === text ? null : changedText
}

/** Changes the English text if the Chinese text has the same word. */
const english =
  (zh: RegExp, en: RegExp, by: (match: string, below: RandomBelow) => string): MakeDefect =>
  (text, below) => {
    if (!zh.test(text.zh)) return null
    const changedText = changeOne(text.en, en, below, (match) => by(match, below))
    return changedText === null ? null : { zh: text.zh, en: changedText }
  }

/**
 * Changes the English text if neither language repeats the word: omitting one of two mentions is no defect.
 */
const changeIfUnrepeated =
  (zh: RegExp, en: RegExp, by: () => string): MakeDefect =>
  ({ zh: chinese, en: text }) => {
    const word = zh.exec(chinese)?.[0]
    if (!word || chinese.split(word).length > 2 || (text.match(en)?.length ?? 0) !== 1) return null
    return { zh: chinese, en: text.replace(en, by) }
  }

const chinese =
  (zh: RegExp, en: RegExp, by: (match: string, below: RandomBelow) => string): MakeDefect =>
  (text, below) => {
    if (!en.test(text.en)) return null
    const changedText = changeOne(text.zh, zh, below, (match) => by(match, below))
    return changedText === null ? null : { zh: changedText, en: text.en }
  }

const either =
  (...ways: MakeDefect[]): MakeDefect =>
  (text, below) => {
    const first = below(ways.length)
    for (let n = 0; n < ways.length; n++) {
      const defect = ways[(first + n) % ways.length]!(text, below)
      if (defect) return defect
    }
    return null
  }

const swap = (pairs: [string, string][]) => {
  const replacementOf = new Map(
    pairs.flatMap(
      ([one, other]) =>
        [
          [one, other],
          [other, one],
        ] as const,
    ),
  )
  return (match: string) => replacementOf.get(match.toLowerCase()) ?? replacementOf.get(match) ?? match
}

/** Further kinds of defects that lawyers and translators introduce. */
export const moreKinds: Record<string, MakeDefect> = {
  'a percentage changed': english(/[%％]|百分之|分之/, /\d+(?:\.\d+)?(?= ?(?:%|per cent))/g, (match) =>
    String(Number(match) * 10),
  ),
  'a duty made optional': either(
    english(/应当|必须|须/, /\bshall(?! not| be deemed| have no| in no)\b/g, () => 'may'),
    chinese(/应当|必须/g, /\bshall\b/, () => '可以'),
  ),
  'a right made a duty': either(
    english(/可以|有权/, /\bmay(?! not)\b/g, () => 'shall'),
    chinese(/可以|有权/g, /\bmay\b/, () => '应当'),
  ),
  'before and after swapped': either(
    english(/前|后/, /\b(?:before|after)\b/g, swap([['before', 'after']])),
    chinese(
      /(?<=\d日|\d个月|届满|终止|签订|交付|验收|生效|期满|解除)之?[前后](?=[，。]|\d|支|书|通|向|仍)/g,
      /\b(?:before|after)\b/,
      (match) => (match.includes('前') ? match.replace('前', '后') : match.replace('后', '前')),
    ),
  ),
  'at least and at most swapped': english(
    /不(?:得)?(?:少于|低于|超过|高于|多于)|至少|至多|最多|以上/,
    /\b(?:at least|not less than|at most|not more than|not exceed(?:ing)?|no more than|exceeds?)\b/g,
    (match) => (/least|less/.test(match) ? 'not more than' : 'be less than'),
  ),
  'an opposite term': either(
    english(/(?<!非)(?:独家|排他)/, /(?<!non-)\b(?:exclusive|sole)\b/g, () => 'non-exclusive'),
    english(/连带/, /\bjointly and severally\b|\bjoint and several\b/g, () => 'several and not joint'),
    english(/无偿|免费/, /\bfree of charge\b|\bwithout charge\b/g, () => 'for a fee'),
    english(/继续有效|不影响/, /\b(?:survives?|remains? in force) (?:the|this|its)\b/g, () => 'ends on the'),
    english(/含税/, /\binclusive of\b|\bincludes\b|\bincluding\b/g, () => 'exclusive of'),
    english(
      /(?<!不)包括(?!但不限)/,
      /(?<!not )\b(?:includes|including)\b(?!,? (?:but|without))/g,
      () => 'excluding',
    ),
    english(/全部/, /\ball\b(?! or part)/g, () => 'part of'),
    english(/增加|提高|延长/, /(?<!\bor |\bnot )\b(?:increase|extend|extension)\b(?! or)/g, () => 'reduce'),
    english(/直接/, /\bdirect\b/g, () => 'indirect'),
    english(
      /视为/,
      /\bdeemed (?:to have )?(?:accepted|approved|received|served|delivered)\b/g,
      () => 'deemed rejected',
    ),
    english(/不可撤销/, /\birrevocabl[ey]\b/g, () => 'revocable'),
    english(/利息/, /\bwith interest (?:at|of|on)\b/g, () => 'without interest on'),
  ),
  'a place changed': english(
    /上海|北京|深圳|香港|新加坡/,
    /\b(?:Shanghai|Beijing|Shenzhen|Hong Kong|Singapore)\b(?! (?:International|Arbitration|Court|Special))/g,
    (match) => (match === 'Shanghai' ? 'Wuhan' : 'Chengdu'),
  ),
  'consent dropped': english(
    /同意/,
    /,? (?:without|with|subject to) (?:the |its |their |his |her )?(?:prior )?(?:express )?(?:written )?consent(?: in writing)?(?: of [^,.;]{1,40})?/g,
    () => '',
  ),
  'writing dropped': english(
    /书面/,
    / in writing\b|\b(?:prior )?written (?=notice|consent|approval|request|agreement)/g,
    () => '',
  ),
  'at once dropped': english(/立即|马上/, /\b(?:immediately|at once|forthwith|promptly) ?/g, () => ''),
  'court and arbitration swapped': english(
    /人民法院|仲裁/,
    /\b(?:the )?(?:competent )?people’s court\b|\barbitration\b/g,
    (match) => (match.includes('court') ? 'arbitration' : 'the competent people’s court'),
  ),
  'a statute changed': english(
    /《/,
    /\b(?:Civil Code|Company Law|Labour Contract Law|Labour Law|Arbitration Law|Copyright Law|Patent Law|Personal Information Protection Law|Anti-Unfair Competition Law)\b/g,
    (match) => (match === 'Civil Code' ? 'Company Law' : 'Civil Code'),
  ),
  'a matter left out': changeIfUnrepeated(
    /知识产权|故意|重大过失|商业秘密|发票|利息|保险|律师费|违约金|定金/,
    /\b(?:intellectual property(?: rights)?|wilful(?:ly)?|intentional(?:ly)?|gross negligence|trade secrets?|invoices?|interest|insurance|lawyers’ fees|liquidated damages|earnest money)\b/g,
    () => 'other matters',
  ),
}

import type { Party, TwinAttribute } from '../answers.ts'
import { hash } from '../confirmation/hash.ts'
import { chineseNumeral, readChinese, readOrdinal } from '../numbers/number-words.ts'
import type { OpenPoint, Sides } from '../tree.ts'
import { type Check, type Finding, listed } from './finding.ts'
import { comparePlaces } from './places.ts'

type ComparedDetail = Extract<TwinAttribute, 'address' | 'signerTitle' | 'bank'>

const comparisons: Record<ComparedDetail, (text: Sides<string>) => Finding[]> = {
  address: (text) => [...compareHouseNumbers(text), ...compareTowns(text)],
  signerTitle: compareTitles,
  bank: compareAccounts,
}

/** Open points for party details that differ between Chinese and English; names are not compared. */
export function partyDetailPoints(parties: Party[]): OpenPoint[] {
  return parties.flatMap((party) =>
    (Object.keys(comparisons) as ComparedDetail[]).flatMap((attribute) => {
      const text = { zh: party[attribute] ?? '', en: party[`${attribute}En`] ?? '' }
      if (!text.zh.trim() || !text.en.trim() || party.stale?.[attribute]) return []
      const textHash = hash(`${text.zh}\u0000${text.en}`)
      return comparisons[attribute](text).map(
        (finding): OpenPoint => ({
          kind: 'mismatch',
          at: `party:${party.key}.${attribute}`,
          field: attribute,
          contentHash: textHash,
          ...finding,
        }),
      )
    }),
  )
}

/**
 * A detail that one side omits is a finding of grade `look`; a different detail in its place is a
 * difference.
 */
function differenceOf(check: Check, unmatched: Sides<string[]>): Finding[] {
  if (!unmatched.zh.length && !unmatched.en.length) return []
  const grade = unmatched.zh.length && unmatched.en.length ? 'different' : 'look'
  return [{ check, grade, detail: { zh: listed(unmatched.zh, 'zh'), en: listed(unmatched.en, 'en') } }]
}

const onlyIn = (one: string[], other: string[]) => one.filter((item) => !other.includes(item))

/**
 * Postcodes of five or six digits, and British ones. They are ignored, because few addresses have them in
 * both languages.
 */
const POSTCODE = /(?<!\d)\d{5,6}(?!\d)|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/g
const ZH_NUMERAL = new RegExp(`(?<![\\dA-Za-z])${chineseNumeral}(?=[号號层層楼樓室栋棟幢座弄单單元期])`, 'g')
const EN_ORDINAL =
  /\b(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b/gi

function compareHouseNumbers(text: Sides<string>): Finding[] {
  const zh = text.zh.normalize('NFKC').replace(POSTCODE, ' ')
  const en = text.en.normalize('NFKC').replace(POSTCODE, ' ')
  const numbers = {
    zh: [...figuresIn(zh), ...Array.from(zh.matchAll(ZH_NUMERAL), ([one]) => String(readChinese(one)))],
    en: [...figuresIn(en), ...Array.from(en.matchAll(EN_ORDINAL), ([one]) => String(readOrdinal(one)))],
  }
  return differenceOf('numbers', {
    zh: onlyIn(numbers.zh, numbers.en),
    en: onlyIn(numbers.en, numbers.zh),
  })
}

const figuresIn = (text: string): string[] =>
  Array.from(text.matchAll(/\d+/g), ([one]) => String(Number(one)))

function compareTowns(text: Sides<string>): Finding[] {
  return comparePlaces(text).map((finding) =>
    finding.detail.zh === '—' || finding.detail.en === '—' ? { ...finding, grade: 'look' } : finding,
  )
}

/** Titles that mean different offices. */
const titles: [zh: RegExp, en: RegExp][] = [
  [/法定代表人/, /\blegal representative\b/i],
  [/授权代表|被授权人|代理人/, /\bauthori[sz]ed\b|\battorney\b|\bagent\b/i],
  [/董事长|董事会主席/, /\bchair(?:man|woman|person)?\b/i],
  [/(?<!执行)董事(?!长|会|总经理)/, /(?<!managing |executive |finance |sales |technical )\bdirector\b/i],
  [
    /总经理|总裁|首席执行官/,
    /\bgeneral manager\b|\bmanaging director\b|\bpresident\b|\bCEO\b|\bchief executive\b/i,
  ],
  [/财务总监|首席财务官/, /\bfinanc\w+ (?:director|controller)\b|\bCFO\b|\bchief financial\b/i],
]

function compareTitles({ zh, en }: Sides<string>): Finding[] {
  const titlesOf = titles.map(([inZh, inEn]) => ({ zh: inZh.exec(zh)?.[0], en: inEn.exec(en)?.[0] }))
  if (titlesOf.some((title) => title.zh && title.en)) return []
  return differenceOf('office', {
    zh: titlesOf.flatMap((title) => title.zh ?? []),
    en: titlesOf.flatMap((title) => title.en ?? []),
  }).filter(({ grade }) => grade === 'different')
}

function compareAccounts({ zh, en }: Sides<string>): Finding[] {
  const accounts = { zh: accountsIn(zh), en: accountsIn(en) }
  return differenceOf('numbers', {
    zh: onlyIn(accounts.zh, accounts.en),
    en: onlyIn(accounts.en, accounts.zh),
  })
}

/** Account numbers without the spaces between their groups. */
const accountsIn = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(/\d[\d -]*/g), ([one]) => one.replace(/[ -]/g, '')).filter(
    (digits) => digits.length >= 8,
  )

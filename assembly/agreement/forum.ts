import type { Sides } from '../tree.ts'
import { type Finding, type Grade, listed } from './finding.ts'

type Term = [zh: RegExp, en: RegExp]

const institutions: Term[] = [
  [
    /中国国际经济贸易仲裁委员会|贸仲/,
    /(?<!South )China International Economic and Trade Arbitration Commission|CIETAC/,
  ],
  [
    /上海国际经济贸易仲裁委员会|上海国际仲裁中心|上国仲/,
    /Shanghai International (?:Economic and Trade )?Arbitration C|SHIAC/,
  ],
  [/上海仲裁委员会/, /Shanghai Arbitration Commission/],
  [
    /深圳国际仲裁院|华南国际经济贸易仲裁委员会/,
    /Shenzhen Court of International Arbitration|SCIA\b|South China International/,
  ],
  [/北京仲裁委员会|北京国际仲裁/, /Beijing Arbitration Commission|Beijing International Arbitration|\bBAC\b/],
  [/广州仲裁委员会/, /Guangzhou Arbitration Commission/],
  [/香港国际仲裁中心/, /Hong Kong International Arbitration Cent|HKIAC/],
  [/新加坡国际仲裁中心/, /Singapore International Arbitration Cent|SIAC\b/],
  [/国际商会/, /International Chamber of Commerce|\bICC\b/],
  [/伦敦国际仲裁院/, /London Court of International Arbitration|LCIA/],
]

const procedures: Term[] = [
  [/仲裁/, /\barbitra\w*/i],
  [
    /法院|法庭|诉讼|起诉|司法|审理|裁判/,
    /(?<!Arbitration )\bcourts?\b(?! of (?:International )?Arbitration)|\blitigat\w*|\blawsuits?\b/i,
  ],
]

const chineseLaws: Term[] = [
  [/中华人民共和国|中国/, /People's Republic of China|\bPRC\b|\bChina\b|\bChinese\b/],
  [/香港/, /Hong Kong/],
  [/澳门/, /Maca[ou]/],
  [/台湾/, /Taiwan/],
]

const foreignLaws: Term[] = [
  [/新加坡/, /Singapore/],
  [/英国|英格兰/, /\bEngland\b|\bEnglish law\b|United Kingdom/],
  [/美国|纽约州?|特拉华|加利福尼亚/, /United States|New York|Delaware|California|\bU\.?S\.?A?\b/],
  [/德国/, /German/],
  [/日本/, /Japan/],
]

const places: Term[] = [
  [/北京/, /Beijing/],
  [/上海/, /Shanghai/],
  [/深圳/, /Shenzhen/],
  [/广州/, /Guangzhou/],
  [/杭州/, /Hangzhou/],
  [/香港/, /Hong Kong/],
  [/新加坡/, /Singapore/],
  [/伦敦/, /London/],
]

const languages: Term[] = [
  [/中文|汉语/, /\bChinese\b/],
  [/英文|英语/, /\bEnglish\b/],
]

/** Phrases about statutes and time bars that mention courts or arbitration without choosing them. */
const mentionsOnly: Sides<RegExp> = {
  zh: /《[^《》]{1,60}》|(?:民事|刑事|行政)诉讼法|仲裁法|诉讼时效|仲裁时效|劳动(?:争议|人事)?仲裁/g,
  en: /\b(?:Civil|Criminal|Administrative) (?:Procedure|Litigation) Law\b|\b(?:[Ll]abou?r[- ][Dd]ispute )?(?:Mediation and )?Arbitration Law\b|\b[Ll]abou?r(?: dispute)? arbitration\b/g,
}

/** Compares the dispute forum and its seat, the governing law, and the prevailing language. */
export function compareForum(text: Sides<string>): Finding[] {
  const { zh, en } = text
  const withoutMentions = { zh: zh.replace(mentionsOnly.zh, ''), en: en.replace(mentionsOnly.en, ' ') }
  const hasDisputes =
    /仲裁|法院|诉讼/.test(withoutMentions.zh) || /\barbitra|\bcourt|\blitigat/i.test(withoutMentions.en)
  const hasLaw =
    /适用[^，。；]{0,60}法|法律管辖|准据法/.test(zh) || /\bgovern(?:ed|ing)\b|\blaws? of\b/i.test(en)
  const hasLanguage =
    /[中英]文|[汉英]语/.test(zh) ||
    /\b(?:Chinese|English) (?:text|version|language|original|prevail|shall prevail)|\bin (?:both )?(?:Chinese|English)\b/.test(
      en,
    )
  return [
    ...(hasDisputes && isExchanged(withoutMentions)
      ? [
          {
            check: 'forum',
            grade: 'probable',
            detail: { zh: '仲裁、法院', en: 'arbitration, court' },
          } as const,
        ]
      : []),
    ...(hasDisputes
      ? compareTerms(
          'forum',
          'different',
          [...institutions, ...procedures, ...places.map(outsideInstitution)],
          withoutMentions,
        )
      : []),
    ...(hasLaw ? compareLaws(text) : []),
    ...(hasLanguage
      ? [...compareTerms('language', 'different', languages, text), ...comparePrevailing(text)]
      : []),
  ]
}

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

/**
 * Whether a court in one text replaces arbitration in the other, judged by how often each is
 * named.
 */
function isExchanged({ zh, en }: Sides<string>): boolean {
  const courtDifference =
    count(/法院|法庭|诉讼|起诉|庭审/g, zh) - count(/\bcourts?\b|\blitigat|\blawsuit|\bsued?\b/gi, en)
  const arbitrationDifference = count(/仲裁/g, zh) - count(/\barbitra/gi, en)
  return (
    (courtDifference < 0 && arbitrationDifference > 0) || (courtDifference > 0 && arbitrationDifference < 0)
  )
}

/** Excludes a place that is part of an institution's name. */
const outsideInstitution = ([zh, en]: Term): Term => [
  new RegExp(`(?:${zh.source})(?!国际|仲裁)`),
  new RegExp(`(?:${en.source})(?! International| Arbitration| Court of)`),
]

/**
 * If both texts name the law of China, one of them may also name or exclude its other regions, which is a
 * difference of grade `look` only.
 */
function compareLaws(text: Sides<string>): Finding[] {
  const [[inZh, inEn]] = chineseLaws as [Term]
  if (!inZh.test(text.zh) || !inEn.test(text.en))
    return compareTerms('law', 'different', [...chineseLaws, ...foreignLaws], text)
  return [
    ...compareTerms('law', 'look', chineseLaws, text),
    ...compareTerms('law', 'different', foreignLaws, text),
  ]
}

function compareTerms(
  check: Finding['check'],
  grade: Grade,
  terms: Term[],
  { zh, en }: Sides<string>,
): Finding[] {
  const unmatched = { zh: [] as string[], en: [] as string[] }
  for (const [inZh, inEn] of terms) {
    const zhMatch = inZh.exec(zh)
    const enMatch = inEn.exec(en)
    if (zhMatch && !enMatch) unmatched.zh.push(zhMatch[0])
    if (enMatch && !zhMatch) unmatched.en.push(enMatch[0])
  }
  if (!unmatched.zh.length && !unmatched.en.length) return []
  return [{ check, grade, detail: { zh: listed(unmatched.zh, 'zh'), en: listed(unmatched.en, 'en') } }]
}

const prevailing = {
  zh: /以([中英])文[^，。；]{0,6}为准|([中英])文[^，。；]{0,4}优先/,
  en: /\b(Chinese|English)(?: (?:text|version|language|original))?(?: \w+){0,2} (?:shall )?(?:prevail|govern|control)/,
}

function comparePrevailing(text: Sides<string>): Finding[] {
  const zh = prevailing.zh.exec(text.zh)
  const en = prevailing.en.exec(text.en)
  const expectedLanguage = (zh?.[1] ?? zh?.[2]) === '中' ? 'Chinese' : 'English'
  if (!zh && !en) return []
  if (zh && en && en[1] === expectedLanguage) return []
  return [{ check: 'language', grade: 'different', detail: { zh: zh?.[0] ?? '—', en: en?.[0] ?? '—' } }]
}

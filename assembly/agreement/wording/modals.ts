import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'

/** 甲方应当 / Party A shall: a party and the first word of duty, right or prohibition in its half-sentence. */
const MODALS: Sides<RegExp> = {
  zh: /([\ue000-\ue009])(?![的与和、或同])[^。；，、\ue000-\ue009]{0,16}?(应当|必须|可以|有权|不得)/g,
  en: /([\ue000-\ue009])(?:,[^,;.\ue000-\ue009]{1,60},)? (?:(?:also|only|then|each|both|therefore|itself) ){0,2}(shall not|may not|must not|shall|must|may|is entitled to|has the right to)\b/g,
}

/** As `MODALS`, for persons who are described instead of named: 受影响的一方应当 / the Party affected shall. */
const ROLE_MODALS: Sides<RegExp> = {
  zh: /(?:一方|[双各对]方|代理人|委托人|公司|您|披露方|接收方|保证人)[^。；，、\ue000-\ue009]{0,16}?(应当|必须|可以|有权|不得)/g,
  en: /\b(?:Party|Parties|Attorney|Principal|Company|you|Discloser|Recipient|Guarantor|the other)(?: (?!shall|may|must)[\w']+){0,5}? (shall not|may not|must not|shall|must|may|is entitled to|has the right to)\b/g,
}

/** A modal word without a party before it: 但应当 / but shall */
const JOINED_MODALS: Sides<RegExp> = {
  zh: /[但并且也；](应当|必须|可以|有权|不得)/g,
  en: /\b(?:but|and) (?:also )?(shall not|may not|must not|shall|must|may|is entitled to)\b/g,
}

/** “The Parties agree that it may be signed” grants no party a right. */
const AGREED = /[各双]方(?:一致)?同意/g

const DUTIES = new Set(['应当', '必须', 'shall', 'must'])
const RIGHTS = new Set(['可以', '有权', 'may', 'is entitled to', 'has the right to'])

interface Counts {
  duties: number
  rights: number
}

function countsIn(text: string, modals: RegExp): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const [, ...groups] of text.matchAll(modals)) {
    const modal = groups.at(-1)!
    const subject = groups.length > 1 ? groups[0]! : ''
    const partyCounts = counts.get(subject) ?? { duties: 0, rights: 0 }
    if (DUTIES.has(modal)) partyCounts.duties++
    if (RIGHTS.has(modal)) partyCounts.rights++
    counts.set(subject, partyCounts)
  }
  return counts
}

/**
 * Reports that a party has fewer duties and more rights in one language than in the other. Words without a
 * party before them do not count, so that mere rephrasing is not reported.
 */
export function compareModals({ zh, en }: Sides<string>): Finding[] {
  const changed = [MODALS, ROLE_MODALS, JOINED_MODALS].some((modals) => {
    const english = countsIn(en, modals.en)
    return [...countsIn(zh.replace(AGREED, ''), modals.zh)].some(([subject, counts]) =>
      isExchanged(counts, english.get(subject)),
    )
  })
  if (!changed) return []
  return [
    { check: 'duty', grade: 'probable', detail: { zh: readableText(zh, 'zh'), en: readableText(en, 'en') } },
  ]
}

function isExchanged({ duties, rights }: Counts, other: Counts | undefined): boolean {
  if (!other) return false
  const [moreDuties, moreRights] = [duties - other.duties, rights - other.rights]
  return (moreDuties > 0 && moreRights < 0) || (moreDuties < 0 && moreRights > 0)
}

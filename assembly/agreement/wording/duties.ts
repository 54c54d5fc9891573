import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'

// Words of duty (“shall”, 应) cannot be counted, because Chinese often omits them. A duty is only reported if
// the other side has no matching word. Permissions and prohibitions are counted.

const zhWords = {
  forbids: /(?<!不)不得(?!不)|禁止|无权|不可(?!抗|撤|分|归|预|避|克|动|或)|不应(?!当?有)/g,
  no: /[不未无非免禁仅只否拒]|除外|以外|之外|反对|过失|逾期|怠|除/,
  must: /应当|必须|应(?!付|收|缴|用|急|答|聘|计|得)|须|有义务|负责|不得|承担|保证|承诺|将/,
  may: /可以|(?<!所)有权|(?<![许认宁不])可(?!抗|归|撤|靠|行|移|预|分|见|避|能|得)|得以|(?<!不)(?:准许|允许|能够)|随时/g,
  rights: /可以|(?<!所)有权/g,
  permissionsCounted:
    /可以|(?<![许认宁不])可(?!以|靠|归|撤|抗|行)|(?<![技功智性职])能(?!力)|(?<![社机协股东事员商工公董议])会(?!计|议|员)|允许|许可|(?<!所)有权|(?<![取获所不])得(?!到|当|税|以)|愿|选择|自行|随时|授权|同意|酌情|任意|仅限|限于|用于/g,
  perhaps: /[可能会许愿选]|仅限|限于|(?<!所)有权|(?<!不)得(?!到|当)|自行|随时|授权|同意/,
}
const enWords = {
  mayVerbs: /(?<!\b(?:or|and) )\bmay\b(?! not)/g,
  rights: /\b(?:choos\w+|choice|discretion|let|allow\w*|permit\w*|need not|as it (?:sees|thinks) fit)\b/gi,
  forbids:
    /\b(?:shall|may|must) not\b|\bnot entitled\b|\b(?:neither|no)\s(?:(?:[\p{L}'-]{1,20}|[\ue000-\ue009])\s){0,6}(?:shall|may|must)\b|\bnor\b/giu,
  no: /\b(?:not|no|nor|neither|none|never|nobody|nothing|without|cannot|unless|refrain|prohibit\w*|forbid\w*|forbidden|void|fail\w*|except\w*|only|exclud\w*|free|against|refus\w*|abstain\w*|waive\w*|less|differ\w*|other than|prevent\w*|barred?|invalid|unable|un\w+ed|solely|otherwise|contrary|instead|in\w+able|ir\w+able)\b|\bnon-/i,
  must: /\b(?:shall|must|will|is to|are to|has to|have to|undertakes?|is obliged|are obliged|is required|are required|agrees? to|warrants?)\b/i,
  may: /\b(?:may(?! not\b)|(?<!not )entitled|right (?:to|of)|at liberty|can|could|free to|option|(?:is|are|be) (?:permitted|allowed|authori[sz]ed)|able to|at any time|at its discretion)\b/gi,
}

/**
 * Reports duties, permissions and prohibitions without a matching word on the other side, half-sentence by
 * half-sentence.
 */
export function compareDuties(allSegments: Sides<string>[]): Finding[] {
  // “The Parties agree” grants no permission.
  const segments = allSegments.map(({ zh, en }) => ({ zh: zh.replace(AGREED, ''), en }))
  const counts = segments.map(({ zh, en }) => countsOf(zh, withPermissiveMayOnly(en)))
  const totalOf = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0)
  // If the totals match, only the division into sentences differs.
  if (
    segments.length > 1 &&
    totalOf('mayZh') === totalOf('mayEn') &&
    totalOf('forbidsZh') === totalOf('forbidsEn')
  )
    return []
  const unmatchedIndex = segments.findIndex(({ zh, en }, index) =>
    isUnmatched(zh, withPermissiveMayOnly(en), counts[index]!),
  )
  if (unmatchedIndex < 0) return []
  const { zh, en } = segments[unmatchedIndex]!
  return [
    { check: 'duty', grade: 'probable', detail: { zh: readableText(zh, 'zh'), en: readableText(en, 'en') } },
  ]
}

const AGREED = /[各双]方(?:一致)?同意/g

/** “Neither Party may” is a prohibition, as “shall not” is. */
const FORBIDDEN_MAY = /\b((?:neither|no)\s(?:(?:[\p{L}'-]{1,20}|[\ue000-\ue009])\s){1,6})may\b/giu

/**
 * Replaces “may” in a prohibition by “shall”; removes “May” the month, mere possibility and conditional
 * permission.
 */
const withPermissiveMayOnly = (en: string) =>
  en
    .replace(FORBIDDEN_MAY, '$1shall')
    .replace(/\bmay (?=neither\b|[a-z]+ no\b)/g, 'shall ')
    .replace(
      /\bMay \d|\d May\b|\b(?:as the case may be|as may be|that may|which may|it may suffer|it may have)\b|\bmay\b(?=[^.;]{0,120} only (?:if|with|after|by|upon|on|where)\b)/g,
      ' ',
    )

interface Counts {
  forbidsZh: number
  forbidsEn: number
  mayZh: number
  mayEn: number
}

const countsOf = (zh: string, en: string): Counts => ({
  forbidsZh: count(zhWords.forbids, zh),
  forbidsEn: count(enWords.forbids, en),
  mayZh: count(zhWords.may, zh),
  mayEn: count(enWords.may, en),
})

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

function isUnmatched(zh: string, en: string, { forbidsZh, forbidsEn, mayZh, mayEn }: Counts): boolean {
  if (forbidsZh && !enWords.no.test(en)) return true
  if (forbidsEn && !zhWords.no.test(zh)) return true
  if (/\bmay\b(?! not)/.test(en) && !zhWords.perhaps.test(zh)) return true
  if (count(enWords.mayVerbs, en) > count(zhWords.permissionsCounted, zh)) return true
  if (enWords.must.test(en) && count(zhWords.rights, zh) > mayEn + count(enWords.rights, en)) return true
  if (forbidsZh > forbidsEn && mayZh < mayEn) return true
  if (forbidsZh < forbidsEn && mayZh > mayEn) return true
  if (mayZh && !zhWords.must.test(zh) && enWords.must.test(en) && !mayEn) return true
  return zhWords.must.test(zh) && !zhWords.perhaps.test(zh) && mayEn > 0 && !enWords.must.test(en)
}

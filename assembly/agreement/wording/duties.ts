import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'

// Words of duty (“shall”, 应) cannot be counted, because Chinese often omits them. A duty is only reported if
// the other side has no matching word. Permissions and prohibitions are counted.

const zhWords = {
  prohibition: /(?<!不)不得(?!不)|禁止|无权|不可(?!抗|撤|分|归|预|避|克|动|或)|不应(?!当?有)/g,
  negation: /[不未无非免禁仅只否拒]|除外|以外|之外|反对|过失|逾期|怠|除/,
  duty: /应当|必须|应(?!付|收|缴|用|急|答|聘|计|得)|须|有义务|负责|不得|承担|保证|承诺|将/,
  permission:
    /可以|(?<!所)有权|(?<![许认宁不])可(?!抗|归|撤|靠|行|移|预|分|见|避|能|得)|得以|(?<!不)(?:准许|允许|能够)|随时/g,
  /** The words that grant a permission and nothing else. */
  explicitPermission: /可以|(?<!所)有权/g,
  /** All words that “may” can translate, to be counted. */
  anyPermission:
    /可以|(?<![许认宁不])可(?!以|靠|归|撤|抗|行)|(?<![技功智性职])能(?!力)|(?<![社机协股东事员商工公董议])会(?!计|议|员)|允许|许可|(?<!所)有权|(?<![取获所不])得(?!到|当|税|以)|愿|选择|自行|随时|授权|同意|酌情|任意|仅限|限于|用于/g,
  /** The characters without which a text grants no permission. */
  possiblePermission: /[可能会许愿选]|仅限|限于|(?<!所)有权|(?<!不)得(?!到|当)|自行|随时|授权|同意/,
}
const NEGATIONS = [
  'not|no|nor|neither|none|never|nobody|nothing|without|cannot|unless',
  String.raw`refrain|prohibit\w*|forbid\w*|forbidden|void|fail\w*`,
  String.raw`except\w*|only|exclud\w*|free|against`,
  String.raw`refus\w*|abstain\w*|waive\w*|less|differ\w*|other than`,
  String.raw`prevent\w*|barred?|invalid|unable`,
  String.raw`un\w+ed|solely|otherwise|contrary|instead`,
  String.raw`in\w+able|ir\w+able`,
]
const PERMISSIONS = [
  String.raw`may(?! not\b)|(?<!not )entitled|right (?:to|of)|at liberty`,
  'can|could|free to|option',
  '(?:is|are|be) (?:permitted|allowed|authori[sz]ed)',
  'able to|at any time|at its discretion',
]
const enWords = {
  mayVerb: /(?<!\b(?:or|and) )\bmay\b(?! not)/g,
  /** Words that translate 可以 without “may”. */
  otherPermission:
    /\b(?:choos\w+|choice|discretion|let|allow\w*|permit\w*|need not|as it (?:sees|thinks) fit)\b/gi,
  prohibition:
    /\b(?:shall|may|must) not\b|\bnot entitled\b|\b(?:neither|no)\s(?:(?:[\p{L}'-]{1,20}|[\ue000-\ue009])\s){0,6}(?:shall|may|must)\b|\bnor\b/giu,
  negation: new RegExp(`\\b(?:${NEGATIONS.join('|')})\\b|\\bnon-`, 'i'),
  duty: /\b(?:shall|must|will|is to|are to|has to|have to|undertakes?|is obliged|are obliged|is required|are required|agrees? to|warrants?)\b/i,
  permission: new RegExp(`\\b(?:${PERMISSIONS.join('|')})\\b`, 'gi'),
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
    totalOf('permissionsZh') === totalOf('permissionsEn') &&
    totalOf('prohibitionsZh') === totalOf('prohibitionsEn')
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
  prohibitionsZh: number
  prohibitionsEn: number
  permissionsZh: number
  permissionsEn: number
}

const countsOf = (zh: string, en: string): Counts => ({
  prohibitionsZh: count(zhWords.prohibition, zh),
  prohibitionsEn: count(enWords.prohibition, en),
  permissionsZh: count(zhWords.permission, zh),
  permissionsEn: count(enWords.permission, en),
})

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

function isUnmatched(zh: string, en: string, counts: Counts): boolean {
  const { prohibitionsZh, prohibitionsEn, permissionsZh, permissionsEn } = counts
  // 不得 without “not”, or “shall not” without 不.
  if (prohibitionsZh && !enWords.negation.test(en)) return true
  if (prohibitionsEn && !zhWords.negation.test(zh)) return true
  // “may” without 可, or more often than the words that it can translate.
  if (/\bmay\b(?! not)/.test(en) && !zhWords.possiblePermission.test(zh)) return true
  if (count(enWords.mayVerb, en) > count(zhWords.anyPermission, zh)) return true
  // 可以 more often than words of permission in English, where “shall” may stand for it.
  const permissionWordsEn = permissionsEn + count(enWords.otherPermission, en)
  if (enWords.duty.test(en) && count(zhWords.explicitPermission, zh) > permissionWordsEn) return true
  // 不得 translated by “may”, or 可以 by “shall not”.
  if (prohibitionsZh > prohibitionsEn && permissionsZh < permissionsEn) return true
  if (prohibitionsZh < prohibitionsEn && permissionsZh > permissionsEn) return true
  // 可以 translated by “shall”, or 应 by “may”.
  if (permissionsZh && !zhWords.duty.test(zh) && enWords.duty.test(en) && !permissionsEn) return true
  const hasOnlyDutyZh = zhWords.duty.test(zh) && !zhWords.possiblePermission.test(zh)
  return hasOnlyDutyZh && permissionsEn > 0 && !enWords.duty.test(en)
}

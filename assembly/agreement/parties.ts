import type { Side } from '../answers.ts'
import type { Sides } from '../tree.ts'
import { type Finding, listed } from './finding.ts'
import { partiesIn, readableText } from './side-text.ts'

/** Compares the sets of parties that the two sides name; how often each is named does not count. */
export function compareParties(text: Sides<string>): Finding[] {
  const zh = partiesIn(text.zh)
  const en = partiesIn(text.en)
  if (zh.size === en.size && [...zh].every((one) => en.has(one))) return []
  const onlyIn = (parties: Set<string>, other: Set<string>, side: Side) =>
    listed(
      [...parties].filter((one) => !other.has(one)).map((one) => readableText(one, side)),
      side,
    )
  return [
    { check: 'parties', grade: 'different', detail: { zh: onlyIn(zh, en, 'zh'), en: onlyIn(en, zh, 'en') } },
  ]
}

const PARTY = '([\ue000-\ue009])'
const zhActionVerbs =
  '应|不得|可以|有权|须|保证|承诺|放弃|承担|负责|享有|声明|委托|支付|提供|赔偿|交付|返还|退还|履行|安排|办理|配合|通知'

/** Finds the acting parties in the order of the text: 甲方应当 … 乙方可以 / Party A shall … Party B may. */
const actingParty: Sides<RegExp> = {
  zh: new RegExp(
    `(?<!由)${PARTY}(?:均|仍|还|也|仅|并|自行)?(?:应|不得|可以|有权|无权|须|必须|可|保证|承诺|负责|承担)`,
    'g',
  ),
  en: new RegExp(`${PARTY} (?:also |only )?(?:shall|may|must|will|warrants?|undertakes?)\\b`, 'g'),
}

/** 由甲方承担 / borne by Party A */
const bearingParty: Sides<RegExp> = {
  zh: new RegExp(`由${PARTY}(?![和与、及])|(?:归|属于|属)${PARTY}`, 'g'),
  en: new RegExp(
    `\\b(?:borne|paid|provided|owned|performed|repaired|made|advanced|until [^,;.]{1,30}|and) by ${PARTY}|\\b(?:belong to|remain with|vest in) ${PARTY}`,
    'g',
  ),
}

/** Patterns in both languages for the acting and the affected parties. */
const roles: Sides<RegExp>[] = [
  // 甲方应当 / Party A shall
  {
    zh: new RegExp(
      `(?<![经向对与为给因据])${PARTY}(?![的与和、或同])[^。；\ue000-\ue009]{0,40}?(?:${zhActionVerbs})`,
      'g',
    ),
    en: new RegExp(
      `(?<!\\b(?:of|to|from|with|for|against) )${PARTY}(?:,[^,;.\ue000-\ue009]{1,90},)? (?:and |also |hereby |then )?(?:shall|may|must|will|warrants?|undertakes?|agrees?|waives?|declares?|appoints?|authori[sz]es?|bears?|pays?|provides?)\\b`,
      'g',
    ),
  },
  // 甲方同意 / the consent of Party A
  {
    zh: new RegExp(`(?:经|征得|取得|得到)${PARTY}[^，。；]{0,8}?(?:同意|批准|确认)`, 'g'),
    en: new RegExp(
      `(?:consent|approval|agreement) of ${PARTY}|${PARTY}'s [^,;.]{0,20}?(?:consent|approval)`,
      'g',
    ),
  },
  // 甲方的 / of Party A, Party A's
  { zh: new RegExp(`${PARTY}的`, 'g'), en: new RegExp(`(?<!failure )\\bof ${PARTY}|${PARTY}'s\\b`, 'g') },
  // 向甲方 / to Party A
  {
    zh: new RegExp(`(?:[向给]|通知|告知|交付|返还|赔偿|配合|协助|要求|请求)${PARTY}`, 'g'),
    en: new RegExp(
      `\\b(?:to|notify|inform|give|pay|tell|compensate|reimburse|indemnify|assist|require|demand that|return it to|for) ${PARTY}`,
      'g',
    ),
  },
  bearingParty,
  // 甲方迟延的 / if Party A is late
  {
    zh: new RegExp(`(?:^|[，。；])(?:如果?|若|因)?${PARTY}(?!的)[^，。；]{1,40}?的(?=[，：])`, 'g'),
    en: new RegExp(`\\b(?:if|where|when|unless|until|because|once) ${PARTY}`, 'gi'),
  },
  // 因甲方的原因 / attributable to Party A
  {
    zh: new RegExp(`因(?:可归责于)?${PARTY}(?:的原因|未|的过错|违|迟|逾)`, 'g'),
    en: new RegExp(`(?:attributable to|caused by|failure of|fault of|breach by|because) ${PARTY}`, 'g'),
  },
  // 甲方保证 at the beginning of a sentence.
  {
    zh: new RegExp(`^${PARTY}(?![的与和、或])`, 'g'),
    en: new RegExp(`^(?:[^,\ue000-\ue009]{1,60}, )?${PARTY}(?!'s| (?:and|or)\\b)`, 'g'),
  },
]

/** Roles whose parties come in the same order in both languages: 由乙方…，由甲方 / by Party B … by Party A. */
const rolesInOrder = new Set([actingParty, bearingParty])

/**
 * Compares who acts and who is affected. Reports that more roles have different parties than equal ones; if
 * as many, that the first party differs.
 */
export function compareActors(segments: Sides<string>[]): Finding[] {
  if (partiesIn(segments.map(({ zh }) => zh).join()).size < 2) return []
  const scores = segments.map(agreementScore)
  const sum = scores.reduce((total, score) => total + score, 0)
  if (sum > 0 || (sum === 0 && !haveDifferentFirstParty(segments))) return []
  const { zh, en } = segments[scores.indexOf(Math.min(...scores))]!
  return [
    { check: 'actor', grade: 'probable', detail: { zh: readableText(zh, 'zh'), en: readableText(en, 'en') } },
  ]
}

/** 甲方迟延的，乙方可以 / Party B may … if Party A: in conditionals the order of the parties proves nothing. */
const conditional: Sides<RegExp> = {
  zh: /的[，,]|[前后时]，|[经因由向]/,
  en: /\b(?:if|unless|until|without|before|after|consent|by)\b/i,
}

/** Compares which party each text names first; used when the roles do not decide. */
function haveDifferentFirstParty(segments: Sides<string>[]): boolean {
  return segments.some(({ zh, en }) => {
    if (conditional.zh.test(zh) || conditional.en.test(en)) return false
    const zhParty = /[\ue000-\ue009]/.exec(zh)?.[0]
    const enParty = /[\ue000-\ue009]/.exec(en)?.[0]
    return zhParty !== undefined && enParty !== undefined && zhParty !== enParty
  })
}

/** The number of roles with equal parties on both sides minus the number of roles with different parties. */
function agreementScore(text: Sides<string>): number {
  return [actingParty, ...roles].reduce((sum, role) => {
    const zh = partiesInRole(text.zh, role.zh)
    const en = partiesInRole(text.en, role.en)
    if (!zh.length || !en.length) return sum
    if (!zh.some((one) => en.includes(one))) return sum - 1
    if (new Set([...zh, ...en]).size === 1) return sum + 1
    return rolesInOrder.has(role) && zh.length === en.length ? sum + (zh[0] === en[0] ? 1 : -1) : sum
  }, 0)
}

const partiesInRole = (text: string, role: RegExp): string[] =>
  Array.from(text.matchAll(role), ([, one, other]) => one ?? other!)

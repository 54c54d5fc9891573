import type { Sides } from '../../tree.ts'
import type { Check, Finding } from '../finding.ts'
import { compareActors } from '../parties.ts'
import { readableText } from '../side-text.ts'

/** The words for a meaning in both languages. `excuse` matches further English words that may express it. */
export type Meaning = [zh: RegExp, en: RegExp, excuse?: RegExp]

/** Two opposite meanings, with their words in both languages. */
export interface Opposites {
  check: Check
  one: Meaning
  other: Meaning
}

const pair = (one: Meaning, other: Meaning): Opposites => ({ check: 'opposite', one, other })

/** The usual role names of the two parties to a contract. */
export const roleOpposites: Opposites[] = [
  pair(
    [/买方|购买方|需方|采购方/, /\b(?:buyers?|purchasers?)\b/i],
    [/卖方|出售方/, /\b(?:sellers?|vendors?)\b/i],
  ),
  pair([/出租[人方]/, /\b(?:lessors?|landlords?)\b/i], [/承租[人方]/, /\b(?:lessees?|tenants?)\b/i]),
  pair([/贷款[人方](?!民)|出借[人方]/, /\blenders?\b/i], [/借款[人方](?!民)/, /\bborrowers?\b/i]),
  pair([/债权人/, /\bcreditors?\b/i], [/债务人/, /\b(?:debtors?|obligors?)\b/i]),
  pair([/(?<!被)许可[人方]/, /\blicen[sc]ors?\b/i], [/被许可[人方]/, /\blicensees?\b/i]),
  pair(
    [/(?<!被|受)披露[人方]/, /\b(?:disclosers?|disclosing part(?:y|ies))\b/i],
    [/接收[人方]|受领方/, /\b(?:recipients?|receiving part(?:y|ies))\b/i],
  ),
  pair([/用人单位|雇主/, /\bemployers?\b/i], [/劳动者|员工|雇员|职工/, /\b(?:employees?|workers?|staff)\b/i]),
  pair(
    [/转让[人方](?!民)/, /\b(?:transferors?|assignors?)\b/i],
    [/受让[人方]/, /\b(?:transferees?|assignees?)\b/i],
  ),
  pair(
    [/服务(?:商|提供方|方)|提供方|供应商|供方/, /\b(?:(?:service )?providers?|suppliers?)\b/i],
    [/客户|用户方|需方/, /\b(?:clients?|customers?)\b/i],
  ),
]

type RolePattern = RegExp | string

/**
 * Compares who acts and who is affected in texts that name parties by their roles: the usual role names, and
 * the role names of the party block, `blockRoles`.
 */
export function compareRoles(segments: Sides<string>[], blockRoles: Sides<string>[]): Finding[] {
  const usualPairs = roleOpposites.map(({ one, other }) => [sidesOf(one), sidesOf(other)] as const)
  for (const [one, other] of [...usualPairs, ...pairsOf(blockRoles)]) {
    const marked = segments.map((segment) => ({
      zh: mark(mark(segment.zh, one.zh, FIRST), other.zh, SECOND),
      en: mark(mark(segment.en, one.en, FIRST), other.en, SECOND).replace(THE, ''),
    }))
    const sides = [marked.map(({ zh }) => zh).join(), marked.map(({ en }) => en).join()]
    if (!sides.every((text) => text.includes(FIRST) && text.includes(SECOND))) continue
    const difference = compareActors(marked)
    const index = marked.findIndex(({ zh }) => zh.includes(FIRST) || zh.includes(SECOND))
    if (difference.length && index >= 0)
      return difference.map((finding) => ({ ...finding, detail: quotation(segments[index]!) }))
  }
  return []
}

const FIRST = '\ue008'
const SECOND = '\ue009'
const THE = /\b[Tt]he (?=[\ue008\ue009])/g

const quotation = ({ zh, en }: Sides<string>) => ({ zh: readableText(zh, 'zh'), en: readableText(en, 'en') })

const mark = (text: string, name: RolePattern, sign: string) => text.split(name).join(sign)

const sidesOf = ([zh, en]: Meaning): Sides<RolePattern> => ({ zh, en })

function pairsOf(blockRoles: Sides<string>[]): [Sides<RolePattern>, Sides<RolePattern>][] {
  const usableRoles = blockRoles.filter(({ zh, en }) => zh.trim().length > 1 && en.trim().length > 1)
  return usableRoles.flatMap((one, index) =>
    usableRoles.slice(index + 1).map((other): [Sides<RolePattern>, Sides<RolePattern>] => [one, other]),
  )
}

import type { Side } from '../answers.ts'
import { withoutPlaceholders } from '../characters/printable.ts'
import type { Run } from '../tree.ts'
import { partyLabel } from '../words.ts'

// The first of the private-use characters that replace party names; both sides use the same one for a party.
const FIRST_PARTY_CODE = 0xe000
/** Replaces a blank. Both sides print the same answer there, so it is not compared. */
export const BLANK = '\ue040'
/** Replaces a reference, which is compared separately. */
export const REFERENCE = '\ue041'
/** Matches any of the characters that replace party names. */
export const partyPattern = '[\\ue000-\\ue009]'

const heavenlyStems = '甲乙丙丁戊己庚辛壬癸'

// Pairs of a traditional and a simplified character, for the characters in the patterns of the checks. Each
// character is replaced by exactly one, so that offsets stay valid.
const pairs =
  '應应當当須须書书麵面經经許许準准條条項项數数過过無无嚴严權权負负責责擔担證证諾诺確确認认馬马時时僅仅隻只與与並并們们會会國国際际貿贸濟济員员訴诉訟讼區区灣湾門门適适轄辖語语約约釋释規规辦办決决議议違违個个週周兩两對对異异還还財财產产務务動动勞劳請请爭争機机構构關关係系裡里於于為为後后內内據据間间稱称簡简義义協协達达額额總总遲迟晚晚終终難难設设調调處处極极漢汉體体從从開开專专屬属讓让謂谓歸归預预繳缴計计將将寧宁見见夠够隨随願愿華华廣广倫伦審审臺台蘭兰紐纽亞亚優优碼码滿满棄弃聲声賠赔償偿給给徵征錯错實实險险電电簽签雙双變变護护網网絡络競竞壟垄斷断標标質质費费業业資资築筑稅税夥伙積积則则蓋盖傳传驗验圓圆託托僱雇佈布貳贰陸陆萬万億亿選选籤签買买購购採采賣卖貸贷債债領领單单職职轉转戶户獨独佔占銷销價价視视絕绝駁驳繼继續续滅灭連连帶带別别長长減减縮缩損损頭头組组來来發发論论線线響响參参營营沒没惡恶圖图識识櫃柜賬账試试喪丧銀银號号衛卫醫医養养話话舊旧現现場场擇择駐驻師师運运猶犹幹干況况'
const simplified = new Map<string, string>()
for (let index = 0; index < pairs.length; index += 2) simplified.set(pairs[index]!, pairs[index + 1]!)

/**
 * Normalises one side for the checks: replaces each party and each blank by one character, and converts
 * Chinese to simplified characters.
 */
export function sideText(runs: Run[], side: Side): string {
  const text = runs.map((run) => runText(run)).join('')
  return side === 'zh' ? markChineseParties(simplify(text)) : markEnglishParties(text)
}

function runText({ kind, text, target = '' }: Run): string {
  if (kind === 'ref') return text
  if (kind === 'text') return withoutPlaceholders(text)
  const [key = '', attribute] = target.split('.')
  const isName = kind === 'party' && (!attribute || attribute === 'name' || attribute === 'nameEn')
  return isName && /^[a-j]$/.test(key) ? partyMark(key.charCodeAt(0) - 97) : BLANK
}

const partyMark = (index: number) => String.fromCharCode(FIRST_PARTY_CODE + index)

const traditional = new RegExp(`[${[...simplified.keys()].join('')}]`, 'g')

/** Converts the traditional characters that occur in the patterns of the checks. */
export const simplify = (text: string): string =>
  text.replace(traditional, (one) => simplified.get(one) ?? one)

/** Restores the original characters of a match that was found in a simplified text. */
export function asWritten(match: string, runs: Run[]): string {
  const characters = new Map<string, string>()
  for (const { text } of runs)
    for (const one of text.match(traditional) ?? []) characters.set(simplified.get(one)!, one)
  return characters.size ? match.replace(/\p{Script=Han}/gu, (one) => characters.get(one) ?? one) : match
}

function markChineseParties(text: string): string {
  return text.replace(/([甲乙丙丁戊己庚辛壬癸])方/g, (_, stem: string) =>
    partyMark(heavenlyStems.indexOf(stem)),
  )
}

function markEnglishParties(text: string): string {
  return text
    .replace(/[’‘]/g, "'")
    .replace(/\bParties ([A-J]) and ([A-J])\b/g, 'Party $1 and Party $2')
    .replace(/\bParty ([A-J])\b/g, (_, key: string) => partyMark(key.charCodeAt(0) - 65))
}

/** The parties that a text names, as the characters that replace them. */
export const partiesIn = (text: string): Set<string> => new Set(text.match(/[\ue000-\ue009]/g))

/** A part of a side as people read it, at most `max` characters long. */
export function readableText(text: string, side: Side, max = side === 'zh' ? 30 : 80): string {
  const plain = text
    .replace(/[\ue000-\ue009]/g, (mark) => partyLabel(mark.charCodeAt(0) - FIRST_PARTY_CODE)[side])
    .replace(/[\ue040\ue041]/g, '…')
    .trim()
  return plain.length > max ? `${plain.slice(0, max).trimEnd()}…` : plain
}

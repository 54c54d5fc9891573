import type { WordPair } from './word-pairs.ts'

/** The name of a party, such as 甲方（委托方）： or Party A (Client):, but not within a sentence. */
const PARTY = /^(?:[甲乙丙丁戊]方|Party [A-E])\s{0,3}(?:[（(][^（）()]{0,30}[）)])?\s{0,3}[:：]/i
/** The beginnings of lines with a party's details, the contract's number or a signature. */
const DETAIL =
  /^(?:(?:合同|协议)?编号|(?:注册|通讯|通信|联系)?地址|住所|法定代表人|负责人|授权(?:代表|签字人)|统一社会信用代码|身份证(?:件)?号码?|护照号码?|联系(?:人|电话|方式)|电话|手机|传真|电子?邮箱|邮编|开户银?行|账[户号]|户名|职务|姓名|签[订署字](?:日期|地点|时间)?|盖章|日期)[^:：，。；]{0,12}[:：]/
const ENGLISH_DETAIL =
  /^(?:(?:contract|agreement) no|(?:registered |correspondence |business )?address|domicile|legal representative|authori[sz]ed (?:representative|signatory)|(?:unified social )?credit code|id(?:entity)? (?:card )?n(?:o|umber)|passport n(?:o|umber)|contact(?: person)?|tel(?:ephone)?|mobile|phone|fax|e-?mail|post(?:al)?\s?code|bank|account|name|title|position|sign(?:ed|ature)|seal|date|place|by)\b[^:：,;]{0,20}[:：]/i
/** Longer lines are not party details. */
const MAX_HEADING_LENGTH = 120

const isDetail = (text: string) =>
  text.length <= MAX_HEADING_LENGTH &&
  !/[。；]$/.test(text) &&
  [PARTY, DETAIL, ENGLISH_DETAIL].some((pattern) => pattern.test(text))

/** Matches a line that has only space to write on after the colon. */
const NO_ENTRY = /[:：][\s_＿[\]【】●]{0,120}$/

/**
 * Whether a line contains details of a party, the contract's number, or a signature. A template omits these
 * lines, because each document prints its own. After the articles have begun, only lines without an entry
 * are omitted: a bank account may be a term of the contract.
 */
export const isPartyLine = ({ zh, en, label, isHeading }: WordPair, hasBegun: boolean): boolean =>
  !label &&
  !isHeading &&
  [zh.trim(), en.trim()].filter(Boolean).every((text) => isDetail(text) && (!hasBegun || NO_ENTRY.test(text)))

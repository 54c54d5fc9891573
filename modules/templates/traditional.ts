import { Converter } from 'opencc-js/cn2t'
import type { Template } from '#assembly/template/template.ts'

// Only the script is converted. OpenCC's IT terms are wrong in legal prose: they turn 程序 into 程式, and 注销
// into 登出. Therefore the words that Taiwan writes differently are listed here.
const inTraditionalScript = onFirstUse(() => Converter({ from: 'cn', to: 'tw' }))

/** OpenCC wrongly finds 书签 in 证书签名, and uses the Hong Kong forms of two characters. */
const toDocumentScript = (text: string) =>
  inTraditionalScript(text)
    .replaceAll(/(?<!標)籤/g, '簽')
    .replaceAll('賬', '帳')
    .replaceAll('公佈', '公布')

const WORDS = new Map([
  ['內地', '大陸'],
  ['質量', '品質'],
  ['個人信息', '個人資料'],
  ['信息', '資訊'],
  ['軟件', '軟體'],
  ['硬件', '硬體'],
  ['數據', '資料'],
  ['用戶', '使用者'],
  ['電子郵箱', '電子信箱'],
  ['郵箱', '電子信箱'],
  ['網絡', '網路'],
  ['渠道', '通路'],
  ['視頻', '視訊'],
  ['短信', '簡訊'],
  ['營銷', '行銷'],
  ['文檔', '文件'],
  ['粘貼', '貼上'],
  ['電子表格', '試算表'],
  ['接口', '介面'],
  ['響應', '回應'],
  ['添加', '新增'],
  ['人工智能', '人工智慧'],
  ['系統集成', '系統整合'],
  ['小程序', '小程式'],
  ['項目執行', '專案執行'],
  ['運維', '維運'],
  ['運營', '營運'],
  ['屏幕', '螢幕'],
  ['打印', '列印'],
  ['互聯網', '網際網路'],
  ['移動電話', '行動電話'],
  ['默認', '預設'],
  ['登錄', '登入'],
  ['在線', '線上'],
  ['鏈接', '連結'],
  ['服務器', '伺服器'],
  ['存儲', '儲存'],
  ['源代碼', '原始碼'],
  ['程序員', '程式設計師'],
])
/** Texts that are not converted: names of laws, statutory terms, 境內地點 (in which 內地 is not a word). */
const NOT_CONVERTED = /(《[^《》]*》|數據電文|個人信息保護法|默認規則|默認風險|境內地)/

/** Converts guidance and hints to the words used in Taiwan; names of laws are not converted. */
const toInterfaceScript = (text: string) =>
  toDocumentScript(text)
    .split(NOT_CONVERTED)
    .map((part, index) => (index % 2 ? part : withWords(part)))
    .join('')

function withWords(text: string): string {
  let words = text
  for (const [from, to] of WORDS) words = words.replaceAll(from, to)
  return words
}

/** Uses 「 and 『, as Taiwan and Hong Kong do; a ’ without an opening mark is an apostrophe. */
const withEastAsianQuotes = (text: string) =>
  text
    .replaceAll('“', '「')
    .replaceAll('”', '」')
    .replace(/‘([^‘’]*)’/g, '『$1』')

/** The dictionaries take half a second to load, so they are loaded on first use. */
function onFirstUse(make: () => (text: string) => string) {
  let convert: ((text: string) => string) | null = null
  return (text: string) => {
    convert ??= make()
    return convert(text)
  }
}

/** The template with every missing `hant` and `zh_TW` derived; existing texts do not change. */
export function deriveTraditional(template: Template): Template {
  return withTraditional(template) as Template
}

/** Contract wording in traditional script, with the terms of PRC law. */
export function traditionalText(text: string): string {
  // OpenCC reads 系 as "system"; in 均系, 系指 and similar words it is the verb 係.
  return withEastAsianQuotes(toDocumentScript(text)).replace(
    /(均|確|實|純)系|(?<![體科院派])系(指|由|為)/g,
    '$1係$2',
  )
}

function withTraditional(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTraditional)
  if (typeof value !== 'object' || value === null) return value
  if ('zh' in value && 'en' in value) return { hant: traditionalText(String(value.zh)), ...value }
  if ('zh_CN' in value)
    return { zh_TW: withEastAsianQuotes(toInterfaceScript(String(value.zh_CN))), ...value }
  return Object.fromEntries(
    // A field's default is an answer, not a text of the template.
    Object.entries(value).map(([key, entry]) => [key, key === 'default' ? entry : withTraditional(entry)]),
  )
}

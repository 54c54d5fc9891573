import type { Side } from './answers.ts'
import { chineseNumber } from './numbers/numerals.ts'
import { type Script, sideOf } from './script.ts'
import type { Template } from './template/template.ts'
import type { Sides } from './tree.ts'

type Form = Template['form']

/** The line that is printed for a missing value. */
export const blankLine: Sides<string> = { zh: '＿＿＿', en: '____' }

/** 第三条 / Article 3; in a resolution 决议三 / Resolution 3, in a decision of one person 决定三 / Decision 3. */
export function articleLabel(number: number, form: Form, script: Script): Sides<string> {
  const numeral = chineseNumber(number)
  const { zh, en } = resolved(form, script)
  if (form !== 'contract') return { zh: zh + numeral, en: `${en} ${number}` }
  return { zh: `第${numeral}${script === 'Hant' ? '條' : '条'}`, en: `Article ${number}` }
}

/** 决议 / Resolution, 决定 / Decision. */
const resolved = (form: Form, script: Script): Sides<string> =>
  form === 'decision'
    ? { zh: script === 'Hant' ? '決定' : '决定', en: 'Decision' }
    : { zh: script === 'Hant' ? '決議' : '决议', en: 'Resolution' }

/** '3.2' → 第3.2款 / Section 3.2. */
export function clauseLabel(number: string): Sides<string> {
  return { zh: `第${number}款`, en: `Section ${number}` }
}

/** 第3.2款 / Section 3.2, '(1)' → 第3.2款第(1)项 / Section 3.2(1). */
export function itemLabel(clause: Sides<string>, item: string, script: Script): Sides<string> {
  return { zh: `${clause.zh}第${item}${script === 'Hant' ? '項' : '项'}`, en: clause.en + item }
}

/** What a document calls itself: 本合同 / this Contract, from its template. */
export function selfName({ self, form }: Pick<Template, 'self' | 'form'>, script: Script): Sides<string> {
  if (self) return { zh: sideOf(self, 'zh', script), en: self.en }
  const { zh, en } = resolved(form, script)
  if (form !== 'contract') return { zh: `本${zh}`, en: `this ${en.toLowerCase()}` }
  return { zh: script === 'Hant' ? '本協議' : '本协议', en: 'this Agreement' }
}

/** Printed for a reference if neither its target nor a part that contains it is kept. */
export function missingReference(template: Pick<Template, 'self' | 'form'>, script: Script): Sides<string> {
  const self = selfName(template, script)
  const zh = { Hans: ['相关内容', '相关约定'], Hant: ['相關內容', '相關約定'] }[script]
  if (template.form !== 'contract') return { zh: self.zh + zh[0], en: `the relevant parts of ${self.en}` }
  return { zh: self.zh + zh[1], en: `the relevant provisions of ${self.en}` }
}

/** Printed for a mark that names an unknown party. */
export function missingParty(script: Script): Sides<string> {
  return { zh: script === 'Hant' ? '相關方' : '相关方', en: 'the relevant Party' }
}

const stems = '甲乙丙丁戊己庚辛壬癸'

/** 0 → 甲方 / Party A, up to 9 → 癸方 / Party J. */
export function partyLabel(index: number): Sides<string> {
  return { zh: `${stems.charAt(index)}方`, en: `Party ${partyKey(index).toUpperCase()}` }
}

/** 股东{n}, 2 → 股东二; Shareholder {n}, 2 → Shareholder 2. */
export function ownLabel({ zh, en }: Sides<string>, nth: number): Sides<string> {
  return { zh: zh.replace('{n}', chineseNumber(nth)), en: en.replace('{n}', String(nth)) }
}

/** 0 → a … 9 → j. */
export function partyKey(index: number): string {
  return String.fromCharCode(97 + index)
}

/** 1 → 附件一 / Annex 1. */
export const annexLabel = (number: number): Sides<string> => ({
  zh: `附件${chineseNumber(number)}`,
  en: `Annex ${number}`,
})

/** 附件一, 2 → 附件一第2条 / Annex 1, Section 2. */
export function annexClauseLabel(annex: Sides<string>, number: string, script: Script): Sides<string> {
  return {
    zh: `${annex.zh}第${number}${script === 'Hant' ? '條' : '条'}`,
    en: `${annex.en}, Section ${number}`,
  }
}

/** The name of a language in the prevailing-language statement. */
export function languageName(language: Side): Sides<string> {
  return language === 'zh' ? { zh: '中文', en: 'Chinese' } : { zh: '英文', en: 'English' }
}

const labels = {
  number: ['编号', '編號', 'No.'],
  companyId: ['统一社会信用代码', '統一社會信用代碼', 'Unified Social Credit Code'],
  registrationNumber: ['注册登记号', '註冊登記號', 'Registration No.'],
  personId: ['身份证件号码', '身份證件號碼', 'ID or Passport No.'],
  companyAddress: ['住所', '住所', 'Domicile'],
  personAddress: ['住址', '住址', 'Address'],
  legalRepresentative: ['法定代表人', '法定代表人', 'Legal Representative'],
  authorisedRepresentative: ['授权代表', '授權代表', 'Authorised Representative'],
  bank: ['开户银行及账号', '開戶銀行及帳號', 'Bank and Account No.'],
  phone: ['电话', '電話', 'Telephone'],
  email: ['电子邮箱', '電子郵箱', 'Email'],
  sign: ['签字', '簽字', 'Signature'],
  seal: ['盖章', '蓋章', 'Seal'],
  signer: ['法定代表人或授权代表', '法定代表人或授權代表', 'Legal or Authorised Representative'],
  vote: ['表决意见', '表決意見', 'Vote'],
  for: ['同意', '同意', 'For'],
  against: ['反对', '反對', 'Against'],
  abstain: ['弃权', '棄權', 'Abstained'],
  absent: ['未出席', '未出席', 'Absent'],
  share: ['表决权比例', '表決權比例', 'Share of votes'],
  signatory: ['姓名', '姓名', 'Name'],
  title: ['职务', '職務', 'Title'],
  place: ['签署地点', '簽署地點', 'Place'],
  date: ['日期', '日期', 'Date'],
  signedElectronically: ['电子签署', '電子簽署', 'Signed electronically'],
  row: ['序号', '序號', 'No.'],
  total: ['合计', '合計', 'Total'],
  inFull: ['大写', '大寫', 'in words'],
  yes: ['是', '是', 'Yes'],
  no: ['否', '否', 'No'],
} as const satisfies Record<string, [hans: string, hant: string, en: string]>

export type GeneratedWord = keyof typeof labels

/** A generated word, on both sides. */
export function word(name: GeneratedWord, script: Script): Sides<string> {
  const [hans, hant, en] = labels[name]
  return { zh: script === 'Hant' ? hant : hans, en }
}

import type { Column, Field, PersonalDataKind, Template } from '#assembly/template/template.ts'
import { libraryEntries } from '#modules/templates/index.ts'

type Blank = Field | Column

/**
 * Words in labels and ids that indicate personal data: persons, accounts, addresses, contacts or
 * identifiers.
 */
const HOLDING_WORDS: Record<PersonalDataKind, RegExp> = {
  contact: /联系人|联系方式|电话|手机|邮箱|电子邮件|\b(?:contact|telephone|phone|mobile|e-?mail)s?\b/i,
  account: /账号|账户|帐号|帐户|(?:^|[^f] |-)accounts?\b|\biban\b/i,
  identifier:
    /身份证|护照|证号|证件|证书编号|信用代码|\b(?:passport|identity card|id number|permit number)s?\b/i,
  address:
    /地址|住所|坐落|经营场所|(?:交货|会议|工作)地点|\baddress(?:es)?\b|\bplace of (?:business|delivery|work)\b/i,
  person:
    /姓名|人员|代表|负责人|主持人|代理人|保管人|签字人|权利人|贷款人|关联公司|董事|监事|经理|\b(?:representative|director|supervisor|manager|chair|chairperson|signatory|signatories|person|persons|personnel|agent|officer)s?\b/i,
}

/** The kind of personal data in a blank, judged only by its label and id. */
export function holdingByWords(blank: Blank): PersonalDataKind | undefined {
  const label = 'label' in blank ? [blank.label.zh_CN, blank.label.en_US] : [blank.text.zh, blank.text.en]
  const words = [...label, blank.id].join(' ')
  return (Object.keys(HOLDING_WORDS) as PersonalDataKind[]).find((holding) =>
    HOLDING_WORDS[holding].test(words),
  )
}

const withId =
  <T extends Blank>({ id }: T) =>
  (one: Blank) =>
    one.id === id || [one.was ?? []].flat().includes(id)

/**
 * The kind of personal data in a text blank or a table column; undefined if none. A document keeps its
 * template version, so marks of a later version are considered too; a blank without a mark is judged by its
 * label and id.
 */
export function holdingOf(template: Template, field: Field, column?: Column): PersonalDataKind | undefined {
  const blank = column ?? field
  if (blank.holds) return blank.holds
  const libraryField = libraryEntries()
    .find((entry) => entry.template.code === template.code)
    ?.template.fields.find(withId(field))
  const currentField = column ? libraryField?.columns?.find(withId(column)) : libraryField
  return currentField?.holds ?? holdingByWords(blank)
}

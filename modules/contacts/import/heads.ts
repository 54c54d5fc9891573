import { LOCALES, type Locale, translate } from '#src/core/i18n.ts'
import { mobileNumber, type PhoneRegion } from '#src/core/identity-numbers/mobile-number.ts'
import { foldText } from '#src/core/text/fold.ts'
import type { ContactType } from '../schema.ts'
import type { Choice, Field, Sheet } from './sheet.ts'

export const COLUMNS = ['name', 'organisation', 'mobile', 'email', 'group'] as const
export type Column = (typeof COLUMNS)[number]

/**
 * The heads in exports of WeCom, Feishu, DingTalk, Outlook, Google and phones, and in tables that people
 * write.
 */
const KNOWN_HEADS: Record<Field | 'department', string[]> = {
  name: [
    '姓名',
    '名字',
    '联系人',
    '联系人姓名',
    '聯絡人',
    '連絡人',
    '聯絡人姓名',
    'full name',
    'display name',
    'file as',
    '显示名称',
  ],
  family: ['family', 'last name', 'family name', 'surname', '姓', '姓氏'],
  given: ['given', 'first name', 'given name', '名'],
  organisation: [
    '单位',
    '公司',
    '公司名称',
    '企业',
    '企业名称',
    '机构',
    'company',
    'company name',
    'organization',
    'organisation',
    'organization name',
    'organization 1 - name',
  ],
  department: ['部门', '所在部门', 'department', 'organization department', 'organization 1 - department'],
  mobile: [
    '手机',
    '手机号',
    '手机号码',
    '行動電話號碼',
    '移动电话',
    '主要手机',
    '行动电话',
    'cell phone',
    'mobile',
    'mobile phone',
    'mobile number',
    'mobile2',
  ],
  phone: [
    '电话',
    '电话号码',
    '联系电话',
    '聯絡電話',
    '連絡電話',
    '商務電話',
    'phone',
    'phone number',
    '联系方式',
    '座机',
    '办公电话',
    '工作电话',
    'work phone',
    'business phone',
    'home phone',
    'other phone',
    'phone 2 - value',
    'phone 1 - value',
    'primary phone',
    'phone2',
  ],
  email: [
    '邮箱',
    '電郵',
    '电子邮箱',
    '电子邮件',
    '电子邮件地址',
    '邮箱地址',
    '企业邮箱',
    '个人邮箱',
    '工作邮箱',
    '信箱',
    '电子信箱',
    'e-mail 2 address',
    'e-mail 2 - value',
    'email',
    'e-mail',
    'mail',
    'email address',
    'e-mail address',
    'e-mail 1 - value',
    'email2',
    'email3',
  ],
  group: ['分组', '群组', '标签', 'groups', 'labels', 'categories', 'group membership'],
}

export const headOf = (column: Column, locale: Locale) => translate(locale)(`contacts.csv.${column}`)

/** Removes the asterisk that marks a required column in the templates of WeCom and Feishu. */
const plainHead = (name: string) => foldText(name).replaceAll('*', '').trim()

const FIELD_BY_HEAD = new Map(
  Object.entries(KNOWN_HEADS).flatMap(([field, heads]) =>
    heads.map((head): [string, Field | 'department'] => [plainHead(head), field as Field | 'department']),
  ),
)

export function fieldNamed(head: string): Field | 'department' | undefined {
  const name = plainHead(head)
  const ownColumn = COLUMNS.find(
    (column) => column === name || LOCALES.some((locale) => plainHead(headOf(column, locale)) === name),
  )
  return ownColumn ?? FIELD_BY_HEAD.get(name)
}

/**
 * The likely field of each column. The organisation of an internal contact is a department, of an external
 * one a company.
 */
export function guessChoice({ heads }: Sheet, type: ContactType): Choice {
  const fields = heads.map(fieldNamed)
  const ownField = type === 'internal' ? 'department' : 'organisation'
  const organisation = fields.includes(ownField)
    ? ownField
    : fields.find((one) => one === 'department' || one === 'organisation')
  return fields.map((field) => {
    if (field === 'department' || field === 'organisation')
      return field === organisation ? 'organisation' : null
    return field ?? null
  })
}

const HAN = /\p{Script=Han}/u

/**
 * The fields of a row. If several columns have the same field, the first cell that is not empty counts, for
 * phones the first mobile number.
 */
export function fieldsOf(choice: Choice, record: string[], region: PhoneRegion): [string, string][] {
  const fields = new Map<Field, string>()
  for (const [index, cell] of record.entries()) {
    const field = choice[index]
    const text = cell.replace(/^'(?=[=+\-@])/, '').trim()
    if (!field || fields.get(field)) continue
    const number = field === 'phone' || field === 'mobile' ? mobileNumber(text, region) : null
    if (field !== 'phone' || number) fields.set(field, number ?? text)
  }
  const [family = '', given = ''] = [fields.get('family'), fields.get('given')]
  const fullName = HAN.test(family + given) ? family + given : [given, family].filter(Boolean).join(' ')
  if (fullName && !fields.get('name')) fields.set('name', fullName)
  if (fields.get('phone') && !fields.get('mobile')) fields.set('mobile', fields.get('phone')!)
  return [...fields].filter(([field]) => COLUMNS.some((column) => column === field))
}

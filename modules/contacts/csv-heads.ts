import { LOCALES, type Locale, translate } from '#src/core/i18n.ts'
import { foldText } from '#src/core/text/fold.ts'

export const COLUMNS = ['name', 'organisation', 'mobile', 'email', 'group'] as const
export type Column = (typeof COLUMNS)[number]

/** A name in two columns, as Outlook and Google write it. */
const PARTS = ['family', 'given'] as const
type Part = (typeof PARTS)[number]

/** The heads of WeCom, Feishu, Outlook, Google, phones and people. */
const KNOWN: Record<Column | Part, string[]> = {
  name: ['姓名', '名字', '联系人', '联系人姓名', 'full name', 'display name', 'file as', '显示名称'],
  family: ['last name', 'family name', 'surname', '姓', '姓氏'],
  given: ['first name', 'given name', '名'],
  organisation: [
    '单位',
    '公司',
    '公司名称',
    '企业',
    '企业名称',
    '机构',
    '部门',
    'company',
    'company name',
    'organization',
    'organisation',
    'organization name',
    'organization 1 - name',
    'department',
  ],
  mobile: [
    '手机',
    '手机号',
    '手机号码',
    '移动电话',
    '电话',
    '电话号码',
    '联系电话',
    'mobile',
    'mobile phone',
    'mobile number',
    'phone',
    'phone number',
    'phone 1 - value',
  ],
  email: [
    '邮箱',
    '电子邮箱',
    '电子邮件',
    '电子邮件地址',
    '邮箱地址',
    '企业邮箱',
    'email',
    'e-mail',
    'mail',
    'email address',
    'e-mail address',
    'e-mail 1 - value',
  ],
  group: ['分组', '群组', '标签', 'groups', 'labels', 'categories', 'group membership'],
}

export const headOf = (column: Column, locale: Locale) => translate(locale)(`contacts.csv.${column}`)

const plain = (name: string) => foldText(name).trim()

const BY_HEAD = new Map(
  Object.entries(KNOWN).flatMap(([column, heads]) =>
    heads.map((head): [string, Column | Part] => [plain(head), column as Column | Part]),
  ),
)

function columnNamed(head: string): Column | Part | undefined {
  const own = COLUMNS.find(
    (column) =>
      column === plain(head) || LOCALES.some((locale) => plain(headOf(column, locale)) === plain(head)),
  )
  return own ?? BY_HEAD.get(plain(head))
}

/** What each column of a file is, and the heads of those that nothing is read from. */
export function readHeads(heads: string[]) {
  const columns = heads.map(columnNamed)
  const unread = heads.filter((head, index) => head.trim() && !columns[index])
  return {
    columns,
    unread,
    named: columns.some((one) => one === 'name' || one === 'family' || one === 'given'),
  }
}

const HAN = /\p{Script=Han}/u

/** The fields of a row; of several columns for one field the first that holds something. */
export function fieldsOf(columns: (Column | Part | undefined)[], record: string[]): [string, string][] {
  const found = new Map<Column | Part, string>()
  for (const [index, cell] of record.entries()) {
    const column = columns[index]
    const text = cell.replace(/^'(?=[=+\-@])/, '')
    if (column && (!found.get(column) || !found.get(column)!.trim())) found.set(column, text)
  }
  const [family = '', given = ''] = PARTS.map((part) => found.get(part)?.trim())
  const joined = HAN.test(family + given) ? family + given : [given, family].filter(Boolean).join(' ')
  if (joined && !found.get('name')?.trim()) found.set('name', joined)
  return [...found].filter(([column]) => !PARTS.includes(column as Part))
}

import { type Property, partsOf } from './card-lines.ts'

/** The columns of cards whose names are translated; other columns have the name of their property. */
export const CARD_COLUMNS = [
  'name',
  'family',
  'given',
  'organisation',
  'department',
  'title',
  'mobile',
  'mobile2',
  'phone',
  'phone2',
  'fax',
  'email',
  'email2',
  'email3',
  'group',
  'address',
  'birthday',
  'note',
  'photo',
] as const
export type CardColumn = (typeof CARD_COLUMNS)[number]

/** Properties that programs need and people do not. */
const TECHNICAL = ['VERSION', 'PRODID', 'REV', 'UID', 'KIND', 'SOURCE', 'PROFILE', 'CLASS', 'SORT-STRING']

const SIMPLE_PROPERTIES: Record<string, CardColumn> = {
  FN: 'name',
  TITLE: 'title',
  BDAY: 'birthday',
  NOTE: 'note',
}

/** The cells of a property, by column; for a picture, only that there is one. */
export function cellsOf(property: Property): [string, string][] {
  const { name, value } = property
  if (TECHNICAL.includes(name) || name.startsWith('X-AB')) return []
  if (name === 'N') {
    const [family = '', given = '', middle = ''] = partsOf(value, ';')
    return [
      ['family', family],
      ['given', [given, middle].filter(Boolean).join(' ')],
    ]
  }
  if (name === 'ORG') {
    const [organisation = '', ...departments] = partsOf(value, ';')
    return [
      ['organisation', organisation],
      ['department', departments.filter(Boolean).join(' ')],
    ]
  }
  if (name === 'TEL') return [phoneOf(property)]
  if (name === 'EMAIL') return [['email', withoutScheme(value)]]
  if (name === 'CATEGORIES') return [['group', partsOf(value, ',').find(Boolean) ?? '']]
  if (name === 'ADR') return [['address', partsOf(value, ';').filter(Boolean).join(' ')]]
  if (name === 'PHOTO' || name === 'LOGO') return [['photo', '…']]
  return [[SIMPLE_PROPERTIES[name] ?? name, partsOf(value, null)[0]!]]
}

function phoneOf({ parameters, value }: Property): [CardColumn, string] {
  const types = parameters.filter(({ name }) => name === 'TYPE').map((one) => one.value)
  const hasType = (...names: string[]) => types.some((type) => names.includes(type))
  const column = hasType('FAX', 'PAGER') ? 'fax' : hasType('CELL', 'IPHONE', 'MOBILE') ? 'mobile' : 'phone'
  return [column, withoutScheme(value)]
}

/** Removes the scheme: version 4.0 may write tel:+86-138-0000-1111;ext=5. */
function withoutScheme(value: string): string {
  const text = partsOf(value, null)[0]!
  const scheme = /^(tel|mailto):/i.exec(text)?.[0]
  return scheme ? text.slice(scheme.length).split(/[;?]/)[0]! : text
}

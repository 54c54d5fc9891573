import type { Answers, LanguageChoice, Party } from '../answers.ts'
import { blankAnswers, blankParty } from '../blank.ts'
import { fieldOf } from '../tables/print-cell.ts'
import { leastRows } from '../tables/table.ts'
import type { CellValue, Field, FieldValue, RoleTraits, TableValue, Template } from '../template/template.ts'
import type { TemplateNotes } from '../template/template-notes.ts'
import { twinAttributes } from '../twins.ts'
import { partyKey } from '../words.ts'

/**
 * Plausible answers: the template's sample, and a suitable value for each required field that the sample
 * omits. With `all`, every field has an answer.
 */
export function sampleAnswers(
  template: Template,
  { sample }: TemplateNotes,
  languages: LanguageChoice,
  { all: fillsOptional = false } = {},
): Answers {
  const blank = blankAnswers(template, languages)
  const sampleFields = template.fields.flatMap((field) => {
    const sampleValue = sample?.fields[field.id] ?? blank.fields[field.id]
    const value = sampleValue ?? (field.required || fillsOptional ? plainValue(field) : undefined)
    return value === undefined ? [] : [[field.id, value] as const]
  })
  const count = template.moreParties ? (sample?.parties.length ?? 0) : 0
  const roles: (RoleTraits | undefined)[] = Array.from(
    { length: Math.max(template.parties.length, count) },
    (_, index) => template.parties[index] ?? template.moreParties,
  )
  const parties = roles.flatMap((traits, index) =>
    traits ? [sampleParty(partyKey(index), traits, sample?.parties[index] ?? {})] : [],
  )
  const chosen = Object.entries(sample?.chosen ?? {})
  const clauses = Object.fromEntries(chosen.map(([id, alternative]) => [id, { alternative }]))
  return { ...blank, fields: Object.fromEntries(sampleFields), clauses, parties }
}

/** A party of a role with every attribute that can be required. */
export function sampleParty(key: string, traits: RoleTraits, answers: Record<string, string> = {}): Party {
  const identity = traits.identity === 'any' ? 'company' : traits.identity
  const isPerson = identity === 'individual'
  return {
    ...blankParty(key, identity),
    ...sampleName(key, isPerson),
    address: '上海市徐汇区衡山路100号',
    addressEn: '100 Hengshan Road, Xuhui District, Shanghai',
    phone: '021-50001234',
    email: `${key}@lotus.example`,
    idNumber: sampleNumber(key, isPerson),
    ...(isPerson
      ? {}
      : {
          legalRepresentative: '陈明',
          legalRepresentativeEn: 'Chen Ming',
          signerName: '陈明',
          signerNameEn: 'Chen Ming',
          signerTitle: '总经理',
          signerTitleEn: 'General Manager',
        }),
    ...(traits.place && { place: traits.place }),
    ...(traits.votes && { vote: 'for' as const }),
    ...(traits.votes === true && { share: '10' }),
    ...withoutTwins(answers),
    ...answers,
  }
}

/** Removes English default texts if the sample has its own Chinese text. */
const withoutTwins = (answers: Record<string, string>) =>
  Object.fromEntries(twinAttributes.flatMap((name) => (name in answers ? [[`${name}En`, '']] : [])))

/** Codes of companies a to j, with valid check characters. */
const CODES = [
  '91310000MA1KTEXTA3',
  '91310000MA1KTEXTB6',
  '91310000MA1KTEXTC9',
  '91310000MA1KTEXTDC',
  '91310000MA1KTEXTEF',
  '91310000MA1KTEXTFJ',
  '91310000MA1KTEXTGM',
  '91310000MA1KTEXTHQ',
  '91310000MA1KTEXTJU',
  '91310000MA1KTEXTKY',
]

const indexOf = (key: string) => Math.max(0, key.charCodeAt(0) - 97)

export const sampleNumber = (key: string, isPerson: boolean) =>
  isPerson ? `E1234567${(indexOf(key) + 7) % 10}` : (CODES[indexOf(key)] ?? CODES[0]!)

/** A name that no other party of the document has, because parties are distinguished by name and number. */
function sampleName(key: string, isPerson: boolean): Pick<Party, 'name' | 'nameEn'> {
  const [zh, en] = (isPerson ? PERSONS : FIRMS)[indexOf(key)]!.split(' ', 2) as [string, string]
  return isPerson
    ? { name: `周${zh}`, nameEn: `Zhou ${en}` }
    : { name: `${zh}贸易（上海）有限公司`, nameEn: `${en} Trading (Shanghai) Co., Ltd.` }
}

const PERSONS = [
  '敏 Min',
  '宁 Ning',
  '岚 Lan',
  '舟 Zhou',
  '禾 He',
  '川 Chuan',
  '朔 Shuo',
  '微 Wei',
  '安 An',
  '原 Yuan',
]
const FIRMS = [
  '莲花 Lotus',
  '青松 Pine',
  '海棠 Begonia',
  '银杏 Ginkgo',
  '丹桂 Osmanthus',
  '白桦 Birch',
  '芦苇 Reed',
  '紫藤 Wisteria',
  '山茶 Camellia',
  '文竹 Fern',
]

/** A value within the field's bounds. */
function plainValue(field: Field): FieldValue {
  return field.type === 'table' ? plainTable(field, Math.max(leastRows(field), 2)) : plainCell(field)
}

/** A table with `rows` rows. */
export function plainTable(field: Field, rows: number): TableValue {
  const { columns = [], currencies } = field
  const filledColumns = columns.filter(({ times }) => !times)
  const cells = filledColumns.map((column): [string, CellValue] => {
    const value = plainCell(fieldOf(column))
    return [column.id, typeof value === 'object' && 'amount' in value ? value.amount : (value as CellValue)]
  })
  return {
    rows: Array.from({ length: rows }, (_, index) => ({
      id: `r${index + 1}`,
      cells: Object.fromEntries(cells),
    })),
    ...(currencies && { currency: currencies[0]! }),
  }
}

function plainCell({ type, min, currencies, units, options }: Field): FieldValue {
  const minimum = (typeof min === 'object' ? Object.values(min)[0] : min) ?? 1
  const values: Record<Exclude<Field['type'], 'table'>, FieldValue> = {
    text: { zh: '示例', en: 'sample' },
    longtext: { zh: '示例', en: 'sample' },
    number: minimum,
    money: { amount: Math.max(minimum, 1) * 100, currency: currencies?.[0] ?? 'CNY' },
    date: '2026-12-01',
    period: { count: minimum, unit: units?.[0] ?? 'day' },
    choice: options?.[0]?.id ?? '',
    boolean: true,
  }
  return type === 'table' ? '' : values[type]
}

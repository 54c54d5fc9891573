import type { Answers, LanguageChoice, Party } from '../answers.ts'
import { blankAnswers, blankParty } from '../blank.ts'
import { fieldOf } from '../tables/print-cell.ts'
import { leastRows } from '../tables/table.ts'
import type {
  CellValue,
  Field,
  FieldValue,
  RoleTraits,
  TableValue,
  Template,
  TemplateNotes,
} from '../template/template.ts'
import { partyKey } from '../words.ts'

/**
 * Plausible answers: the template's own sample, and a fitting value for each required field it leaves out.
 * With `all`, every field has an answer.
 */
export function sampleAnswers(
  template: Template,
  { sample }: TemplateNotes,
  languages: LanguageChoice,
  { all = false } = {},
): Answers {
  const blank = blankAnswers(template, languages)
  const given = template.fields.flatMap((field) => {
    const own = sample?.fields[field.id] ?? blank.fields[field.id]
    const value = own ?? (field.required || all ? plainValue(field) : undefined)
    return value === undefined ? [] : [[field.id, value] as const]
  })
  const parties = template.parties.map((traits, index) =>
    sampleParty(partyKey(index), traits, sample?.parties[index] ?? {}),
  )
  return { ...blank, fields: Object.fromEntries(given), parties }
}

/** A party of a role with every attribute that can be required. */
export function sampleParty(key: string, traits: RoleTraits, given: Record<string, string> = {}): Party {
  const identity = traits.identity === 'any' ? 'company' : traits.identity
  const person = identity === 'individual'
  return {
    ...blankParty(key, identity),
    ...(person
      ? { name: '周敏', nameEn: 'Zhou Min' }
      : { name: '莲花贸易（上海）有限公司', nameEn: 'Lotus Trading (Shanghai) Co., Ltd.' }),
    address: '上海市徐汇区衡山路100号',
    addressEn: '100 Hengshan Road, Xuhui District, Shanghai',
    phone: '021-50001234',
    email: `${key}@lotus.example`,
    ...(person
      ? { idNumber: 'E12345678' }
      : {
          idNumber: 'HRB 123456',
          legalRepresentative: '陈明',
          legalRepresentativeEn: 'Chen Ming',
          signerName: '陈明',
          signerNameEn: 'Chen Ming',
          signerTitle: '总经理',
          signerTitleEn: 'General Manager',
        }),
    ...(traits.place && { place: traits.place }),
    ...(traits.votes && { vote: 'for' as const, share: '10' }),
    ...given,
  }
}

/** A value within the field's bounds. */
function plainValue(field: Field): FieldValue {
  return field.type === 'table' ? plainTable(field, Math.max(leastRows(field), 2)) : plainCell(field)
}

/** A table with `rows` rows. */
export function plainTable(field: Field, rows: number): TableValue {
  const { columns = [], currencies } = field
  const filled = columns.filter(({ times }) => !times)
  const cells = filled.map((column): [string, CellValue] => {
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
  const least = (typeof min === 'object' ? Object.values(min)[0] : min) ?? 1
  const values: Record<Exclude<Field['type'], 'table'>, FieldValue> = {
    text: { zh: '示例', en: 'sample' },
    longtext: { zh: '示例', en: 'sample' },
    number: least,
    money: { amount: Math.max(least, 1) * 100, currency: currencies?.[0] ?? 'CNY' },
    date: '2026-12-01',
    period: { count: least, unit: units?.[0] ?? 'day' },
    choice: options?.[0]?.id ?? '',
    boolean: true,
  }
  return type === 'table' ? '' : values[type]
}

import { checkValue } from '../fields.ts'
import type { FaultCode } from './faults.ts'
import type { Field, FieldType, PeriodUnit, Template } from './template.ts'
import { type FaultAtPath, repeated } from './template-parts.ts'

const EXTRAS = [
  'currencies',
  'units',
  'options',
  'min',
  'max',
  'inWords',
  'holds',
  'past',
  'computed',
] as const

type Extra = (typeof EXTRAS)[number]

const allowed: Record<FieldType, Extra[]> = {
  text: ['max', 'holds'],
  longtext: ['max', 'holds'],
  number: ['min', 'max'],
  money: ['currencies', 'min', 'max', 'inWords', 'computed'],
  date: ['past'],
  period: ['units', 'min', 'max'],
  choice: ['options'],
  boolean: [],
  table: ['currencies'],
}

/** Checks that each field has the keys that its type requires, no others, and a valid default. */
export function checkFields(template: Template): FaultAtPath[] {
  return template.fields.flatMap((field, index) => [
    ...checkField(field, ['fields', index]),
    ...checkComputed(field, ['fields', index], template),
  ])
}

export function checkField(field: Field, path: FaultAtPath['path']): FaultAtPath[] {
  const problems = [...extras(field, path), ...bounds(field, path)]
  return [...problems, ...repeated(field.options ?? [], [...path, 'options']), ...defaults(field, path)]
}

function extras(field: Field, path: FaultAtPath['path']): FaultAtPath[] {
  const faults: FaultAtPath[] = []
  for (const extra of EXTRAS) {
    const value = field[extra]
    const fits = allowed[field.type].includes(extra)
    if (value !== undefined && !fits) {
      faults.push({ path: [...path, extra], code: 'fieldHasNo', values: { type: field.type, key: extra } })
    }
    const needed = extra === 'options' ? 2 : 1
    if (
      fits &&
      field.type !== 'table' &&
      !field.computed &&
      !OPTIONAL.includes(extra) &&
      ((value as unknown[]) ?? []).length < needed
    ) {
      faults.push({ path, code: 'fieldNeeds', values: { type: field.type, key: extra, count: needed } })
    }
  }
  return faults
}

const OPTIONAL: readonly Extra[] = ['min', 'max', 'inWords', 'holds', 'past', 'computed']

function bounds({ type, min, max, units = [] }: Field, path: FaultAtPath['path']): FaultAtPath[] {
  if (type !== 'period' && (typeof min === 'object' || typeof max === 'object'))
    return [{ path, code: 'boundsByUnit' }]
  const by = (bound: Field['min'], unit?: PeriodUnit) =>
    typeof bound === 'object' ? unit && bound[unit] : bound
  const above = (units.length ? units : [undefined]).some(
    (unit) => (by(min, unit) ?? Number.NEGATIVE_INFINITY) > (by(max, unit) ?? Number.POSITIVE_INFINITY),
  )
  return above ? [{ path: [...path, 'min'], code: 'minAboveMax' }] : []
}

/** Keys that describe the user's input, which a computed field must not have. */
const ASKED = ['required', 'currencies', 'min', 'max', 'default'] as const

function checkComputed(field: Field, path: FaultAtPath['path'], { fields }: Template): FaultAtPath[] {
  const { computed } = field
  if (!computed) return []
  const at = [...path, 'computed']
  const named = (id: string) => fields.find((one) => one.id === id)
  const [on, rate, choice] = [computed.taxOn, computed.rate, computed.includedIf.field].map(named)
  const isAsked = on?.type === 'money' && !on.computed && rate?.type === 'number'
  const isOption =
    choice?.type === 'choice' && choice.options?.some(({ id }) => id === computed.includedIf.is)
  const basis: FaultAtPath[] = isAsked && isOption ? [] : [{ path: at, code: 'computedBasis' }]
  const properties = ASKED.filter((key) => field[key] !== undefined)
  return [
    ...basis,
    ...properties.map((key): FaultAtPath => ({ path: at, code: 'computedAsked', values: { key } })),
  ]
}

const WRONG_DEFAULTS: Record<string, FaultCode> = {
  wrongType: 'defaultWrongType',
  wholeNumber: 'defaultWholeNumber',
  tooSmall: 'defaultTooSmall',
  tooLarge: 'defaultTooLarge',
  tooLong: 'defaultTooLong',
  noSuchDay: 'defaultNoSuchDay',
  unknownOption: 'defaultUnknownOption',
  unknownCurrency: 'defaultUnknownCurrency',
  tooManyRows: 'defaultTooManyRows',
  unknownUnit: 'defaultUnknownUnit',
}

function defaults(field: Field, path: FaultAtPath['path']): FaultAtPath[] {
  const wrong = field.default !== undefined && checkValue(field, field.default)
  if (!wrong) return []
  const code = WRONG_DEFAULTS[wrong.problem]!
  return [{ path: [...path, 'default'], code, values: { type: field.type } }]
}

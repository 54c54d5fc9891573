import { checkValue } from '../fields.ts'
import type { FaultCode } from './faults.ts'
import type { Field, FieldType, PeriodUnit, Template } from './template.ts'
import { type FaultAtPath, repeated } from './template-parts.ts'

const SPECIFIC_KEYS = [
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

type SpecificKey = (typeof SPECIFIC_KEYS)[number]

const ALLOWED_KEYS: Record<FieldType, SpecificKey[]> = {
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
  const problems = [...checkSpecificKeys(field, path), ...checkBounds(field, path)]
  return [...problems, ...repeated(field.options ?? [], [...path, 'options']), ...checkDefault(field, path)]
}

function checkSpecificKeys(field: Field, path: FaultAtPath['path']): FaultAtPath[] {
  const faults: FaultAtPath[] = []
  for (const key of SPECIFIC_KEYS) {
    const value = field[key]
    const isAllowed = ALLOWED_KEYS[field.type].includes(key)
    if (value !== undefined && !isAllowed) {
      faults.push({ path: [...path, key], code: 'fieldHasNo', values: { type: field.type, key } })
    }
    const minCount = key === 'options' ? 2 : 1
    if (
      isAllowed &&
      field.type !== 'table' &&
      !field.computed &&
      !OPTIONAL_KEYS.includes(key) &&
      ((value as unknown[]) ?? []).length < minCount
    ) {
      faults.push({ path, code: 'fieldNeeds', values: { type: field.type, key, count: minCount } })
    }
  }
  return faults
}

const OPTIONAL_KEYS: readonly SpecificKey[] = ['min', 'max', 'inWords', 'holds', 'past', 'computed']

function checkBounds({ type, min, max, units = [] }: Field, path: FaultAtPath['path']): FaultAtPath[] {
  if (type !== 'period' && (typeof min === 'object' || typeof max === 'object'))
    return [{ path, code: 'boundsByUnit' }]
  const boundFor = (bound: Field['min'], unit?: PeriodUnit) =>
    typeof bound === 'object' ? unit && bound[unit] : bound
  const isMinAboveMax = (units.length ? units : [undefined]).some(
    (unit) =>
      (boundFor(min, unit) ?? Number.NEGATIVE_INFINITY) > (boundFor(max, unit) ?? Number.POSITIVE_INFINITY),
  )
  return isMinAboveMax ? [{ path: [...path, 'min'], code: 'minAboveMax' }] : []
}

/** Keys that describe the user's input, which a computed field must not have. */
const INPUT_KEYS = ['required', 'currencies', 'min', 'max', 'default'] as const

function checkComputed(field: Field, path: FaultAtPath['path'], { fields }: Template): FaultAtPath[] {
  const { computed } = field
  if (!computed) return []
  const computedPath = [...path, 'computed']
  const fieldWithId = (id: string) => fields.find((one) => one.id === id)
  const [taxed, rate, choice] = [computed.taxOn, computed.rate, computed.includedIf.field].map(fieldWithId)
  const hasInputs = taxed?.type === 'money' && !taxed.computed && rate?.type === 'number'
  const isOption =
    choice?.type === 'choice' && choice.options?.some(({ id }) => id === computed.includedIf.is)
  const basis: FaultAtPath[] = hasInputs && isOption ? [] : [{ path: computedPath, code: 'computedBasis' }]
  const properties = INPUT_KEYS.filter((key) => field[key] !== undefined)
  return [
    ...basis,
    ...properties.map((key): FaultAtPath => ({ path: computedPath, code: 'computedAsked', values: { key } })),
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

function checkDefault(field: Field, path: FaultAtPath['path']): FaultAtPath[] {
  const problem = field.default !== undefined && checkValue(field, field.default)
  if (!problem) return []
  const code = WRONG_DEFAULTS[problem.problem]!
  return [{ path: [...path, 'default'], code, values: { type: field.type } }]
}

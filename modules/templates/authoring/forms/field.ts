import type { Path } from '#assembly/template/parse.ts'
import type { FieldType } from '#assembly/template/template.ts'
import { idsIn, idsOfList, newPartId } from '../ids.ts'
import {
  isPlainObject,
  listAt,
  objectsAt,
  type PlainObject,
  type Source,
  setAt,
  setInline,
  textAt,
  valueAt,
} from '../source.ts'
import {
  numberOf,
  type PartForm,
  readFlag,
  readTwin,
  readWords,
  type Values,
  wordsOf,
  writeFlag,
  writeTwin,
  writeWords,
} from './values.ts'

export const FIELD_TYPES = [
  'text',
  'longtext',
  'number',
  'money',
  'date',
  'period',
  'choice',
  'boolean',
  'table',
] as const satisfies FieldType[]
export const COLUMN_TYPES = FIELD_TYPES.filter((one) => one !== 'longtext' && one !== 'table')
export const GROUPS = ['subject', 'money', 'dates', 'choices', 'other'] as const
export const UNITS = ['day', 'working-day', 'month', 'year'] as const

/** The additional keys that each type may have. */
const KEYS_OF_TYPE: Record<FieldType, string[]> = {
  text: ['holds', 'max', 'default'],
  longtext: ['holds', 'max', 'default'],
  number: ['min', 'max', 'default'],
  money: ['currencies', 'min', 'max', 'inWords', 'default', 'computed'],
  date: ['past', 'default'],
  period: ['units', 'min', 'max', 'default'],
  choice: ['options', 'default'],
  boolean: ['default'],
  table: ['columns', 'rows', 'numbered', 'currencies', 'default'],
}
const TYPE_KEYS = new Set(Object.values(KEYS_OF_TYPE).flat())

export const typeOf = (value: string | undefined): FieldType =>
  FIELD_TYPES.find((one) => one === value) ?? 'text'

/** The form for a field, which the creator of a document fills in. */
export const fieldForm: PartForm = {
  read(data, path) {
    const field = valueAt(data, path)
    const values: Values = {
      ...readWords(data, [...path, 'label'], 'label'),
      ...readWords(data, [...path, 'hint'], 'hint'),
      type: typeOf(textAt(field, ['type'])),
      group: textAt(field, ['group']) || 'subject',
      required: readFlag(field, ['required']),
      holds: textAt(field, ['holds']),
      inWords: readFlag(field, ['inWords']),
      past: readFlag(field, ['past']),
      numbered: readFlag(field, ['numbered']),
      computed: isPlainObject(valueAt(field, ['computed'])) ? 'yes' : '',
      min: boundOf(valueAt(field, ['min'])),
      max: boundOf(valueAt(field, ['max'])),
      currencies: listAt(field, ['currencies']).map(String).join(', '),
      default: defaultOf(valueAt(field, ['default'])),
      options: String(objectsAt(field, ['options']).length),
      columns: String(objectsAt(field, ['columns']).length),
    }
    for (const unit of listAt(field, ['units'])) values[`units.${String(unit)}`] = 'yes'
    for (const [index] of objectsAt(field, ['options']).entries()) {
      Object.assign(values, readTwin(field, ['options', index], `options.${index}`))
      Object.assign(values, readWords(field, ['options', index, 'label'], `options.${index}.label`))
    }
    for (const [index, column] of objectsAt(field, ['columns']).entries()) {
      Object.assign(values, readTwin(field, ['columns', index], `columns.${index}`))
      values[`columns.${index}.type`] = textAt(column, ['type'])
      values[`columns.${index}.required`] = readFlag(column, ['required'])
      values[`columns.${index}.total`] = readFlag(column, ['total'])
    }
    return values
  },

  write(source, path, values) {
    const { data } = source
    const type = typeOf(values.type)
    if (!textAt(data, [...path, 'id']))
      setAt(source, [...path, 'id'], newPartId(values['label.en_US'] ?? '', idsIn(data), 'field'))
    setAt(source, [...path, 'type'], type)
    setAt(source, [...path, 'group'], values.group)
    writeWords(source, [...path, 'label'], values, 'label')
    // The calculation of a sum is not in the form and stays as written in the source.
    const isComputed = type === 'money' && isPlainObject(valueAt(data, [...path, 'computed']))
    if (!isComputed) writeFlag(source, [...path, 'required'], values.required)
    for (const key of TYPE_KEYS)
      if (!KEYS_OF_TYPE[type].includes(key)) setAt(source, [...path, key], undefined)
    for (const key of isComputed ? ['inWords'] : KEYS_OF_TYPE[type])
      writeKey(source, path, key, { ...values, type })
    writeWords(source, [...path, 'hint'], values, 'hint')
  },
}

function writeKey(source: Source, path: Path, key: string, values: Values) {
  const keyPath = [...path, key]
  if (key === 'holds') setAt(source, keyPath, values.holds)
  if (key === 'inWords' || key === 'past' || key === 'numbered') writeFlag(source, keyPath, values[key])
  // A bound with one value per unit of a period stays as written in the source.
  if ((key === 'min' || key === 'max') && values[key] !== BY_UNIT)
    setAt(source, keyPath, numberOf(values[key]))
  if (key === 'currencies') {
    const currencies = wordsOf(values.currencies?.toUpperCase())
    setInline(source, keyPath, currencies.length || values.type === 'table' ? currencies : ['CNY'])
  }
  if (key === 'units') {
    const units = UNITS.filter((one) => values[`units.${one}`] === 'yes')
    setInline(source, keyPath, units.length ? units : ['day'])
  }
  if (key === 'options')
    writeEntries(source, path, 'options', values, ['label.zh_CN', 'label.en_US', 'zh', 'en'])
  if (key === 'columns') writeEntries(source, path, 'columns', values, ['zh', 'en'])
  if (key === 'default' && values.default !== AS_WRITTEN) setAt(source, keyPath, parsedDefault(values))
}

/** Shown instead of a value that the form cannot change. */
export const BY_UNIT = '…'
export const AS_WRITTEN = '…'

const boundOf = (bound: unknown) => (isPlainObject(bound) ? BY_UNIT : textAt([bound], [0]))

function defaultOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (!isPlainObject(value)) return String(value)
  const { amount, count, unit, currency } = value as PlainObject
  if (typeof amount === 'number') return `${amount / 100} ${String(currency)}`
  return typeof count === 'number' ? `${count} ${String(unit)}` : AS_WRITTEN
}

function parsedDefault({ type, default: defaultText = '' }: Values): unknown {
  const text = defaultText.trim()
  const [count = '', unit = ''] = text.split(/\s+/)
  if (!text) return undefined
  if (type === 'boolean') return text === 'true'
  if (type === 'number') return numberOf(text)
  if (type === 'money') return { amount: Math.round(Number(count) * 100), currency: unit.toUpperCase() }
  return type === 'period' ? { count: numberOf(count), unit } : text
}

/** Writes the options or the columns; removes entries without any text. */
function writeEntries(source: Source, path: Path, key: string, values: Values, names: string[]) {
  const list = [...path, key]
  const count = objectsAt(source.data, list).length
  const usedIds = idsOfList(source.data, list)
  const emptyIndexes: number[] = []
  for (let index = 0; index < count + EMPTY_LINES; index++) {
    const name = `${key}.${index}`
    const isEmpty = !names.some((one) => values[`${name}.${one}`]?.trim())
    if (isEmpty && index < count) emptyIndexes.push(index)
    if (isEmpty) continue
    const entryIndex = Math.min(index, listAt(source.document.toJS(), list).length)
    const entryPath = [...list, entryIndex]
    if (index >= count) {
      const id = newPartId(values[`${name}.en`] || values[`${name}.label.en_US`] || '', usedIds, 'option')
      usedIds.add(id)
      setAt(source, entryPath, { id })
    }
    if (key === 'options') writeWords(source, [...entryPath, 'label'], values, `${name}.label`)
    else {
      setAt(source, [...entryPath, 'type'], values[`${name}.type`] || 'text')
      writeFlag(source, [...entryPath, 'required'], values[`${name}.required`])
      writeFlag(source, [...entryPath, 'total'], values[`${name}.total`])
    }
    writeTwin(source, entryPath, values, name)
  }
  for (const index of emptyIndexes.toReversed()) source.document.deleteIn([...list, index])
}

/** Number of empty lines for further options and columns. */
export const EMPTY_LINES = 2

import { PdfArray, type PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { PdfFile } from '#src/pdf/read.ts'
import { arrayOf, dictOf, nameOf, numberOf } from '#src/pdf/values.ts'

/** A form field as one of its widgets shows it. */
export interface Field {
  /** The fully qualified name. */
  name: string
  kind: 'text' | 'choice' | 'button' | 'signature' | 'unknown'
  /** The value as text; '' when empty. */
  value: string
  /** Whether the appearance does not show the value: a password, or a list with one line selected. */
  isMasked: boolean
  /** Whether the field is a push button, which only has an action. */
  isPushButton: boolean
  /** The default appearance string: font size and text colour; '' when missing. */
  appearance: string
  multiline: boolean
  /** 0 left, 1 centred, 2 right */
  alignment: number
}

export interface Form {
  /** The fields by the object number of the widget. */
  fields: Map<number, Field>
  /** Whether a field of the form contains a signature. */
  hasSignature: boolean
  needsAppearances: boolean
}

const KINDS: Record<string, Field['kind']> = { Tx: 'text', Ch: 'choice', Btn: 'button', Sig: 'signature' }
const MULTILINE = 1 << 12
const PASSWORD = 1 << 13
const PUSH_BUTTON = 1 << 16
const COMBO_FLAG = 1 << 17
const MAX_DEPTH = 30
const INHERITED_KEYS = ['FT', 'V', 'Ff', 'DA', 'Q', 'Opt']

/** The form of a file; null when it has none. */
export function formOf(file: PdfFile): Form | null {
  const catalog = dictOf(file.trailer.get('Root'), file.resolve)
  const form = dictOf(catalog?.get('AcroForm'), file.resolve)
  if (!form) return null
  const result: Form = {
    fields: new Map(),
    hasSignature: false,
    needsAppearances: file.resolve(form.get('NeedAppearances'))?.type === 'bool' && isTrue(form, file),
  }
  const fullNames = new Map<string, PdfObject>()
  for (const key of ['DA', 'Q']) if (form.has(key)) fullNames.set(key, form.get(key)!)
  const visit = (value: PdfObject, inherited: Map<string, PdfObject>, names: string[]) => {
    const dict = dictOf(value, file.resolve)
    if (
      !dict ||
      names.length > MAX_DEPTH ||
      (value instanceof PdfRef && result.fields.has(value.objectNumber))
    )
      return
    const entries = new Map(inherited)
    for (const key of INHERITED_KEYS) if (dict.has(key)) entries.set(key, dict.get(key)!)
    const partialName = file.resolve(dict.get('T'))
    const path = partialName instanceof PdfString ? [...names, partialName.asString()] : [...names, '']
    const kids = arrayOf(dict.get('Kids'), file.resolve)
    for (const kid of kids) visit(kid, entries, path)
    if (value instanceof PdfRef) result.fields.set(value.objectNumber, fieldOf(path, entries, file))
    if (holdsSignature(entries, file)) result.hasSignature = true
  }
  for (const value of arrayOf(form.get('Fields'), file.resolve)) visit(value, fullNames, [])
  return result
}

const isTrue = (form: PdfDict, { resolve }: PdfFile) =>
  (resolve(form.get('NeedAppearances')) as { value?: boolean } | null)?.value === true

/** Whether a signature field has a value with a byte range, which is a signature. */
function holdsSignature(entries: Map<string, PdfObject>, { resolve }: PdfFile): boolean {
  const value = dictOf(entries.get('V'), resolve)
  return (
    nameOf(entries.get('FT'), resolve) === 'Sig' &&
    value !== null &&
    resolve(value.get('ByteRange')) instanceof PdfArray
  )
}

function fieldOf(path: string[], entries: Map<string, PdfObject>, { resolve }: PdfFile): Field {
  const flags = numberOf(entries.get('Ff'), resolve) ?? 0
  const kind = KINDS[nameOf(entries.get('FT'), resolve) ?? ''] ?? 'unknown'
  const appearance = resolve(entries.get('DA'))
  return {
    name: path.filter(Boolean).join('.'),
    kind,
    value: displayText(valueText(resolve(entries.get('V')), resolve), entries.get('Opt'), resolve),
    isMasked:
      (kind === 'text' && (flags & PASSWORD) !== 0) || (kind === 'choice' && (flags & COMBO_FLAG) === 0),
    isPushButton: kind === 'button' && (flags & PUSH_BUTTON) !== 0,
    appearance: appearance instanceof PdfString ? appearance.asString() : '',
    multiline: kind === 'text' && (flags & MULTILINE) !== 0,
    alignment: numberOf(entries.get('Q'), resolve) ?? 0,
  }
}

/** The display text of a value in a list of choices. */
function displayText(value: string, options: PdfObject | undefined, resolve: PdfFile['resolve']): string {
  for (const option of arrayOf(options, resolve)) {
    const [exportValue, displayValue] = arrayOf(option, resolve).map((one) =>
      valueText(resolve(one), resolve),
    )
    if (displayValue !== undefined && exportValue === value) return displayValue
  }
  return value
}

function valueText(value: PdfObject | null, resolve: PdfFile['resolve']): string {
  if (value instanceof PdfString) return value.asString()
  if (value instanceof PdfName) return value.value
  if (value instanceof PdfArray)
    return value
      .toArray()
      .map((item) => valueText(resolve(item), resolve))
      .filter(Boolean)
      .join('\n')
  return ''
}

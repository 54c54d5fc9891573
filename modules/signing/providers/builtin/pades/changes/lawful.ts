import { PdfArray, PdfDict, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core'
import { unseenResources } from '../drawing/unseen-text.ts'
import { lockOf, referenceOf } from '../lock.ts'
import { differingKeys, type Reading, refsIn, written } from './reading.ts'
import { storeParts } from './store.ts'

/** What a revision of ours may hold: one signature field or document time-stamp with its parts, and validation data. */
export interface Addition {
  /** null when the revision does not add exactly one field of the kind we write. */
  field: { number: number; page: number; isTimestamp: boolean } | null
  /** Whether the document security store, if there is one, holds validation data alone. */
  storeSound: boolean
  /** The numbers of the new objects that belong to it. */
  parts: Set<number>
}

const FIELD = ['Type', 'Subtype', 'FT', 'T', 'V', 'F', 'Rect', 'P', 'AP', 'Lock']
const VALUE = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents', 'M', 'Name', 'Reason', 'Reference']
const TIMESTAMP = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents']
const APPEARANCE = ['Type', 'Subtype', 'BBox', 'Resources', 'Length', 'Filter']

const onlyKeys = (dict: PdfDict, allowed: string[]) =>
  [...dict.keys()].every(({ value }) => allowed.includes(value))

export function additionOf(before: Reading, after: Reading): Addition {
  const store = storeParts(after)
  const nothing = { field: null, storeSound: store !== null, parts: store ?? new Set<number>() }
  const known = new Set(before.fields.map(String))
  const [ref, ...more] = after.fields.filter((field) => !known.has(String(field)))
  const field = ref ? after.resolve(ref) : null
  if (!ref || more.length > 0 || !(field instanceof PdfDict)) return nothing
  const parts = partsOf(field, after)
  const page = field.getRef('P')?.objectNumber ?? 0
  const name = field.getString('T')?.asString() ?? ''
  if (!parts || !after.pages.includes(page) || names(before).includes(name)) return nothing
  const numbers = [ref, ...parts].map(({ objectNumber }) => objectNumber)
  return {
    ...nothing,
    field: { number: ref.objectNumber, page, isTimestamp: isTimestamp(field, after) },
    parts: new Set([...numbers, ...nothing.parts]),
  }
}

const isTimestamp = (field: PdfDict, { resolve }: Reading) =>
  field.getDict('V', resolve)?.getName('SubFilter')?.value === 'ETSI.RFC3161'

const names = (reading: Reading) =>
  reading.fields.map((ref) => {
    const field = reading.resolve(ref)
    return field instanceof PdfDict ? field.getString('T')?.asString() : undefined
  })

/** The value and the drawing of a signature field as we write it; null for any other field. */
function partsOf(field: PdfDict, after: Reading): PdfRef[] | null {
  const { resolve } = after
  const [type, subtype] = [field.getName('FT')?.value, field.getName('Subtype')?.value]
  if (type !== 'Sig' || subtype !== 'Widget' || !onlyKeys(field, FIELD)) return null
  const valueRef = field.getRef('V')
  const value = valueRef && resolve(valueRef)
  const kind = isTimestamp(field, after) ? TIMESTAMP : VALUE
  if (!valueRef || !(value instanceof PdfDict) || !onlyKeys(value, kind)) return null
  const lock = lockParts(field, value, after)
  if (!lock) return null
  if (!field.has('AP')) return [valueRef, ...lock]
  const looks = field.getDict('AP')
  const drawingRef = looks?.getRef('N')
  const drawing = drawingRef && resolve(drawingRef)
  if (looks?.size !== 1 || !drawingRef || !(drawing instanceof PdfStream) || !onlyKeys(drawing, APPEARANCE))
    return null
  return areOurs(drawing.getDict('Resources')) ? [valueRef, drawingRef, ...lock] : null
}

/** What a signature of ours locks, said in field and value alike; the first ones locked nothing. */
function lockParts(field: PdfDict, value: PdfDict, { trailer, resolve }: Reading): PdfRef[] | null {
  if (!field.has('Lock') && !value.has('Reference')) return []
  const [ref, root] = [field.getRef('Lock'), trailer.getRef('Root')]
  const name = field.getString('T')?.asString() ?? ''
  const said = [written(ref && resolve(ref)), written(value.get('Reference'))].join()
  if (!ref || !root) return null
  const ours = (['own', 'all'] as const).map((lock) =>
    [lockOf(name, lock), referenceOf(name, lock, root)].map(written).join(),
  )
  return ours.includes(said) ? [ref] : null
}

/** None, or the one font of unseen text. */
const areOurs = (resources: PdfDict | undefined) =>
  resources?.size === 0 || written(resources) === written(unseenResources())

/** Whether one object may differ as it does in a revision that makes this addition. */
export function mayDiffer(number: number, before: Reading, after: Reading, addition: Addition) {
  const { field, storeSound, parts } = addition
  const [was, is] = [before.object(number), after.object(number)]
  if (was === null) return parts.has(number) || isTable(is)
  if (!(was instanceof PdfDict) || !(is instanceof PdfDict) || was instanceof PdfStream) return false
  const keys = differingKeys(was, is)
  if (number === before.trailer.getRef('Root')?.objectNumber)
    return storeSound && keys.every((key) => key === 'DSS')
  if (!field) return false
  const extended = (key: string) => isExtended(was.get(key), is.get(key), field.number)
  if (number === before.form?.number) return keys.every((key) => key === 'Fields' && extended(key))
  return number === field.page && keys.every((key) => key === 'Annots' && extended(key))
}

const isTable = (object: PdfObject | null) =>
  object instanceof PdfStream && object.getName('Type')?.value === 'XRef'

/** Whether a list is what it was, with this one object behind. */
function isExtended(was: PdfObject | undefined, is: PdfObject | undefined, number: number): boolean {
  if (!(is instanceof PdfArray) || (was && !(was instanceof PdfArray))) return false
  const old = was?.toArray() ?? []
  const [last, ...more] = is.toArray().slice(old.length)
  const kept = is.toArray().slice(0, old.length)
  const own = more.length === 0 && refsIn(PdfArray.of(...(last ? [last] : [])))[0]?.objectNumber === number
  return own && written(PdfArray.of(...old)) === written(PdfArray.of(...kept))
}

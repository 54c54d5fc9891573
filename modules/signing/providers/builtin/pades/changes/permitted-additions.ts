import { PdfArray, PdfDict, type PdfObject, type PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { reachable } from '#src/pdf/reachable.ts'
import { standardFontResources } from '../drawing/invisible-text.ts'
import { lockOf, referenceOf } from '../lock.ts'
import { canonicalForm, differingKeys, type RevisionReading, refsIn } from './revision-reading.ts'
import { areExtensions, type StoreParts, storeParts } from './store.ts'

/**
 * The permitted addition of a revision whose bytes differ from what our writer makes: a signature field in
 * an earlier form of ours, or a document time-stamp.
 */
export interface Addition {
  /** Null unless the revision adds exactly one field of these kinds. */
  field: { number: number; page: number; isTimestamp: boolean } | null
  /** Null if the document security store contains anything but validation data. */
  store: StoreParts | null
  /** Numbers of the new objects that belong to the addition. */
  parts: Set<number>
}

const FIELD = ['Type', 'Subtype', 'FT', 'T', 'V', 'F', 'Rect', 'P', 'AP', 'Lock']
const VALUE = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents', 'M', 'Name', 'Reason', 'Reference']
/** The keys of an invisible field, which has no appearance and no place on a page. */
const TIMESTAMP_FIELD = ['Type', 'Subtype', 'FT', 'T', 'V', 'F', 'Rect', 'P']
const TIMESTAMP = ['Type', 'Filter', 'SubFilter', 'ByteRange', 'Contents']
const APPEARANCE = ['Type', 'Subtype', 'BBox', 'Resources', 'Length', 'Filter']

const onlyKeys = (dict: PdfDict, allowed: string[]) =>
  [...dict.keys()].every(({ value }) => allowed.includes(value))

export function additionOf(before: RevisionReading, after: RevisionReading): Addition {
  const store = storeParts(after)
  const parts = new Set([...(store?.lists ?? []), ...(store?.streams ?? [])])
  const noField = { field: null, store, parts }
  const earlierFields = new Set(before.fields.map(String))
  const [ref, ...otherFields] = after.fields.filter((field) => !earlierFields.has(String(field)))
  const field = ref ? after.resolve(ref) : null
  if (!ref || otherFields.length > 0 || !(field instanceof PdfDict)) return noField
  const timestamp = isTimestamp(field, after)
  const fieldParts = timestamp ? timestampParts(field, after) : signatureParts(field, after)
  const page = field.getRef('P')?.objectNumber ?? 0
  const name = field.getString('T')?.asString() ?? ''
  const isPlaced = after.pages.includes(page) || (timestamp && !field.has('P'))
  if (!fieldParts || !isPlaced || fieldNames(before).includes(name)) return noField
  for (const { objectNumber } of [ref, ...fieldParts]) parts.add(objectNumber)
  // A document time-stamp may name a page, but is not visible on it and changes no page.
  return {
    ...noField,
    field: { number: ref.objectNumber, page: timestamp ? 0 : page, isTimestamp: timestamp },
  }
}

const isTimestamp = (field: PdfDict, { resolve }: RevisionReading) =>
  field.getDict('V', resolve)?.getName('SubFilter')?.value === 'ETSI.RFC3161'

const fieldNames = (reading: RevisionReading) =>
  reading.fields.map((ref) => {
    const field = reading.resolve(ref)
    return field instanceof PdfDict ? field.getString('T')?.asString() : undefined
  })

/** The value of a signature widget with these keys; null for any other field. */
function signatureValue(
  field: PdfDict,
  { resolve }: RevisionReading,
  fieldKeys: string[],
  valueKeys: string[],
) {
  const type = field.getName('FT')?.value
  const subtype = field.getName('Subtype')?.value
  if (type !== 'Sig' || subtype !== 'Widget' || !onlyKeys(field, fieldKeys)) return null
  const ref = field.getRef('V')
  const value = ref && resolve(ref)
  return ref && value instanceof PdfDict && onlyKeys(value, valueKeys) ? { ref, value } : null
}

/** The value of a document time-stamp; null if it has further parts. */
function timestampParts(field: PdfDict, after: RevisionReading): PdfRef[] | null {
  const signature = signatureValue(field, after, TIMESTAMP_FIELD, TIMESTAMP)
  return signature && canonicalForm(field.get('Rect')) === '[0 0 0 0]' ? [signature.ref] : null
}

/** Value, lock and appearance of a signature field as we wrote it; null for any other field. */
function signatureParts(field: PdfDict, after: RevisionReading): PdfRef[] | null {
  const signature = signatureValue(field, after, FIELD, VALUE)
  const lock = signature && lockParts(field, signature.value, after)
  if (!signature || !lock) return null
  if (!field.has('AP')) return [signature.ref, ...lock]
  const appearances = field.getDict('AP')
  const drawingRef = appearances?.getRef('N')
  const drawing = drawingRef && after.resolve(drawingRef)
  if (
    appearances?.size !== 1 ||
    !drawingRef ||
    !(drawing instanceof PdfStream) ||
    !onlyKeys(drawing, APPEARANCE)
  )
    return null
  return areOurResources(drawing.getDict('Resources')) ? [signature.ref, drawingRef, ...lock] : null
}

/**
 * The lock of our signature, stated in both the field and its value. Signatures of early versions have none.
 */
function lockParts(field: PdfDict, value: PdfDict, { trailer, resolve }: RevisionReading): PdfRef[] | null {
  if (!field.has('Lock') && !value.has('Reference')) return []
  const ref = field.getRef('Lock')
  const root = trailer.getRef('Root')
  const name = field.getString('T') ?? PdfString.fromString('')
  const forms = [canonicalForm(ref && resolve(ref)), canonicalForm(value.get('Reference'))].join()
  if (!ref || !root) return null
  const ourForms = (['own', 'all'] as const).map((lock) =>
    [lockOf([name], lock), referenceOf([name], lock, root)].map(canonicalForm).join(),
  )
  return ourForms.includes(forms) ? [ref] : null
}

/**
 * Whether the resources contain no fonts, or only the font that earlier versions used for invisible text.
 */
const areOurResources = (resources: PdfDict | undefined) =>
  resources?.size === 0 || canonicalForm(resources) === canonicalForm(standardFontResources())

/** Whether an object may differ in a revision that makes this addition. */
export function mayDiffer(
  number: number,
  before: RevisionReading,
  after: RevisionReading,
  addition: Addition,
): boolean {
  const { field, store, parts } = addition
  const oldObject = before.object(number)
  const newObject = after.object(number)
  if (oldObject === null) return parts.has(number) || isTable(newObject)
  if (store?.lists.has(number)) return isStoreAlone(number, before) && isStorePreserved(before, store)
  if (field && isFieldList(number, before, after)) return isExtended(oldObject, newObject, field.number)
  if (!(oldObject instanceof PdfDict) || !(newObject instanceof PdfDict) || oldObject instanceof PdfStream)
    return false
  const keys = differingKeys(oldObject, newObject)
  const isKeyExtended = (key: string) => isExtended(oldObject.get(key), newObject.get(key), field?.number)
  if (number === before.trailer.getRef('Root')?.objectNumber)
    return keys.every((key) =>
      key === 'DSS' ? isStorePreserved(before, store) : mayCatalogDiffer(key, oldObject, newObject, addition),
    )
  if (number === before.catalog.getRef('AcroForm')?.objectNumber)
    return keys.every((key) => key === 'Fields' && isKeyExtended(key))
  return number === field?.page && keys.every((key) => key === 'Annots' && isKeyExtended(key))
}

/** Whether the store still contains all its previous content. */
function isStorePreserved(before: RevisionReading, store: StoreParts | null): boolean {
  const previous = storeParts(before)
  return (
    previous !== null && store !== null && [...previous.streams].every((number) => store.streams.has(number))
  )
}

function mayCatalogDiffer(
  key: string,
  oldCatalog: PdfDict,
  newCatalog: PdfDict,
  { field }: Addition,
): boolean {
  if (key === 'Extensions') return areExtensions(newCatalog.get(key))
  const oldForm = oldCatalog.get(key)
  const newForm = newCatalog.get(key)
  if (key !== 'AcroForm' || !(oldForm instanceof PdfDict) || !(newForm instanceof PdfDict)) return false
  return differingKeys(oldForm, newForm).every(
    (one) => one === 'Fields' && isExtended(oldForm.get(one), newForm.get(one), field?.number),
  )
}

/** Whether only the store refers to an object, so that changing it affects nothing else. */
const isStoreAlone = (number: number, before: RevisionReading) =>
  (storeParts(before)?.lists.has(number) ?? false) && !reachable(before.file, 'DSS').has(number)

/** Whether the object with this number is the array of form fields. */
const isFieldList = (number: number, before: RevisionReading, after: RevisionReading) =>
  [before, after].every(
    ({ file, catalog }) => file.dict(catalog.get('AcroForm'))?.getRef('Fields')?.objectNumber === number,
  )

export const isTable = (object: PdfObject | null) =>
  object instanceof PdfStream && object.getName('Type')?.value === 'XRef'

/** Whether a list differs only by this object, added at its end. */
function isExtended(
  oldList: PdfObject | undefined,
  newList: PdfObject | null | undefined,
  number: number | undefined,
): boolean {
  if (!(newList instanceof PdfArray) || (oldList && !(oldList instanceof PdfArray))) return false
  const oldItems = oldList?.toArray() ?? []
  const [addedItem, ...furtherItems] = newList.toArray().slice(oldItems.length)
  const keptItems = newList.toArray().slice(0, oldItems.length)
  const addsOnlyObject =
    furtherItems.length === 0 &&
    refsIn(PdfArray.of(...(addedItem ? [addedItem] : [])))[0]?.objectNumber === number
  return (
    addsOnlyObject &&
    number !== undefined &&
    canonicalForm(PdfArray.of(...oldItems)) === canonicalForm(PdfArray.of(...keptItems))
  )
}

import { LenientDocument } from '#src/pdf/lenient/document.ts'
import { Dict, nameOf, Text, type Value } from '#src/pdf/lenient/values.ts'
import { annotationPages, fieldsOf, placeOf, textOf, type WidgetPlace } from './reading/fields.ts'
import { permissionDicts, signatureDictsIn } from './reading/signature-dicts.ts'

export type ByteRange = [start: number, length: number, next: number, rest: number]

/** A signature dictionary of the file. */
export interface Container {
  range: ByteRange
  /** Null if no form field refers to it. */
  fieldName: string | null
  /** Whether it is a document time-stamp, which proves a time but no signatory. */
  isTimestamp: boolean
  /** '' if missing. */
  subFilter: string
  /** The decoded /Contents. */
  contents: Uint8Array
  /** The certificates in the dictionary itself, as in the oldest format; DER. */
  certificates: Uint8Array[]
  /** The time in the /M entry. */
  claimedAt: Date | null
  place: WidgetPlace | null
}

export interface Containers {
  /** Signatures that a field or a certification refers to. */
  referenced: Container[]
  /** Signature dictionaries in the bytes to which no object refers. */
  unreferenced: Container[]
  /** Whether the file contains Adobe's usage rights, which are not a signature. */
  usageRights: boolean
  /** The file as tolerant readers see it; null if it cannot be read. */
  document: LenientDocument | null
}

interface FieldReference {
  fieldName: string | null
  place: WidgetPlace | null
}

/**
 * Finds all signatures of a file: those in fields, and dictionaries without a field, so that one damaged
 * byte of a field does not hide its signature. If the document cannot be read, every signature dictionary in
 * the bytes counts.
 */
export function findContainers(bytes: Uint8Array): Containers {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const document = openDocument(bytes)
  const inBytes = signatureDictsIn(file)
  if (!document) {
    const referenced = inBytes
      .map((dict) => containerOf(dict, null, { fieldName: null, place: null }))
      .filter((one) => hasGap(file, one))
    return { referenced, unreferenced: [], usageRights: false, document }
  }
  const references = findReferences(document)
  const referenced = [...references].map(([dict, reference]) => containerOf(dict, document, reference))
  const { usage } = permissionDicts(document)
  const referencedStarts = new Set([...references.keys(), ...usage].map(({ start }) => start))
  const unreferenced = inBytes
    .filter(({ start }) => !referencedStarts.has(start))
    .map((dict) => containerOf(dict, document, { fieldName: null, place: null }))
    .filter((one) => hasGap(file, one) && !referenced.some((other) => isSame(one, other)))
  // The references to signatures may be encrypted, but the signatures themselves never are.
  const areHidden = document.encrypted && referenced.length === 0
  return {
    referenced: areHidden ? unreferenced : referenced,
    unreferenced: areHidden ? [] : unreferenced,
    usageRights: usage.length > 0,
    document,
  }
}

function openDocument(bytes: Uint8Array): LenientDocument | null {
  try {
    return new LenientDocument(bytes)
  } catch {
    return null
  }
}

/** The values of signature fields with their fields, and a certification, which has no field. */
function findReferences(document: LenientDocument): Map<Dict, FieldReference> {
  const references = new Map<Dict, FieldReference>()
  const fields = fieldsOf(document).filter(({ type, value }) => type === 'Sig' && value !== null)
  const pages = fields.length > 0 ? annotationPages(document) : new Map<number, number>()
  for (const field of fields) {
    const dict = document.dict(field.value)
    if (dict?.entries.has('ByteRange'))
      references.set(copyIfUsed(dict, references), {
        fieldName: field.name,
        place: placeOf(document, field, pages),
      })
  }
  for (const dict of permissionDicts(document).certification)
    if (dict.entries.has('ByteRange') && !references.has(dict))
      references.set(dict, { fieldName: null, place: null })
  return references
}

/**
 * Copies a dictionary that is already the value of another field, because several fields may show one
 * signature.
 */
function copyIfUsed(dict: Dict, references: Map<Dict, FieldReference>): Dict {
  if (!references.has(dict)) return dict
  const copy = new Dict(dict.start)
  for (const [key, value] of dict.entries) copy.entries.set(key, value)
  return copy
}

function containerOf(dict: Dict, document: LenientDocument | null, reference: FieldReference): Container {
  const entry = (key: string): Value =>
    document ? document.resolve(dict.entries.get(key)) : (dict.entries.get(key) ?? null)
  const contents = entry('Contents')
  const subFilter = nameOf(entry('SubFilter')) ?? ''
  return {
    fieldName: reference.fieldName,
    place: reference.place,
    subFilter,
    isTimestamp: subFilter === 'ETSI.RFC3161',
    range: rangeOf(entry('ByteRange'), document),
    contents: contents instanceof Text ? contents.bytes : new Uint8Array(),
    certificates: textsIn(entry('Cert'), document),
    claimedAt: dateOf(textOf(entry('M'))),
  }
}

function textsIn(value: Value, document: LenientDocument | null): Uint8Array[] {
  const items = Array.isArray(value) ? value : [value]
  return items
    .map((item) => (document ? document.resolve(item) : item))
    .flatMap((item) => (item instanceof Text ? [item.bytes] : []))
}

const NO_RANGE: ByteRange = [-1, -1, -1, -1]

/** Joins adjacent pieces, because some programs divide a range. */
function rangeOf(value: Value, document: LenientDocument | null): ByteRange {
  const numbers = (Array.isArray(value) ? value : []).map((item) =>
    document ? document.resolve(item) : item,
  )
  if (numbers.length % 2 || !numbers.every((item) => Number.isSafeInteger(item))) return NO_RANGE
  const pieces: number[] = []
  for (let n = 0; n < numbers.length; n += 2) {
    const start = numbers[n] as number
    const length = numbers[n + 1] as number
    const lastIndex = pieces.length - 2
    if (lastIndex >= 0 && pieces[lastIndex]! + pieces[lastIndex + 1]! === start)
      pieces[lastIndex + 1]! += length
    else if (length > 0 || lastIndex < 2) pieces.push(start, length)
  }
  return pieces.length === 4 ? (pieces as ByteRange) : NO_RANGE
}

/** Whether a range leaves out a hexadecimal string, as the range of a signature does. */
const hasGap = (file: Buffer, { range: [start, length, next], contents }: Container) =>
  start >= 0 && length > 0 && contents.length > 0 && next > length && file[next - 1] === 0x3e

const isSame = (one: Container, other: Container) =>
  one.range.join() === other.range.join() && Buffer.compare(one.contents, other.contents) === 0

function dateOf(text: string): Date | null {
  const match = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?'?)?/.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '00', hours = '+00', minutes = '00'] = match
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`)
  return Number.isNaN(date.getTime()) ? null : date
}

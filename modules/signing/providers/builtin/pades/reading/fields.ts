import type { LenientDocument } from '#src/pdf/lenient/document.ts'
import { type Dict, nameOf, Ref, Text, type Value } from '#src/pdf/lenient/values.ts'

/** The place of a field's widget: the page (from 1), and its corners in points. */
export interface WidgetPlace {
  page: number
  rect: number[]
}

/** A terminal form field. */
export interface FormField {
  /** The fully qualified name; '' if it cannot be read. */
  name: string
  /** 'Tx', 'Btn', 'Ch', 'Sig', or any other value in the file. */
  type: string
  value: Value
  /** The dictionaries of the field and of its widgets. */
  dicts: Dict[]
  refs: number[]
}

const MAX_FIELDS = 20_000
const MAX_DEPTH = 30

interface InheritedEntries {
  name: string
  type: string
  value: Value
}

/** The terminal fields of the form, including inherited entries. */
export function fieldsOf(document: LenientDocument): FormField[] {
  const form = document.dict(document.catalog?.entries.get('AcroForm'))
  const fields: FormField[] = []
  const visited = new Set<number>()
  const visit = (value: Value, parentEntries: InheritedEntries, depth: number) => {
    if (depth > MAX_DEPTH || fields.length >= MAX_FIELDS) return
    const dict = document.dict(value)
    if (!dict || (value instanceof Ref && visited.has(value.number))) return
    if (value instanceof Ref) visited.add(value.number)
    const inherited = inheritedBy(document, dict, parentEntries)
    const kids = document.list(dict.entries.get('Kids'))
    const childFields = kids.filter((kid) => document.dict(kid)?.entries.has('T'))
    if (childFields.length > 0) for (const kid of childFields) visit(kid, inherited, depth + 1)
    else fields.push(fieldOf(document, inherited, [value, ...kids]))
  }
  for (const field of document.list(form?.entries.get('Fields'))) visit(field, NO_ENTRIES, 0)
  return fields
}

const NO_ENTRIES: InheritedEntries = { name: '', type: '', value: null }

function inheritedBy(
  document: LenientDocument,
  { entries }: Dict,
  parentEntries: InheritedEntries,
): InheritedEntries {
  const title = document.encrypted ? '' : textOf(document.resolve(entries.get('T')))
  return {
    name: [parentEntries.name, title].filter(Boolean).join('.'),
    type: nameOf(document.resolve(entries.get('FT'))) ?? parentEntries.type,
    value: entries.get('V') ?? parentEntries.value,
  }
}

const fieldOf = (document: LenientDocument, inherited: InheritedEntries, parts: Value[]): FormField => ({
  name: inherited.name,
  type: inherited.type,
  value: inherited.value,
  dicts: parts.map((part) => document.dict(part)).filter((dict) => dict !== null),
  refs: parts.flatMap((part) => (part instanceof Ref ? [part.number] : [])),
})

/** A text string: UTF-16 or UTF-8 with a byte order mark, otherwise PDFDocEncoding. */
export function textOf(value: Value | undefined): string {
  if (!(value instanceof Text)) return ''
  const { bytes } = value
  const [first, second] = bytes
  const evenLength = bytes.length & ~1
  if (first === 0xfe && second === 0xff)
    return Buffer.from(bytes.subarray(2, evenLength)).swap16().toString('utf16le')
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le', 2, evenLength)
  if (first === 0xef && second === 0xbb) return bytes.toString('utf8', 3)
  return [...bytes].map(letterOf).join('')
}

/** The characters of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, annex D). */
const ACCENTS = '˘ˇˆ˙˝˛˚˜'
const MARKS = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'

function letterOf(byte: number): string {
  if (byte === 0xa0) return '€'
  return ACCENTS![byte - 0x18] ?? MARKS![byte - 0x80] ?? String.fromCharCode(byte)
}

/** The page of each annotation, by object number. */
export function annotationPages(document: LenientDocument): Map<number, number> {
  const pages = new Map<number, number>()
  for (const [index, { dict }] of document.pages().entries())
    for (const annotation of document.list(dict.entries.get('Annots')))
      if (annotation instanceof Ref && !pages.has(annotation.number)) pages.set(annotation.number, index + 1)
  return pages
}

/** The visible place of a field; null if it is on no page or has no size. */
export function placeOf(
  document: LenientDocument,
  { dicts, refs }: FormField,
  pages: Map<number, number>,
): WidgetPlace | null {
  const page = refs.map((number) => pages.get(number)).find((found) => found !== undefined)
  const widget = dicts.find(({ entries }) => entries.has('Rect'))
  const rect = document.list(widget?.entries.get('Rect')).map((corner) => document.resolve(corner))
  const [x = 0, y = 0, right = 0, top = 0] = rect.filter((corner) => typeof corner === 'number')
  if (page === undefined || x === right || y === top) return null
  return { page, rect: [Math.min(x, right), Math.min(y, top), Math.max(x, right), Math.max(y, top)] }
}

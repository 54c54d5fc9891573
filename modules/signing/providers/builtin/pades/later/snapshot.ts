import { createHash } from 'node:crypto'
import { LenientDocument, type Page } from '#src/pdf/lenient/document.ts'
import { Dict, Name, nameOf, Ref, Stream, Text, type Value } from '#src/pdf/lenient/values.ts'
import { annotationPages, fieldsOf, placeOf } from '../reading/fields.ts'

/** What a file shows and says at one time, in marks that are the same when what they stand for is. */
export interface Snapshot {
  pages: PageMarks[]
  /** By full name. */
  fields: Map<string, FieldMark>
  /** The older kind of form, beside the fields. */
  xfa: string
  /** The catalogue's entries, by key. */
  catalog: Map<string, string>
  info: string
}

export interface PageMarks {
  content: string
  /** Its size and how it is turned. */
  box: string
  annotations: Map<string, AnnotationMark>
}

export interface AnnotationMark {
  kind: 'signature' | 'field' | 'other'
  mark: string
  /** Of a signature: whether it is made already. */
  signed: boolean
}

export interface FieldMark {
  /** For a signed one what it is, for others 'field'. */
  kind: 'signature' | 'time-stamp' | 'field'
  page: number | null
  value: string
}

/** Back to the tree or to the page, and what only numbers an object for readers aloud. */
const BACK = new Set(['Parent', 'P', 'StructParent', 'StructParents', 'Length', 'DL'])

const BOX = ['MediaBox', 'CropBox', 'Rotate', 'UserUnit']

const MOST_DEPTH = 80

/** Throws when the file cannot be read at all. */
export function snapshotOf(bytes: Uint8Array): Snapshot {
  const document = new LenientDocument(bytes)
  const pages = document.pages()
  const marks = new Marks(document, pages)
  return {
    pages: pages.map((page) => marks.ofPage(page)),
    fields: fieldMarks(document, marks),
    xfa: marks.of(document.dict(document.catalog!.entries.get('AcroForm'))?.entries.get('XFA')),
    catalog: new Map(
      [...document.catalog!.entries].map(([key, value]) => [key, SKIPPED.has(key) ? '' : marks.of(value)]),
    ),
    info: marks.of(document.trailer.entries.get('Info')),
  }
}

/** Compared in parts of their own, or only for readers aloud. */
const SKIPPED = new Set(['Pages', 'AcroForm', 'StructTreeRoot'])

function fieldMarks(document: LenientDocument, marks: Marks): Map<string, FieldMark> {
  const found = new Map<string, FieldMark>()
  const pages = annotationPages(document)
  for (const field of fieldsOf(document)) {
    const dict = document.dict(field.value)
    const signed = field.type === 'Sig' && dict?.entries.has('ByteRange')
    const stamp = signed && nameOf(document.resolve(dict!.entries.get('SubFilter'))) === 'ETSI.RFC3161'
    const place = placeOf(document, field, pages)
    const key = field.name || `#${field.refs[0] ?? found.size}`
    const kind = stamp ? 'time-stamp' : signed ? 'signature' : 'field'
    const value = kind === 'field' ? marks.of(field.value) : marks.ofSignature(dict!)
    found.set(key, { kind, page: place?.page ?? null, value })
  }
  return found
}

/** Marks of values with all that they lead to, whatever the numbers of the objects are. */
class Marks {
  private readonly document: LenientDocument
  private readonly known = new Map<number, string>()
  private readonly open = new Set<number>()
  private readonly pages: Map<number, number>
  private readonly root: number

  constructor(document: LenientDocument, pages: Page[]) {
    this.document = document
    const root = document.trailer.entries.get('Root')
    this.root = root instanceof Ref ? root.number : -1
    this.pages = new Map(pages.flatMap(({ ref }, index) => (ref ? [[ref.number, index]] : [])))
  }

  of(value: Value | undefined): string {
    return this.mark(value ?? null, 0)
  }

  ofPage({ dict }: Page): PageMarks {
    const { entries } = dict
    const annotations = new Map<string, AnnotationMark>()
    for (const value of this.document.list(entries.get('Annots'))) {
      const annotation = this.document.dict(value)
      if (!annotation) continue
      const kind = this.kindOf(annotation)
      const mark = kind === 'signature' ? this.look(annotation) : this.of(annotation)
      const key = value instanceof Ref ? `${value.number} 0 R` : mark
      annotations.set(key, {
        kind,
        mark,
        signed: kind === 'signature' && this.inherits(annotation, 'V') !== null,
      })
    }
    return {
      content: this.of([entries.get('Contents') ?? null, entries.get('Resources') ?? null]),
      box: BOX.map((key) => this.of(entries.get(key))).join(' '),
      annotations,
    }
  }

  /** Of a signature itself: whatever else it names, as the document that it locks, it names for others. */
  ofSignature({ entries }: Dict): string {
    return this.of([entries.get('ByteRange') ?? null, entries.get('Contents') ?? null])
  }

  private look({ entries }: Dict): string {
    return ['AP', 'Rect', 'F'].map((key) => this.of(entries.get(key))).join(' ')
  }

  private kindOf(annotation: Dict): AnnotationMark['kind'] {
    if (nameOf(this.document.resolve(annotation.entries.get('Subtype'))) !== 'Widget') return 'other'
    return nameOf(this.inherits(annotation, 'FT')) === 'Sig' ? 'signature' : 'field'
  }

  private inherits({ entries }: Dict, key: string): Value {
    const parent = this.document.dict(entries.get('Parent'))
    return this.document.resolve(entries.get(key) ?? parent?.entries.get(key))
  }

  private mark(value: Value, depth: number): string {
    if (depth > MOST_DEPTH) return 'deep'
    if (value instanceof Ref) return this.referred(value.number, depth)
    if (value instanceof Stream) return `${this.dict(value.dict, depth)}${hashed(value.data)}`
    if (value instanceof Dict) return this.dict(value, depth)
    if (Array.isArray(value)) return `[${value.map((item) => this.mark(item, depth + 1)).join(' ')}]`
    if (value instanceof Name) return `/${JSON.stringify(value.value)}`
    if (value instanceof Text) return `(${value.bytes.toString('hex')})`
    return String(value)
  }

  private referred(number: number, depth: number): string {
    const page = this.pages.get(number)
    if (page !== undefined) return `page ${page}`
    // A signature may name the document that it locks.
    if (number === this.root) return 'catalog'
    const known = this.known.get(number)
    if (known !== undefined) return known
    if (this.open.has(number)) return 'loop'
    this.open.add(number)
    const whole = this.mark(this.document.object(number), depth + 1)
    const mark = whole.length > 64 ? hashed(whole) : whole
    this.open.delete(number)
    this.known.set(number, mark)
    return mark
  }

  private dict({ entries }: Dict, depth: number): string {
    const parts = [...entries]
      .filter(([key]) => !BACK.has(key))
      .map(([key, value]) => `${JSON.stringify(key)} ${this.mark(value, depth + 1)}`)
    return `<<${parts.sort().join(' ')}>>`
  }
}

const hashed = (what: string | Buffer) => createHash('sha1').update(what).digest('base64')

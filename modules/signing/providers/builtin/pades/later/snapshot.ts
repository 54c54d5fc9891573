import { createHash } from 'node:crypto'
import { LenientDocument, type Page } from '#src/pdf/lenient/document.ts'
import { Dict, Name, nameOf, Ref, Stream, Text, type Value } from '#src/pdf/lenient/values.ts'
import { annotationPages, fieldsOf, placeOf } from '../reading/fields.ts'

/** The visible and logical content of a file at one time, as hashes: equal content has equal hashes. */
export interface Snapshot {
  pages: PageMarks[]
  /** By fully qualified name. */
  fields: Map<string, FieldMark>
  /** The older kind of form (XFA), in addition to the fields. */
  xfa: string
  /** The entries of the catalog, by key. */
  catalog: Map<string, string>
  info: string
}

export interface PageMarks {
  content: string
  /** The size and rotation of a page. */
  box: string
  annotations: Map<string, AnnotationMark>
}

export interface AnnotationMark {
  kind: 'signature' | 'field' | 'other'
  mark: string
  /** Whether the field is signed; false for any field that is not a signature field. */
  signed: boolean
}

export interface FieldMark {
  /** The kind of a signed field; 'field' for all others. */
  kind: 'signature' | 'time-stamp' | 'field'
  page: number | null
  value: string
}

/** Entries that refer back to the tree or the page, or matter only for accessibility or lengths. */
const BACK_REFERENCES = new Set(['Parent', 'P', 'StructParent', 'StructParents', 'Length', 'DL'])

const BOX_KEYS = ['MediaBox', 'CropBox', 'Rotate', 'UserUnit']

const MAX_DEPTH = 80

/** Throws if the file cannot be read at all. */
export function snapshotOf(bytes: Uint8Array): Snapshot {
  const document = new LenientDocument(bytes)
  const pages = document.pages()
  const hasher = new ValueHasher(document, pages)
  return {
    pages: pages.map((page) => hasher.ofPage(page)),
    fields: fieldMarks(document, hasher),
    xfa: hasher.hashOfValue(document.dict(document.catalog!.entries.get('AcroForm'))?.entries.get('XFA')),
    catalog: new Map(
      [...document.catalog!.entries].map(([key, value]) => [
        key,
        SKIPPED.has(key) ? '' : hasher.hashOfValue(value),
      ]),
    ),
    info: hasher.hashOfValue(document.trailer.entries.get('Info')),
  }
}

/** Entries that are compared separately, or only matter for accessibility. */
const SKIPPED = new Set(['Pages', 'AcroForm', 'StructTreeRoot'])

function fieldMarks(document: LenientDocument, hasher: ValueHasher): Map<string, FieldMark> {
  const byName = new Map<string, FieldMark>()
  const pages = annotationPages(document)
  for (const field of fieldsOf(document)) {
    const dict = document.dict(field.value)
    const isSigned = field.type === 'Sig' && dict?.entries.has('ByteRange')
    const isTimestamp =
      isSigned && nameOf(document.resolve(dict!.entries.get('SubFilter'))) === 'ETSI.RFC3161'
    const place = placeOf(document, field, pages)
    const key = field.name || `#${field.refs[0] ?? byName.size}`
    const kind = isTimestamp ? 'time-stamp' : isSigned ? 'signature' : 'field'
    const value = kind === 'field' ? hasher.hashOfValue(field.value) : hasher.ofSignature(dict!)
    byName.set(key, { kind, page: place?.page ?? null, value })
  }
  return byName
}

/** Hashes values with everything they refer to, independent of object numbers. */
class ValueHasher {
  private readonly document: LenientDocument
  private readonly hashByNumber = new Map<number, string>()
  private readonly visiting = new Set<number>()
  private readonly pages: Map<number, number>
  private readonly root: number

  constructor(document: LenientDocument, pages: Page[]) {
    this.document = document
    const root = document.trailer.entries.get('Root')
    this.root = root instanceof Ref ? root.number : -1
    this.pages = new Map(pages.flatMap(({ ref }, index) => (ref ? [[ref.number, index]] : [])))
  }

  hashOfValue(value: Value | undefined): string {
    return this.mark(value ?? null, 0)
  }

  ofPage({ dict }: Page): PageMarks {
    const { entries } = dict
    const annotations = new Map<string, AnnotationMark>()
    for (const value of this.document.list(entries.get('Annots'))) {
      const annotation = this.document.dict(value)
      if (!annotation) continue
      const kind = this.kindOf(annotation)
      const mark = kind === 'signature' ? this.appearanceHash(annotation) : this.hashOfValue(annotation)
      const key = value instanceof Ref ? `${value.number} 0 R` : mark
      annotations.set(key, {
        kind,
        mark,
        signed: kind === 'signature' && this.inherits(annotation, 'V') !== null,
      })
    }
    return {
      content: this.hashOfValue([entries.get('Contents') ?? null, entries.get('Resources') ?? null]),
      box: BOX_KEYS.map((key) => this.hashOfValue(entries.get(key))).join(' '),
      annotations,
    }
  }

  /** Hashes a signature dictionary itself, without its references, such as the document that it locks. */
  ofSignature({ entries }: Dict): string {
    return this.hashOfValue([entries.get('ByteRange') ?? null, entries.get('Contents') ?? null])
  }

  private appearanceHash({ entries }: Dict): string {
    return ['AP', 'Rect', 'F'].map((key) => this.hashOfValue(entries.get(key))).join(' ')
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
    if (depth > MAX_DEPTH) return 'deep'
    if (value instanceof Ref) return this.markOfObject(value.number, depth)
    if (value instanceof Stream) return `${this.markOfDict(value.dict, depth)}${sha1Of(value.data)}`
    if (value instanceof Dict) return this.markOfDict(value, depth)
    if (Array.isArray(value)) return `[${value.map((item) => this.mark(item, depth + 1)).join(' ')}]`
    if (value instanceof Name) return `/${JSON.stringify(value.value)}`
    if (value instanceof Text) return `(${value.bytes.toString('hex')})`
    return String(value)
  }

  private markOfObject(number: number, depth: number): string {
    const page = this.pages.get(number)
    if (page !== undefined) return `page ${page}`
    // A signature may refer to the document that it locks.
    if (number === this.root) return 'catalog'
    const cached = this.hashByNumber.get(number)
    if (cached !== undefined) return cached
    if (this.visiting.has(number)) return 'loop'
    this.visiting.add(number)
    const hash = this.mark(this.document.object(number), depth + 1)
    const mark = hash.length > 64 ? sha1Of(hash) : hash
    this.visiting.delete(number)
    this.hashByNumber.set(number, mark)
    return mark
  }

  private markOfDict({ entries }: Dict, depth: number): string {
    const parts = [...entries]
      .filter(([key]) => !BACK_REFERENCES.has(key))
      .map(([key, value]) => `${JSON.stringify(key)} ${this.mark(value, depth + 1)}`)
    return `<<${parts.sort().join(' ')}>>`
  }
}

const sha1Of = (content: string | Buffer) => createHash('sha1').update(content).digest('base64')

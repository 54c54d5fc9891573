import type { FieldMark, PageMarks, Snapshot } from './snapshot.ts'

/**
 * The kinds of differences after a signature. Usually permitted: signature; time-stamp; validation:
 * validation data; form: a field was filled in, added or removed; metadata: the file's metadata; data:
 * nothing visible. Changes: content: the content of a page; annotation; appearance: the appearance of a
 * signature; page: size, number or order of pages; catalog: actions, layers, attachments; removed: a
 * signature was removed or replaced; unreadable: the versions cannot be compared.
 */
export type LaterKind =
  | 'signature'
  | 'time-stamp'
  | 'validation'
  | 'form'
  | 'metadata'
  | 'data'
  | 'content'
  | 'annotation'
  | 'appearance'
  | 'page'
  | 'catalog'
  | 'removed'
  | 'unreadable'

export interface LaterDifference {
  what: LaterKind
  /** Counted from 1; null if the difference is on no page. */
  page: number | null
  /** The name of the field, if the difference concerns one. */
  field: string
}

const PERMITTED = new Set<LaterKind>(['signature', 'time-stamp', 'validation', 'form', 'metadata', 'data'])

/** Whether the difference is a permitted addition by another program, which is no sign of tampering. */
export const isAddition = ({ what }: LaterDifference): boolean => PERMITTED.has(what)

const later = (what: LaterKind, page: number | null = null, field = ''): LaterDifference => ({
  what,
  page,
  field,
})

/** The differences between a later version and an earlier one. */
export function differencesOf(before: Snapshot, after: Snapshot): LaterDifference[] {
  const fields = fieldDifferences(before.fields, after.fields)
  const named = new Set(fields.filter(({ what }) => what === 'form').map(({ page }) => page))
  // An annotation of a field is reported with the field.
  const pages = pagesDifferences(before.pages, after.pages).filter(
    ({ what, page }) => what !== 'form' || !named.has(page),
  )
  return [...pages, ...fields, ...catalogDifferences(before, after)]
}

function pagesDifferences(before: PageMarks[], after: PageMarks[]): LaterDifference[] {
  const count = before.length === after.length ? [] : [later('page')]
  return [...count, ...after.flatMap((page, index) => pageDifferences(before[index], page, index + 1))]
}

function pageDifferences(was: PageMarks | undefined, is: PageMarks, page: number): LaterDifference[] {
  if (!was) return [later('page', page)]
  return [
    ...(was.content === is.content ? [] : [later('content', page)]),
    ...(was.box === is.box ? [] : [later('page', page)]),
    ...annotationDifferences(was, is, page),
  ]
}

function annotationDifferences(was: PageMarks, is: PageMarks, page: number): LaterDifference[] {
  const kinds = new Set<LaterKind>()
  for (const [key, { kind, mark }] of is.annotations) {
    const old = was.annotations.get(key)
    if (old?.mark === mark) continue
    if (kind === 'other') kinds.add('annotation')
    if (kind === 'field') kinds.add('form')
    // A field that was signed in the meantime is reported as a signature.
    if (kind === 'signature' && old?.signed) kinds.add('appearance')
  }
  for (const [key, { kind }] of was.annotations)
    if (!is.annotations.has(key)) kinds.add(kind === 'field' ? 'form' : 'annotation')
  return [...kinds].map((what) => later(what, page))
}

function fieldDifferences(before: Map<string, FieldMark>, after: Map<string, FieldMark>): LaterDifference[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => fieldDifference(name, before.get(name), after.get(name)))
}

function fieldDifference(
  name: string,
  was: FieldMark | undefined,
  is: FieldMark | undefined,
): LaterDifference[] {
  if (was?.value === is?.value && was?.kind === is?.kind) return []
  const page = is?.page ?? was?.page ?? null
  const field = name.startsWith('#') ? '' : name
  if (was && was.kind !== 'field') return [later('removed', page, field)]
  if (is && is.kind !== 'field') return [later(is.kind, page, field)]
  return [later('form', page, field)]
}

/** Catalog entries that do not affect the visible document, or are reported by another comparison. */
const OTHERWISE_REPORTED: Record<string, LaterKind | null> = {
  Type: null,
  Pages: null,
  AcroForm: null,
  StructTreeRoot: null,
  Version: null,
  Extensions: null,
  Perms: null,
  Legal: null,
  DSS: 'validation',
  Metadata: 'metadata',
  MarkInfo: 'metadata',
  Lang: 'metadata',
  PieceInfo: 'metadata',
  PageLabels: 'metadata',
  PageMode: 'metadata',
  PageLayout: 'metadata',
  ViewerPreferences: 'metadata',
  OutputIntents: 'metadata',
}

function catalogDifferences(before: Snapshot, after: Snapshot): LaterDifference[] {
  const keys = new Set([...before.catalog.keys(), ...after.catalog.keys()])
  const kinds = [...keys]
    .filter((key) => before.catalog.get(key) !== after.catalog.get(key))
    .map((key) => (key in OTHERWISE_REPORTED ? OTHERWISE_REPORTED[key] : 'catalog'))
    .filter((kind) => kind !== null && kind !== undefined)
  if (before.info !== after.info) kinds.push('metadata')
  if (before.xfa !== after.xfa) kinds.push('form')
  return [...new Set(kinds)].map((kind) => later(kind))
}

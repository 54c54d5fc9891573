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

const difference = (what: LaterKind, page: number | null = null, field = ''): LaterDifference => ({
  what,
  page,
  field,
})

/** The differences between a later version and an earlier one. */
export function differencesOf(before: Snapshot, after: Snapshot): LaterDifference[] {
  const fields = fieldDifferences(before.fields, after.fields)
  const fieldPages = new Set(fields.filter(({ what }) => what === 'form').map(({ page }) => page))
  // An annotation of a field is reported with the field.
  const pages = pagesDifferences(before.pages, after.pages).filter(
    ({ what, page }) => what !== 'form' || !fieldPages.has(page),
  )
  return [...pages, ...fields, ...catalogDifferences(before, after)]
}

function pagesDifferences(before: PageMarks[], after: PageMarks[]): LaterDifference[] {
  const count = before.length === after.length ? [] : [difference('page')]
  return [...count, ...after.flatMap((page, index) => pageDifferences(before[index], page, index + 1))]
}

function pageDifferences(
  oldPage: PageMarks | undefined,
  newPage: PageMarks,
  page: number,
): LaterDifference[] {
  if (!oldPage) return [difference('page', page)]
  return [
    ...(oldPage.content === newPage.content ? [] : [difference('content', page)]),
    ...(oldPage.box === newPage.box ? [] : [difference('page', page)]),
    ...annotationDifferences(oldPage, newPage, page),
  ]
}

function annotationDifferences(oldPage: PageMarks, newPage: PageMarks, page: number): LaterDifference[] {
  const kinds = new Set<LaterKind>()
  for (const [key, { kind, mark }] of newPage.annotations) {
    const oldAnnotation = oldPage.annotations.get(key)
    if (oldAnnotation?.mark === mark) continue
    if (kind === 'other') kinds.add('annotation')
    if (kind === 'field') kinds.add('form')
    // A field that was signed in the meantime is reported as a signature.
    if (kind === 'signature' && oldAnnotation?.signed) kinds.add('appearance')
  }
  for (const [key, { kind }] of oldPage.annotations)
    if (!newPage.annotations.has(key)) kinds.add(kind === 'field' ? 'form' : 'annotation')
  return [...kinds].map((what) => difference(what, page))
}

function fieldDifferences(before: Map<string, FieldMark>, after: Map<string, FieldMark>): LaterDifference[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => fieldDifference(name, before.get(name), after.get(name)))
}

function fieldDifference(
  name: string,
  oldField: FieldMark | undefined,
  newField: FieldMark | undefined,
): LaterDifference[] {
  if (oldField?.value === newField?.value && oldField?.kind === newField?.kind) return []
  const page = newField?.page ?? oldField?.page ?? null
  const field = name.startsWith('#') ? '' : name
  if (oldField && oldField.kind !== 'field') return [difference('removed', page, field)]
  if (newField && newField.kind !== 'field') return [difference(newField.kind, page, field)]
  return [difference('form', page, field)]
}

/** Catalog entries that do not affect the visible document, or are reported by another comparison. */
const KINDS_BY_KEY: Record<string, LaterKind | null> = {
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
    .map((key) => (key in KINDS_BY_KEY ? KINDS_BY_KEY[key] : 'catalog'))
    .filter((kind) => kind !== null && kind !== undefined)
  if (before.info !== after.info) kinds.push('metadata')
  if (before.xfa !== after.xfa) kinds.push('form')
  return [...new Set(kinds)].map((kind) => difference(kind))
}

import { PdfDict } from '@libpdf/core'
import { type ObjectPlace, objectPlaces } from './object-places.ts'
import { additionOf, mayDiffer } from './permitted-additions.ts'
import { canonicalForm, differingKeys, type RevisionReading } from './revision-reading.ts'

/**
 * content: the content of a page; annotation, appearance: an annotation or its appearance; page: size, order
 * or number of pages; field: a form field; catalog, metadata: entries of the document itself; object: an
 * object that nothing refers to; structure: a revision that does not have our form; unreadable: the revision
 * cannot be compared; locked: comes after a signature that permits no further change; unsigned, foreign: the
 * revision is closed by no valid signature, or by none of our authority.
 */
export type ChangeKind =
  | 'content'
  | 'annotation'
  | 'appearance'
  | 'page'
  | 'field'
  | 'catalog'
  | 'metadata'
  | 'object'
  | 'structure'
  | 'unreadable'
  | 'locked'
  | 'unsigned'
  | 'foreign'

export interface Change {
  what: ChangeKind
  /** Counted from 1; null if the change is on no page. */
  page: number | null
  /** For example '12 0 R'; '' if the change concerns no object. */
  object: string
}

/**
 * The changes of one revision that are not permitted, object by object. `vacantNumbers`: numbers to which
 * the document refers although no object has them; a new object with such a number would change the
 * document.
 */
export function forbiddenChanges(
  before: RevisionReading,
  after: RevisionReading,
  vacantNumbers = new Set<number>(),
): Change[] {
  const addition = additionOf(before, after)
  const numbers = changedObjects(before, after).filter(
    (number) => vacantNumbers.has(number) || !mayDiffer(number, before, after, addition),
  )
  const changes = trailerChanges(before, after)
  if (numbers.length === 0) return changes
  const currentPlaces = objectPlaces(after)
  const previousPlaces = objectPlaces(before)
  const objectChanges = numbers.flatMap((number) => {
    const place = currentPlaces.get(number) ?? previousPlaces.get(number)
    const change = (what: ChangeKind) => ({ what, page: place?.page ?? null, object: `${number} 0 R` })
    return kindsOf(number, before, after, place).map(change)
  })
  return [...changes, ...objectChanges]
}

/** The numbers of earlier objects that a later revision changes. */
export function changedObjects(before: RevisionReading, after: RevisionReading): number[] {
  const numbers = new Set([...before.file.entries.keys(), ...after.file.entries.keys()])
  return [...numbers]
    .filter((number) => !after.file.isUnchangedSince(before.file, number))
    .filter((number) => canonicalForm(before.object(number)) !== canonicalForm(after.object(number)))
    .sort((one, other) => one - other)
}

function trailerChanges(before: RevisionReading, after: RevisionReading): Change[] {
  const differs = (key: string) =>
    canonicalForm(before.trailer.get(key)) !== canonicalForm(after.trailer.get(key))
  const change = (what: ChangeKind, key: string): Change => ({
    what,
    page: null,
    object: after.trailer.getRef(key)?.toString() ?? '',
  })
  return [
    ...(differs('Root') ? [change('catalog', 'Root')] : []),
    ...(differs('Info') ? [change('metadata', 'Info')] : []),
    ...(differs('ID') ? [change('structure', 'ID')] : []),
  ]
}

const CONTENT_KEYS = new Set(['Contents', 'Resources'])

function kindsOf(
  number: number,
  before: RevisionReading,
  after: RevisionReading,
  place: ObjectPlace | undefined,
): ChangeKind[] {
  const oldObject = before.object(number)
  const newObject = after.object(number)
  if (place?.page && place.keys.length === 0 && oldObject instanceof PdfDict && newObject instanceof PdfDict)
    return [...new Set(differingKeys(oldObject, newObject).map(kindOfKey))]
  if (newObject instanceof PdfDict && newObject.has('FT')) return ['field']
  return [kindOf(place)]
}

function kindOfKey(key: string): ChangeKind {
  if (CONTENT_KEYS.has(key)) return 'content'
  return key === 'Annots' ? 'annotation' : 'page'
}

function kindOf(place: ObjectPlace | undefined): ChangeKind {
  if (!place) return 'object'
  const [firstKey = '', secondKey = ''] = place.keys
  if (firstKey === 'Info') return 'metadata'
  if (place.keys.includes('AP')) return 'appearance'
  if (place.page) return kindOfKey(firstKey)
  if (secondKey === 'Pages') return 'page'
  return secondKey === 'AcroForm' ? 'field' : 'catalog'
}

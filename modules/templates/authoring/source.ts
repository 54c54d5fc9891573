import { createHash } from 'node:crypto'
import { type Document, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Path } from '#assembly/template/parse.ts'
import { notFound } from '#src/core/errors.ts'
import { findHostileYaml } from '../publishing/hostile.ts'

export type PlainObject = Record<string, unknown>

/**
 * The source of a template as a document that forms read and change without losing its comments and order.
 */
export interface Source {
  document: Document
  /** The source as plain values, as they were before any change. */
  data: PlainObject
}

/** Null if the source is not YAML, or not a mapping. */
export function openSource(yaml: string): Source | null {
  if (findHostileYaml(yaml)) return null
  const document = parseDocument(yaml)
  if (document.errors.length || document.warnings.length || !isMap(document.contents)) return null
  return { document, data: document.toJS() as PlainObject }
}

export const writeSource = ({ document }: Source): string => document.toString({ lineWidth: 109 })

/** The value at a path; undefined if there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  let value = data
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string | number, unknown>)[key]
  }
  return value
}

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listAt = (data: unknown, path: Path): unknown[] => {
  const value = valueAt(data, path)
  return Array.isArray(value) ? value : []
}

export const objectsAt = (data: unknown, path: Path): PlainObject[] =>
  listAt(data, path).map((one) => (isPlainObject(one) ? one : {}))

/** A text or a number as text; '' for anything else. */
export function textAt(data: unknown, path: Path): string {
  const value = valueAt(data, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The path that contains a text's languages: the part itself, or `text` within it. */
export const twinPath = (data: unknown, path: Path): Path =>
  isPlainObject(valueAt(data, [...path, 'text'])) ? [...path, 'text'] : path

/** Sets a value, or removes it if it is empty. A text keeps its style and its comments. */
export function setAt({ document }: Source, path: Path, value: unknown) {
  if (value === '' || value === undefined || (Array.isArray(value) && !value.length)) {
    if (document.hasIn(path)) document.deleteIn(path)
    return
  }
  const node = document.getIn(path, true)
  if (isScalar(node) && typeof value !== 'object') node.value = value
  else {
    makeMappings(document, path.slice(0, -1))
    document.setIn(path, document.createNode(value))
  }
}

/** Sets a value in one line, such as `{ field: forum, is: cietac }`. */
export function setInline(source: Source, path: Path, value: unknown) {
  setAt(source, path, value)
  const node = source.document.getIn(path, true)
  if (isMap(node) || isSeq(node)) node.flow = true
}

/** Replaces a value on the path that cannot have children by a mapping. */
function makeMappings(document: Document, path: Path) {
  for (let length = 1; length <= path.length; length++) {
    const part = path.slice(0, length)
    const node = document.getIn(part, true)
    if (node !== undefined && !isMap(node) && !isSeq(node)) document.setIn(part, document.createNode({}))
  }
}

/** Sets both languages of a text; removes the text if both are empty. */
export function setPair(source: Source, path: Path, values: Record<string, string>) {
  for (const [key, value] of Object.entries(values)) setAt(source, [...path, key], value)
  const node = source.document.getIn(path, true)
  if (isMap(node) && !node.items.length) source.document.deleteIn(path)
}

/** Inserts an entry into a list, which is created if necessary. */
export function insertAt({ document }: Source, path: Path, index: number, entry: unknown) {
  const list = document.getIn(path, true)
  if (!isSeq(list)) return document.setIn(path, document.createNode([entry]))
  // A list written as [] would put all its entries on one line.
  if (!list.items.length) list.flow = false
  list.items.splice(Math.min(index, list.items.length), 0, document.createNode(entry))
}

export function removeAt({ document }: Source, path: Path) {
  document.deleteIn(path)
  const list = document.getIn(path.slice(0, -1), true)
  if (isSeq(list) && !list.items.length && OPTIONAL_LISTS.has(String(path.at(-2))))
    document.deleteIn(path.slice(0, -1))
}

/** Lists that may be absent, but not empty. */
const OPTIONAL_LISTS = new Set([
  'items',
  'alternatives',
  'annexes',
  'rules',
  'advise',
  'dates',
  'options',
  'columns',
])

/**
 * Moves an entry of a list by one place, or to the beginning. A clause can also move into the next article.
 */
export function moveAt(source: Source, path: Path, to: 'top' | 'up' | 'down') {
  const [list, index] = [path.slice(0, -1), Number(path.at(-1))]
  const seq = source.document.getIn(list, true)
  if (!isSeq(seq)) notFound()
  const newIndex = to === 'top' ? 0 : index + (to === 'up' ? -1 : 1)
  if (newIndex >= 0 && newIndex < seq.items.length) {
    seq.items.splice(newIndex, 0, ...seq.items.splice(index, 1))
    return
  }
  const [top, article, clauses] = list
  if (clauses !== 'clauses') return
  const neighbourPath = [top!, Number(article) + (to === 'up' ? -1 : 1), 'clauses']
  const neighbour = source.document.getIn(neighbourPath, true)
  if (!isSeq(neighbour)) return
  neighbour.items.splice(to === 'up' ? neighbour.items.length : 0, 0, ...seq.items.splice(index, 1))
}

/** A digest of a part, by which a form detects a concurrent change. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 16)

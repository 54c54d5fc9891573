import type { PdfArray, PdfDict, PdfObject, PdfRef } from '@libpdf/core'
import { ownSource } from './own-source.ts'

/** Content that was removed from a file without changing the look of its pages. */
export type RemovedContent =
  | 'scripts'
  | 'actions'
  | 'attachments'
  | 'multimedia'
  | 'dynamicForm'
  | 'usageRights'

/** Content that pages depend on and that we do not accept. */
export type RefusedContent = 'external' | 'portfolio' | 'dynamicForm' | 'complex'

export interface ActiveContent {
  removed: Set<RemovedContent>
  refused: RefusedContent | null
}

type Resolve = (ref: PdfRef) => PdfObject | null

/** The maximum number of objects: a file of 500 pages has about 50,000. */
const MAX_OBJECTS = 400_000

export const MULTIMEDIA: ReadonlySet<string> = new Set(['RichMedia', '3D', 'Screen', 'Movie', 'Sound'])

/** The entries of a multimedia annotation that remain: its position and its static appearance. */
const STATIC_KEYS = new Set(['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F', 'OC', 'P', 'NM', 'StructParent'])

/** The entries that can contain an action. */
const ACTION_KEYS = new Set(['A', 'OpenAction', 'PA', 'Next'])

/** The entries for attached files, by system. */
const FILE_KEYS = ['F', 'UF', 'DOS', 'Mac', 'Unix']

const ALLOWED_URI = /^(https?|mailto|tel):/i

const PAGE_MOVES = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])

/**
 * Removes the active content of a file, everything that could act automatically, and returns the kinds
 * removed: scripts, actions that leave the file, attached files, multimedia, XFA forms. The data that we
 * attach to our own documents remain. Visits each object reachable from the catalog once and without
 * recursion, so that cycles and depth are harmless.
 */
export function removeActive(catalog: PdfDict, resolve: Resolve): ActiveContent {
  const content: ActiveContent = { removed: new Set(), refused: null }
  const source = ownSource(catalog, resolve)
  cleanCatalog(catalog, resolve, { content, source })
  const visited = new Set<PdfObject>([catalog])
  const queue: PdfObject[] = [catalog]
  for (let object = queue.pop(); object && !content.refused; object = queue.pop()) {
    if (visited.size > MAX_OBJECTS) content.refused = 'complex'
    if (object === source) continue
    for (const child of cleanAndListChildren(object, resolve, content)) {
      if (visited.has(child)) continue
      visited.add(child)
      queue.push(child)
    }
  }
  return content
}

const isDict = (object: PdfObject | null | undefined): object is PdfDict =>
  object?.type === 'dict' || object?.type === 'stream'
const isArray = (object: PdfObject | null | undefined): object is PdfArray => object?.type === 'array'
const nameOf = (dict: PdfDict, key: string, resolve: Resolve) => dict.getName(key, resolve)?.value

const resolveRef = (object: PdfObject | undefined, resolve: Resolve): PdfObject | null =>
  object?.type === 'ref' ? resolve(object) : (object ?? null)

/**
 * Removes named scripts, attached files, XFA and usage rights, which occur only in the catalog; refuses
 * portfolios and dynamic XFA forms.
 */
function cleanCatalog(
  catalog: PdfDict,
  resolve: Resolve,
  { content, source }: { content: ActiveContent; source: PdfDict | null },
) {
  if (catalog.has('Collection')) content.refused = 'portfolio'
  if (catalog.getBool('NeedsRendering', resolve)?.value) content.refused = 'dynamicForm'
  const names = resolveRef(catalog.get('Names'), resolve)
  if (isDict(names)) {
    if (names.delete('JavaScript')) content.removed.add('scripts')
    if (!source && names.delete('EmbeddedFiles')) content.removed.add('attachments')
  }
  const permissions = resolveRef(catalog.get('Perms'), resolve)
  // Adobe's usage rights are not a person's signature, and any change would invalidate them anyway.
  if (isDict(permissions) && (permissions.delete('UR3') || permissions.delete('UR')))
    content.removed.add('usageRights')
  const form = resolveRef(catalog.get('AcroForm'), resolve)
  if (isDict(form) && form.delete('XFA')) content.removed.add('dynamicForm')
}

/** Removes active content from an object, and returns its remaining children. */
function cleanAndListChildren(object: PdfObject, resolve: Resolve, content: ActiveContent): PdfObject[] {
  if (isArray(object)) return object.toArray().flatMap((item) => composite(resolveRef(item, resolve)))
  if (!isDict(object)) return []
  removeMultimedia(object, resolve, content)
  const children: PdfObject[] = []
  for (const [{ value: key }, value] of [...object]) {
    const child = resolveRef(value, resolve)
    if (shouldRemove(key, child, object, resolve, content)) object.delete(key)
    else children.push(...composite(child))
  }
  return children
}

const composite = (object: PdfObject | null): PdfObject[] =>
  isDict(object) || isArray(object) ? [object] : []

function removeMultimedia(dict: PdfDict, resolve: Resolve, content: ActiveContent) {
  if (dict.type === 'stream' && dict.has('F')) content.refused = 'external'
  if (dict.has('Rect') && MULTIMEDIA.has(nameOf(dict, 'Subtype', resolve) ?? '')) {
    content.removed.add('multimedia')
    for (const [{ value: key }] of [...dict]) if (!STATIC_KEYS.has(key)) dict.delete(key)
  }
}

/** Whether a value must be removed; records its kind. */
function shouldRemove(
  key: string,
  child: PdfObject | null,
  parent: PdfDict,
  resolve: Resolve,
  content: ActiveContent,
): boolean {
  const kind = ACTION_KEYS.has(key) ? kindOfAction(child, resolve) : kindOfValue(key, child, parent, resolve)
  if (kind) content.removed.add(kind)
  return kind !== null
}

function kindOfValue(
  key: string,
  child: PdfObject | null,
  parent: PdfDict,
  resolve: Resolve,
): RemovedContent | null {
  if (key === 'AA' && isDict(child)) return holdsActions(child, resolve) ? 'actions' : null
  if (key === 'EF' && isDict(child)) return FILE_KEYS.some((name) => child.has(name)) ? 'attachments' : null
  if (key === 'JS' && parent.has('S')) return 'scripts'
  if (key === 'Ref' && nameOf(parent, 'Subtype', resolve) === 'Form') return 'actions'
  return null
}

const holdsActions = (dict: PdfDict, resolve: Resolve) =>
  [...dict].some(([, value]) => {
    const action = resolveRef(value, resolve)
    return isDict(action) && nameOf(action, 'S', resolve) !== undefined
  })

/**
 * The kind of a forbidden action, or of the first in a list; null for a jump within the file and for a web
 * link.
 */
function kindOfAction(action: PdfObject | null, resolve: Resolve): RemovedContent | null {
  if (isArray(action)) {
    const kinds = action
      .toArray()
      .slice(0, 50)
      .map((one) => kindOfSingleAction(resolveRef(one, resolve), resolve))
    return kinds.find((kind) => kind !== null) ?? null
  }
  return kindOfSingleAction(action, resolve)
}

function kindOfSingleAction(action: PdfObject | null, resolve: Resolve): RemovedContent | null {
  if (!isDict(action)) return null
  const actionType = nameOf(action, 'S', resolve)
  // Without an action type the value is not an action; attributes of a structure element, for example, use
  // the same key.
  if (actionType === undefined || actionType === 'GoTo') return null
  if (actionType === 'URI')
    return ALLOWED_URI.test(action.getString('URI', resolve)?.asString() ?? '') ? null : 'actions'
  if (actionType === 'Named') return PAGE_MOVES.has(nameOf(action, 'N', resolve) ?? '') ? null : 'actions'
  return actionType === 'JavaScript' ? 'scripts' : 'actions'
}

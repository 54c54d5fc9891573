import type { Path } from '#assembly/template/parse.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { changeSource, type Draft, findDraft } from '../publishing/draft.ts'
import { type PageName, pageFor } from './address.ts'
import { FORMS } from './forms/forms.ts'
import { isLastParty } from './forms/party.ts'
import type { Values } from './forms/values.ts'
import { hasBlock } from './ids.ts'
import {
  digestOf,
  insertAt,
  listAt,
  moveAt,
  openSource,
  removeAt,
  type Source,
  valueAt,
  writeSource,
} from './source.ts'

/** A draft that forms can change. */
export type EditedDraft = Draft & { source: Source }

/**
 * The draft with its source; null if the source is not YAML and can only be corrected as text. Throws
 * NOT_FOUND.
 */
export async function findEdited(db: Db, id: string): Promise<EditedDraft | Draft> {
  const draft = await findDraft(db, id)
  const source = openSource(draft.yaml)
  return source ? { ...draft, source } : draft
}

export const isEdited = (draft: Draft | EditedDraft): draft is EditedDraft => 'source' in draft

/** The page that shows a part; for a shared block among the articles, the page of blocks. */
export const pageOf = ({ data }: Source, path: Path): PageName =>
  hasBlock(valueAt(data, path)) ? 'block' : pageFor(path)

/** The values of a part's form, and the digest of the part. */
export function readPart({ data }: Source, page: PageName, path: Path): { values: Values; digest: string } {
  return { values: FORMS[page].read(data, path), digest: digestOfPage(data, page, path) }
}

/** The general page shows the template without its lists. */
function digestOfPage(data: Source['data'], page: PageName, path: Path): string {
  if (page !== 'general') return digestOf(FORMS[page].read(data, path))
  return digestOf(FORMS.general.read(data, []))
}

export interface PartChange {
  page: PageName
  path: Path
  /** Whether the part is to be inserted at the path. */
  isNew: boolean
  /** Digest of the part at the time when the form was shown. */
  digest: string
  values: Values
}

/** Writes one part. Throws TEMPLATE_PART_CHANGED if the part was changed since the form was shown. */
export function savePart(db: Db, viewer: Viewer, id: string, change: PartChange): Promise<void> {
  const { page, path, isNew, digest, values } = change
  return changeDraft(db, viewer, id, (source) => {
    if (!isNew && digestOfPage(source.data, page, path) !== digest)
      throw new AppError('TEMPLATE_PART_CHANGED')
    if (isNew && path.length > 1) insertAt(source, path.slice(0, -1), Number(path.at(-1)), {})
    FORMS[page].write(isNew ? withCurrentData(source) : source, path, values)
  })
}

const withCurrentData = ({ document }: Source): Source => ({
  document,
  data: document.toJS() as Source['data'],
})

/** Adds a shared block after the articles. */
export const addBlock = (db: Db, viewer: Viewer, id: string, block: string): Promise<void> =>
  changeDraft(db, viewer, id, (source) =>
    insertAt(source, ['articles'], listAt(source.data, ['articles']).length, { block }),
  )

/**
 * Moves a part by one place or to the beginning, or removes it. Throws TEMPLATE_PART_CHANGED if the part was
 * changed since it was shown.
 */
export function placePart(
  db: Db,
  viewer: Viewer,
  id: string,
  { path, to: move, seen: digest }: { path: Path; to: 'top' | 'up' | 'down' | 'removed'; seen: string },
): Promise<void> {
  return changeDraft(db, viewer, id, (source) => {
    const part = valueAt(source.data, path)
    if (part === undefined) notFound()
    if (digestOf(part) !== digest) throw new AppError('TEMPLATE_PART_CHANGED')
    if (move !== 'removed') return moveAt(source, path, move)
    if (path[0] === 'parties' && !isLastParty(source.data, path)) notFound()
    removeAt(source, path)
  })
}

/** Restores the source from before the last change; repeating this changes nothing. */
export async function undoChange(db: Db, viewer: Viewer, id: string, revision: number): Promise<void> {
  const draft = await findDraft(db, id)
  if (draft.revision !== revision || !draft.previous) throw new AppError('TEMPLATE_PART_CHANGED')
  if (!(await changeSource(db, viewer, draft, draft.previous))) throw new AppError('TEMPLATE_PART_CHANGED')
}

/** Replaces the whole source. */
export async function saveSource(
  db: Db,
  viewer: Viewer,
  id: string,
  revision: number,
  yaml: string,
): Promise<void> {
  const draft = await findDraft(db, id)
  if (draft.revision !== revision) throw new AppError('TEMPLATE_PART_CHANGED')
  if (!(await changeSource(db, viewer, draft, yaml))) throw new AppError('TEMPLATE_PART_CHANGED')
}

const MAX_ATTEMPTS = 3

/** Changes the newest source, so that a concurrent change of another part is not lost. */
async function changeDraft(db: Db, viewer: Viewer, id: string, change: (source: Source) => void) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const draft = await findEdited(db, id)
    if (!isEdited(draft) || draft.published_at) throw new AppError('TEMPLATE_PART_CHANGED')
    change(draft.source)
    const yaml = writeSource(draft.source)
    if (yaml === draft.yaml || (await changeSource(db, viewer, draft, yaml))) return
  }
  throw new AppError('TEMPLATE_PART_CHANGED')
}

import { staffNames } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { setAt, writeSource } from '../authoring/source.ts'
import { findBlock, textsOf } from './block.ts'
import { checkBlock } from './check-block.ts'

/** Begins a draft of the block with the text in force, if it has none; returns the draft's id. */
export async function beginBlockDraft(db: Db, viewer: Viewer, name: string): Promise<string> {
  const { version, yaml } = await findBlock(name)
  await db
    .insertInto('templates.block_draft')
    .values({ id: newId(), name, base_version: version, yaml, state: 'edited', ...changeColumns(viewer) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('templates.block_draft')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

const changeColumns = (viewer: Viewer) => ({ changed_by: viewer.id, changed_at: now() })

/** Throws NOT_FOUND. */
export async function findBlockDraft(db: Db, id: string) {
  if (!isId(id)) notFound()
  const draft = await db
    .selectFrom('templates.block_draft as draft')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'changed_by')
    .selectAll('draft')
    .select('staff.name as staffName')
    .where('draft.id', '=', id)
    .executeTakeFirst()
  return draft ?? notFound()
}

export type BlockDraft = Awaited<ReturnType<typeof findBlockDraft>>

/** The open drafts, by name of the block. */
export const listBlockDrafts = (db: Db) =>
  db.selectFrom('templates.block_draft').select(['id', 'name', 'state', 'changed_at']).execute()

/** The check's findings so far, by template code. */
export const findFindings = (db: Db, draftId: string) =>
  db
    .selectFrom('templates.block_finding')
    .select(['code', 'version', 'problems', 'yaml'])
    .where('draft_id', '=', draftId)
    .orderBy('code')
    .execute()

export type Finding = Awaited<ReturnType<typeof findFindings>>[number]

/**
 * Writes the changed texts. The key of each value is the index of its text in the list and its language,
 * such as `3-zh`. Throws TEMPLATE_PART_CHANGED if the draft was changed after this revision.
 */
export async function saveTexts(
  db: Db,
  viewer: Viewer,
  { id, revision, values }: { id: string; revision: number; values: Record<string, string> },
) {
  const draft = await findBlockDraft(db, id)
  const parsedTexts = textsOf(draft.yaml)
  if (!parsedTexts || draft.revision !== revision) throw new AppError('TEMPLATE_PART_CHANGED')
  let hasChanged = false
  for (const [index, { path, texts }] of parsedTexts.texts.entries())
    for (const [key, text] of Object.entries(texts)) {
      const value = values[`${index}-${key}`]?.replaceAll('\r\n', '\n').trim()
      if (value === undefined || value === text) continue
      setAt(parsedTexts.source, [...path, key], value)
      hasChanged = true
    }
  return hasChanged
    ? saveBlockSource(db, viewer, { id, revision, yaml: writeSource(parsedTexts.source) })
    : revision
}

/**
 * Stores a changed source, which has to be checked again, and returns its revision. Throws
 * TEMPLATE_PART_CHANGED.
 */
export async function saveBlockSource(
  db: Db,
  viewer: Viewer,
  { id, revision, yaml }: { id: string; revision: number; yaml: string },
): Promise<number> {
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('templates.block_draft')
      .set({ yaml, revision: revision + 1, state: 'edited', ...changeColumns(viewer) })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) throw new AppError('TEMPLATE_PART_CHANGED')
    await trx.deleteFrom('templates.block_finding').where('draft_id', '=', id).execute()
  })
  return revision + 1
}

/**
 * Starts the check of all templates that contain the block. Throws TEMPLATE_PART_CHANGED, BLOCK_UNCHANGED.
 */
export async function startBlockCheck(db: Db, id: string, revision: number) {
  const { name, yaml } = await findBlockDraft(db, id)
  if (yaml === (await findBlock(name)).yaml) throw new AppError('BLOCK_UNCHANGED')
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('templates.block_draft')
      .set({ state: 'checking' })
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('state', '!=', 'checking')
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) throw new AppError('TEMPLATE_PART_CHANGED')
    await trx.deleteFrom('templates.block_finding').where('draft_id', '=', id).execute()
    await checkBlock.enqueue(trx, { id, revision })
  })
}

/** Deletes a draft; the block in force does not change. */
export async function removeBlockDraft(db: Db, id: string) {
  await findBlockDraft(db, id)
  await db.deleteFrom('templates.block_draft').where('id', '=', id).execute()
}

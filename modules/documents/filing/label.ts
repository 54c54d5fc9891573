import { sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import type { Colour, LabelKind } from './schema.ts'

export const MAX_LABELS: Record<LabelKind, number> = { folder: 200, tag: 50 }

/** Filing documents needs the same permission as renaming them. */
export const requireFiler = (viewer: Viewer) => requirePermission(viewer, 'document.create')

/** The error when no further folder, tag or view can be added. */
export const limitReached = (max: number) =>
  new AppError('INVALID_FIELD', { max }, 'documents.filing.problem.full')

interface LabelFields {
  name: string
  colour: Colour
}

const onTakenName = onUniqueViolation({ label_name: 'FILING_NAME_EXISTS' })

/** The team's folders and tags, by name, each with the number of its documents. */
export const listLabels = (db: Db, { teamId }: Viewer) =>
  db
    .selectFrom('documents.label as label')
    .select(['label.id', 'label.kind', 'label.name', 'label.colour'])
    .select((eb) =>
      eb
        .case()
        .when('label.kind', '=', 'folder')
        .then(
          eb
            .selectFrom('documents.document as document')
            .select(eb.fn.countAll<number>().as('count'))
            .whereRef('document.folder_id', '=', 'label.id')
            .where('document.deleted_at', 'is', null),
        )
        .else(
          eb
            .selectFrom('documents.tagged as tagged')
            .innerJoin('documents.document as document', 'document.id', 'tagged.document_id')
            .select(eb.fn.countAll<number>().as('count'))
            .whereRef('tag_id', '=', 'label.id')
            .where('document.deleted_at', 'is', null),
        )
        .end()
        .as('count'),
    )
    .where('label.team_id', '=', teamId)
    .orderBy(sql`label.name collate documents.by_name`)
    .execute()

export type ListedLabel = Awaited<ReturnType<typeof listLabels>>[number]

/** Throws NOT_FOUND, also for a label of another team. */
export async function findLabel(db: Db, { teamId }: Viewer, id: string) {
  if (!isId(id)) notFound()
  const label = await db
    .selectFrom('documents.label')
    .select(['id', 'kind', 'name', 'colour'])
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return label ?? notFound()
}

/** Throws ACCESS_DENIED, FILING_NAME_EXISTS, or INVALID_FIELD when there are too many. */
export async function addLabel(db: Db, viewer: Viewer, kind: LabelKind, fields: LabelFields) {
  requireFiler(viewer)
  const { teamId } = viewer
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`labels ${teamId}`}, 0))`.execute(trx)
    const { count } = await trx
      .selectFrom('documents.label')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('team_id', '=', teamId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    if (count >= MAX_LABELS[kind]) throw limitReached(MAX_LABELS[kind])
    await trx
      .insertInto('documents.label')
      .values({ id: newId(), team_id: teamId, kind, ...fields, created_at: now() })
      .execute()
      .catch(onTakenName)
  })
}

/** Throws ACCESS_DENIED, NOT_FOUND, or FILING_NAME_EXISTS. */
export async function changeLabel(db: Db, viewer: Viewer, id: string, fields: LabelFields) {
  requireFiler(viewer)
  await findLabel(db, viewer, id)
  await db.updateTable('documents.label').set(fields).where('id', '=', id).execute().catch(onTakenName)
}

/**
 * Removes a label; its documents remain and leave the folder, or lose the tag. Throws ACCESS_DENIED,
 * NOT_FOUND.
 */
export async function removeLabel(db: Db, viewer: Viewer, id: string) {
  requireFiler(viewer)
  await findLabel(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('documents.label').where('id', '=', id).execute()
    await trx.updateTable('documents.document').set({ folder_id: null }).where('folder_id', '=', id).execute()
  })
}

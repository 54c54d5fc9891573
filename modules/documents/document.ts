import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { requirePermission, teamsByName } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, type ErrorCode, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { actorOf, logAction } from './audit-log.ts'
import { calledText } from './drafts/entered-text.ts'
import { refuseLapsed } from './drafts/validity.ts'
import type { FileKind } from './schema.ts'

/**
 * The access control of documents, row by row: a viewer sees their own documents, and with the permission
 * `team.documents` those of the whole team.
 */
export const visibleDocuments = (db: Db, viewer: Viewer) =>
  withDeleted(db, viewer).where('document.deleted_at', 'is', null)

/** The access control of `visibleDocuments` as a condition. */
export function visibleTo({ teamId, id, permissions }: Viewer): RawBuilder<boolean> {
  const ownCondition = permissions.includes('team.documents') ? sql`` : sql`and document.creator_id = ${id}`
  return sql<boolean>`document.team_id = ${teamId} ${ownCondition} and document.deleted_at is null`
}

/** For other modules' queries: whether the viewer may see a document. */
export const canSee = (db: Db, viewer: Viewer) => (documentId: Expression<string>) =>
  sql<boolean>`exists ${visibleDocuments(db, viewer).select('document.id').where('document.id', '=', documentId)}`

/** Like `visibleDocuments`, including deleted drafts that can still be restored. */
export function withDeleted(db: Db, viewer: Viewer) {
  const teamDocuments = db
    .selectFrom('documents.document as document')
    .where('document.team_id', '=', viewer.teamId)
  return viewer.permissions.includes('team.documents')
    ? teamDocuments
    : teamDocuments.where('document.creator_id', '=', viewer.id)
}

/** Like `visibleDocuments`, with the document's file of a kind joined as `file`; null when there is none. */
export const visibleWithFile = (db: Db, viewer: Viewer, kind: FileKind) =>
  visibleDocuments(db, viewer).leftJoin('documents.file as file', (join) =>
    join.onRef('file.document_id', '=', 'document.id').on('file.kind', '=', kind),
  )

/** Like `visibleDocuments`, without imported PDFs, which have no text of ours. */
export const draftedDocuments = (db: Db, viewer: Viewer) =>
  visibleDocuments(db, viewer).where('document.kind', '=', 'drafted')

/** Throws NOT_FOUND for an unknown id, for another customer's document and for an imported PDF. */
export async function findDocument(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const document = await draftedDocuments(db, viewer)
    .selectAll('document')
    .where('document.id', '=', id)
    .executeTakeFirst()
  return document ?? notFound()
}

/** A document without its text, for pages that do not show it; also finds imported PDFs. */
export async function findHeading(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const document = await visibleDocuments(db, viewer)
    .select(['id', 'name', 'number', 'status', 'kind', 'creator_id', 'valid_until'])
    .where('id', '=', id)
    .executeTakeFirst()
  return document ?? notFound()
}

/** The name and the state of a document. */
export type Heading = Awaited<ReturnType<typeof findHeading>>

/**
 * For other modules' queries: the documents to which a text links, without those that the viewer may not
 * see.
 */
export const linkedDocuments = (db: Db, viewer: Viewer) => (words: Expression<string>) =>
  jsonArrayFrom(
    visibleDocuments(db, viewer)
      .select(['id', 'name', 'number', 'status', 'kind'])
      .where(
        sql<boolean>`document.id in (select link[1]::uuid from regexp_matches(${words}, ${LINK_PATTERN}, 'g') as link)`,
      ),
  )

const LINK_PATTERN = '/mgmt/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/'

/**
 * A document without its text, for a request that changes it. Throws ACCESS_DENIED when the viewer may only
 * read.
 */
export async function findHeadingToEdit(db: Db, viewer: Viewer, id: string) {
  const heading = await findHeading(db, viewer, id)
  requirePermission(viewer, 'document.create')
  return heading
}

/** A whole document for editing. Throws ACCESS_DENIED when the viewer may only read. */
export async function findToEdit(db: Db, viewer: Viewer, id: string) {
  const document = await findDocument(db, viewer, id)
  requirePermission(viewer, 'document.create')
  return document
}

export type Document = Awaited<ReturnType<typeof findDocument>>

const NAME_TAKEN: Record<string, ErrorCode> = {
  document_name: 'DOCUMENT_NAME_EXISTS',
  document_number: 'DOCUMENT_NUMBER_EXISTS',
}

/**
 * Renames a draft. Throws DOCUMENT_NAME_EXISTS, DOCUMENT_NUMBER_EXISTS, DOCUMENT_LAPSED or
 * DOCUMENT_STATUS_WRONG.
 */
export async function renameDocument(
  db: Db,
  viewer: Viewer,
  id: string,
  names: { name: string; number: string },
) {
  const document = await findHeadingToEdit(db, viewer, id)
  refuseLapsed(document, viewer)
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('documents.document')
      .set({ ...names, called: calledText(names), updated_at: now() })
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
      .catch(onUniqueViolation(NAME_TAKEN))
    if (update.numUpdatedRows !== 1n) throw new AppError('DOCUMENT_STATUS_WRONG')
    await logAction(trx, id, actorOf(viewer, document.creator_id), 'rename', names)
  })
}

/** For our staff: the numbers and owners of these documents. */
export async function ownersOfDocuments(db: Db, ids: string[]) {
  if (!ids.length) return []
  return db
    .selectFrom('documents.document as document')
    .innerJoin(teamsByName(db).as('team'), 'team.id', 'document.team_id')
    .select(['document.id', 'document.number', 'team.name as team'])
    .where('document.id', 'in', ids)
    .execute()
}

import { sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import { spendIfLeft } from '#modules/orders/index.ts'
import type { Db } from '#src/app/database.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError, type ErrorCode, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { literally } from '#src/db/patterns.ts'
import { refuseTaken } from '#src/db/unique.ts'
import type { LanguageChoice } from './assembly/answers.ts'
import { blankAnswers } from './assembly/blank.ts'
import type { Template } from './assembly/template/template.ts'
import { actorOf, logAction } from './audit-log.ts'
import { mayUse } from './template-access.ts'

/** The documents a viewer may see: their own, and the whole team's with `team.documents`. */
export function visibleDocuments(db: Db, viewer: Viewer) {
  const own = db.selectFrom('documents.document as document').where('document.team_id', '=', viewer.teamId)
  return viewer.permissions.includes('team.documents')
    ? own
    : own.where('document.creator_id', '=', viewer.id)
}

/** Throws NOT_FOUND for an unknown id and for somebody else's document alike. */
export async function findDocument(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const found = await visibleDocuments(db, viewer)
    .selectAll('document')
    .where('document.id', '=', id)
    .executeTakeFirst()
  return found ?? notFound()
}

/** The same without its text, for pages about a document that do not show it. */
export async function findHeading(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) notFound()
  const found = await visibleDocuments(db, viewer)
    .select(['id', 'name', 'number', 'status', 'creator_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? notFound()
}

/** What a document is called, and how far it has come. */
export type Heading = Awaited<ReturnType<typeof findHeading>>

/** The same for whoever is about to change it. Throws ACCESS_DENIED when they may only read. */
export async function findToEdit(db: Db, viewer: Viewer, id: string) {
  const document = await findDocument(db, viewer, id)
  requirePermission(viewer, 'document.create')
  return document
}

export type Document = Awaited<ReturnType<typeof findDocument>>

/**
 * Creates a draft. The template's text is kept with it, so a newer version never changes it. Throws
 * TEMPLATE_NOT_IN_PLAN, or TEMPLATE_UPDATED when the page the choice was made on showed an older version.
 */
export async function createDocument(
  db: Db,
  viewer: Viewer,
  template: Template,
  choice: { version: number; languages: LanguageChoice; name?: string },
): Promise<string> {
  requirePermission(viewer, 'document.create')
  if (!mayUse(viewer.permissions, template)) throw new AppError('TEMPLATE_NOT_IN_PLAN')
  if (choice.version !== template.version) throw new AppError('TEMPLATE_UPDATED')
  const id = newId()
  const title =
    choice.languages.primary === 'en' ? template.title.en : titleIn(template, choice.languages.script)
  await db.transaction().execute(async (trx) => {
    const number = await nextNumber(trx, viewer.teamId)
    await trx
      .insertInto('documents.document')
      .values({
        id,
        team_id: viewer.teamId,
        creator_id: viewer.id,
        name: await freeName(trx, viewer.teamId, choice.name ?? title),
        number,
        status: 'draft',
        template_code: template.code,
        template: JSON.stringify(template),
        answers: JSON.stringify(blankAnswers(template, choice.languages)),
        saved_by: viewer.id,
        created_at: now(),
        updated_at: now(),
      })
      .execute()
    const kind = template.type === 'I' ? 'document_1' : 'document_2'
    const use = {
      teamId: viewer.teamId,
      kind,
      spentBy: viewer.id,
      documentId: id,
      key: `document ${id}`,
    } as const
    await spendIfLeft(trx, use)
    await logAction(trx, id, actorOf(viewer, viewer.id), 'create', { template: template.code, number })
  })
  return id
}

function titleIn(template: Template, script: LanguageChoice['script']): string {
  return script === 'Hant' ? (template.title.hant ?? template.title.zh) : template.title.zh
}

/** QS-2026-0142: counted by team and by year in Shanghai, without gaps among committed documents. */
async function nextNumber(trx: Db, teamId: string): Promise<string> {
  const year = Number(shanghaiDay().slice(0, 4))
  const { last } = await trx
    .insertInto('documents.numbering')
    .values({ team_id: teamId, year, last: 1 })
    .onConflict((oc) =>
      oc.columns(['team_id', 'year']).doUpdateSet({ last: sql`documents.numbering.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `QS-${year}-${String(last).padStart(4, '0')}`
}

/** The counter's row is locked by now, so nobody else of the team can take the name in between. */
async function freeName(trx: Db, teamId: string, wanted: string): Promise<string> {
  const taken = await trx
    .selectFrom('documents.document')
    .select('name')
    .where('team_id', '=', teamId)
    .where((eb) => eb.or([eb('name', '=', wanted), eb('name', 'like', `${literally(wanted)} (%)`)]))
    .execute()
  const names = new Set(taken.map((row) => row.name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} (${n})`
    if (!names.has(name)) return name
  }
}

const TAKEN: Record<string, ErrorCode> = {
  document_name: 'DOCUMENT_NAME_EXISTS',
  document_number: 'DOCUMENT_NUMBER_EXISTS',
}

/** Renames a draft. Throws DOCUMENT_NAME_EXISTS, DOCUMENT_NUMBER_EXISTS or DOCUMENT_STATUS_WRONG. */
export async function renameDocument(
  db: Db,
  viewer: Viewer,
  id: string,
  to: { name: string; number: string },
) {
  const document = await findToEdit(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable('documents.document')
      .set({ ...to, updated_at: now() })
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .executeTakeFirst()
      .catch(refuseTaken(TAKEN))
    if (renamed.numUpdatedRows !== 1n) throw new AppError('DOCUMENT_STATUS_WRONG')
    await logAction(trx, id, actorOf(viewer, document.creator_id), 'rename', to)
  })
}

/** Deletes a draft and its log; whatever has been finalised stays. Throws DOCUMENT_STATUS_WRONG. */
export async function deleteDraft(db: Db, viewer: Viewer, id: string) {
  await findToEdit(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('documents.document')
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .executeTakeFirst()
    if (gone.numDeletedRows !== 1n) throw new AppError('DOCUMENT_STATUS_WRONG')
    await trx.deleteFrom('documents.action').where('document_id', '=', id).execute()
  })
}

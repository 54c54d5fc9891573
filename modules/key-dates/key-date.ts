import { type Expression, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { DEFAULT_REMINDER_DAYS } from '#assembly/dates/key-date.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { finalDocuments, findHeading, visibleDocuments } from '#modules/documents/index.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { KeyDateFields } from './forms.ts'

/** The maximum number of dates that people add to one document. */
export const MAX_ADDED = 100

/** The dates of the documents that the viewer may see. */
export const visibleDates = (db: Db, viewer: Viewer) =>
  visibleDocuments(db, viewer)
    .innerJoin('key_dates.key_date as date', 'date.document_id', 'document.id')
    .select(['date.id', 'date.document_id', 'date.kind', 'date.label', 'date.day', 'computed_day'])
    .select(['date.remind', 'date.done_at', 'date.source'])
    .select(['document.name as document', 'document.number', 'document.kind as document_kind'])

export type KeyDate = Awaited<ReturnType<ReturnType<typeof visibleDates>['execute']>>[number]

/** Throws NOT_FOUND, also for a date of a document that the viewer may not see. */
export async function findKeyDate(db: Db, viewer: Viewer, id: string): Promise<KeyDate> {
  if (!isId(id)) notFound()
  return (await visibleDates(db, viewer).where('date.id', '=', id).executeTakeFirst()) ?? notFound()
}

/** The dates of one document, in order. */
export const datesOf = (db: Db, viewer: Viewer, documentId: string): Promise<KeyDate[]> =>
  visibleDates(db, viewer)
    .where('date.document_id', '=', documentId)
    .orderBy('date.day')
    .orderBy('date.id')
    .limit(500)
    .execute()

/** For queries of a document: its next open dates, which its page shows. */
export const nextDates = (db: Db) => (documentId: Expression<string>) =>
  jsonArrayFrom(
    db
      .selectFrom('key_dates.key_date as date')
      .select(['date.id', 'date.label', 'date.day', 'date.kind'])
      .where('date.document_id', '=', documentId)
      .where('date.done_at', 'is', null)
      .orderBy('date.day')
      .orderBy('date.id')
      .limit(5),
  )

/** Whether a document can have dates: only documents that no longer change, final ones and imported PDFs. */
export const mayHaveDates = ({ kind, status }: { kind: string; status: string }) =>
  kind === 'imported' || ['finalised', 'signing', 'completed'].includes(status)

const requireEditor = (viewer: Viewer) => requirePermission(viewer, 'document.create')

/** Adds a date to a document. Throws DOCUMENT_STATUS_WRONG for a draft, KEY_DATES_FULL. */
export async function addKeyDate(db: Db, viewer: Viewer, documentId: string, fields: KeyDateFields) {
  const document = await findHeading(db, viewer, documentId)
  requireEditor(viewer)
  if (!mayHaveDates(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  await db.transaction().execute(async (trx) => {
    await finalDocuments.lockText(trx, documentId)
    const { added } = await trx
      .selectFrom('key_dates.key_date')
      .select((eb) => eb.fn.countAll<string>().as('added'))
      .where('document_id', '=', documentId)
      .where('source', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(added) >= MAX_ADDED) throw new AppError('KEY_DATES_FULL', { max: MAX_ADDED })
    const { label, day, kind, remind } = fields
    await trx
      .insertInto('key_dates.key_date')
      .values({
        id: newId(),
        team_id: viewer.teamId,
        document_id: documentId,
        source: null,
        kind,
        label: JSON.stringify(sameWords(label)),
        day,
        computed_day: null,
        remind: remind ?? DEFAULT_REMINDER_DAYS,
        created_by: viewer.id,
        created_at: now(),
        done_at: null,
        reminded_at: null,
      })
      .execute()
  })
}

/** A typed name, used for all languages. */
const sameWords = (label: string) => ({ zh_CN: label, en_US: label, zh_TW: label })

/** Changes a date; a computed date keeps its name. A later day or another notice causes a new reminder. */
export async function changeKeyDate(db: Db, viewer: Viewer, id: string, fields: KeyDateFields) {
  const { source } = await findKeyDate(db, viewer, id)
  requireEditor(viewer)
  const { label, day, kind, remind = DEFAULT_REMINDER_DAYS } = fields
  await db
    .updateTable('key_dates.key_date')
    .set({
      day,
      remind,
      reminded_at: sql<Date | null>`case when day = ${day} and remind = ${remind} then reminded_at end`,
      ...(source === null && { kind, label: JSON.stringify(sameWords(label)) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Marks a date as done, or as open again. */
export async function tickKeyDate(db: Db, viewer: Viewer, id: string, isDone: boolean): Promise<KeyDate> {
  const date = await findKeyDate(db, viewer, id)
  requireEditor(viewer)
  await db
    .updateTable('key_dates.key_date')
    .set((eb) => ({ done_at: isDone ? eb.fn.coalesce('done_at', eb.val(now())) : null }))
    .where('id', '=', id)
    .execute()
  return date
}

/**
 * A date that a person added and can remove; a computed date can only be marked as done. Throws NOT_FOUND.
 */
export async function findRemovable(db: Db, viewer: Viewer, id: string): Promise<KeyDate> {
  const date = await findKeyDate(db, viewer, id)
  requireEditor(viewer)
  return date.source === null ? date : notFound()
}

export async function removeKeyDate(db: Db, viewer: Viewer, id: string): Promise<KeyDate> {
  const date = await findRemovable(db, viewer, id)
  await db.deleteFrom('key_dates.key_date').where('id', '=', id).execute()
  return date
}

/** Whether an open date has passed. */
export const isPassed = ({ day, done_at }: Pick<KeyDate, 'day' | 'done_at'>): boolean =>
  !done_at && day < shanghaiDay()

import { sql } from 'kysely'
import * as v from 'valibot'
import { dueAt } from '#src/calendar/reply.ts'
import { ago, DAY, MINUTE, now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { cleanPicture, type PictureType } from '#src/files/pictures/picture.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { removeAll, removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { getFile, putFile } from '#src/jobs/storage.ts'
import type { MessageKey } from '#views/language/messages.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { sendReceiptLater } from './emails/receipt.ts'
import { notifyStaffLater } from './emails/to-staff.ts'

/** The maximum size of an attachment, in bytes (source: specification, section 5). */
export const MAX_ATTACHMENT = 5 * 1024 * 1024

const text = v.pipe(v.optional(v.string(), ''), v.trim(), v.nonEmpty('common.problem.required'))

export const FeedbackForm = v.object({
  question: v.pipe(text, v.maxLength(2000, 'common.problem.tooLong')),
  email: v.pipe(text, v.transform(foldAddress), v.check(isAddress, 'common.problem.format')),
})

export interface NewFeedback {
  question: string
  email: string
  locale: Locale
  accountId: string | null
  picture: Uint8Array | null
}

/** The locale key of the problem of the attachment, or null. */
export function picturesProblem(files: Uint8Array[]): MessageKey | null {
  if (files.length > 1) return 'messaging.problem.oneFile'
  if (files.some((bytes) => bytes.length > MAX_ATTACHMENT)) return 'messaging.problem.fileSize'
  return files.every(cleanPicture) ? null : 'messaging.problem.fileType'
}

const keyOf = (id: string) => `feedback/${id}`

/** The short number that customers see; it does not reveal a sequence. */
export const numberOf = (id: string) => id.slice(-8).toUpperCase()

/** Within this time, equal text and picture from the same address count as a duplicate submission. */
const DUPLICATE_WINDOW = 10 * MINUTE

/** Finds a duplicate that was just stored. A concurrent second submission waits here for the first one. */
async function findDuplicate(trx: Db, { question, email, attachment }: DuplicateKey) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedback ${email} ${question}`}, 0))`.execute(
    trx,
  )
  return trx
    .selectFrom('messaging.feedback')
    .select('id')
    .where('created_at', '>', ago(DUPLICATE_WINDOW))
    .where('question', '=', question)
    .where('email', '=', email)
    .where('attachment', 'is not distinct from', attachment)
    .executeTakeFirst()
}

interface DuplicateKey extends Pick<NewFeedback, 'question' | 'email'> {
  attachment: PictureType | null
}

/** Stores the feedback, once, and enqueues a receipt if `sendsReceipt` is set. */
export async function storeFeedback(trx: Db, feedback: NewFeedback, sendsReceipt: boolean): Promise<string> {
  const { picture: upload, accountId, ...row } = feedback
  const id = newId()
  const picture = upload && cleanPicture(upload)
  const attachment = picture?.type ?? null
  const duplicate = await findDuplicate(trx, { ...row, attachment })
  if (duplicate) return duplicate.id
  if (picture) await putFile(trx, keyOf(id), picture.bytes)
  await trx
    .insertInto('messaging.feedback')
    .values({
      id,
      ...row,
      account_id: accountId,
      attachment,
      created_at: now(),
      due_at: await dueAt(trx, 'general'),
    })
    .execute()
  const { email: to, locale } = feedback
  if (sendsReceipt) await sendReceiptLater(trx, { to, locale }, { number: numberOf(id) })
  await notifyStaffLater(trx, id, numberOf(id))
  return id
}

/** The retention period of the privacy statement. */
const RETENTION = 2 * 365 * DAY

/**
 * Nightly: deletes old feedback. Deletes the picture first: after a crash the row is found again, and its
 * missing picture does no harm.
 */
export const deleteOldFeedback = job('old-feedback', async (db) => {
  const createdBefore = ago(RETENTION)
  const oldRows = await db
    .selectFrom('messaging.feedback')
    .select(['id', 'attachment'])
    .where('created_at', '<', createdBefore)
    .execute()
  for (const { id, attachment } of oldRows) {
    if (attachment) await removeAll(db, keyOf(id))
    await db.deleteFrom('messaging.feedback').where('id', '=', id).execute()
  }
})

/** Deletes the feedback of an erased account. */
export async function eraseFeedback(trx: Db, { accountId }: { accountId: string }) {
  const rows = await trx
    .deleteFrom('messaging.feedback')
    .where('account_id', '=', accountId)
    .returning(['id', 'attachment'])
    .execute()
  for (const { id, attachment } of rows) if (attachment) await removeFiles.enqueue(trx, { prefix: keyOf(id) })
}

/** The feedback of an account and our answers, for the export of its data. */
export async function exportFeedback(db: Db, viewer: Viewer): Promise<ExportPart> {
  const rows = await db
    .selectFrom('messaging.feedback as feedback')
    .select(['id', 'question', 'email', 'state', 'created_at', 'attachment'])
    .select((eb) =>
      eb
        .selectFrom('messaging.feedback_action as action')
        .select('words')
        .whereRef('feedback_id', '=', 'feedback.id')
        .where('action', 'in', ['answer', 'interim'])
        .orderBy('action.id', 'desc')
        .limit(1)
        .as('answer'),
    )
    .where('account_id', '=', viewer.id)
    .orderBy('feedback.id')
    .execute()
  const pathOf = ({ id, attachment }: (typeof rows)[number]) =>
    attachment && `feedback/${numberOf(id)}.${attachment}`
  const feedback = rows.map((row) => {
    const { id, attachment: _, ...rest } = row
    return { number: numberOf(id), ...rest, file: pathOf(row) }
  })
  const files = rows
    .filter(({ attachment }) => attachment)
    .map((row) => ({ path: pathOf(row)!, at: row.created_at, content: { key: keyOf(row.id) } }))
  return { records: { feedback }, files }
}

export async function findAttachment(db: Db, id: string): Promise<{ type: PictureType; bytes: Uint8Array }> {
  if (!isId(id)) notFound()
  const row = await db
    .selectFrom('messaging.feedback')
    .select('attachment')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.attachment ? { type: row.attachment, bytes: await getFile(db, keyOf(id)) } : notFound()
}

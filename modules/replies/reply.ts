import { logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import type { ReplyTexts } from './schema.ts'

/** With more replies, finding one would take staff longer than writing the answer. */
export const MAX_REPLIES = 100

/** Sorted by name. */
export const listReplies = (db: Db) =>
  db.selectFrom('replies.reply').select(['id', 'name', 'texts']).orderBy('name').execute()

export type SavedReply = Awaited<ReturnType<typeof listReplies>>[number]

/** Throws NOT_FOUND. */
export async function findReply(db: Db, id: string) {
  const reply = isId(id)
    ? await db
        .selectFrom('replies.reply as reply')
        .leftJoin(staffNames(db).as('staff'), 'staff.id', 'reply.updated_by')
        .selectAll('reply')
        .select('staff.name as staffName')
        .where('reply.id', '=', id)
        .executeTakeFirst()
    : undefined
  return reply ?? notFound()
}

interface ReplyContent {
  name: string
  texts: ReplyTexts
}

const onNameTaken = onUniqueViolation({ reply_name: 'REPLY_NAME_EXISTS' })

/** Throws REPLY_NAME_EXISTS, and TOO_MANY_REPLIES. */
export async function addReply(db: Db, viewer: Viewer, { name, texts }: ReplyContent): Promise<string> {
  const id = newId()
  await db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom('replies.reply')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_REPLIES) throw new AppError('TOO_MANY_REPLIES')
    const row = { id, name, texts: JSON.stringify(texts), updated_at: now(), updated_by: viewer.id }
    await trx.insertInto('replies.reply').values(row).execute().catch(onNameTaken)
    await logChange(trx, viewer, id, name, 'add')
  })
  return id
}

/**
 * Changes the reply unless a colleague has changed it since `shownVersion`; returns whether it was changed.
 * Throws NOT_FOUND, REPLY_NAME_EXISTS.
 */
export async function editReply(
  db: Db,
  viewer: Viewer,
  id: string,
  shownVersion: string,
  { name, texts }: ReplyContent,
) {
  await findReply(db, id)
  return db.transaction().execute(async (trx) => {
    const reply = await lockReply(trx, id)
    if (reply.updated_at.toISOString() !== shownVersion) return false
    await trx
      .updateTable('replies.reply')
      .set({ name, texts: JSON.stringify(texts), updated_at: now(), updated_by: viewer.id })
      .where('id', '=', id)
      .execute()
      .catch(onNameTaken)
    await logChange(trx, viewer, id, name, 'edit')
    return true
  })
}

/** Throws NOT_FOUND, also when a colleague has just deleted the reply. */
export async function deleteReply(db: Db, viewer: Viewer, id: string) {
  await findReply(db, id)
  await db.transaction().execute(async (trx) => {
    const { name } = await lockReply(trx, id)
    await trx.deleteFrom('replies.reply').where('id', '=', id).execute()
    await logChange(trx, viewer, id, name, 'delete')
  })
}

async function lockReply(trx: Db, id: string) {
  const reply = await trx
    .selectFrom('replies.reply')
    .select(['name', 'updated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return reply ?? notFound()
}

const logChange = (trx: Db, viewer: Viewer, id: string, subject: string, reason: 'add' | 'edit' | 'delete') =>
  logDeskAction(trx, viewer, {
    accountId: null,
    subject,
    path: reason === 'delete' ? '' : `/desk/replies/${id}`,
    action: 'change-reply',
    reason,
  })

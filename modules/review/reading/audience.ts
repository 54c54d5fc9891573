import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { logAction } from '#modules/documents/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { type Author, answersInternal, type Comment, commentsFor, findComment, isOwn } from './comment.ts'
import type { Round } from './reading.ts'

/** An external reviewer, with the name that colleagues see. */
export interface Outsider {
  name: string
  organisation: string
}

/** The external reviewers of all rounds, who may have read comments for everyone. */
export function outsidersIn(rounds: Pick<Round, 'turns'>[]): Outsider[] {
  const turns = rounds.flatMap((round) => round.turns).filter(({ kind }) => kind === 'external')
  return [...new Map(turns.map((turn) => [turn.reviewer_id, turn])).values()].map(({ name, department }) => ({
    name,
    organisation: department,
  }))
}

const externalTurns = (db: Db, documentId: string) =>
  db
    .selectFrom('review.turn as turn')
    .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'turn.reviewer_id')
    .select(['reviewer.name', 'reviewer.department'])
    .where('reviewer.document_id', '=', documentId)
    .where('reviewer.kind', '=', 'external')

async function findOwnComment(
  db: Db,
  documentId: string,
  author: Author,
  id: string,
): Promise<Omit<Comment, 'round'>> {
  const comment = await findComment(db, documentId, id, 'team')
  return isOwn(comment, author) ? comment : notFound()
}

/**
 * The author's comment, with the external reviewers of all rounds, including removed ones. One query. Throws
 * NOT_FOUND; DOCUMENT_STATUS_WRONG if it answers an internal comment.
 */
export async function findToShare(db: Db, documentId: string, author: Author, id: string) {
  if (!isId(id)) notFound()
  const comment = await commentsFor(db, 'team')
    .selectAll('comment')
    .select([
      answersInternal.as('answersInternal'),
      jsonArrayFrom(externalTurns(db, documentId).groupBy('reviewer.id')).as('asked'),
    ])
    .where('comment.id', '=', id)
    .where('comment.document_id', '=', documentId)
    .executeTakeFirst()
  if (!comment || !isOwn(comment, author)) return notFound()
  if (comment.answersInternal)
    throw new AppError('DOCUMENT_STATUS_WRONG', {}, 'review.problem.answersInternal')
  const outsiders = comment.asked.map(
    ({ name, department }): Outsider => ({ name, organisation: department }),
  )
  return { ...comment, outsiders }
}

/** Makes the author's internal comment visible to everyone; does nothing if it already is. */
export async function shareComment(trx: Db, documentId: string, author: Author, id: string) {
  const { internal } = await findToShare(trx, documentId, author, id)
  await trx.updateTable('review.comment').set({ internal: false }).where('id', '=', id).execute()
  if (!internal) return
  await logAction(trx, documentId, { identity: 'reviewer', operator: author.name }, 'share-comment')
  await emit(trx, 'review-said', { documentId })
}

/**
 * Makes the author's comment and its answers internal. Throws ACCESS_DENIED once an external reviewer has
 * been invited.
 */
export async function keepInternal(trx: Db, documentId: string, author: Author, id: string) {
  await findOwnComment(trx, documentId, author, id)
  const outsider = await externalTurns(trx, documentId).limit(1).executeTakeFirst()
  if (outsider) throw new AppError('ACCESS_DENIED', {}, 'review.problem.mayBeRead')
  await trx
    .updateTable('review.comment')
    .set({ internal: true })
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .execute()
}

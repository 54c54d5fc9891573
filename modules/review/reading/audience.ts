import { logAction } from '#modules/documents/index.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { announce } from '#src/jobs/announce.ts'
import { type Author, type Comment, findComment, isOwn } from './comment.ts'
import type { Round } from './reading.ts'

/** Somebody from outside who takes part in a review, as their colleagues are named. */
export interface Outsider {
  name: string
  organisation: string
}

/** The people from outside who were asked in any round: what is for everybody may have been read by them. */
export function outsidersIn(rounds: Pick<Round, 'turns'>[]): Outsider[] {
  const turns = rounds.flatMap((round) => round.turns).filter(({ kind }) => kind === 'external')
  return [...new Map(turns.map((turn) => [turn.reviewer_id, turn])).values()].map(({ name, department }) => ({
    name,
    organisation: department,
  }))
}

/** The same for a document of which only the reviewers are known, also of reviewers who were removed. */
export async function outsidersOf(db: Db, documentId: string): Promise<Outsider[]> {
  const asked = await turnsFromOutside(db, documentId).groupBy('reviewer.id').execute()
  return asked.map(({ name, department }) => ({ name, organisation: department }))
}

const turnsFromOutside = (db: Db, documentId: string) =>
  db
    .selectFrom('review.turn as turn')
    .innerJoin('review.reviewer as reviewer', 'reviewer.id', 'turn.reviewer_id')
    .select(['reviewer.name', 'reviewer.department'])
    .where('reviewer.document_id', '=', documentId)
    .where('reviewer.kind', '=', 'external')

async function findOwn(
  db: Db,
  documentId: string,
  author: Author,
  id: string,
): Promise<Omit<Comment, 'round'>> {
  const comment = await findComment(db, documentId, id, 'team')
  return isOwn(comment, author) ? comment : notFound()
}

/** The author's own internal comment. Throws NOT_FOUND; DOCUMENT_STATUS_WRONG when it answers another one. */
export async function findToShare(db: Db, documentId: string, author: Author, id: string) {
  const comment = await findOwn(db, documentId, author, id)
  const parent = comment.parent_id ? await findComment(db, documentId, comment.parent_id, 'team') : null
  if (parent?.internal) throw new AppError('DOCUMENT_STATUS_WRONG', {}, 'review.problem.answersInternal')
  return comment
}

/** Makes an internal comment of the author one for everybody. Their own one that is so already stays so. */
export async function shareComment(trx: Db, documentId: string, author: Author, id: string) {
  const { internal } = await findToShare(trx, documentId, author, id)
  await trx.updateTable('review.comment').set({ internal: false }).where('id', '=', id).execute()
  if (!internal) return
  await logAction(trx, documentId, { identity: 'reviewer', operator: author.name }, 'share-comment')
  await announce(trx, 'review-said', { documentId })
}

/**
 * Makes the author's own comment internal, with its answers, as long as nobody from outside was ever asked.
 * Throws ACCESS_DENIED afterwards.
 */
export async function keepInternal(trx: Db, documentId: string, author: Author, id: string) {
  await findOwn(trx, documentId, author, id)
  const asked = await turnsFromOutside(trx, documentId).limit(1).executeTakeFirst()
  if (asked) throw new AppError('ACCESS_DENIED', {}, 'review.problem.mayBeRead')
  await trx
    .updateTable('review.comment')
    .set({ internal: true })
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .execute()
}

import { type Insertable, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import type { CommentState, CommentTable, Wording } from '../schema.ts'

/** The maximum number of comments on a page; the latest are shown. */
const MAX_COMMENTS = 1000

/** The author of a comment: an account of the team, or an external reviewer. */
export interface Author {
  accountId?: string
  reviewerId?: string
  name: string
}

export interface NewComment {
  key: string
  /** Id of a clause or another part; '' for the whole document. */
  place: string
  side: 'zh' | 'en' | null
  quote: string
  words: string
  internal: boolean
  /** The comment that this one answers. */
  parent: string | null
  wording: Wording | null
}

export type Comment = Selectable<CommentTable> & { round: number }

/** A comment as a query returns it in JSON, with times as strings. */
export type CommentJson = Omit<Comment, 'created_at' | 'decided_at'> & {
  created_at: string
  decided_at: string | null
}

/** The kinds of readers: the sender's team and its reviewers, or an external reviewer. */
export type CommentReader = 'team' | 'outside'

/**
 * The only way to read comments; a test fails if other code reads them. An external reviewer sees neither the
 * internal comments nor how many there are.
 */
export function commentsFor(db: Db, reader: CommentReader) {
  const comments = db.selectFrom('review.comment as comment')
  return reader === 'team' ? comments : comments.where('comment.internal', '=', false)
}

/** Whether a comment that `commentsFor` reads answers an internal one. */
export const answersInternal = sql<boolean | null>`
  (select parent.internal from review.comment as parent where parent.id = comment.parent_id)`

export const readerOf = ({ accountId }: Pick<Author, 'accountId'>): CommentReader =>
  accountId ? 'team' : 'outside'

/** The latest comments on a document that the reader may read. */
export const latestComments = (db: Db, documentId: string, reader: CommentReader) =>
  commentsFor(db, reader)
    .where('comment.document_id', '=', documentId)
    .orderBy('comment.id', 'desc')
    .limit(MAX_COMMENTS)

/** For the team: the number of comments that are neither resolved, accepted nor declined. */
export async function countOpenComments(db: Db, documentId: string): Promise<number> {
  const { count } = await commentsFor(db, 'team')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('document_id', '=', documentId)
    .where('parent_id', 'is', null)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

/** A query expression: the comments of `latestComments` with the numbers of their rounds, oldest first. */
export function commentsOn(db: Db, documentId: string, reader: CommentReader) {
  const latest = latestComments(db, documentId, reader)
    .innerJoin('review.round as round', 'round.id', 'comment.round_id')
    .selectAll('comment')
    .select('round.number as round')
  return jsonArrayFrom(db.selectFrom(latest.as('latest')).selectAll().orderBy('latest.id'))
}

export const commentOf = ({ created_at, decided_at, ...rest }: CommentJson): Comment => ({
  ...rest,
  created_at: new Date(created_at),
  decided_at: decided_at ? new Date(decided_at) : null,
})

/** Throws NOT_FOUND, also for a comment that the reader may not read. */
export async function findComment(db: Db, documentId: string, id: string, reader: CommentReader) {
  const comment = isId(id)
    ? await commentsFor(db, reader)
        .selectAll('comment')
        .where('id', '=', id)
        .where('document_id', '=', documentId)
        .executeTakeFirst()
    : undefined
  return comment ?? notFound()
}

/**
 * Stores a comment of a round and returns its id. If a comment with this key exists, nothing is stored and
 * the returned id is unused. An answer has the place of the comment that it answers, and is internal if that
 * comment is. An external reviewer's comments are for everyone. Throws NOT_FOUND if the author cannot read
 * the comment to answer.
 */
export async function addComment(
  trx: Db,
  { documentId, roundId }: { documentId: string; roundId: string },
  author: Author,
  comment: NewComment,
) {
  const reader = readerOf(author)
  const parent = comment.parent ? await findComment(trx, documentId, comment.parent, reader) : null
  if (parent?.parent_id) throw new AppError('INVALID_FIELD', { field: 'parent' })
  const id = newId()
  const row: Insertable<CommentTable> = {
    id,
    document_id: documentId,
    round_id: roundId,
    parent_id: parent?.id ?? null,
    place: parent?.place ?? comment.place,
    side: parent ? null : comment.side,
    quote: parent ? '' : comment.quote,
    words: comment.words,
    state: 'open' as const,
    key: comment.key,
    internal: reader === 'team' && (comment.internal || Boolean(parent?.internal)),
    wording: comment.wording && !parent ? JSON.stringify(comment.wording) : null,
    account_id: author.accountId ?? null,
    reviewer_id: author.reviewerId ?? null,
    author: author.name,
    created_at: now(),
  }
  const insertedRow = await trx
    .insertInto('review.comment')
    .values(row)
    .onConflict((oc) => oc.columns(['document_id', 'key']).doNothing())
    .executeTakeFirst()
  if (insertedRow.numInsertedOrUpdatedRows) await emit(trx, 'review-said', { documentId })
  return id
}

export const isOwn = (
  { account_id, reviewer_id }: Pick<Comment, 'account_id' | 'reviewer_id'>,
  { accountId, reviewerId }: Author,
) => (accountId ? account_id === accountId : reviewer_id === reviewerId)

/**
 * Withdraws a comment without answers or a decision, and returns it. Throws NOT_FOUND for another author's
 * comment. Internal answers do not prevent this, because an error would reveal them: they become separate
 * comments of the team.
 */
export async function removeComment(trx: Db, documentId: string, author: Author, id: string) {
  const reader = readerOf(author)
  const comment = await findComment(trx, documentId, id, reader)
  if (!isOwn(comment, author)) notFound()
  const visibleAnswer = await commentsFor(trx, reader)
    .select('id')
    .where('parent_id', '=', id)
    .executeTakeFirst()
  if (visibleAnswer || comment.state !== 'open')
    throw new AppError('ACCESS_DENIED', {}, 'review.problem.answered')
  await trx.updateTable('review.comment').set({ parent_id: null }).where('parent_id', '=', id).execute()
  await trx.deleteFrom('review.comment').where('id', '=', id).execute()
  return comment
}

/**
 * Resolves a comment, accepts or declines a proposal, or reopens it; an accepted proposal stays accepted.
 * Throws DOCUMENT_STATUS_WRONG if the decision is not possible.
 */
export async function decideComment(
  trx: Db,
  documentId: string,
  id: string,
  { state, by }: { state: CommentState; by: string },
) {
  const { wording, parent_id } = await findComment(trx, documentId, id, 'team')
  // A comment can be resolved; a proposal, which has a wording, can be accepted or declined.
  const isAllowed = state === 'open' || (state === 'settled') === (wording === null)
  if (parent_id || !isAllowed) throw new AppError('INVALID_FIELD', { field: 'state' })
  const decision = state === 'open' ? { by: null, at: null } : { by, at: now() }
  const updated = await trx
    .updateTable('review.comment')
    .set({ state, decided_by: decision.by, decided_at: decision.at })
    .where('id', '=', id)
    .where('state', '!=', 'taken')
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) throw new AppError('DOCUMENT_STATUS_WRONG')
}

import '../events.ts'
import { assemble } from '#assembly/assemble.ts'
import { addContactIn } from '#modules/contacts/index.ts'
import {
  actorOf,
  type Document,
  findDocument,
  logAction,
  moveTo,
  validity,
} from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import { invite } from '../entrance/link.ts'
import { endRound, returnedBy } from '../reading/outcome.ts'
import { MAX_ROUNDS, turnOf } from '../review-step.ts'
import { findToReview, listReviewers, lockReview, type Reviewer } from './reviewer.ts'

export interface Invitation {
  note: string
  dueAt: Date
}

/**
 * Sends the draft to its reviewers; until they have answered, no one can edit it. Throws
 * REQUIRED_FIELDS_MISSING, PARTICIPANT_MISSING without reviewers, REVIEW_ROUNDS_USED if all of them have
 * reviewed it three times, DOCUMENT_STATUS_WRONG if it is not a draft.
 */
export async function startReview(db: Db, viewer: Viewer, documentId: string, invitation: Invitation) {
  const document = await findToReview(db, viewer, documentId)
  if (document.status !== 'draft') throw new AppError('DOCUMENT_STATUS_WRONG')
  validity.refuseLapsed(document, viewer)
  refuseUnfilled(document)
  await inTransaction(db, async (trx) => {
    await lockReview(trx, documentId)
    await moveTo(trx, documentId, 'in_review')
    const currentDocument = await findDocument(trx, viewer, documentId)
    if (currentDocument.version !== document.version) throw new AppError('DOCUMENT_CONFLICT')
    const reviewers = await reviewersToAsk(trx, documentId)
    const number = await nextNumber(trx, documentId)
    const round = newRound(viewer, currentDocument, { number, ...invitation })
    await trx.insertInto('review.round').values(round).execute()
    const actor = actorOf(viewer, currentDocument.creator_id)
    await logAction(trx, documentId, actor, 'start-review', { round: number, reviewers: reviewers.length })
    for (const reviewer of reviewers) await requestReview(trx, viewer, round.id, reviewer)
  })
}

/** Only empty required fields block the review; reviewers may discuss other open points. */
function refuseUnfilled(document: Document) {
  const count = assemble(document).open.filter(({ kind }) => kind === 'required').length
  if (count) throw new AppError('REQUIRED_FIELDS_MISSING', { count })
}

async function reviewersToAsk(trx: Db, documentId: string): Promise<Reviewer[]> {
  const reviewers = (await listReviewers(trx, documentId)).filter(({ reviews }) => reviews)
  if (!reviewers.length) throw new AppError('PARTICIPANT_MISSING')
  const available = reviewers.filter(({ used }) => used < MAX_ROUNDS)
  if (!available.length) throw new AppError('REVIEW_ROUNDS_USED')
  return available
}

async function nextNumber(trx: Db, documentId: string) {
  const { last } = await trx
    .selectFrom('review.round')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

function newRound(viewer: Viewer, document: Document, invitation: Invitation & { number: number }) {
  const { number, note, dueAt } = invitation
  return {
    id: newId(),
    document_id: document.id,
    team_id: viewer.teamId,
    number,
    note,
    starter_id: viewer.id,
    starter_name: viewer.name,
    starter_team: viewer.teamName,
    document_name: document.name,
    document_number: document.number,
    answers: JSON.stringify(document.answers),
    state: 'running' as const,
    started_at: now(),
    due_at: dueAt,
    continued_at: null,
  }
}

async function requestReview(trx: Db, viewer: Viewer, roundId: string, reviewer: Reviewer) {
  const id = newId()
  await trx
    .insertInto('review.turn')
    .values({ id, round_id: roundId, reviewer_id: reviewer.id, state: 'asked' })
    .execute()
  if (reviewer.keeps) await addAsContact(trx, viewer, reviewer)
  const turn = await turnOf(trx, id)
  await invite(trx, turn, 'asked')
  await emit(trx, 'review-asked', { turn })
}

const addAsContact = (trx: Db, viewer: Viewer, { kind, name, department, mobile, email }: Reviewer) =>
  addContactIn(trx, viewer, { type: kind, name, organisation: department, mobile, email, group: '' })

/** The running round. Throws DOCUMENT_STATUS_WRONG if there is none. */
export async function runningRound(db: Db, documentId: string) {
  const round = await db
    .selectFrom('review.round')
    .select(['id', 'number', 'starter_id'])
    .where('document_id', '=', documentId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (!round) throw new AppError('DOCUMENT_STATUS_WRONG')
  return round
}

/**
 * Withdraws the draft before all reviewers have answered. Throws DOCUMENT_STATUS_WRONG if no round is
 * running.
 */
export async function withdrawReview(db: Db, viewer: Viewer, documentId: string) {
  const document = await findToReview(db, viewer, documentId)
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    const { id, number } = await runningRound(trx, documentId)
    await endRound(trx, id, 'withdrawn')
    await moveTo(trx, documentId, 'draft')
    await logAction(trx, documentId, actorOf(viewer, document.creator_id), 'withdraw-review', {
      round: number,
    })
  })
}

/**
 * Makes a returned or approved document a draft again. Throws DOCUMENT_STATUS_WRONG for any other document.
 */
export async function reopenDraft(db: Db, viewer: Viewer, documentId: string) {
  const document = await findToReview(db, viewer, documentId)
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    await moveTo(trx, documentId, 'draft')
    await logAction(trx, documentId, actorOf(viewer, document.creator_id), 'reopen')
    await emit(trx, 'review-reopened', { documentId })
  })
}

/** Ends rounds whose deadline has passed without all answers; the draft returns to the sender. */
export const lapseReviews = job('overdue-reviews', async (db) => {
  const overdue = await db
    .selectFrom('review.round')
    .select(['id', 'document_id', 'number'])
    .where('state', '=', 'running')
    .where('due_at', '<', now())
    .limit(100)
    .execute()
  for (const { id, document_id, number } of overdue)
    await db.transaction().execute(async (trx) => {
      await lockReview(trx, document_id)
      const returners = await returnedBy(trx, id)
      if (await endRound(trx, id, returners ? 'returned' : 'lapsed', { by: returners }))
        await logAction(trx, document_id, 'system', 'lapse-review', { round: number })
    })
})

import { findDocument } from '#modules/documents/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { addExternal, addInternal, findToReview, listColleagues, listReviewers } from './inviting/reviewer.ts'
import type { ExternalFields } from './inviting/reviewer-form.ts'
import { type Invitation, startReview } from './inviting/round.ts'
import { readReview } from './reading/reading.ts'

type NamedReviewer = Omit<ExternalFields, 'reviews' | 'signs' | 'keeps'>

const moment = (time: Date | string | null) => (time ? new Date(time).toISOString() : null)

/** The rounds of a review, latest first, with the answers of the reviewers. Throws NOT_FOUND. */
export async function reviewForProgram(db: Db, viewer: Viewer, id: string) {
  const { status } = await findDocument(db, viewer, id)
  const review = await readReview(db, id, { accountId: viewer.id })
  const rounds = (review?.rounds ?? []).map((round) => ({
    number: round.number,
    state: round.state,
    note: round.note,
    startedAt: moment(round.started_at)!,
    dueAt: moment(round.due_at)!,
    endedAt: moment(round.ended_at),
    reviewers: round.turns.map(({ name, email, kind, state, reasons, answered_at }) => ({
      name,
      email,
      kind,
      state,
      reasons,
      answeredAt: moment(answered_at),
    })),
  }))
  return { status, rounds }
}

/** The comments on a document, oldest first, also the internal ones of the team. Throws NOT_FOUND. */
export async function commentsForProgram(db: Db, viewer: Viewer, id: string) {
  await findDocument(db, viewer, id)
  const review = await readReview(db, id, { accountId: viewer.id })
  const items = (review?.comments ?? []).map((comment) => ({
    id: comment.id,
    round: comment.round,
    answers: comment.parent_id,
    place: comment.place,
    side: comment.side,
    quote: comment.quote,
    text: comment.words,
    proposal: comment.wording,
    internal: comment.internal,
    state: comment.state,
    author: comment.author,
    createdAt: moment(comment.created_at)!,
  }))
  return { items }
}

/**
 * Adds the people who are not reviewers yet, identified by email, and starts the review. Throws the errors
 * of `startReview` and of adding a reviewer.
 */
export async function startReviewByProgram(
  trx: Db,
  viewer: Viewer,
  id: string,
  { reviewers, ...invitation }: Invitation & { reviewers: NamedReviewer[] },
) {
  await findToReview(trx, viewer, id)
  const colleagues = await listColleagues(trx, viewer)
  for (const reviewer of reviewers) {
    const existingReviewers = await listReviewers(trx, id)
    if (existingReviewers.some(({ email }) => email === reviewer.email)) continue
    const tasks = { reviews: true, signs: false, keeps: false }
    const colleague = colleagues.find(({ email }) => email?.toLowerCase() === reviewer.email)
    if (colleague) await addInternal(trx, viewer, id, { account: colleague.id, ...tasks })
    else await addExternal(trx, viewer, id, { ...reviewer, ...tasks })
  }
  await startReview(trx, viewer, id, invitation)
  return reviewForProgram(trx, viewer, id)
}

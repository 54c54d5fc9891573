import { sql } from 'kysely'
import { actorOf, logAction } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { nextReminder } from '#src/core/reminder.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { consumeReminderPoint } from '#src/mail/mail-limits.ts'
import { momentText } from '#views/values/moment.tsx'
import { noteOpened } from '../entrance/identity.ts'
import { invite, newLink, revokeAccess } from '../entrance/link.ts'
import { runningTurns, type Turn } from '../review-step.ts'
import { findReviewer, findToReview, lockReview, throwIfTaken } from './reviewer.ts'

const runningTurnOf = (db: Db, reviewerId: string) =>
  runningTurns(db).where('reviewer.id', '=', reviewerId).executeTakeFirst()

/**
 * Changes the email address of an external reviewer, once after the review has started. The old link stops
 * working. A new link is sent immediately (then the function returns true) or with the next round. Throws
 * PARTICIPANT_EMAIL_SAME, PARTICIPANT_EMAIL_CHANGED for the second change, PARTICIPANT_EMAIL_EXISTS.
 */
export async function changeEmail(
  db: Db,
  viewer: Viewer,
  documentId: string,
  reviewerId: string,
  email: string,
): Promise<boolean> {
  const document = await findToReview(db, viewer, documentId)
  return db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    const reviewer = await findReviewer(trx, documentId, reviewerId)
    if (reviewer.kind === 'internal') throw new AppError('PARTICIPANT_NOT_EXISTS')
    if (reviewer.email === email) throw new AppError('PARTICIPANT_EMAIL_SAME')
    if (reviewer.email_changed_at) throw new AppError('PARTICIPANT_EMAIL_CHANGED')
    await trx
      .updateTable('review.reviewer')
      .set({ email, email_changed_at: now() })
      .where('id', '=', reviewerId)
      .execute()
      .catch(throwIfTaken)
    await revokeAccess(trx, reviewerId)
    const actor = actorOf(viewer, document.creator_id)
    const details = { reviewer: reviewer.name, from: reviewer.email, to: email }
    await logAction(trx, documentId, actor, 'change-reviewer-email', details)
    const turn = await runningTurnOf(trx, reviewerId)
    if (turn) {
      await invite(trx, turn, 'moved')
      await emit(trx, 'review-asked', { turn })
    } else await newLink(trx, reviewerId)
    return turn !== undefined
  })
}

/**
 * Reminds a reviewer who has not answered. Throws TASK_LAPSED, and TOO_MANY_REQUESTS when the last reminder
 * is too recent.
 */
export async function remindReviewer(db: Db, viewer: Viewer, documentId: string, reviewerId: string) {
  const document = await findToReview(db, viewer, documentId)
  await db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    await findReviewer(trx, documentId, reviewerId)
    const turn = await runningTurnOf(trx, reviewerId)
    if (!turn) throw new AppError('TASK_LAPSED')
    refuseTooSoon(turn)
    await consumeReminderPoint(viewer.teamId)
    await trx
      .updateTable('review.turn')
      .set({ reminders: sql<Date[]>`array_append(reminders, ${now()}::timestamptz)` })
      .where('id', '=', turn.id)
      .execute()
    await invite(trx, turn, 'reminded')
    const details = { reviewer: turn.name, count: turn.reminders.length + 1 }
    await logAction(trx, documentId, actorOf(viewer, document.creator_id), 'remind-reviewer', details)
  })
}

function refuseTooSoon({ reminders }: Turn) {
  const nextReminderAt = nextReminder(reminders)
  if (!nextReminderAt) return
  const retryAfter = Math.ceil((nextReminderAt.getTime() - now().getTime()) / 1000)
  throw new AppError(
    'TOO_MANY_REQUESTS',
    { retryAfter, at: momentText(nextReminderAt) },
    'review.remindedLately',
  )
}

/**
 * For an email address that an account has just verified: emits an event for each review that waits for
 * it.
 */
export async function emitReviewsAt(trx: Db, { email }: { email: string }) {
  const turns = await runningTurns(trx).where('email', '=', email.toLowerCase()).execute()
  for (const turn of turns) await emit(trx, 'review-asked', { turn })
}

/** For a task: the page where the sender handles the returned document. */
export const linkToReturned = async (_: Db, documentId: string) => `/mgmt/${documentId}/refund-doc`

/** A task's link to the page where the viewer reviews; null if the viewer's answer is no longer pending. */
export async function linkToReview(trx: Db, turnId: string, viewer: Viewer): Promise<string | null> {
  const turn = await runningTurns(trx).where('turn.id', '=', turnId).executeTakeFirst()
  if (turn?.account_id === viewer.id && turn.team_id === viewer.teamId) {
    await noteOpened(trx, turn)
    return `/mgmt/${turn.document_id}/review-doc`
  }
  if (turn?.kind !== 'external' || turn.email !== viewer.email?.toLowerCase()) return null
  const { token } = await newLink(trx, turn.reviewer_id)
  return `/review/login/${token}`
}

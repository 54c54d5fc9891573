import { sql } from 'kysely'
import { logAction } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { lockReview } from './inviting/reviewer.ts'
import { endRound } from './reading/outcome.ts'
import { runningTurns } from './review-step.ts'

/** Deletes comments and reviewers of deleted documents. */
export async function eraseReviews(trx: Db, { ids }: { ids: string[] }) {
  await trx.deleteFrom('review.round').where('document_id', 'in', ids).execute()
  await trx.deleteFrom('review.reviewer').where('document_id', 'in', ids).execute()
}

/** Deletes the reviews of erased teams: signed files stay, but the history of drafting does not. */
export async function eraseTeamReviews(trx: Db, { teamIds }: { teamIds: string[] }) {
  await trx.deleteFrom('review.round').where('team_id', 'in', teamIds).execute()
  await trx.deleteFrom('review.reviewer').where('team_id', 'in', teamIds).execute()
}

interface ErasedAccount {
  accountId: string
  email: string | null
}

/**
 * Removes a reviewer whose account is erased from the documents of remaining teams; an external reviewer is
 * found by email address. The name of a colleague is deleted; the name of an external reviewer was written
 * by the sender, and stays with the document.
 */
export async function eraseReviewer(trx: Db, account: ErasedAccount) {
  const ids = (await reviewersOf(trx, account)).map(({ id }) => id)
  if (ids.length) {
    await lapseRounds(trx, ids)
    const removal = { email: '', mobile: '', removed_at: sql<Date>`coalesce(removed_at, ${now()})` }
    await trx.updateTable('review.reviewer').set(removal).where('id', 'in', ids).execute()
    for (const table of ['review.link', 'review.link_browser', 'review.replaced_link'] as const)
      await trx.deleteFrom(table).where('reviewer_id', 'in', ids).execute()
  }
  await trx
    .updateTable('review.reviewer')
    .set({ name: '–', department: '' })
    .where('account_id', '=', account.accountId)
    .execute()
  await trx
    .updateTable('review.comment')
    .set({ author: '–' })
    .where('account_id', '=', account.accountId)
    .execute()
}

const reviewersOf = (trx: Db, { accountId, email }: ErasedAccount) =>
  trx
    .selectFrom('review.reviewer')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        ...(email ? [eb(sql`lower(email)`, '=', email.toLowerCase())] : []),
      ]),
    )
    .execute()

/**
 * Ends the running rounds that wait for these reviewers: the document returns to its sender, who is
 * notified.
 */
async function lapseRounds(trx: Db, reviewerIds: string[]) {
  const turns = await runningTurns(trx)
    .where('reviewer.id', 'in', reviewerIds)
    .orderBy('round.document_id')
    .execute()
  for (const { document_id, round_id, number } of turns) {
    await lockReview(trx, document_id)
    if (await endRound(trx, round_id, 'lapsed'))
      await logAction(trx, document_id, 'system', 'lapse-review', { round: number })
  }
}

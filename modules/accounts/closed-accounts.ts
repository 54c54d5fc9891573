import './events.ts'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'

/** The retention periods of the privacy statement, in years from the erasure of an account or team. */
const RECORDS_YEARS = 5
const BOOKS_YEARS = 30

/** The date this number of years ago; 29 February becomes 28 February in a year that is not a leap year. */
function yearsAgo(years: number): Date {
  const date = new Date(now())
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() - years)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date
}

/**
 * Runs nightly: deletes the records of erased accounts and teams after their retention period, and their
 * documents that were still out for signature when they were erased.
 */
export const endClosedAccounts = job('closed-accounts', async (db) => {
  await emitSweptTeams(db)
  await endPeriod(
    db,
    { endColumn: 'records_ended_at', erasedBefore: yearsAgo(RECORDS_YEARS) },
    (trx, teamIds) => emit(trx, 'records-expired', { teamIds }),
  )
  await endPeriod(db, { endColumn: 'books_ended_at', erasedBefore: yearsAgo(BOOKS_YEARS) }, (trx, teamIds) =>
    emit(trx, 'books-expired', { teamIds }),
  )
  await deleteLogs(db, yearsAgo(RECORDS_YEARS))
})

const BATCH = 100

/** Emits an event with every erased team whose records have not been deleted yet. */
async function emitSweptTeams(db: Db) {
  for (let lastTeamId = ''; ; ) {
    let teams = db
      .selectFrom('accounts.team')
      .select('id')
      .where('erased_at', 'is not', null)
      .where('records_ended_at', 'is', null)
    if (lastTeamId) teams = teams.where('id', '>', lastTeamId)
    const teamIds = (await teams.orderBy('id').limit(BATCH).execute()).map(({ id }) => id)
    if (teamIds.length) await db.transaction().execute((trx) => emit(trx, 'erased-teams-swept', { teamIds }))
    if (teamIds.length < BATCH) return
    lastTeamId = teamIds.at(-1)!
  }
}

interface RetentionPeriod {
  endColumn: 'records_ended_at' | 'books_ended_at'
  erasedBefore: Date
}

/** Calls `onEnd` once for every team that was erased before the date. */
async function endPeriod(
  db: Db,
  { endColumn, erasedBefore }: RetentionPeriod,
  onEnd: (trx: Db, teamIds: string[]) => Promise<void>,
) {
  for (let hasMore = true; hasMore; )
    hasMore = await db.transaction().execute(async (trx) => {
      const teams = await trx
        .selectFrom('accounts.team')
        .select('id')
        .where('erased_at', '<', erasedBefore)
        .where(endColumn, 'is', null)
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      const teamIds = teams.map(({ id }) => id)
      if (!teamIds.length) return false
      await onEnd(trx, teamIds)
      await trx
        .updateTable('accounts.team')
        .set({ [endColumn]: now() })
        .where('id', 'in', teamIds)
        .execute()
      return teamIds.length === BATCH
    })
}

/**
 * Deletes logs, consents and requests of accounts that were erased before that time, and requests of people
 * without an account that were closed before it.
 */
async function deleteLogs(db: Db, erasedBefore: Date) {
  const erasedAccounts = db.selectFrom('accounts.account').select('id').where('erased_at', '<', erasedBefore)
  for (const table of [
    'accounts.account_action',
    'accounts.desk_action',
    'accounts.agreement',
    'accounts.support_request',
    'platform.approval',
  ] as const)
    await db.deleteFrom(table).where('account_id', 'in', erasedAccounts).execute()
  // For people without an account, the period begins with our answer.
  await db
    .deleteFrom('accounts.support_request')
    .where('account_id', 'is', null)
    .where('closed_at', '<', erasedBefore)
    .execute()
}

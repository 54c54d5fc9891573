import { sql } from 'kysely'
import { ago, DAY, fromNow, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { liveTerms } from '../plans/term.ts'
import { chargeRenewal, requireMandated } from './charge.ts'
import { endMandate, lockMandate, queryMandate } from './mandate.ts'
import { notifyRenewalDue } from './renewal-notifications.ts'
import type { Mandate } from './renewal-schema.ts'
import { chargeTime, NOTICE_BEFORE } from './timing.ts'

/** How long the payer has to conclude the agreement. */
const PENDING_DURATION = DAY

/**
 * Hourly, and at every start: notifies teams of coming renewals, enqueues the due charges, and ends mandates
 * that were never concluded or whose plan has changed or ended.
 */
export const automaticRenewals = job(
  'automatic-renewals',
  async (db) => {
    for (const mandate of await abandonedMandates(db)) await endAbandoned(db, mandate)
    for (const mandate of await mandatesToReview(db))
      await db.transaction().execute((trx) => review(trx, mandate))
    const dueRenewals = db.selectFrom('orders.renewal').select('id').where('state', '=', 'open')
    for (const { id } of await dueRenewals.where('charge_at', '<=', now()).orderBy('charge_at').execute())
      await db.transaction().execute((trx) => chargeRenewal.ensure(trx, { renewalId: id }))
  },
  { atStart: true },
)

const abandonedMandates = (db: Db): Promise<Mandate[]> =>
  db
    .selectFrom('orders.mandate')
    .selectAll()
    .where('state', '=', 'pending')
    .where('begun_at', '<=', ago(PENDING_DURATION))
    .execute()

/**
 * Ends a mandate that was not concluded in time, after querying the payment service, because the callback
 * may have been lost.
 */
async function endAbandoned(db: Db, mandate: Mandate) {
  if (!(await queryMandate(db, mandate))) return
  await db.transaction().execute(async (trx) => {
    const lockedMandate = await lockMandate(trx, mandate)
    if (lockedMandate.state === 'pending') await endMandate(trx, lockedMandate, 'notCompleted')
  })
}

/**
 * The active mandates of teams whose plan ends soon, or has changed, unless they were notified of this end.
 */
const mandatesToReview = (db: Db): Promise<Mandate[]> =>
  db
    .selectFrom('orders.mandate as mandate')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('orders.term as term')
          .select(['term.package', 'to_at'])
          .whereRef('term.team_id', '=', 'mandate.team_id')
          .where('replaced_at', 'is', null)
          .where('to_at', '>', now())
          .orderBy('to_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('mandate')
    .where('mandate.state', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('last.to_at', 'is', null),
        eb('last.package', '!=', eb.ref('mandate.package')),
        eb.and([
          eb('last.to_at', '<=', fromNow(NOTICE_BEFORE)),
          sql<boolean>`not exists (select from orders.renewal
            where mandate_id = mandate.id and plan_ends_at = last.to_at)`,
        ]),
      ]),
    )
    .orderBy('mandate.id')
    .execute()

/** Notifies the team of its renewal, or ends a mandate that no longer fits. */
async function review(trx: Db, foundMandate: Mandate) {
  const mandate = await lockMandate(trx, foundMandate)
  if (mandate.state !== 'active' || !(await requireMandated(trx, mandate))) return
  const endsAt = (await liveTerms(trx, mandate.team_id).execute()).at(-1)!.to_at
  const chargeAt = endsAt <= fromNow(NOTICE_BEFORE) ? chargeTime(endsAt, now()) : null
  // It is too late for the notice that the law requires, so the customer has to renew this time.
  if (!chargeAt) return
  const price = await priceAt(trx, mandate, chargeAt)
  if (price === undefined) return endMandate(trx, mandate, 'planChanged')
  if (price > mandate.price_limit) return endMandate(trx, mandate, 'price')
  const renewal = await trx
    .insertInto('orders.renewal')
    .values({
      id: newId(),
      mandate_id: mandate.id,
      team_id: mandate.team_id,
      plan_ends_at: endsAt,
      price,
      noticed_at: now(),
      charge_at: chargeAt,
      state: 'open',
      order_id: null,
      failure: null,
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (renewal) await notifyRenewalDue(trx, mandate, renewal)
}

/**
 * The current price for a plan that starts at that time; undefined if the plan is not sold with this period.
 */
export async function priceAt(
  db: Db,
  { package: code, period, currency }: Pick<Mandate, 'package' | 'period' | 'currency'>,
  at: Date,
): Promise<Money | undefined> {
  const row = await db
    .selectFrom('orders.price')
    .select('amount')
    .where('package', '=', code)
    .where('period', '=', period)
    .where('currency', '=', currency)
    .where('from_at', '<=', at)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.amount
}

import { findMandate, queryMandate } from '#modules/orders/renewal/mandate.ts'
import type { Mandate, RenewalPeriod } from '#modules/orders/renewal/renewal-schema.ts'
import { automaticRenewals, priceAt } from '#modules/orders/renewal/renewals.ts'
import { agreeAtSandbox } from '#modules/orders/renewal/sandbox-routes.tsx'
import { switchOn } from '#modules/orders/renewal/switching.ts'
import type { MethodName } from '#modules/orders/schema.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'

interface Agreeing {
  period?: RenewalPeriod
  method?: MethodName
  invoice?: boolean
  /** Whether the account at the sandbox refuses every charge. */
  isEmpty?: boolean
}

/** Begins a mandate at today's price; the customer has not agreed to it yet. */
export async function begin(db: Db, viewer: Viewer, agreeing: Agreeing = {}): Promise<Mandate> {
  const { period = 'monthly', method = 'sandbox', invoice = false } = agreeing
  const lastTerm = await db
    .selectFrom('orders.term')
    .select('package')
    .where('team_id', '=', viewer.teamId)
    .where('replaced_at', 'is', null)
    .orderBy('to_at', 'desc')
    .executeTakeFirstOrThrow()
  const price = (await priceAt(db, { package: lastTerm.package, period, currency: 'CNY' }, now()))!
  return switchOn(db, viewer, { period, method, invoice, price })
}

/** Switches renewal on, and agrees to the mandate at the sandbox. */
export async function agree(db: Db, viewer: Viewer, agreeing: Agreeing = {}): Promise<Mandate> {
  const mandate = await begin(db, viewer, agreeing)
  await agreeAtSandbox(db, mandate, agreeing.isEmpty)
  await queryMandate(db, mandate)
  return (await findMandate(db, mandate.id))!
}

/** Runs the hourly job and the jobs that it enqueues. */
export async function runRenewals(db: Db) {
  await automaticRenewals.now(db, {})
  await workWaitingJobs(db, { forgiving: true })
}

/** Creates a mandate that was switched off; returns its id. */
export async function endedMandate(
  db: Db,
  { id: account_id, teamId: team_id }: Pick<Viewer, 'id' | 'teamId'>,
) {
  const id = newId()
  await db
    .insertInto('orders.mandate')
    .values({
      id,
      team_id,
      account_id,
      method: 'sandbox',
      package: 'professional',
      period: 'yearly',
      currency: 'CNY',
      price_limit: 100n,
      invoice: false,
      state: 'ended',
      reference: `A${id}`,
      first_charge_at: now(),
      begun_at: now(),
      agreed_at: now(),
      ended_at: now(),
      ended_why: 'customer',
      released_at: now(),
      asked_at: null,
    })
    .execute()
  return id
}

import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { findOffer, priceOf } from '../packages/offer.ts'
import type { PaymentMethod } from '../payments/payment-method.ts'
import { liveTerms } from '../plans/term.ts'
import { MONTHLY, type Monthly } from '../schema.ts'
import { RENEWAL_PERIODS } from './renewal-schema.ts'

const MAX_MANDATES = 20
const MAX_RENEWALS = 50

const amount = (name: string) => sql<string>`${sql.ref(name)}::text`

/** A team's renewals for its pages and the desk: its mandates and renewals, newest first. */
const renewalsOf = (db: Db, teamId: string) => ({
  mandates: jsonArrayFrom(
    db
      .selectFrom('orders.mandate')
      .select(['id', 'method', 'package', 'period', 'currency', 'invoice', 'state'])
      .select(['reference', 'first_charge_at', 'begun_at', 'agreed_at', 'ended_at', 'ended_why'])
      .select(amount('price_limit').as('limit'))
      .where('team_id', '=', teamId)
      .orderBy('id', 'desc')
      .limit(MAX_MANDATES),
  ),
  renewals: jsonArrayFrom(
    db
      .selectFrom('orders.renewal as renewal')
      .innerJoin('orders.mandate as mandate', 'mandate.id', 'mandate_id')
      .leftJoin('orders.order as order', 'order.id', 'order_id')
      .select(['renewal.id', 'renewal.mandate_id', 'plan_ends_at', 'noticed_at', 'charge_at'])
      .select(['renewal.state', 'renewal.failure', 'tries', 'mandate.currency', 'order_id', 'order.number'])
      .select(amount('renewal.price').as('price'))
      .where('renewal.team_id', '=', teamId)
      .orderBy('renewal.id', 'desc')
      .limit(MAX_RENEWALS),
  ),
})

/** The data of the page about the automatic renewal of the viewer's plan. Makes two queries. */
export async function findRenewalStatus(db: Db, { teamId }: Viewer, methods: readonly PaymentMethod[]) {
  const { mandates, renewals } = renewalsOf(db, teamId)
  const term = liveTerms(db, teamId).clearSelect().clearOrderBy().select(['package', 'period', 'to_at'])
  const row = await db
    .selectNoFrom([
      mandates.as('mandates'),
      renewals.as('renewals'),
      jsonObjectFrom(term.orderBy('from_at', 'desc').limit(1)).as('last'),
      jsonObjectFrom(db.selectFrom('orders.invoice_title').select('title').where('team_id', '=', teamId)).as(
        'title',
      ),
    ])
    .executeTakeFirstOrThrow()
  const lastTerm = row.last && isMonthly(row.last.package) ? row.last : null
  const offer = lastTerm ? await findOffer(db, lastTerm.package) : undefined
  const currency = methods[0]?.currency ?? 'CNY'
  const prices = RENEWAL_PERIODS.flatMap((period) => {
    const price = offer && priceOf(offer, period, currency)
    return price ? [{ period, price }] : []
  })
  return {
    ...row,
    current: row.mandates.find(({ state }) => state !== 'ended') ?? null,
    /** The end of the plan that can be renewed; null without one. */
    endsAt: lastTerm && new Date(lastTerm.to_at),
    package: lastTerm?.package ?? null,
    /** The period of the plan, if the plan can be renewed for it. */
    period: prices.find(({ period }) => period === lastTerm?.period)?.period ?? prices[0]?.period,
    currency,
    prices,
  }
}

export type RenewalStatus = Awaited<ReturnType<typeof findRenewalStatus>>
export type CurrentMandate = RenewalStatus['mandates'][number]
export type PastRenewal = RenewalStatus['renewals'][number]

/** The renewals of a team for the desk. Makes one query. */
export function findDeskRenewals(db: Db, teamId: string) {
  const { mandates, renewals } = renewalsOf(db, teamId)
  return db.selectNoFrom([mandates.as('mandates'), renewals.as('renewals')]).executeTakeFirstOrThrow()
}

export type DeskRenewals = Awaited<ReturnType<typeof findDeskRenewals>>

const isMonthly = (code: string): code is Monthly => MONTHLY.includes(code as Monthly)

import { extendSingleDocuments, lockPlan, setPlan } from '#modules/accounts/index.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { grantUsage, SINGLE } from '../ledger/usage.ts'
import type { Order } from '../ordering/order.ts'
import { monthOf, monthsAfter } from '../plans/month.ts'
import { monthKey, startPlan } from '../plans/plan.ts'
import { planBefore, recordPlanChange, wereTermsRemoved } from '../plans/plan-change.ts'
import { daysLeft } from '../plans/proration.ts'
import { addTerm, liveTerms, replaceTerm, type Term } from '../plans/term.ts'
import {
  type PackageName,
  type PackageTable,
  type PaymentProblem,
  type Period,
  USAGE_KINDS,
  type UsageKind,
} from '../schema.ts'
import { offerPort } from '../tailored/offer-port.ts'

/** How long a document bought singly can be edited and finalised; other single uses are valid for a month. */
const SINGLE_DOCUMENT_VALIDITY = 31 * DAY

const MONTHS: Record<Period, number> = { monthly: 1, yearly: 12, agreement: 12 }

/**
 * Fulfils an order, with the package's contents at the time of the order. Grants nothing and returns the
 * payment problem 'plan' if the team's plan has changed since the order, and 'offer' if the offer for a
 * tailor-made document can no longer be accepted.
 */
export async function fulfil(trx: Db, order: Order): Promise<PaymentProblem | null> {
  if (!isOfPackage(order)) return fulfilTailored(trx, order)
  const before = await planBefore(trx, order.team_id)
  const problem = await grantContents(trx, order)
  if (!problem) await recordPlanChange(trx, { teamId: order.team_id, orderId: order.id, before })
  return problem
}

interface PackageOrder extends Order {
  package: PackageName
  contents: PackageTable
}

const isOfPackage = (order: Order): order is PackageOrder => order.kind !== 'tailored'

/** Accepts the offer for a tailor-made document: the work of our staff begins. */
async function fulfilTailored(trx: Db, order: Order): Promise<PaymentProblem | null> {
  if (!(await offerPort().paid(trx, order))) return 'offer'
  await trx.updateTable('orders.order').set({ valid_from: now() }).where('id', '=', order.id).execute()
  return null
}

async function grantContents(trx: Db, order: PackageOrder): Promise<PaymentProblem | null> {
  if (order.kind === 'single') return fulfilSingle(trx, order)
  const terms = await liveTerms(trx, order.team_id).forUpdate().execute()
  if (order.kind === 'plan') return terms.length ? 'plan' : beginPlan(trx, order)
  if (!terms.length) return 'plan'
  if (order.kind === 'renewal') return renew(trx, order, terms)
  return (await wereTermsRemoved(trx, order)) ? 'plan' : upgrade(trx, order, terms)
}

const COLUMN_OF = { document_1: 'documents_1', document_2: 'documents_2', esign: 'esigns' } as const

const usesOf = (contents: PackageTable, kind: UsageKind) => contents[COLUMN_OF[kind]] ?? 0

async function fulfilSingle(trx: Db, order: PackageOrder): Promise<null> {
  const { team_id: teamId, contents, quantity } = order
  const expiresAt = await grantSingleUses(trx, { teamId, contents, quantity, source: order.id })
  await storeValidity(trx, order, now(), expiresAt)
  return null
}

export interface SingleUses {
  teamId: string
  /** The package, one of the single ones. */
  contents: PackageTable
  quantity: number
  /** The source of the grants, e.g. an order: equal sources grant once. */
  source: string
}

/** The keys of the grants of `grantSingleUses`. */
export const singleKeys = ({ source }: Pick<SingleUses, 'source'>) =>
  USAGE_KINDS.map((kind) => singleKey(source, kind))

const singleKey = (source: string, kind: UsageKind) => `${SINGLE}${source} ${kind}`

/** Grants single documents or e-signatures; returns their expiry. */
export async function grantSingleUses(
  trx: Db,
  { teamId, contents, quantity, source }: SingleUses,
): Promise<Date> {
  const isDocument = contents.code !== 'single_esign'
  const expiresAt = isDocument ? fromNow(SINGLE_DOCUMENT_VALIDITY) : monthsAfter(now(), 1)
  for (const kind of USAGE_KINDS) {
    const uses = usesOf(contents, kind) * quantity
    const key = singleKey(source, kind)
    if (uses) await grantUsage(trx, { teamId, kind, quantity: uses, expiresAt, key })
  }
  if (isDocument) await extendSingleDocuments(trx, teamId, expiresAt)
  return expiresAt
}

async function beginPlan(trx: Db, order: PackageOrder): Promise<null> {
  const from = now()
  const to = monthsAfter(now(), MONTHS[order.period as Period])
  await startPlan(trx, order.team_id, order.package, to, { bought: order.contents, source: order.id })
  await addTerm(trx, { ...termOf(order), from_at: from, to_at: to, value: order.total })
  await storeValidity(trx, order, from, to)
  return null
}

const termOf = (order: PackageOrder) => ({
  team_id: order.team_id,
  order_id: order.id,
  currency: order.currency,
  package: order.package,
  period: order.period as Period,
})

/**
 * Extends the plan from its current end. The new end is counted from the first day of the plan, so that a
 * plan begun on the 31st ends on the 31st again after a shorter month.
 */
async function renew(trx: Db, order: PackageOrder, terms: Term[]): Promise<PaymentProblem | null> {
  const lastTerm = terms.at(-1)!
  if (lastTerm.package !== order.package) return 'plan'
  const startedAt = (await lockPlan(trx, order.team_id)).package_started_at!
  const to = addMonthsOnDayOf(startedAt, lastTerm.to_at, MONTHS[order.period as Period])
  await addTerm(trx, { ...termOf(order), from_at: lastTerm.to_at, to_at: to, value: order.total })
  const { seats } = order.contents
  await setPlan(trx, order.team_id, { package: order.contents.plan, startedAt, endsAt: to, seats: seats! })
  await storeValidity(trx, order, lastTerm.to_at, to)
  return null
}

/** `months` after `from`, on the day of the month on which the plan began. */
function addMonthsOnDayOf(startedAt: Date, from: Date, months: number): Date {
  let passedMonths = 0
  while (monthsAfter(startedAt, passedMonths) < from) passedMonths++
  return monthsAfter(startedAt, passedMonths + months)
}

/**
 * Replaces each term by one of the higher package for the remaining days, and adds this month's additional
 * uses.
 */
async function upgrade(trx: Db, order: PackageOrder, terms: Term[]): Promise<null> {
  const from = now()
  const to = terms.at(-1)!.to_at
  // A term may have ended since the order was placed, so terms and order lines are matched from the end.
  const lines = linesByTerm(order).slice(-terms.length)
  for (const [index, term] of terms.entries()) {
    const { rest, credit } = lines[index]!
    await replaceTerm(trx, term, credit)
    const from_at = new Date(Math.max(term.from_at.getTime(), from.getTime()))
    const { id: replaces_id, period, to_at } = term
    await addTerm(trx, { ...termOf(order), period, from_at, to_at, value: rest, replaces_id })
  }
  const startedAt = (await lockPlan(trx, order.team_id)).package_started_at!
  const { seats, plan } = order.contents
  await setPlan(trx, order.team_id, { package: plan, startedAt, endsAt: to, seats: seats! })
  await grantDifference(trx, order, { startedAt, before: terms[0]!, endsAt: to })
  await storeValidity(trx, order, from, to)
  return null
}

/** For each term, the price of its remaining days and the credit, from the order's lines. */
function linesByTerm({ lines }: Order) {
  const amounts = (component: 'rest' | 'credit') =>
    lines.filter((line) => line.what === component).map(({ amount }) => BigInt(amount))
  const credits = amounts('credit')
  return amounts('rest').map((rest, index) => ({ rest, credit: -(credits[index] ?? 0n) }))
}

/** Grants the month's additional uses in proportion to the remaining days, at least one of each kind. */
async function grantDifference(
  trx: Db,
  order: PackageOrder,
  { startedAt, before, endsAt }: { startedAt: Date; before: Term; endsAt: Date },
) {
  const month = monthOf(startedAt, now())
  const { left, total } = daysLeft({ from_at: month.from, to_at: month.to }, now())
  const oldTerm = await trx
    .selectFrom('orders.package')
    .selectAll()
    .where('code', '=', before.package)
    .executeTakeFirstOrThrow()
  const expiresAt = endsAt < month.to ? endsAt : month.to
  for (const kind of USAGE_KINDS) {
    const additionalUses = usesOf(order.contents, kind) - usesOf(oldTerm, kind)
    const quantity = Math.max(1, Math.ceil((additionalUses * left) / total))
    const key = monthKey(order.team_id, order.package, month.from, kind)
    await grantUsage(trx, { teamId: order.team_id, kind, quantity, expiresAt, key, source: order.id })
  }
}

async function storeValidity(trx: Db, { id }: Order, valid_from: Date, valid_to: Date) {
  await trx.updateTable('orders.order').set({ valid_from, valid_to }).where('id', '=', id).execute()
}

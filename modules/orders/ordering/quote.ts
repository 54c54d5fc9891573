import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Discount, discountOf } from '../coupons/discount.ts'
import { findOffer, type Offer, priceOf } from '../packages/offer.ts'
import { daysLeft, worthOfRest } from '../plans/proration.ts'
import { liveTerms, type Term } from '../plans/term.ts'
import {
  MONTHLY,
  type Monthly,
  type OrderLine,
  type PackageKind,
  type PriceTable,
  SINGLES,
  type Single,
} from '../schema.ts'

/** A request to order a package. */
export interface OrderRequest {
  package: string
  period: PriceTable['period']
  quantity: number
  currency: Currency
  /** The code of a coupon, as typed. */
  coupon?: string
  /** The kind of order shown on the page: if it has changed, the order is refused. */
  kind?: PackageKind
}

/** The current price, line by line. */
export interface Quote {
  offer: Offer
  kind: PackageKind
  period: PriceTable['period']
  quantity: number
  currency: Currency
  unitPrice: Money
  lines: OrderLine[]
  total: Money
  /** The discount; null without a coupon. */
  discount: Discount | null
  /** The terms of a plan, each with its beginning and end. */
  terms: Term[]
}

const isSingle = (code: string): code is Single => SINGLES.includes(code as Single)
const isMonthly = (code: string): code is Monthly => MONTHLY.includes(code as Monthly)

/**
 * Prices an order, by the team's current plan. Throws PLAN_NOT_PURCHASABLE for a package or period that is
 * not sold; PLAN_EFFECTIVE_EXISTS, PLAN_NOT_EFFECTIVE, PLAN_HIGHEST, UPGRADE_TO_LOWER, and the errors of
 * `discountOf` for its coupon. Makes two queries, with a coupon three.
 */
export async function quote(db: Db, viewer: Pick<Viewer, 'teamId'>, request: OrderRequest): Promise<Quote> {
  const fullQuote = await quoteFull(db, viewer, request)
  if (!request.coupon) return { ...fullQuote, discount: null }
  const { kind, offer, currency, total } = fullQuote
  const order = { teamId: viewer.teamId, kind, package: offer.code, currency, total }
  const discount = await discountOf(db, request.coupon, order)
  const line: OrderLine = {
    what: 'discount',
    package: offer.code,
    period: fullQuote.period,
    quantity: 1,
    coupon: discount.code,
    amount: String(-discount.amount),
  }
  return { ...fullQuote, lines: [...fullQuote.lines, line], total: total - discount.amount, discount }
}

type FullQuote = Omit<Quote, 'discount'>

async function quoteFull(db: Db, viewer: Pick<Viewer, 'teamId'>, request: OrderRequest): Promise<FullQuote> {
  const offer = await findOffer(db, request.package)
  if (!offer) throw new AppError('PLAN_NOT_PURCHASABLE')
  if (isSingle(offer.code)) return singleQuote(offer, request)
  if (!isMonthly(offer.code) || request.period === 'once') throw new AppError('PLAN_NOT_PURCHASABLE')
  const terms = await liveTerms(db, viewer.teamId).execute()
  const kind = kindOf(offer.code, terms, request.kind)
  return kind === 'upgrade'
    ? upgradeQuote(offer, request, terms)
    : packageQuote(offer, request, { kind, terms })
}

function priceOfOffer(offer: Offer, period: PriceTable['period'], currency: Currency): Money {
  const price = priceOf(offer, period, currency)
  if (!price) throw new AppError('PLAN_NOT_PURCHASABLE')
  return price
}

function singleQuote(offer: Offer, { currency, quantity }: OrderRequest): FullQuote {
  const unitPrice = priceOfOffer(offer, 'once', currency)
  const total = unitPrice * BigInt(quantity)
  const line = {
    what: 'price',
    package: offer.code,
    period: 'once',
    quantity,
    amount: String(total),
  } as const
  return {
    offer,
    kind: 'single',
    period: 'once',
    quantity,
    currency,
    unitPrice,
    total,
    lines: [line],
    terms: [],
  }
}

/** The kind of an order of this package: a first plan, a renewal, or an upgrade. */
function kindOf(code: Monthly, terms: Term[], requested?: PackageKind): PackageKind {
  const currentPackage = terms.at(-1)?.package
  if (currentPackage && !isMonthly(currentPackage)) throw new AppError('PLAN_NOT_PURCHASABLE')
  if (!currentPackage) {
    if (requested === 'renewal' || requested === 'upgrade') throw new AppError('PLAN_NOT_EFFECTIVE')
    return 'plan'
  }
  if (requested === 'plan') throw new AppError('PLAN_EFFECTIVE_EXISTS')
  if (code === currentPackage && requested !== 'upgrade') return 'renewal'
  const currentRank = MONTHLY.indexOf(currentPackage)
  const rank = MONTHLY.indexOf(code)
  if (currentRank === MONTHLY.length - 1) throw new AppError('PLAN_HIGHEST')
  if (rank <= currentRank) throw new AppError('UPGRADE_TO_LOWER')
  if (requested === 'renewal') throw new AppError('PLAN_NOT_PURCHASABLE')
  return 'upgrade'
}

function packageQuote(
  offer: Offer,
  { period, currency }: OrderRequest,
  { kind, terms }: { kind: PackageKind; terms: Term[] },
): FullQuote {
  const unitPrice = priceOfOffer(offer, period, currency)
  const amount = String(unitPrice)
  const line = { what: 'price', package: offer.code, period, quantity: 1, amount } as const
  return { offer, kind, period, quantity: 1, currency, unitPrice, total: unitPrice, lines: [line], terms }
}

/**
 * The price of an upgrade: for the remaining days of each term, the price of the new package minus the
 * credit for the old.
 */
function upgradeQuote(offer: Offer, { currency }: OrderRequest, terms: Term[]): FullQuote {
  if (terms.some((term) => term.currency && term.currency !== currency))
    throw new AppError('PLAN_NOT_PURCHASABLE')
  const termParts = terms.map((term) => restOf(offer, term, currency))
  const lines = termParts.flatMap(({ lines }) => lines)
  const total = termParts.reduce((sum, { rest, credit }) => sum + rest - credit, 0n)
  // If the price has fallen, no amount would be left to pay; our staff handles that case.
  if (total <= 0n) throw new AppError('PLAN_NOT_PURCHASABLE')
  const { period } = terms[0]!
  return { offer, kind: 'upgrade', period, quantity: 1, currency, unitPrice: total, lines, total, terms }
}

/** For one term: the price of its remaining days in the higher package, and the credit for these days. */
export function restOf(offer: Offer, term: Term, currency: Currency) {
  const days = daysLeft(term, now())
  const rest = worthOfRest(priceOfOffer(offer, term.period, currency), days)
  const credit = worthOfRest(term.value, days)
  const line = { period: term.period, quantity: 1, days: days.left, of: days.total }
  const lines: OrderLine[] = [
    { what: 'rest', package: offer.code, ...line, amount: String(rest) },
    { what: 'credit', package: term.package, ...line, amount: String(-credit) },
  ]
  return { rest, credit, lines }
}

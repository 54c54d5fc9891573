import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { now } from '#src/core/clock.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { type PackageName, type PackageTable, PERIODS, type PriceTable } from '../schema.ts'

type Way = PriceTable['period']

/** In the order in which they are shown: the shortest first. */
const WAYS: Way[] = ['once', ...PERIODS]

export interface Price {
  period: Way
  currency: Currency
  amount: Money
}

/** A package with what it costs now. */
export type Offer = PackageTable & { prices: Price[] }

/** All packages with their prices of this moment, from the least to the most. One query. */
export async function listOffers(db: Db): Promise<Offer[]> {
  return (await offers(db).execute()).map(withPrices)
}

/** Milliseconds for which a process may show the prices that it last read. */
const SHOWN_FOR = 1000
const shown = new WeakMap<Db, { second: number; offers: Promise<Offer[]> }>()

/**
 * As `listOffers`, for pages that all visitors open: queried once a second, and again after
 * `forgetShownOffers` was informed of a change.
 */
export function listShownOffers(db: Db): Promise<Offer[]> {
  const second = Math.floor(now().getTime() / SHOWN_FOR)
  const last = shown.get(db)
  if (last?.second === second) return last.offers
  const asked = { second, offers: listOffers(db) }
  shown.set(db, asked)
  // What could not be read is asked again.
  asked.offers.catch(() => shown.delete(db))
  return asked.offers
}

export const forgetShownOffers = (db: Db) => shown.delete(db)

/** Undefined for a code that no package has. */
export async function findOffer(db: Db, code: string): Promise<Offer | undefined> {
  const found = await offers(db)
    .where('package.code', '=', code as PackageName)
    .executeTakeFirst()
  return found && withPrices(found)
}

/** What a package costs, paid that way; undefined where it is not sold so. */
export const priceOf = ({ prices }: Offer, period: Way, currency: Currency): Money | undefined =>
  prices.find((price) => price.period === period && price.currency === currency)?.amount

const offers = (db: Db) =>
  db
    .selectFrom('orders.package as package')
    .selectAll('package')
    .select(
      jsonArrayFrom(
        db
          .selectFrom('orders.price as price')
          .distinctOn(['period', 'currency'])
          .select(['period', 'currency', sql<string>`amount::text`.as('amount')])
          .where('price.package', '=', sql.ref<PackageName>('package.code'))
          .where('from_at', '<=', now())
          .orderBy('period')
          .orderBy('currency')
          .orderBy('from_at', 'desc'),
      ).as('prices'),
    )
    .orderBy('rank')
    .orderBy('code')

type OfferRow = Awaited<ReturnType<ReturnType<typeof offers>['executeTakeFirstOrThrow']>>

const withPrices = ({ prices, ...row }: OfferRow): Offer => ({
  ...row,
  prices: prices
    .map((price) => ({ ...price, amount: BigInt(price.amount) }))
    .sort((one, other) => WAYS.indexOf(one.period) - WAYS.indexOf(other.period)),
})

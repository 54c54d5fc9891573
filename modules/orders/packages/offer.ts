import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { now } from '#src/core/clock.ts'
import type { Currency, Money } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { type PackageName, type PackageTable, PERIODS, type PriceTable } from '../schema.ts'

type PricePeriod = PriceTable['period']

/** The periods in display order, the shortest first. */
const PERIOD_ORDER: PricePeriod[] = ['once', ...PERIODS]

export interface Price {
  period: PricePeriod
  currency: Currency
  amount: Money
}

/** A package with its current prices. */
export type Offer = PackageTable & { prices: Price[] }

/** All packages with their current prices, from the smallest to the largest. Makes one query. */
export async function listOffers(db: Db): Promise<Offer[]> {
  return (await selectOffers(db).execute()).map(withPrices)
}

/** Milliseconds for which a process may cache the prices. */
const CACHE_TIME = 1000
const cachedOffers = new WeakMap<Db, { second: number; offers: Promise<Offer[]> }>()

/**
 * `listOffers` with a cache, for pages that all visitors open: queried once a second, and after
 * `clearCachedOffers` reported a change.
 */
export function listCachedOffers(db: Db): Promise<Offer[]> {
  const currentSecond = Math.floor(now().getTime() / CACHE_TIME)
  const cachedOffer = cachedOffers.get(db)
  if (cachedOffer?.second === currentSecond) return cachedOffer.offers
  const cached = { second: currentSecond, offers: listOffers(db) }
  cachedOffers.set(db, cached)
  // A failed query is not cached.
  cached.offers.catch(() => cachedOffers.delete(db))
  return cached.offers
}

export const clearCachedOffers = (db: Db) => cachedOffers.delete(db)

/** A package with its current prices; undefined for an unknown code. */
export async function findOffer(db: Db, code: string): Promise<Offer | undefined> {
  const offer = await selectOffers(db)
    .where('package.code', '=', code as PackageName)
    .executeTakeFirst()
  return offer && withPrices(offer)
}

/** The price of a package for a period; undefined if the package is not sold for it. */
export const priceOf = ({ prices }: Offer, period: PricePeriod, currency: Currency): Money | undefined =>
  prices.find((price) => price.period === period && price.currency === currency)?.amount

const selectOffers = (db: Db) =>
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

type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>

const withPrices = ({ prices, ...row }: OfferRow): Offer => ({
  ...row,
  prices: prices
    .map((price) => ({ ...price, amount: BigInt(price.amount) }))
    .sort((one, other) => PERIOD_ORDER.indexOf(one.period) - PERIOD_ORDER.indexOf(other.period)),
})

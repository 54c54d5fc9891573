import { MONTHLY, type Offer, type Period, SINGLES } from '#modules/orders/index.ts'
import type { Currency, Money } from '#src/core/money.ts'

export const MB = 1024 ** 2
export const GB = 1024 ** 3

/** The packages of the pricing page, in its order. */
export interface Pricing {
  free: Offer
  monthly: Offer[]
  singles: Offer[]
}

export function pricingOf(offers: Offer[]): Pricing {
  const byCode = new Map(offers.map((offer) => [offer.code, offer]))
  return {
    free: byCode.get('free')!,
    monthly: MONTHLY.map((code) => byCode.get(code)!),
    singles: SINGLES.map((code) => byCode.get(code)!),
  }
}

export const priceIn = (offer: Offer, period: Period | 'once', currency: Currency): Money | undefined =>
  offer.prices.find((one) => one.period === period && one.currency === currency)?.amount

/**
 * The number of months that are free when paying for a year. Null unless it is a whole number and the same
 * in each plan and currency, because staff can set any price.
 */
export function monthsFree(offers: Offer[], period: 'yearly' | 'agreement'): number | null {
  const savedMonths = offers.flatMap(({ prices }) =>
    prices
      .filter((one) => one.period === period)
      .map(({ currency, amount }) => {
        const month = prices.find((one) => one.period === 'monthly' && one.currency === currency)
        return month && 12 - Number(amount) / Number(month.amount)
      }),
  )
  const [firstSaving] = savedMonths
  const isPromise = firstSaving !== undefined && firstSaving > 0 && Number.isInteger(firstSaving)
  return isPromise && savedMonths.every((one) => one === firstSaving) ? firstSaving : null
}

/** Number of documents of both types per month. */
export const documentsIn = ({ documents_1, documents_2 }: Offer) => (documents_1 ?? 0) + (documents_2 ?? 0)

/** The features of the comparison, and whether a package has each. */
export const FEATURES = {
  typeI: ({ documents_1 }) => Boolean(documents_1),
  typeII: ({ documents_2 }) => Boolean(documents_2),
  files: ({ plan }) => plan !== 'free',
  log: () => true,
  batches: () => true,
  members: ({ seats }) => seats !== 1,
  singleSigning: ({ single_esign }) => single_esign,
  chatFirst: ({ chat_support }) => chat_support,
  upload: ({ upload }) => upload,
  brand: ({ brand }) => brand,
  automatedUser: ({ automated_user }) => automated_user,
  singleSignOn: ({ automated_user }) => automated_user,
  requestsFirst: ({ technical_support }) => technical_support !== 'email',
  introduction: ({ technical_support }) => technical_support === 'personal',
} as const satisfies Record<string, (offer: Offer) => boolean>
export type Feature = keyof typeof FEATURES

/** The features that at least one of the offers includes, in the order of the comparison. */
export const featuresOf = (offers: Offer[]): Feature[] =>
  (Object.keys(FEATURES) as Feature[]).filter((feature) => offers.some(FEATURES[feature]))

/** The plan that suits most teams: both types of documents, at the price in the middle. */
export const RECOMMENDED = 'professional'

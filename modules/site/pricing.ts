/** Money in minor units: 39900 is CNY 399.00. Prices include value added tax. */
export const CURRENCY = 'CNY'

export const PERIODS = ['monthly', 'yearly', 'agreement'] as const
export type Period = (typeof PERIODS)[number]

export interface MonthlyPlan {
  code: 'basic' | 'professional' | 'enterprise'
  accounts: number
  /** New documents a month. */
  documents: number
  storageGb: number
  /** Starts of an e-signing a month. */
  signings: number
  /** For the whole period: a month, or a year. */
  prices: Record<Period, number>
}

const priced = (monthly: number): Record<Period, number> => ({
  monthly,
  yearly: monthly * 10,
  agreement: monthly * 9,
})

export const MONTHLY_PLANS: readonly MonthlyPlan[] = [
  { code: 'basic', accounts: 3, documents: 10, storageGb: 2, signings: 10, prices: priced(39_900) },
  { code: 'professional', accounts: 10, documents: 40, storageGb: 20, signings: 40, prices: priced(99_900) },
  {
    code: 'enterprise',
    accounts: 30,
    documents: 150,
    storageGb: 100,
    signings: 150,
    prices: priced(259_900),
  },
]

/** One document at a time; open for 31 days from the purchase. */
export const SINGLES = [
  { code: 'singleI', price: 9_900 },
  { code: 'singleII', price: 29_900 },
  { code: 'signing', price: 2_000 },
] as const

export const FREE_DEMO = { documents: 3, signings: 3, storageMb: 100 } as const

/** Which of the things people ask about is in which plan. */
export const FEATURES = [
  { key: 'typeI', in: ['basic', 'professional', 'enterprise'] },
  { key: 'typeII', in: ['professional', 'enterprise'] },
  { key: 'files', in: ['basic', 'professional', 'enterprise'] },
  { key: 'log', in: ['basic', 'professional', 'enterprise'] },
  { key: 'members', in: ['basic', 'professional', 'enterprise'] },
  { key: 'chat', in: ['basic', 'professional', 'enterprise'] },
  { key: 'upload', in: [] },
  { key: 'automatedUser', in: [] },
  { key: 'phone', in: ['professional', 'enterprise'] },
  { key: 'introduction', in: ['enterprise'] },
  { key: 'legalAdvice', in: [] },
] as const satisfies { key: string; in: MonthlyPlan['code'][] }[]

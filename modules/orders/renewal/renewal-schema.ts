import type { Generated, Selectable } from 'kysely'
import type { Currency, Money } from '#src/core/money.ts'
import type { MethodName, PackageName } from '../schema.ts'

/** The periods by which a plan can be renewed automatically. */
export const RENEWAL_PERIODS = ['monthly', 'yearly'] as const
export type RenewalPeriod = (typeof RENEWAL_PERIODS)[number]

/** The reasons why a mandate ended; the words are under `orders.renewal.ended` in the locales. */
export const MANDATE_ENDINGS = [
  ...(['customer', 'staff', 'gateway', 'person'] as const),
  ...(['planChanged', 'planEnded', 'price', 'unpaid', 'notCompleted', 'replaced'] as const),
] as const
export type MandateEnding = (typeof MANDATE_ENDINGS)[number]

/** The consent of a team's administrator to renew its plan automatically, until it is ended. */
export interface MandateTable {
  id: string
  team_id: string
  /** The administrator who agreed, and who places the orders. */
  account_id: string
  method: MethodName
  package: PackageName
  period: RenewalPeriod
  currency: Currency
  /** The agreed price, which is the maximum of a charge. */
  price_limit: Money
  /** Whether each renewal requests an invoice with the team's stored title. */
  invoice: boolean
  /** `pending`: the payer has not concluded the agreement at the payment service yet. */
  state: 'pending' | 'active' | 'ended'
  /** The number of the agreement at the payment service. */
  reference: string | null
  first_charge_at: Date
  begun_at: Date
  agreed_at: Date | null
  ended_at: Date | null
  ended_why: MandateEnding | null
  /** The time when the payment service confirmed that the agreement has ended. */
  released_at: Date | null
  /** The time when the payment service was last queried about the mandate. */
  asked_at: Date | null
}

export type Mandate = Selectable<MandateTable>

/** The reasons why a charge failed; the words are under `orders.renewal.failure` in the locales. */
export type ChargeFailure = 'money' | 'agreement' | 'refused' | 'unanswered'

/** One renewal of which a team was notified; it is charged on its day. */
export interface RenewalTable {
  id: string
  mandate_id: string
  team_id: string
  /** The end of the plan before the renewal. */
  plan_ends_at: Date
  /** The price in the notice. */
  price: Money
  noticed_at: Date
  /** The time of the charge, or of the next attempt. */
  charge_at: Date
  /** `needless`: the customer has renewed or changed the plan. */
  state: 'open' | 'paid' | 'failed' | 'cancelled' | 'needless'
  /** The order that is being charged, or was paid. */
  order_id: string | null
  tries: Generated<number>
  failure: ChargeFailure | null
}

export type Renewal = Selectable<RenewalTable>

/** The sandbox's books of agreements; one of an empty account refuses every charge. */
export interface SandboxAgreementTable {
  number: string
  state: 'active' | 'empty' | 'ended'
}

interface RenewalTables {
  'orders.mandate': MandateTable
  'orders.renewal': RenewalTable
  'orders.sandbox_agreement': SandboxAgreementTable
}

declare module '#src/db/db.ts' {
  interface Database extends RenewalTables {}
}

import type { Selectable } from 'kysely'
import type { Money } from '#src/core/money.ts'
import type { PaymentTable } from '../../schema.ts'
import type { ReportedPayment } from './reported-payments.ts'

type Columns = 'method' | 'currency' | 'amount' | 'excess' | 'refunded' | 'problem' | 'settled_at'
/** A payment, with the refunded part of its order's price. */
type Payment = Pick<Selectable<PaymentTable>, Columns> & { ofOrder: Money | null }

/** The findings about an entry, and whether staff must act on each. */
export const FINDINGS = {
  agrees: false,
  /** From comparing orders and payments. */
  unsettled: true,
  givenBack: false,
  tooMuch: true,
  tooMuchGivenBack: false,
  noMoney: true,
  /** From comparing payments and reported payments. */
  amountDiffers: true,
  notTaken: true,
  notStored: true,
  notAsked: true,
  notOnStatement: true,
  notTold: false,
  /** From comparing payments and fetched bills. */
  notOnBill: true,
  onlyOnBill: true,
  otherDay: false,
  callbackDiffers: true,
} as const

export type Finding = keyof typeof FINDINGS

type OpenFinding = { [K in Finding]: (typeof FINDINGS)[K] extends true ? K : never }[Finding]

export const isOpen = <T extends { finding: Finding }>(entry: T): entry is T & { finding: OpenFinding } =>
  FINDINGS[entry.finding]

/**
 * The finding about a payment. `isExpected`: whether a report of it should exist; `isBilled`: whether the
 * bill of its day was fetched, which should contain it even if a callback reported it.
 */
export function findingOf(
  payment: Payment,
  reported: ReportedPayment | undefined,
  { isExpected, isBilled }: { isExpected: boolean; isBilled: boolean },
): Finding {
  if (isBilled && !reported?.statementId) return 'notOnBill'
  if (reported && (reported.amount !== payment.amount || reported.currency !== payment.currency))
    return 'amountDiffers'
  if (reported?.isDisputed) return 'callbackDiffers'
  const { problem, settled_at, excess } = payment
  if (problem) return settled_at ? 'givenBack' : 'unsettled'
  const excessRefunded = payment.refunded - payment.ofOrder!
  if (excess > excessRefunded) return 'tooMuch'
  if (isExpected && !reported) return payment.method === 'bank' ? 'notOnStatement' : 'notTold'
  return excessRefunded > 0n ? 'tooMuchGivenBack' : 'agrees'
}

import type { MethodName } from '../../schema.ts'
import type { BillRefund, StatementMethod } from '../desk-schema.ts'

/** The result of comparing a refund of ours with the bill of its day; `notCompared` if there is no bill. */
export type RefundFinding = 'agrees' | 'notCompared' | 'refundDiffers' | 'refundNotOnBill'

export const isOpenRefund = (finding: RefundFinding) =>
  finding === 'refundDiffers' || finding === 'refundNotOnBill'

/** A refund in a bill that our books do not contain. */
export interface UnknownRefund extends BillRefund {
  method: StatementMethod
  statementId: string
}

interface OwnRefund {
  id: string
  method: MethodName
  amount: string
  done_at: unknown
  by_hand: boolean
}

interface RefundBill {
  id: string
  method: StatementMethod
  refunds: BillRefund[]
}

/** Each refund of ours with its finding; a refund by transfer is on no bill. */
export function compareRefunds<T extends OwnRefund>(ourRefunds: T[], bills: RefundBill[]) {
  return ourRefunds.map((refund): T & { finding: RefundFinding } => {
    const bill = bills.find(({ method }) => method === refund.method)
    if (!bill || !refund.done_at || refund.by_hand) return { ...refund, finding: 'notCompared' }
    const billRefund = bill.refunds.find(({ key }) => key === refund.id)
    if (!billRefund) return { ...refund, finding: 'refundNotOnBill' }
    return { ...refund, finding: billRefund.amount === refund.amount ? 'agrees' : 'refundDiffers' }
  })
}

/** The refunds in the bills that are not ours; `ourRefundIds` are the ids of our refunds of any day. */
export const unknownRefunds = (bills: RefundBill[], ourRefundIds: string[]): UnknownRefund[] =>
  bills.flatMap(({ id, method, refunds }) =>
    refunds
      .filter(({ key }) => !ourRefundIds.includes(key))
      .map((refund) => ({ ...refund, method, statementId: id })),
  )

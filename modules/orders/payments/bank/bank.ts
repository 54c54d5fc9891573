import { DAY } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { BankDetails, PaymentMethod } from '../payment-method.ts'

/** The sample account of a demo that configures none. */
const SAMPLE: BankDetails = {
  holder: '契书科技（上海）有限公司',
  bank: '示例银行',
  branch: '上海浦东支行',
  number: '0000 0000 0000 0000 000',
  address: '上海市浦东新区示例路1号',
  code: '000000000000',
}

/** A transfer to our account with the order's number in its remark; staff confirm it. */
export const bank: PaymentMethod = {
  name: 'bank',
  currency: 'CNY',
  timeLimit: 3 * DAY,
  isOffered: () => accountDetails() !== null,
  begin: async () => ({ details: accountDetails()! }),
}

const accountDetails = (): BankDetails | null => config.bank ?? (config.demo ? SAMPLE : null)

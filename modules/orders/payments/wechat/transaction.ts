import * as v from 'valibot'
import { CURRENCIES } from '#src/core/money.ts'
import { Fen } from './fen.ts'

/** WeChat Pay's response about a transaction; only a paid one has an amount. */
export const Transaction = v.object({
  mchid: v.string(),
  out_trade_no: v.string(),
  trade_state: v.string(),
  transaction_id: v.optional(v.string()),
  success_time: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text)),
    ),
  ),
  amount: v.optional(v.object({ total: Fen, currency: v.optional(v.picklist(CURRENCIES), 'CNY') })),
})

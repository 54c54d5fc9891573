import * as v from 'valibot'
import { findAccountForDesk, logDeskAction } from '#modules/accounts/index.ts'
import type { StaffViewer } from '#src/auth/approval.ts'
import { AppError } from '#src/core/errors.ts'
import { type Currency, decimal } from '#src/core/money.ts'
import type { Db } from '#src/db/db.ts'
import { DeskReason } from '../plans/desk-plan.ts'
import { endByStaff } from './switching.ts'

export const EndRenewalForm = v.object({ renewalReason: DeskReason })

/** Ends the automatic renewal of an account's team. Throws NOT_FOUND, ORDER_STATUS_WRONG if it is off. */
export async function endRenewalAtDesk(db: Db, viewer: StaffViewer, accountId: string, reason: string) {
  const { team_id: teamId } = await findAccountForDesk(db, viewer, accountId)
  const hasEnded = await endByStaff(db, teamId, (trx, { package: code, price_limit, currency }) => {
    const changes = [
      { what: 'package' as const, before: code, after: '' },
      { what: 'price' as const, before: priceText(currency, price_limit), after: '' },
    ]
    return logDeskAction(trx, viewer, { accountId, action: 'end-renewal', reason, changes })
  })
  if (!hasEnded) throw new AppError('ORDER_STATUS_WRONG', {}, 'desk.renewal.isOff')
}

const priceText = (currency: Currency, amount: bigint) => `${currency} ${decimal(amount)}`

import * as v from 'valibot'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { onTakenValue } from '../account.ts'
import { logAccountAction } from '../account-log.ts'
import { Code, CurrentPassword, Email, Mobile } from '../account-rules.ts'
import { withVerificationCode } from '../entry/codes/verification-code.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { requireOwnPassword } from '../password/own-password.ts'

export type ContactWay = 'email' | 'mobile'

export const CONTACT_FORMS = {
  email: v.object({ email: Email, code: Code, current: CurrentPassword }),
  mobile: v.object({ mobile: Mobile, code: Code, current: CurrentPassword }),
}

interface ContactChange {
  way: ContactWay
  address: string
  code: string
  /** The typed current password. */
  current: string
  visitor: string
  locale: Locale
}

/**
 * Changes the account's email or mobile number after verifying the new one by its code, and notifies the old
 * one. Throws the errors of `requireOwnPassword`, after which the code can be used again;
 * VERIFICATION_COED_ERROR; and only after a right code, EMAIL_ALREADY_EXISTS or MOBILE_ALREADY_EXISTS.
 */
export async function changeContact(db: Db, viewer: Viewer, change: ContactChange) {
  const { way, address, code, current, visitor } = change
  await requireOwnPassword(db, viewer, current)
  await withVerificationCode(db, { purpose: way, address, visitor }, code, async (trx) => {
    await trx
      .updateTable('accounts.account')
      .set({ [way]: address })
      .where('id', '=', viewer.id)
      .execute()
      .catch(onTakenValue)
    await logAccountAction(trx, viewer, way)
    await notifyOldAddress(trx, viewer, change)
    const accountId = viewer.id
    if (way === 'email') await emit(trx, 'email-proved', { accountId, email: address })
    else await emit(trx, 'mobile-proved', { accountId, mobile: address })
  })
}

/** Notifies by mail only, because our text messages can only contain codes. */
async function notifyOldAddress(trx: Db, viewer: Viewer, { way, address, locale }: ContactChange) {
  const noticeKind = way === 'email' ? 'emailChanged' : 'mobileChanged'
  const values = { to: maskAddress(address) }
  if (viewer.email) await sendNoticeLater(trx, { to: viewer.email, locale, about: noticeKind, values })
}

/** Masks an address so that only its owner recognises it, not another reader of the old mailbox. */
export function maskAddress(address: string): string {
  const [name = '', host] = address.split('@')
  return host ? `${name.slice(0, 1)}***@${host}` : `${address.slice(0, -8)}****${address.slice(-4)}`
}

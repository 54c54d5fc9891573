import * as v from 'valibot'
import { recordSecurityEvent } from '#src/auth/security-event.ts'
import { endAllSessions } from '#src/auth/session.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { Values } from '#src/http/body.ts'
import { accountAt } from '../account.ts'
import { teamOf } from '../account-log.ts'
import { Code, Email, Mobile, NewPassword, readTwice } from '../account-rules.ts'
import { forgetDevices } from '../factors/remembered-device.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { hashPassword } from '../password/password.ts'
import { refuseWeakPassword } from '../password/password-policy.ts'
import { withVerificationCode } from './codes/verification-code.ts'

const CommonFields = {
  code: Code,
  password: NewPassword,
  confirmPassword: v.pipe(v.optional(v.string(), ''), v.nonEmpty('common.problem.required')),
}

const EmailForm = v.object({ ...CommonFields, email: Email })
const MobileForm = v.object({ ...CommonFields, mobile: Mobile })

type NewPasswordForm = v.InferOutput<typeof EmailForm> | v.InferOutput<typeof MobileForm>

export function readNewPassword(values: Values) {
  return readTwice<NewPasswordForm>(values.channel === 'mobile' ? MobileForm : EmailForm, values)
}

/**
 * Sets a new password, ends every session of the account, and notifies the owner by mail. Throws
 * VERIFICATION_COED_ERROR; PASSWORD_TOO_COMMON, after which the code can be used again; and only after a
 * right code, which proves that the address is the requester's, EMAIL_NOT_EXISTS or MOBILE_NOT_EXISTS.
 */
export async function resetPassword(db: Db, form: NewPasswordForm, visitor: string) {
  const address = 'email' in form ? form.email : form.mobile
  const missingError = 'email' in form ? 'EMAIL_NOT_EXISTS' : 'MOBILE_NOT_EXISTS'
  await withVerificationCode(db, { purpose: 'password', address, visitor }, form.code, async (trx) => {
    const account = await accountAt(trx, address)
    if (!account) throw new AppError(missingError)
    refuseWeakPassword(form.password, account)
    await trx
      .updateTable('accounts.account')
      .set({ password_hash: await hashPassword(form.password) })
      .where('id', '=', account.id)
      .execute()
    await endAllSessions(trx, account.id)
    await forgetDevices(trx, account.id)
    const event = { accountId: account.id, teamId: teamOf(trx, account.id), detail: 'forgot-password' }
    await recordSecurityEvent(trx, { kind: 'password', ...event })
    if (account.email)
      await sendNoticeLater(trx, { to: account.email, locale: account.locale, about: 'passwordChanged' })
    log.info({ event: 'password set', account: account.id }, 'password set')
  })
}

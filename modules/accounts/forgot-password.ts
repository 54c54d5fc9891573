import * as v from 'valibot'
import type { Values } from '#src/body.ts'
import type { Db } from '#src/database.ts'
import { AppError } from '#src/errors.ts'
import { endAllSessions } from '#src/session.ts'
import { accountAt, changePassword } from './account.ts'
import { Code, Email, Mobile, Password, readTwice } from './account-rules.ts'
import { hashPassword } from './password.ts'
import { consumeVerificationCode } from './verification-code.ts'

const Common = {
  code: Code,
  password: Password,
  confirmPassword: v.pipe(v.optional(v.string(), ''), v.nonEmpty('common.problem.required')),
}

const ByEmail = v.object({ ...Common, email: Email })
const ByMobile = v.object({ ...Common, mobile: Mobile })

type NewPasswordForm = v.InferOutput<typeof ByEmail> | v.InferOutput<typeof ByMobile>

export function readNewPassword(values: Values) {
  return readTwice<NewPasswordForm>(values.channel === 'mobile' ? ByMobile : ByEmail, values)
}

/**
 * Sets a new password and ends every session of the account. Throws VERIFICATION_COED_ERROR, or
 * EMAIL_NOT_EXISTS / MOBILE_NOT_EXISTS once the code has proved whose address it is.
 */
export async function resetPassword(db: Db, form: NewPasswordForm, visitor: string) {
  const address = 'email' in form ? form.email : form.mobile
  if (!(await consumeVerificationCode(db, { purpose: 'password', address, visitor }, form.code)))
    throw new AppError('VERIFICATION_COED_ERROR')
  const account = await accountAt(db, address)
  if (!account) throw new AppError('email' in form ? 'EMAIL_NOT_EXISTS' : 'MOBILE_NOT_EXISTS')
  const passwordHash = await hashPassword(form.password)
  await db.transaction().execute(async (trx) => {
    await changePassword(trx, account.id, passwordHash)
    await endAllSessions(trx, account.id)
  })
}

import * as v from 'valibot'
import { endElsewhere } from '#src/auth/session.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Values } from '#src/http/body.ts'
import { logAccountAction } from '../account-log.ts'
import { CurrentPassword, Password, readTwice } from '../account-rules.ts'
import { forgetDevices } from '../factors/remembered-device.ts'
import { sendNoticeLater } from '../notice-mail.ts'
import { requireOwnPassword } from '../password/own-password.ts'
import { hashPassword } from '../password/password.ts'
import { refuseWeakPassword } from '../password/password-policy.ts'

const requiredText = v.pipe(v.optional(v.string(), ''), v.nonEmpty('common.problem.required'))

const PasswordForm = v.object({
  current: CurrentPassword,
  password: Password,
  confirmPassword: requiredText,
  others: v.optional(v.literal('yes', 'common.problem.format')),
})

export type PasswordChange = v.InferOutput<typeof PasswordForm>

export const readPasswordChange = (values: Values) => readTwice<PasswordChange>(PasswordForm, values)

/**
 * Replaces the password after checking the old one; `others` ends every session except the session of
 * `token`. Throws the errors of `requireOwnPassword`, NEW_PASSWORD_SAME_WITH_ORIGIN_ERROR or
 * PASSWORD_TOO_COMMON.
 */
export async function replacePassword(
  db: Db,
  viewer: Viewer,
  form: PasswordChange,
  { token, locale }: { token: string; locale: Locale },
) {
  const currentHash = await requireOwnPassword(db, viewer, form.current)
  if (form.password === form.current) throw new AppError('NEW_PASSWORD_SAME_WITH_ORIGIN_ERROR')
  refuseWeakPassword(form.password, viewer)
  const password_hash = await hashPassword(form.password)
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('accounts.account')
      .set({ password_hash })
      .where('id', '=', viewer.id)
      .where('password_hash', '=', currentHash)
      .executeTakeFirst()
    // A concurrent change came first, so the typed current password is no longer right.
    if (update.numUpdatedRows !== 1n) throw new AppError('ORIGIN_PASSWORD_ERROR')
    await forgetDevices(trx, viewer.id)
    if (form.others) await endElsewhere(trx, viewer.id, { keep: token })
    await logAccountAction(trx, viewer, 'password')
    if (viewer.email) await sendNoticeLater(trx, { to: viewer.email, locale, about: 'passwordChanged' })
  })
  log.info({ event: 'password set', account: viewer.id }, 'password set')
}

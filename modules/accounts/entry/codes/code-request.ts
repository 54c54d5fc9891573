import * as v from 'valibot'
import { takePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { AnyForm, type Problems, problemsOf, readForm, type Values } from '#src/http/body.ts'
import { networkOf } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import { Email, Mobile } from '../../account-rules.ts'
import { CODE_PURPOSES, type CodePurpose } from '../../schema.ts'
import { answerCaptcha } from './captcha-kind.ts'
import { sendVerificationCode } from './code-message.ts'

const PER_ADDRESS = { name: 'code', points: 30, per: 3600 }
/** Of a mailbox, however its address is spelt, or a number; for whatever purpose. */
const PER_MAILBOX = { name: 'code-mailbox', points: 20, per: 86_400, words: 'common.limit.mailbox' }

const Captcha = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(20, 'common.error.CAPTCHA_VERIFICATION_COED_ERROR'),
)
const ByEmail = v.object({ email: Email, captcha: Captcha })
const ByMobile = v.object({ mobile: Mobile, captcha: Captcha })

export interface CodeAsked {
  purpose: CodePurpose
  values: Values
}

export async function readCodeRequest(c: Ctx): Promise<CodeAsked> {
  const { values } = await readForm(c, AnyForm)
  return { purpose: CODE_PURPOSES.find((one) => one === values.purpose) ?? 'register', values }
}

/** By email, unless a mobile number was chosen or is what has to be proved. */
function byMobile({ purpose, values }: CodeAsked): boolean {
  return smsAvailable && purpose !== 'email' && (purpose === 'mobile' || values.channel === 'mobile')
}

/**
 * Sends a code to the address in the form, once its graphic captcha has been used up rightly. Returns what is
 * wrong with the form, if something is. Throws CAPTCHA_VERIFICATION_COED_ERROR, ACCESS_DENIED within a minute
 * of the last one, TOO_MANY_REQUESTS, and PUSH_EMAIL_FAIL or PUSH_SMS_FAIL for an address nothing reaches.
 */
export async function requestCode(c: Ctx, asked: CodeAsked): Promise<Problems | null> {
  const { purpose, values } = asked
  const read = v.safeParse(byMobile(asked) ? ByMobile : ByEmail, values)
  if (!read.success) return problemsOf(read.issues)
  const { captcha, ...way } = read.output
  const address = 'email' in way ? way.email : way.mobile
  const { db, visitor, locale } = c.var
  if (!(await answerCaptcha(c, values.captchaId ?? '', captcha)))
    throw new AppError('CAPTCHA_VERIFICATION_COED_ERROR')
  await takePoint(PER_ADDRESS, networkOf(c))
  await takePoint(PER_MAILBOX, 'email' in way ? mailboxOf(way.email) : way.mobile)
  await sendVerificationCode(db, { purpose, address, visitor }, locale)
  return null
}

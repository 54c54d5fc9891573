import * as v from 'valibot'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { AnyForm, type Problems, problemsOf, readForm, type Values } from '#src/http/body.ts'
import { passesCaptcha } from '#src/http/captcha/captcha-check.ts'
import { networkOf } from '#src/http/client-address.ts'
import type { Ctx } from '#src/http/web.ts'
import { consumeCodePoints } from '#src/mail/mail-limits.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import { accountAt } from '../../account.ts'
import { Email, Mobile } from '../../account-rules.ts'
import { CODE_PURPOSES, type CodePurpose } from '../../schema.ts'
import { isKnownDevice } from '../known-device.ts'
import { sendVerificationCode } from './code-message.ts'

const NETWORK_LIMIT = { name: 'code-network', points: 30, per: 3600 }
/** Purposes that verify a new address of a logged-in account. */
const ACCOUNT_PURPOSES: ReadonlySet<CodePurpose> = new Set(['email', 'mobile'])

const Captcha = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(20, 'common.error.CAPTCHA_VERIFICATION_COED_ERROR'),
)
const EmailForm = v.object({ email: Email, captcha: Captcha })
const MobileForm = v.object({ mobile: Mobile, captcha: Captcha })

export interface CodeFormData {
  purpose: CodePurpose
  values: Values
}

export async function readCodeRequest(c: Ctx): Promise<CodeFormData> {
  const { values } = await readForm(c, AnyForm)
  return { purpose: CODE_PURPOSES.find((one) => one === values.purpose) ?? 'register', values }
}

/** Whether the code goes to a mobile number: when one was chosen or must be verified. */
function usesMobile({ purpose, values }: CodeFormData): boolean {
  return smsAvailable && purpose !== 'email' && (purpose === 'mobile' || values.channel === 'mobile')
}

/**
 * Sends a code to the address in the form, if the captcha was answered correctly. Returns the problems of
 * the form, if any. Throws ACCESS_CHECK, CAPTCHA_VERIFICATION_COED_ERROR, CAPTCHA_PROOF_MISSING,
 * ACCESS_DENIED within a minute after this browser's last request, TOO_MANY_REQUESTS, and PUSH_EMAIL_FAIL or
 * PUSH_SMS_FAIL for an address that cannot be reached.
 */
export async function requestCode(c: Ctx, formData: CodeFormData): Promise<Problems | null> {
  const { purpose, values } = formData
  if (ACCOUNT_PURPOSES.has(purpose) && !c.var.viewer) throw new AppError('ACCESS_CHECK')
  const result = v.safeParse(usesMobile(formData) ? MobileForm : EmailForm, values)
  if (!result.success) return problemsOf(result.issues)
  const parsed = result.output
  const address = 'email' in parsed ? parsed.email : parsed.mobile
  const { db, visitor, locale } = c.var
  if (!(await passesCaptcha(c, values))) throw new AppError('CAPTCHA_VERIFICATION_COED_ERROR')
  const network = networkOf(c)
  await consumePoint(NETWORK_LIMIT, network)
  await consumeCodePoints('code', address, { visitor, network, proved: await ownsAddress(c, address) })
  await sendVerificationCode(db, { purpose, address, visitor }, locale)
  return null
}

/**
 * Whether the requester has already proved that the address is theirs: by the session of its account, or by
 * a browser that has logged in to it. All other requesters get the same answer, so that no one learns
 * whether there is an account.
 */
async function ownsAddress(c: Ctx, address: string): Promise<boolean> {
  const { db, viewer } = c.var
  return (
    viewer?.email?.toLowerCase() === address ||
    viewer?.mobile === address ||
    isKnownDevice(c, await accountAt(db, address))
  )
}

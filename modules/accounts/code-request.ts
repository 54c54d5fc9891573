import * as v from 'valibot'
import { AnyForm, type Problems, problemsOf, readForm, type Values } from '#src/body.ts'
import { consumeCaptcha } from '#src/captcha.ts'
import { takePoint } from '#src/rate-limit.ts'
import { clientAddress } from '#src/security.ts'
import { smsAvailable } from '#src/sms.ts'
import type { Ctx } from '#src/web.tsx'
import { Email, Mobile } from './account-rules.ts'
import { sendVerificationCode } from './code-message.tsx'
import { asFormProblem } from './form-answer.ts'
import { CODE_PURPOSES, type CodePurpose } from './schema.ts'

const PER_ADDRESS = { name: 'code', points: 30, per: 3600 }

const Captcha = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(20),
)
const ByEmail = v.object({ email: Email, captcha: Captcha })
const ByMobile = v.object({ mobile: Mobile, captcha: Captcha })

export interface CodeAnswer {
  purpose: CodePurpose
  values: Values
  problems?: Problems
  resendIn?: number
}

/** Sends a code to the address in the form, once its graphic captcha has been used up rightly. */
export async function requestCode(c: Ctx): Promise<CodeAnswer> {
  const { values } = await readForm(c, AnyForm)
  const purpose = CODE_PURPOSES.find((one) => one === values.purpose) ?? 'register'
  const mobile = (values.channel === 'mobile' || purpose === 'mobile') && smsAvailable && purpose !== 'email'
  const read = v.safeParse(mobile ? ByMobile : ByEmail, values)
  if (!read.success) return { purpose, values, problems: problemsOf(read.issues) }
  const { captcha, ...way } = read.output
  const address = 'email' in way ? way.email : way.mobile
  const { db, visitor, locale } = c.var
  if (!(await consumeCaptcha(db, visitor, values.captchaId ?? '', captcha)))
    return { purpose, values, problems: { captcha: 'common.error.CAPTCHA_VERIFICATION_COED_ERROR' } }
  try {
    await takePoint(PER_ADDRESS, clientAddress(c))
    await sendVerificationCode(db, { purpose, address, visitor }, locale)
    return { purpose, values, resendIn: 60 }
  } catch (error) {
    return { purpose, values, problems: asFormProblem(error).problems }
  }
}

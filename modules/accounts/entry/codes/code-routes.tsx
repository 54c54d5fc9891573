import { log } from '#src/core/log.ts'
import type { FormState } from '#src/http/body.ts'
import { CaptchaField } from '#src/http/captcha/captcha-field.tsx'
import { freshCaptcha, otherKind } from '#src/http/captcha/captcha-kind.ts'
import { clientAddress } from '#src/http/client-address.ts'
import { answer, wantsJson } from '#src/http/envelope.ts'
import { fragment } from '#src/http/page.tsx'
import { type Ctx, goTo, isFragmentRequest, routes } from '#src/http/web.ts'
import { smsAvailable } from '#src/mail/sms.ts'
import type { CodePurpose } from '../../schema.ts'
import { refusedForm, refuseForm } from '../form-answer.ts'
import { CodePart } from '../views/code-part.tsx'
import { type CodeFormData, readCodeRequest, requestCode } from './code-request.ts'

/** The state of a form that is shown again. */
export interface CodeFormState extends FormState {
  resendIn?: number
}

type Status = 200 | 422 | 429
type CodeForm = (c: Ctx, formState: CodeFormState, status: Status) => Promise<Response> | Response

const RESEND_IN = 60

const forms = new Map<CodePurpose, CodeForm>()

/** Registers the page with the code form of a purpose. A browser without script gets this whole page. */
export function registerCodePage(purpose: CodePurpose, form: CodeForm) {
  forms.set(purpose, form)
}

export const codeRoutes = routes()

codeRoutes.post('/acct/codes', async (c) => {
  const formData = await readCodeRequest(c)
  try {
    const problems = await requestCode(c, formData)
    if (problems && wantsJson(c)) return refuseForm(c, problems)
    if (problems) return codePart(c, formData, { problems }, 422)
    return wantsJson(c)
      ? answer(c, { resendIn: RESEND_IN })
      : codePart(c, formData, { resendIn: RESEND_IN }, 200)
  } catch (error) {
    const event = { event: 'code refused', purpose: formData.purpose, address: clientAddress(c) }
    log.warn({ ...event, reason: (error as Error).message }, 'no code sent')
    const { problems, details, status } = refusedForm(c, error)
    // A problem of the request itself is shown beside its button.
    const { form, ...fields } = problems
    const refusal = { problems: form ? { captcha: form } : fields, details, resendIn: secondsLeft(details) }
    return codePart(c, formData, refusal, status)
  }
})

/**
 * The seconds for the countdown on the button; undefined for a wait of hours, which is only described in
 * words.
 */
function secondsLeft({ retryAfter }: Record<string, string | number>): number | undefined {
  return Number(retryAfter) <= RESEND_IN ? Number(retryAfter) : undefined
}

/** The part of the form for the code, or the whole page for a browser without script. */
async function codePart(c: Ctx, { purpose, values }: CodeFormData, formState: CodeFormState, status: Status) {
  if (!isFragmentRequest(c)) return forms.get(purpose)?.(c, { values, ...formState }, status) ?? goTo(c, '/')
  const captcha = await freshCaptcha(c, values)
  const props = { purpose, values, ...formState, captcha, offersMobile: smsAvailable }
  return fragment(c, <CodePart {...props} />, status)
}

/** Switches between a captcha picture and an arithmetic problem. */
codeRoutes.post('/acct/captcha', async (c) => {
  const formData = await readCodeRequest(c)
  const values = otherKind(formData.values)
  if (!isFragmentRequest(c)) return codePart(c, { ...formData, values }, {}, 200)
  return fragment(
    c,
    <CaptchaField captcha={await freshCaptcha(c, values)} code={formData.values.code !== undefined} />,
  )
})

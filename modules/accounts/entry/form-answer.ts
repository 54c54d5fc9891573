import { AppError, ERROR_STATUS, type ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import type { Problems } from '#src/http/body.ts'
import { refusal, wantsJson } from '#src/http/envelope.ts'
import type { Ctx } from '#src/http/web.ts'

const FIELD_OF: Partial<Record<ErrorCode, string>> = {
  VERIFICATION_COED_ERROR: 'code',
  ACCESS_DENIED: 'captcha',
  CAPTCHA_VERIFICATION_COED_ERROR: 'captcha',
  CAPTCHA_PROOF_MISSING: 'captcha',
  ACCOUNT_ALREADY_EXISTS: 'username',
  EMAIL_ALREADY_EXISTS: 'email',
  MOBILE_ALREADY_EXISTS: 'mobile',
  EMAIL_NOT_EXISTS: 'email',
  MOBILE_NOT_EXISTS: 'mobile',
  PUSH_EMAIL_FAIL: 'email',
  PUSH_SMS_FAIL: 'mobile',
  PASSWORD_TOO_COMMON: 'password',
  ORIGIN_PASSWORD_ERROR: 'current',
  NEW_PASSWORD_SAME_WITH_ORIGIN_ERROR: 'password',
}

export interface FormRefusal {
  problems: Problems
  details: Record<string, string | number>
  status: 422 | 429
}

/**
 * Assigns an error of the catalogue to the field that it concerns; rethrows other errors for the error page.
 */
export function asFormProblem(error: unknown): FormRefusal {
  if (!(error instanceof AppError)) throw error
  const field = error.code === 'INVALID_FIELD' ? String(error.details.field) : FIELD_OF[error.code]
  const problems = { [field ?? 'form']: error.words }
  return { problems, details: error.details, status: error.status === 429 ? 429 : 422 }
}

/** Assigns the error to a field for a browser; rethrows it for a program, which gets the error as JSON. */
export function refusedForm(c: Ctx, error: unknown): FormRefusal {
  if (wantsJson(c)) throw error
  const formProblem = asFormProblem(error)
  if (formProblem.details.retryAfter) c.header('Retry-After', String(formProblem.details.retryAfter))
  return formProblem
}

/**
 * The response to a program whose form is invalid: the error of the first problem that has a code, and all
 * problems in words.
 */
export function refuseForm(c: Ctx, problems: Problems): Response {
  const t = translate(c.var.locale)
  const words = Object.entries(problems).map(([field, key]) => [field, t(key)])
  const field = Object.keys(problems)[0] ?? ''
  return refusal(c, new AppError(codeOf(problems), { field }), { problems: Object.fromEntries(words) })
}

function codeOf(problems: Problems): ErrorCode {
  for (const key of Object.values(problems)) {
    if (key === 'accounts.problem.password') return 'PASSWORD_FORMAT_ERROR'
    if (key.startsWith('accounts.weakPassword.')) return 'PASSWORD_TOO_COMMON'
    const code = key.replace('common.error.', '')
    if (Object.hasOwn(ERROR_STATUS, code)) return code as ErrorCode
  }
  return 'INVALID_FIELD'
}

import type { Problems } from '#src/body.ts'
import { AppError, type ErrorCode } from '#src/errors.ts'

const FIELD_OF: Partial<Record<ErrorCode, string>> = {
  VERIFICATION_COED_ERROR: 'code',
  ACCESS_DENIED: 'captcha',
  CAPTCHA_VERIFICATION_COED_ERROR: 'captcha',
  ACCOUNT_ALREADY_EXISTS: 'username',
  EMAIL_ALREADY_EXISTS: 'email',
  MOBILE_ALREADY_EXISTS: 'mobile',
  EMAIL_NOT_EXISTS: 'email',
  MOBILE_NOT_EXISTS: 'mobile',
  PUSH_EMAIL_FAIL: 'email',
  PUSH_SMS_FAIL: 'mobile',
  PASSWORD_TOO_COMMON: 'password',
}

export interface Refused {
  problems: Problems
  details: Record<string, string | number>
  status: 422 | 429
}

/** A catalogue error beside the field it is about; any other error goes on to the error page. */
export function asFormProblem(error: unknown): Refused {
  if (!(error instanceof AppError)) throw error
  const problems = { [FIELD_OF[error.code] ?? 'form']: error.words }
  return { problems, details: error.details, status: error.status === 429 ? 429 : 422 }
}

import type { AppError, ErrorCode } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { asAppError } from '#src/http/errors/error-page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import type { Ctx } from '#src/http/web.ts'

const PROBLEM_JSON = 'application/problem+json'

/** The error as problem details (source: RFC 9457); `code` is the code of the error catalogue. */
export async function problemAnswer(c: Ctx, cause: unknown): Promise<Response> {
  const error = await asAppError(c, cause)
  logRefused(c, error)
  const { retryAfter, field } = error.details
  if (retryAfter) c.header('Retry-After', String(retryAfter))
  if (error.status === 401) c.header('WWW-Authenticate', 'Bearer')
  const problem = { ...problemOf(c, error), ...(field && { field }) }
  return c.body(JSON.stringify(problem), error.status as 422, { 'Content-Type': PROBLEM_JSON })
}

function problemOf(c: Ctx, { code, status, words, details }: AppError) {
  const detail = translate(c.var.locale ?? 'en_US')(words, details)
  return { type: 'about:blank', title: titleOf(code), status, code, detail }
}

const titleOf = (code: ErrorCode) => code.toLowerCase().replaceAll('_', ' ')

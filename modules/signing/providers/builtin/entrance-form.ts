import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import type { FormState } from '#src/http/body.ts'

/** Tries to enter a code, for one signatory, whatever the browsers and networks. */
export const CODE_TRIES = { name: 'sign-code', points: 60, per: 3600 }

export const CodeForm = v.object({
  code: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.nonEmpty('common.problem.required'),
    v.regex(/^\d{6}$/, 'accounts.problem.code'),
  ),
})

/** An error as a problem at the field of the code; throws what is none of the person's. */
export function problemOf(error: unknown): FormState {
  if (!(error instanceof AppError) || error.status === 404) throw error
  return { problems: { code: error.words }, details: error.details }
}

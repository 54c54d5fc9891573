import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import type { FormState } from '#src/http/body.ts'

/** Limits the attempts to enter a code, counted per signatory over all browsers and networks. */
export const CODE_TRIES = { name: 'sign-code', points: 60, per: 3600 }

const Code = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'accounts.problem.code'))

/** The second code is for people who received one by mail and one by SMS. */
export const CodeForm = v.object({
  code: v.pipe(v.optional(v.string(), ''), v.trim(), v.nonEmpty('common.problem.required'), Code),
  phone_code: v.optional(v.union([v.literal(''), Code], 'accounts.problem.code'), ''),
})

/** The entered codes, as `checkOneTimeCode` expects them. */
export const typedCode = ({ code, phone_code }: v.InferOutput<typeof CodeForm>) => code + phone_code

/** Converts an error to a problem at the code field; rethrows errors that do not concern the input. */
export function problemOf(error: unknown): FormState {
  if (!(error instanceof AppError) || error.status === 404) throw error
  return { problems: { code: error.words }, details: error.details }
}

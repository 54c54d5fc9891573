import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import type { Problems } from '#src/http/body.ts'

/** Why staff do something: it stands in their log. */
export const Reason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(500, 'common.problem.tooLong'),
)

/**
 * What is wrong, beside its field or else with the form as a whole; what was not found, and what is no error
 * of ours, is thrown on.
 */
export function refusal(error: unknown, form: string): Problems {
  if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error
  const field = error.code === 'INVALID_FIELD' ? String(error.details.field) : form
  return { [field]: error.words }
}

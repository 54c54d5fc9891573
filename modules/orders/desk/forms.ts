import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import type { Problems } from '#src/http/body.ts'

/** The reason of an action, for the staff log. */
export const Reason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(500, 'common.problem.tooLong'),
)

/** The problem at its field, or else of the whole form; rethrows NOT_FOUND and unknown errors. */
export function refusal(error: unknown, form: string): Problems {
  if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error
  const field = error.code === 'INVALID_FIELD' ? String(error.details.field) : form
  return { [field]: error.words }
}

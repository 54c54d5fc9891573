import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { type FormResult, type Problems, readValues } from '#src/http/body.ts'

/** The reason of an action, for the staff log. */
export const Reason = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(500, 'common.problem.tooLong'),
)

/** The problem at its field, otherwise of the whole form; rethrows NOT_FOUND and unknown errors. */
export function refusal(error: unknown, form: string): Problems {
  if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error
  const field = error.code === 'INVALID_FIELD' ? String(error.details.field) : form
  return { [field]: error.words }
}

/** Validates the form of an approved request again; throws INVALID_FIELD if it is no longer valid. */
export const readApproved = <S extends v.GenericSchema>(schema: S, form: Record<string, string>) =>
  approvedOutput(readValues(schema, Object.entries(form)))

/** The output of an approved request's form; throws INVALID_FIELD if it is no longer valid. */
export function approvedOutput<T>(result: FormResult<T>): T {
  if (result.ok) return result.output
  throw new AppError('INVALID_FIELD', { field: 'form' }, Object.values(result.problems)[0])
}

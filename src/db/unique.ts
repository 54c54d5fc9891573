import { AppError, type ErrorCode } from '#src/core/errors.ts'

/**
 * A function for the `catch` of a query: turns the violation of a unique index into the error code that
 * `codes` has for the index.
 */
export function onUniqueViolation(codes: Record<string, ErrorCode>): (error: unknown) => never {
  return (error) => {
    const code = codes[(error as { constraint?: string }).constraint ?? '']
    throw code ? new AppError(code) : error
  }
}

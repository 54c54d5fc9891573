import { AppError, type ErrorCode } from '#src/core/errors.ts'

/** For a query's `catch`: turns the error of a unique index into the index's code in `codes`. */
export function onUniqueViolation(codes: Record<string, ErrorCode>): (error: unknown) => never {
  return (error) => {
    const code = codes[(error as { constraint?: string }).constraint ?? '']
    throw code ? new AppError(code) : error
  }
}

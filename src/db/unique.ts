import { AppError, type ErrorCode } from '#src/core/errors.ts'

/** For a query's `catch`: an error of a unique index becomes the code that `codes` has for the index. */
export function refuseTaken(codes: Record<string, ErrorCode>): (error: unknown) => never {
  return (error) => {
    const code = codes[(error as { constraint?: string }).constraint ?? '']
    throw code ? new AppError(code) : error
  }
}

import { AppError } from '#src/core/errors.ts'
import { NotYet } from '#src/jobs/jobs.ts'

/** A damaged file is already reported at the desk; the job continues once it is restored. */
export const retryUntilRestored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof AppError && error.code === 'FILE_DAMAGED' ? new NotYet() : error
  })

import { AppError } from '#src/core/errors.ts'
import { NotYet } from '#src/jobs/jobs.ts'

/** The desk already reports a damaged file; the job continues when the file has been restored. */
export const retryUntilRestored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof AppError && error.code === 'FILE_DAMAGED' ? new NotYet() : error
  })

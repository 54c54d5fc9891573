import { AppError } from '#src/core/errors.ts'
import { NotYet } from '#src/jobs/jobs.ts'

/** Retries the job while its file is damaged, which the desk already reports, until the file is restored. */
export const retryUntilRestored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof AppError && error.code === 'FILE_DAMAGED' ? new NotYet() : error
  })

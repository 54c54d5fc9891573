import { job } from '#src/jobs/jobs.ts'
import { deleteOldAnswers } from './v1/idempotency.ts'

export const deleteOldApiAnswers = job('old-api-answers', deleteOldAnswers)

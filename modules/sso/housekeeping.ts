import { job } from '#src/jobs/jobs.ts'
import { deleteOldAttempts } from './login/attempt.ts'

export const deleteOldSsoAttempts = job('old-sso-attempts', deleteOldAttempts)

import { forgetOldCaptchas } from './captcha.ts'
import { job } from './jobs.ts'
import { forgetOldMails } from './mail.tsx'
import { forgetOldNonces } from './nonce.ts'
import { forgetOldSessions } from './session.ts'

/** Nightly: what has expired and nobody will ask for again. */
export const housekeeping = job('housekeeping', async (db) => {
  await forgetOldSessions(db)
  await forgetOldCaptchas(db)
  await forgetOldNonces(db)
  await forgetOldMails(db)
})

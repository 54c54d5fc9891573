import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { isMainland } from './aliyun.ts'
import { enqueueMessage } from './mail.ts'

/** Without an SMS service mobile numbers cannot be verified, so they are offered only with a service. */
export const smsAvailable = config.demo || config.sms !== null

/**
 * Enqueues a text message within the caller's transaction; in a demo without a service it only appears in the
 * outbox. Throws PUSH_SMS_FAIL for a number without a template.
 */
export async function sendSmsLater(trx: Db, to: string, text: string, code: string) {
  if (config.sms && !isMainland(to) && !config.sms.foreignTemplateCode) throw new AppError('PUSH_SMS_FAIL')
  await enqueueMessage(trx, 'sms', { to, subject: '', text, html: '', code })
}

import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { isMainland } from './aliyun.ts'
import { keep } from './mail.ts'

/**
 * Without an SMS service a mobile number cannot be checked, so mobile is offered only where messages go out.
 */
export const smsAvailable = config.demo || config.sms !== null

/**
 * Promises a text message inside the caller's transaction; in a demo without a service it goes to the outbox
 * alone. Throws PUSH_SMS_FAIL for a number the service has no template for.
 */
export async function sendSmsLater(trx: Db, to: string, text: string, code: string) {
  if (config.sms && !isMainland(to) && !config.sms.foreignTemplateCode) throw new AppError('PUSH_SMS_FAIL')
  await keep(trx, 'sms', { to, subject: '', text, html: '', code })
}

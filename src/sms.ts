import { config } from './config.ts'
import type { Db } from './database.ts'
import { keep } from './mail.tsx'

/** Without an SMS service a mobile number cannot be checked, so mobile is offered only where messages go out. */
export const smsAvailable = config.demo

/** Promises a text message inside the caller's transaction; in a demo it goes to the outbox. */
export async function sendSmsLater(trx: Db, to: string, text: string, code?: string) {
  await keep(trx, 'sms', { to, subject: '', text, html: '', code })
}

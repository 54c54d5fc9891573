import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import type { SmsNotice } from '#src/db/platform-schema.ts'
import { templateFor } from './aliyun.ts'
import { enqueueMessage } from './mail.ts'

/** Without an SMS service mobile numbers cannot be verified, so they are offered only with a service. */
export const smsAvailable = config.demo || config.sms !== null

/** Whether links can be sent as text messages, which needs a template of their own. */
export const smsNoticesAvailable = () =>
  config.sms ? config.sms.noticeTemplateCode !== undefined : config.demo

/** Whether a link and codes can be sent to this number. */
export const canReach = (to: string) =>
  config.sms
    ? templateFor(config.sms, to, 'notice') !== undefined && templateFor(config.sms, to, 'code') !== undefined
    : config.demo

/**
 * Enqueues a text message within the caller's transaction; in a demo without a service it only appears in the
 * outbox. Throws PUSH_SMS_FAIL for a number without a template.
 */
export async function sendSmsLater(trx: Db, to: string, text: string, code: string) {
  requireTemplate(to, 'code')
  await enqueueMessage(trx, 'sms', { to, subject: '', text, html: '', code })
}

/** A link in a text message. */
interface Notice {
  /** With the link at its end. */
  text: string
  link: string
  /** The sender and the document, for the template of the service. */
  sender: string
  document: string
}

/** Like `sendSmsLater`, for a message with a link to sign; returns its id. */
export async function sendSmsNotice(trx: Db, to: string, { text, link, ...facts }: Notice): Promise<string> {
  requireTemplate(to, 'notice')
  const notice: SmsNotice = { ...facts, link: link.slice(link.lastIndexOf('/') + 1) }
  return enqueueMessage(trx, 'sms', { to, subject: '', text, html: '', links: [link], notice })
}

function requireTemplate(to: string, kind: 'code' | 'notice') {
  if (config.sms && !templateFor(config.sms, to, kind)) throw new AppError('PUSH_SMS_FAIL')
}

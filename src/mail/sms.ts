import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import type { SmsNotice } from '#src/db/platform-schema.ts'
import { templateFor, templateLocale } from './aliyun.ts'
import { enqueueMessage } from './mail.ts'

/**
 * Whether text messages can be sent. Without an SMS service mobile numbers cannot be verified, so they are
 * only offered with a service.
 */
export const smsAvailable = config.demo || config.sms !== null

/** Whether links can be sent as text messages, which needs a separate template. */
export const smsNoticesAvailable = () =>
  config.sms ? config.sms.noticeTemplateCode !== undefined : config.demo

/** Whether owners without a mailbox can be notified by text message, which needs a separate template. */
export const smsEventsAvailable = () =>
  config.sms ? config.sms.accountTemplateCode !== undefined : config.demo

/** Whether a link and codes can be sent to this number. */
export const canReach = (to: string) =>
  config.sms
    ? templateFor(config.sms, to, 'notice') !== undefined && templateFor(config.sms, to, 'code') !== undefined
    : config.demo

/**
 * Enqueues a text message within the caller's transaction. In a demo without a service it only appears in
 * the outbox. Throws PUSH_SMS_FAIL for a number without a template.
 */
export async function sendSmsLater(trx: Db, to: string, text: string, code: string) {
  if (config.sms && !templateFor(config.sms, to, 'code')) throw new AppError('PUSH_SMS_FAIL')
  await enqueueMessage(trx, 'sms', { to, subject: '', text, html: '', code })
}

/** A link in a text message. */
interface Notice {
  /** The text, which ends with the link. */
  text: string
  link: string
  /** The sender and the document, as parameters of the service's template. */
  sender: string
  document: string
}

/**
 * Enqueues a message with a link to sign, and returns its id. Without a template its delivery fails, as it
 * does if a number does not exist, because a running signing must not stop after a change of the
 * configuration.
 */
export async function sendSmsNotice(trx: Db, to: string, { text, link, ...facts }: Notice): Promise<string> {
  const notice: SmsNotice = { ...facts, link: link.slice(link.lastIndexOf('/') + 1) }
  return enqueueMessage(trx, 'sms', { to, subject: '', text, html: '', links: [link], notice })
}

/**
 * Enqueues a message about a change of an account: `text` for the outbox, and `eventIn` for the template of
 * the service, in the language of that template. Without a template its delivery fails.
 */
export async function sendSmsEvent(
  trx: Db,
  to: string,
  text: string,
  eventIn: (locale: Locale) => string,
): Promise<string> {
  const notice = { event: eventIn(templateLocale(to)) }
  return enqueueMessage(trx, 'sms', { to, subject: '', text, html: '', notice })
}

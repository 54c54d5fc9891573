import { setTimeout as sleep } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Transporter } from 'nodemailer'
import type { Db } from '#src/app/database.ts'
import { ago, DAY, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { MailTable } from '#src/db/platform-schema.ts'
import { job, jobsAreWorked } from '#src/jobs/jobs.ts'
import { SmsRefused, sendByAliyun } from './aliyun.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  links?: string[]
  code?: string
  /** Where one click ends letters of this kind (RFC 8058). */
  leaveLink?: string
}

/** The address grammar we accept, narrower than RFC 5322 on purpose: one plain mailbox, nothing quoted. */
const ADDRESS = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9-]{1,63})+$/

export function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !text.includes('..')
}

/** Promises a mail inside the caller's transaction; the worker sends it once the transaction has committed. */
export async function sendMailLater(trx: Db, message: Message) {
  await keep(trx, 'email', message)
}

export async function keep(trx: Db, channel: 'email' | 'sms', message: Message) {
  const id = newId()
  await trx
    .insertInto('platform.mail')
    .values({
      id,
      channel,
      recipient: message.to,
      subject: message.subject.replace(/[\r\n]+/g, ' '),
      text: message.text,
      html: message.html,
      links: JSON.stringify(message.links ?? []),
      leave_link: message.leaveLink ?? null,
      // A text message is made from its code when it is sent; a mail holds it in its words.
      code: config.demo || channel === 'sms' ? (message.code ?? null) : null,
      created_at: now(),
    })
    .execute()
  await deliver.later(trx, { id })
}

let transport: { url: string; transporter: Transporter } | null = null

/** Loaded with the first mail: the demo sends none. */
async function smtp(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  if (transport?.url !== url)
    transport = {
      url,
      transporter: createTransport({ url, disableFileAccess: true, disableUrlAccess: true }),
    }
  return transport.transporter
}

/** The Message-ID is the row's id: a mail sent twice by a crash in between is one mail to its reader. */
export const deliver = job<{ id: string }>('mail', async (db, { id }) => {
  const mail = await db
    .selectFrom('platform.mail')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!mail) return
  fault('mail: before it is sent')
  const sent = await handOver(mail)
  fault('mail: sent, row not updated')
  await db
    .updateTable('platform.mail')
    .set({
      ...(sent ? { state: 'sent', sent_at: now() } : { state: 'failed' }),
      ...(config.demo ? {} : FORGOTTEN),
    })
    .where('id', '=', id)
    .execute()
})

/** False when the other side will never take it; throws when it is worth trying again. */
async function handOver(mail: Selectable<MailTable>): Promise<boolean> {
  try {
    if (mail.channel === 'email' && config.SMTP_URL) await sendBySmtp(config.SMTP_URL, mail)
    if (mail.channel === 'sms' && config.sms) await sendByAliyun(config.sms, mail.recipient, mail.code ?? '')
    return true
  } catch (error) {
    if (!isFinal(error)) throw error
    const { responseCode, message } = error as Error & { responseCode?: number }
    log.warn({ mail: mail.id, channel: mail.channel, answer: responseCode ?? message }, 'message refused')
    return false
  }
}

/** A refused recipient and a refused text message stay refused; a wrong password of ours does not. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return error instanceof SmsRefused || (code === 'EENVELOPE' && responseCode >= 500)
}

async function sendBySmtp(url: string, mail: Selectable<MailTable>) {
  await (await smtp(url)).sendMail({
    from: config.MAIL_FROM,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${new URL(config.baseUrl).hostname}>`,
    headers: mail.leave_link ? leaveHeaders(mail.leave_link) : {},
  })
}

const leaveHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** How long whoever waits for a code also waits to hear that its message could not be sent. */
const PATIENCE = 3000
const LOOK_EVERY = 100

/**
 * Whether the newest message to this address was handed over: false when it was refused or the first try to send it
 * failed, undefined when nothing is known yet. Nothing is sent where no service is set up.
 */
export async function wasHandedOver(db: Db, to: string): Promise<boolean | undefined> {
  if (!jobsAreWorked() || !(to.includes('@') ? config.SMTP_URL : config.sms)) return
  for (let waited = 0; waited < PATIENCE; waited += LOOK_EVERY) {
    const mail = await db
      .selectFrom('platform.mail')
      .select(['id', 'state'])
      .where('recipient', '=', to)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (!mail || mail.state === 'failed') return false
    if (mail.state === 'sent') return true
    if (await deliver.failedOnce(db, { id: mail.id })) return false
    await sleep(LOOK_EVERY)
  }
}

/** Whether the last message to this address was refused for good within the last ten minutes. */
export async function lastWasRefused(db: Db, to: string): Promise<boolean> {
  const last = await db
    .selectFrom('platform.mail')
    .select('state')
    .where('recipient', '=', to)
    .where('created_at', '>', ago(10 * MINUTE))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.state === 'failed'
}

/** That something was once sent to these addresses; what still waits goes out. */
export async function forgetMails(trx: Db, to: string[]) {
  const sent = trx.deleteFrom('platform.mail').where('state', '!=', 'waiting')
  await sent.where('recipient', 'in', to).execute()
}

const KEPT = 90 * DAY

export async function forgetOldMails(db: Db) {
  const sent = db.deleteFrom('platform.mail').where('state', '!=', 'waiting')
  await sent.where('created_at', '<', ago(KEPT)).execute()
}

/** What a sent mail said is kept for the demo's outbox alone: links and codes in it open things. */
const FORGOTTEN = { text: '', html: '', links: '[]', code: null, leave_link: null }

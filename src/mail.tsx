import { createTransport, type Transporter } from 'nodemailer'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { now } from './clock.ts'
import { config } from './config.ts'
import type { Db } from './database.ts'
import { fault } from './fault.ts'
import { newId } from './ids.ts'
import { job } from './jobs.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  links?: string[]
  code?: string
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
      code: config.demo ? (message.code ?? null) : null,
      created_at: now(),
    })
    .execute()
  await deliver.later(trx, { id })
}

let transport: Transporter | null = null

function smtp(): Transporter {
  transport ??= createTransport({ url: config.SMTP_URL, disableFileAccess: true, disableUrlAccess: true })
  return transport
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
  if (config.SMTP_URL && mail.channel === 'email')
    await smtp().sendMail({
      from: config.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${new URL(config.baseUrl).hostname}>`,
    })
  fault('mail: sent, row not updated')
  await db
    .updateTable('platform.mail')
    .set({ state: 'sent', sent_at: now(), ...(config.demo ? {} : FORGOTTEN) })
    .where('id', '=', id)
    .execute()
})

/** What a sent mail said is kept for the demo's outbox alone: links and codes in it open things. */
const FORGOTTEN = { text: '', html: '', links: '[]' }

export function mailHtml(body: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(body)}`
}

import type { Selectable } from 'kysely'
import type { Transporter } from 'nodemailer'
import { MINUTE, SECOND } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { isOutside } from '#src/core/configuration/transport.ts'
import type { MailTable } from '#src/db/platform-schema.ts'

let transport: { url: string; transporter: Transporter } | null = null

/**
 * The timeouts of RFC 5321 (4.5.3.2): a client that hangs up on a slow server after the message would send
 * it twice. Each mail has a separate connection, so no other mail is delayed.
 */
const TIMEOUTS = {
  connectionTimeout: 150 * SECOND,
  greetingTimeout: 150 * SECOND,
  socketTimeout: 10 * MINUTE,
}

/** The maximum duration of sending one mail, for a server that answers only now and then. */
export const MAX_SENDING_TIME = 20 * MINUTE

/** A server outside our network must offer STARTTLS, because an attacker could have removed the offer. */
export const transportOptions = (url: string) => ({
  url,
  ...TIMEOUTS,
  requireTLS: isOutside(new URL(url).hostname),
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Loaded with the first mail, because demos send no mails. */
async function loadTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  if (transport?.url !== url) transport = { url, transporter: createTransport(transportOptions(url)) }
  return transport.transporter
}

/**
 * Sends a mail. Its Message-ID is the id of the row, so that a mail that was sent twice because of a crash
 * is shown once.
 */
export async function sendBySmtp(url: string, mail: Selectable<MailTable>) {
  await (await loadTransport(url)).sendMail({
    signal: AbortSignal.timeout(MAX_SENDING_TIME),
    from: config.MAIL_FROM,
    to: mail.recipient,
    replyTo: mail.reply_to ?? undefined,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${new URL(config.baseUrl).hostname}>`,
    headers: mail.leave_link ? unsubscribeHeaders(mail.leave_link) : {},
  })
}

const unsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

interface SmtpError extends Error {
  command?: string
  responseCode?: number
  response?: string
}

/**
 * The server's reply if it will never deliver to this mailbox; null if the problem may pass, or concerns our
 * sender or login.
 */
export function refusalOf(error: unknown): string | null {
  const { command, responseCode = 0, response } = error as SmtpError
  return command === 'RCPT TO' && responseCode >= 500 ? (response ?? String(responseCode)) : null
}

/** Whether the server permanently refused this message, but not its mailbox. */
export function isUnwanted(error: unknown): boolean {
  const { command, responseCode = 0 } = error as SmtpError
  return command === 'DATA' && responseCode >= 500
}

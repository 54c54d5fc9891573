import type { Selectable } from 'kysely'
import type { Transporter } from 'nodemailer'
import { MINUTE, SECOND } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { MailTable } from '#src/db/platform-schema.ts'

let transport: { url: string; transporter: Transporter } | null = null

/**
 * As long as RFC 5321 (4.5.3.2) has a client wait: who hangs up on a slow server after the message sends it
 * twice. Others are not kept waiting meanwhile, each mail has a connection of its own.
 */
const PATIENCE = {
  connectionTimeout: 150 * SECOND,
  greetingTimeout: 150 * SECOND,
  socketTimeout: 10 * MINUTE,
}

/** What one mail may take in all, with a server that says a word now and then. */
export const SEND_MOST = 20 * MINUTE

/** Loaded with the first mail: the demo sends none. */
async function smtp(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  if (transport?.url !== url)
    transport = {
      url,
      transporter: createTransport({ url, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true }),
    }
  return transport.transporter
}

/** The Message-ID is the row's id: a mail sent twice by a crash in between is one mail to its reader. */
export async function sendBySmtp(url: string, mail: Selectable<MailTable>) {
  await (await smtp(url)).sendMail({
    signal: AbortSignal.timeout(SEND_MOST),
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

interface SmtpError extends Error {
  command?: string
  responseCode?: number
  response?: string
}

/**
 * What the server said of a mailbox to which it will never deliver; a sender or a login of ours it refuses
 * may pass.
 */
export function refusalOf(error: unknown): string | null {
  const { command, responseCode = 0, response } = error as SmtpError
  return command === 'RCPT TO' && responseCode >= 500 ? (response ?? String(responseCode)) : null
}

/** Whether the server refused this one message for good, though not its mailbox. */
export function isUnwanted(error: unknown): boolean {
  const { command, responseCode = 0 } = error as SmtpError
  return command === 'DATA' && responseCode >= 500
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type Expression, type Selectable, sql } from 'kysely'
import { ago, DAY, MINUTE, now, SECOND } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { MailTable, SmsEvent, SmsNotice } from '#src/db/platform-schema.ts'
import type { ExportPart } from '#src/jobs/export-part.ts'
import { job, jobsAreWorked, NotYet, PermanentFailure } from '#src/jobs/jobs.ts'
import { emit } from '#src/jobs/module-events.ts'
import { counter } from '#src/telemetry/metrics.ts'
import { inCall } from '#src/telemetry/spans.ts'
import { SmsRefused, sendByAliyun } from './aliyun.ts'
import { isUnwanted, MAX_SENDING_TIME, refusalOf, sendBySmtp } from './smtp.ts'

declare module '#src/jobs/module-events.ts' {
  interface ModuleEvents {
    /** Emitted when a mail server or SMS service has accepted a message, or refused it for good. */
    'mail-handed-over': { id: string; delivered: boolean }
  }
}

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  links?: string[]
  code?: string
  /** The content of a text message without code. */
  notice?: SmsNotice | SmsEvent
  /** The recipient of replies; by default our service mailbox. */
  replyTo?: string
  /** The address for unsubscribing from mails of this kind by one click (RFC 8058). */
  unsubscribeLink?: string
  /**
   * Whether the mail goes to many people: it is sent after all others, and delays no others to the same
   * mailbox.
   */
  bulk?: boolean
}

/**
 * Enqueues a mail within the caller's transaction and returns its id; the worker sends it after the commit.
 */
export async function sendMailLater(trx: Db, message: Message): Promise<string> {
  return enqueueMessage(trx, 'email', message)
}

export async function enqueueMessage(trx: Db, channel: 'email' | 'sms', message: Message): Promise<string> {
  const id = newId()
  const isUrgent = channel === 'sms' || message.code !== undefined
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
      leave_link: message.unsubscribeLink ?? null,
      reply_to: message.replyTo ?? null,
      overtakes: isUrgent,
      bulk: message.bulk ?? false,
      // The text of a text message is made from its code or notice when it is sent; the text of a mail
      // already contains them.
      code: config.demo || channel === 'sms' ? (message.code ?? null) : null,
      notice: message.notice ? JSON.stringify(message.notice) : null,
      created_at: now(),
    })
    .execute()
  const group = { id: message.to.toLowerCase().split('@').at(-1)! }
  await deliver.enqueue(
    trx,
    { id },
    { priority: isUrgent ? URGENT_PRIORITY : message.bulk ? BULK_PRIORITY : 0, group },
  )
  return id
}

/** How long a mail is retried; then it is marked as failed, and remains at the desk. */
const MAX_RETRY_TIME = 3 * DAY

/** The priority of codes, for which there are separate workers. */
const URGENT_PRIORITY = 10
/** The priority of mails to many people. */
const BULK_PRIORITY = -10

/**
 * Each worker uses one connection, for as long as a slow server takes (`smtp.ts`). Few workers send to the
 * same domain, so that a server that does not answer delays no other.
 */
const WORKERS = {
  retryDelayMax: 60,
  retryLimit: 5000,
  expireInSeconds: (MAX_SENDING_TIME + 5 * MINUTE) / SECOND,
  workers: [
    { localConcurrency: 12, localGroupConcurrency: 3, burstWhenReadyExceeds: 1 },
    { localConcurrency: 4, localGroupConcurrency: 3, burstWhenReadyExceeds: 1, minPriority: URGENT_PRIORITY },
  ],
  beforeRetry: async (trx: Db, { id }: { id: string }) => {
    const waitingAgain = { state: 'waiting' as const, created_at: now() }
    await trx
      .updateTable('platform.mail')
      .set(waitingAgain)
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .where(({ not }) => not(isEmptied))
      .execute()
  },
}

async function workMail(db: Db, { id }: { id: string }) {
  const mail = await db
    .selectFrom('platform.mail')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!mail) return
  if (config.SMTP_URL && !mail.overtakes && !mail.bulk && (await findWaitingMail(db, mail.recipient, id)))
    throw new NotYet('an older mail to the same mailbox waits')
  fault('mail: before it is sent')
  const outcome = await handOver(mail)
  fault('mail: sent, row not updated')
  const { givenUp, ...columns } = outcome
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('platform.mail')
      .set({ ...columns, ...(config.demo || (givenUp && !hasAccessLink(mail)) ? {} : EMPTIED_COLUMNS) })
      .where('id', '=', id)
      .execute()
    if (mail.channel === 'email' ? config.SMTP_URL : config.sms)
      await emit(trx, 'mail-handed-over', { id, delivered: columns.state === 'sent' })
  })
  const nextMail = config.SMTP_URL && (await findWaitingMail(db, mail.recipient))
  if (nextMail) await deliver.retryNow(db, nextMail)
  if (givenUp) throw new PermanentFailure(givenUp)
}

export const deliver = job('mail', workMail, WORKERS)

/**
 * The oldest waiting mail to a mailbox, of those before `id` if it is set. Mails with codes are left out,
 * because they go before all others; so are mails to many people, and mails that are too old to be retried.
 */
async function findWaitingMail(db: Db, recipient: string, id?: string) {
  const waitingMails = db
    .selectFrom('platform.mail')
    .select('id')
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .where('state', '=', 'waiting')
    .where('overtakes', '=', false)
    .where('bulk', '=', false)
    .where('created_at', '>', ago(MAX_RETRY_TIME + DAY))
    .orderBy('id')
    .limit(1)
  return (id ? waitingMails.where('id', '<', id) : waitingMails).executeTakeFirst()
}

interface Outcome {
  state: 'sent' | 'failed'
  sent_at?: Date
  refusal?: string | null
  /** The error, if the mail failed for good after three days. */
  givenUp?: string
}

/** Sends a text message. Without a service, a demo shows it in the outbox; elsewhere it cannot be sent. */
async function sendSms({ recipient, notice, code }: Selectable<MailTable>) {
  const account = config.sms
  if (account) await inCall('sms', 'send', () => sendByAliyun(account, recipient, notice ?? code ?? ''))
  else if (!config.demo) throw new SmsRefused('There is no SMS service')
}

const countHandedOver = counter({
  name: 'qishu.mails',
  description: 'Attempts to hand over a mail or text message, by outcome: sent, retried, refused, given up',
  unit: '{mail}',
})

/** Sends a mail and returns the result; throws if a retry may help. */
async function handOver(mail: Selectable<MailTable>): Promise<Outcome> {
  try {
    const server = config.SMTP_URL
    if (mail.channel === 'email' && server) await inCall('smtp', 'send', () => sendBySmtp(server, mail))
    if (mail.channel === 'sms') await sendSms(mail)
    countHandedOver({ 'qishu.channel': mail.channel, 'qishu.outcome': 'sent' })
    return { state: 'sent', sent_at: now() }
  } catch (error) {
    const refusal = refusalOf(error)
    const isFinal = refusal !== null || isUnwanted(error) || error instanceof SmsRefused
    const isRetried = !isFinal && mail.created_at > ago(MAX_RETRY_TIME)
    const result = isRetried ? 'retried' : isFinal ? 'refused' : 'given up'
    countHandedOver({ 'qishu.channel': mail.channel, 'qishu.outcome': result })
    if (isRetried) throw error
    const { responseCode, message } = error as Error & { responseCode?: number }
    const outcome = isFinal ? 'message refused' : 'message given up'
    log.warn({ mail: mail.id, channel: mail.channel, answer: responseCode ?? message }, outcome)
    return { state: 'failed', refusal, givenUp: isFinal ? undefined : message }
  }
}

/** How many milliseconds a page waits for the result of sending a message with a code. */
const PATIENCE_MS = 3000
const CHECK_INTERVAL_MS = 100

/**
 * Whether the service accepted the newest message to this address: false if it was refused or its first
 * attempt failed, undefined if that is not known yet. Without a configured service no messages are sent.
 */
export async function wasHandedOver(db: Db, to: string): Promise<boolean | undefined> {
  if (!jobsAreWorked() || !(to.includes('@') ? config.SMTP_URL : config.sms)) return
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += CHECK_INTERVAL_MS) {
    const mail = await db
      .selectFrom('platform.mail')
      .select(['id', 'state'])
      .where('recipient', '=', to)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (!mail || mail.state === 'failed') return false
    if (mail.state === 'sent') return true
    if (await deliver.hasFailed(db, { id: mail.id })) return false
    await sleep(CHECK_INTERVAL_MS)
  }
}

/** Whether the last message to this address was permanently refused within the last ten minutes. */
export async function lastWasRefused(db: Db, to: string): Promise<boolean> {
  const lastMail = await db
    .selectFrom('platform.mail')
    .select('state')
    .where('recipient', '=', to)
    .where('created_at', '>', ago(10 * MINUTE))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return lastMail?.state === 'failed'
}

/** A query expression: whether the newest mail to an address was permanently refused by its server. */
export const isRefused = (address: Expression<string | null>) =>
  sql<boolean>`coalesce((select refusal is not null from platform.mail
    where lower(recipient) = lower(${address}) and state <> 'waiting' order by id desc limit 1), false)`

/**
 * A query expression: whether the newest mail to an address was not delivered, although its mailbox does not
 * refuse mails.
 */
export const isUndelivered = (address: Expression<string | null>) =>
  sql<boolean>`coalesce((select state = 'failed' and refusal is null from platform.mail
    where lower(recipient) = lower(${address}) and state <> 'waiting' order by id desc limit 1), false)`

/** Deletes the records of mails sent to these addresses; waiting mails are still sent. */
export async function deleteSentMails(trx: Db, to: string[]) {
  const sentMailRows = trx.deleteFrom('platform.mail').where('state', '!=', 'waiting')
  await sentMailRows.where('recipient', 'in', to).execute()
}

/**
 * The mails to these addresses with their times, for the export of personal data. Their content is not
 * exported: it is deleted when they are sent, and before that contains links and codes.
 */
export async function exportMails(db: Db, to: string[]): Promise<ExportPart> {
  if (!to.length) return { records: { sentMails: [] } }
  const sentMails = await db
    .selectFrom('platform.mail')
    .select(['channel', 'recipient', 'subject', 'state', 'created_at', 'sent_at'])
    .where('recipient', 'in', to)
    .orderBy('id')
    .execute()
  return { records: { sentMails } }
}

const RETENTION = 90 * DAY

export async function deleteOldMails(db: Db) {
  const sentMailRows = db.deleteFrom('platform.mail').where('state', '!=', 'waiting')
  await sentMailRows.where('created_at', '<', ago(RETENTION)).execute()
}

/** Whether a link grants access without a login. */
const grantsAccess = (link: string) => !/^\/(mgmt|desk)\//.test(new URL(link, config.baseUrl).pathname)

/** Whether the text of a mail grants access; such a text is not stored for a later retry. */
const hasAccessLink = ({ overtakes, links, leave_link }: Selectable<MailTable>) =>
  overtakes || leave_link !== null || links.some(grantsAccess)

/** A query expression: whether the text of a mail was deleted, so that it can no longer be sent. */
export const isEmptied = sql<boolean>`text = ''`

/**
 * The columns that are emptied when a mail was sent, because links and codes grant access. Only a demo keeps
 * them, for its outbox.
 */
const EMPTIED_COLUMNS = { text: '', html: '', links: '[]', code: null, notice: null, leave_link: null }

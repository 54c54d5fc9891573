import { setTimeout as sleep } from 'node:timers/promises'
import { type Expression, type Selectable, sql } from 'kysely'
import { ago, DAY, MINUTE, now, SECOND } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { MailTable } from '#src/db/platform-schema.ts'
import { GivenUp, job, jobsAreWorked, NotYet } from '#src/jobs/jobs.ts'
import { SmsRefused, sendByAliyun } from './aliyun.ts'
import { isUnwanted, refusalOf, SEND_MOST, sendBySmtp } from './smtp.ts'

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

/**
 * Promises a mail inside the caller's transaction; the worker sends it once the transaction has committed.
 */
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
      overtakes: channel === 'sms' || message.code !== undefined,
      // A text message is made from its code when it is sent; a mail holds it in its words.
      code: config.demo || channel === 'sms' ? (message.code ?? null) : null,
      created_at: now(),
    })
    .execute()
  const urgent = channel === 'sms' || message.code !== undefined
  const group = { id: message.to.toLowerCase().split('@').at(-1)! }
  await deliver.later(trx, { id }, { priority: urgent ? URGENT : 0, group })
}

/** For so long a mail is tried; then it is marked as failed, and kept for the desk to have it tried again. */
const TRIED_FOR = 3 * DAY

/** Of a code: it goes before the news, and has hands of its own. */
const URGENT = 10

/**
 * Each hand holds one connection, for as long as a slow server takes (`smtp.ts`), and few of them go to one
 * domain: whose server does not answer holds up nobody else.
 */
const HANDS = {
  retryDelayMax: 60,
  retryLimit: 5000,
  expireInSeconds: (SEND_MOST + 5 * MINUTE) / SECOND,
  workers: [
    { localConcurrency: 12, localGroupConcurrency: 3, burstWhenReadyExceeds: 1 },
    { localConcurrency: 4, localGroupConcurrency: 3, burstWhenReadyExceeds: 1, minPriority: URGENT },
  ],
  revive: async (trx: Db, { id }: { id: string }) => {
    const again = { state: 'waiting' as const, created_at: now() }
    await trx
      .updateTable('platform.mail')
      .set(again)
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .execute()
  },
}

async function work(db: Db, { id }: { id: string }) {
  const mail = await db
    .selectFrom('platform.mail')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!mail) return
  if (config.SMTP_URL && !mail.overtakes && (await waitingTo(db, mail.recipient, id)))
    throw new NotYet('an older mail to the same mailbox waits')
  fault('mail: before it is sent')
  const outcome = await handOver(mail)
  fault('mail: sent, row not updated')
  const { givenUp, ...became } = outcome
  await db
    .updateTable('platform.mail')
    .set({ ...became, ...(config.demo || givenUp ? {} : FORGOTTEN) })
    .where('id', '=', id)
    .execute()
  const next = config.SMTP_URL && (await waitingTo(db, mail.recipient))
  if (next) await deliver.hurry(db, next)
  if (givenUp) throw new GivenUp(givenUp)
}

export const deliver = job('mail', work, HANDS)

/**
 * The mail that goes next to a mailbox, of those before `id`. A code overtakes: it is of no use later. What
 * is older than anything that is still tried holds up nobody.
 */
async function waitingTo(db: Db, recipient: string, id?: string) {
  const waiting = db
    .selectFrom('platform.mail')
    .select('id')
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .where('state', '=', 'waiting')
    .where('overtakes', '=', false)
    .where('created_at', '>', ago(TRIED_FOR + DAY))
    .orderBy('id')
    .limit(1)
  return (id ? waiting.where('id', '<', id) : waiting).executeTakeFirst()
}

interface Outcome {
  state: 'sent' | 'failed'
  sent_at?: Date
  refusal?: string | null
  /** What it was given up for, after three days. */
  givenUp?: string
}

/** What became of it; throws when it is worth trying again. */
async function handOver(mail: Selectable<MailTable>): Promise<Outcome> {
  try {
    if (mail.channel === 'email' && config.SMTP_URL) await sendBySmtp(config.SMTP_URL, mail)
    if (mail.channel === 'sms' && config.sms) await sendByAliyun(config.sms, mail.recipient, mail.code ?? '')
    return { state: 'sent', sent_at: now() }
  } catch (error) {
    const refusal = refusalOf(error)
    const final = refusal !== null || isUnwanted(error) || error instanceof SmsRefused
    if (!final && mail.created_at > ago(TRIED_FOR)) throw error
    const { responseCode, message } = error as Error & { responseCode?: number }
    const said = final ? 'message refused' : 'message given up'
    log.warn({ mail: mail.id, channel: mail.channel, answer: responseCode ?? message }, said)
    return { state: 'failed', refusal, givenUp: final ? undefined : message }
  }
}

/** How long the page waits to learn that the message with the code could not be sent. */
const PATIENCE = 3000
const LOOK_EVERY = 100

/**
 * Whether the newest message to this address was handed over: false when it was refused or the first try to
 * send it failed, undefined when nothing is known yet. Nothing is sent where no service is set up.
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

/** For a query: whether the newest mail to an address came back, refused for good by its server. */
export const isRefused = (address: Expression<string | null>) =>
  sql<boolean>`coalesce((select refusal is not null from platform.mail
    where lower(recipient) = lower(${address}) and state <> 'waiting' order by id desc limit 1), false)`

/**
 * For a query: whether the newest mail to an address did not arrive, though nothing is wrong with the mailbox
 * itself.
 */
export const isUndelivered = (address: Expression<string | null>) =>
  sql<boolean>`coalesce((select state = 'failed' and refusal is null from platform.mail
    where lower(recipient) = lower(${address}) and state <> 'waiting' order by id desc limit 1), false)`

/** That something was once sent to these addresses; what still waits goes out. */
export async function forgetMails(trx: Db, to: string[]) {
  const sent = trx.deleteFrom('platform.mail').where('state', '!=', 'waiting')
  await sent.where('recipient', 'in', to).execute()
}

/** Which messages went to these addresses, and when, for the export of somebody's data. */
export const exportMails = (db: Db, to: string[]) =>
  db
    .selectFrom('platform.mail')
    .select(['channel', 'recipient', 'subject', 'state', 'created_at', 'sent_at'])
    .where('recipient', 'in', to)
    .orderBy('id')
    .execute()

const KEPT = 90 * DAY

export async function forgetOldMails(db: Db) {
  const sent = db.deleteFrom('platform.mail').where('state', '!=', 'waiting')
  await sent.where('created_at', '<', ago(KEPT)).execute()
}

/** What a sent mail said is kept for the demo's outbox alone: links and codes in it open things. */
const FORGOTTEN = { text: '', html: '', links: '[]', code: null, leave_link: null }

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { logAction } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { takePoint } from '#src/auth/rate-limit.ts'
import { ago, fromNow, HOUR, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import { hashOf, keyedHash, newToken } from '#src/core/secrets.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { sendSignCode } from './emails/invitation.ts'
import { CODE_LIVES, type Turn } from './signer-link.ts'

const TRIES = 5
const OF_MAILBOX = { name: 'sign-code-mailbox', points: 10, per: 86_400 }
const OF_NETWORK = { name: 'sign-code-network', points: 30, per: 3600 }
const ENTRANCE_LIVES = 2 * HOUR

interface Asking {
  /** The browser's own, to which the code is bound: the link alone may be in other hands. */
  visitor: string
  /** Whom it asks for, to the limits. */
  network: string
}

/**
 * Mails a one-time code to the signatory for the browser that asks. Throws ACCESS_DENIED within a minute of the last one,
 * TOO_MANY_REQUESTS after ten in a day to one mailbox or thirty in an hour to one network address.
 */
export async function sendOneTimeCode(db: Db, turn: Turn, { visitor, network }: Asking) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db.transaction().execute(async (trx) => {
    const sent = await trx
      .updateTable('signing.builtin_link')
      .set({ code_hash: codeHash(turn.id, visitor, code), code_sent_at: now(), code_tries: 0 })
      .where('signatory_id', '=', turn.id)
      .where((eb) => eb.or([eb('code_sent_at', 'is', null), eb('code_sent_at', '<=', ago(MINUTE))]))
      .executeTakeFirst()
    if (sent.numUpdatedRows !== 1n) throw new AppError('ACCESS_DENIED', {}, 'common.error.TOO_SOON')
    await takePoint(OF_MAILBOX, mailboxOf(turn.email))
    await takePoint(OF_NETWORK, network)
    await sendSignCode(trx, turn, code)
  })
}

/**
 * Uses the code up and lets the browser in for two hours; the returned secret goes into its cookie.
 * Throws VERIFICATION_COED_ERROR; after five wrong ones no code fits until a new one is sent.
 */
export async function checkOneTimeCode(db: Db, turn: Turn, visitor: string, code: string): Promise<string> {
  const secret = newToken()
  const code_hash = codeHash(turn.id, visitor, code)
  const tried = await db
    .updateTable('signing.builtin_link')
    .set({ code_tries: sql`code_tries + 1` })
    .where('signatory_id', '=', turn.id)
    .where('code_tries', '<', TRIES)
    .where('code_sent_at', '>', ago(CODE_LIVES))
    .returning('code_hash')
    .executeTakeFirst()
  if (tried?.code_hash !== code_hash) throw misused(tried !== undefined)
  await db.transaction().execute(async (trx) => {
    const entered = await trx
      .updateTable('signing.builtin_link')
      .set({
        code_hash: null,
        entrance_hash: hashOf(secret),
        entrance_expires_at: fromNow(ENTRANCE_LIVES),
      })
      .where('signatory_id', '=', turn.id)
      .where('code_hash', '=', code_hash)
      .executeTakeFirst()
    if (entered.numUpdatedRows !== 1n) throw misused(false)
    const actor = { identity: 'signatory', operator: turn.name } as const
    if (turn.signing_state === 'started')
      await logAction(trx, turn.document_id, actor, 'open-to-sign', { party: turn.party })
  })
  return secret
}

function misused(live: boolean) {
  log.warn({ event: 'code misused', purpose: 'sign', live }, 'wrong code')
  return new AppError('VERIFICATION_COED_ERROR')
}

function codeHash(id: string, visitor: string, code: string): string {
  return keyedHash(config.secretKey, `sign ${id} ${visitor} ${code}`)
}

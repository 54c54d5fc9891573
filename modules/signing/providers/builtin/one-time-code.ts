import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { ago, DAY, fromNow, HOUR, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { log } from '#src/core/log.ts'
import { hashOf, keyedHash, newToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { consumeCodePoints } from '#src/mail/mail-limits.ts'
import { codeAddressesOf } from '../../contact.ts'
import { lockSigning } from '../../outcome.ts'
import { sendSignCode } from './emails/invitation.ts'
import type { Browser } from './evidence/browser.ts'
import { logSignatory } from './evidence/records.ts'
import { CODE_LIVES, type Turn } from './signer-link.ts'

const MAX_ATTEMPTS = 5
const ACCESS_DURATION = 2 * HOUR

interface CodeRequest {
  /**
   * The browser's secret cookie. A code works only in the browser that requested it, because the link may
   * have been forwarded.
   */
  visitor: string
  /** The network of the request's IP address, for rate limits. */
  network: string
  /** The browser to record in the log. */
  browser?: Browser
  /** The logged-in account. */
  viewer: Pick<Viewer, 'email' | 'mobile'> | null
}

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Sends a one-time code to the signatory's mailbox or phone, or one to each, for this browser; requests of
 * other browsers with the same link do not affect it. Throws ACCESS_DENIED within a minute of this browser's
 * last request, TOO_MANY_REQUESTS.
 */
export async function sendOneTimeCode(
  db: Db,
  turn: Turn,
  { visitor, network, viewer, browser }: CodeRequest,
) {
  const codes = codeAddressesOf(turn).map((address) => ({ address, code: newCode() }))
  const joinedCodes = codes.map(({ code }) => code).join('')
  const newValues = { code_hash: codeHash(turn.id, visitor, joinedCodes), sent_at: now(), tries: 0 }
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, turn.signing_id)
    const storedCode = await trx
      .insertInto('signing.builtin_code')
      .values({ signatory_id: turn.id, visitor_hash: hashOf(visitor), ...newValues })
      .onConflict((oc) =>
        oc
          .columns(['signatory_id', 'visitor_hash'])
          .doUpdateSet(newValues)
          .where('signing.builtin_code.sent_at', '<=', ago(MINUTE)),
      )
      .returning('entered_at')
      .executeTakeFirst()
    if (!storedCode) throw new AppError('ACCESS_DENIED', {}, 'common.error.TOO_SOON')
    for (const { address, code } of codes) {
      const isOwn = viewer?.email?.toLowerCase() === address.toLowerCase() || viewer?.mobile === address
      const isProved = storedCode.entered_at !== null || isOwn
      await consumeCodePoints('sign', address, { visitor, network, proved: isProved })
      await sendSignCode(trx, turn, { address, code })
    }
    if (turn.signing_state === 'started') await logSignatory(trx, turn, 'send-code', browser)
  })
}

/**
 * Redeems the entered code, or the mailed code followed by the SMS code, and gives the browser access for
 * two hours; returns the secret for its cookie. Throws VERIFICATION_COED_ERROR. After five wrong codes the
 * signatory has to request a new one.
 */
export async function checkOneTimeCode(
  db: Db,
  turn: Turn,
  attempt: { visitor: string; code: string; browser?: Browser },
): Promise<string> {
  const { visitor, code, browser } = attempt
  const secret = newToken()
  const code_hash = codeHash(turn.id, visitor, code)
  const storedCode = await db
    .updateTable('signing.builtin_code')
    .set({ tries: sql`tries + 1` })
    .where('signatory_id', '=', turn.id)
    .where('visitor_hash', '=', hashOf(visitor))
    .where('tries', '<', MAX_ATTEMPTS)
    .where('sent_at', '>', ago(CODE_LIVES))
    .returning('code_hash')
    .executeTakeFirst()
  if (storedCode?.code_hash !== code_hash) throw misuseError(storedCode !== undefined)
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, turn.signing_id)
    const redeemed = await trx
      .updateTable('signing.builtin_code')
      .set({ code_hash: null, entered_at: now() })
      .where('signatory_id', '=', turn.id)
      .where('code_hash', '=', code_hash)
      .executeTakeFirst()
    if (redeemed.numUpdatedRows !== 1n) throw misuseError(false)
    await grantAccess(trx, turn, secret, browser)
  })
  return secret
}

type EnteringTurn = Pick<Turn, 'id' | 'name' | 'party' | 'email' | 'phone' | 'document_id' | 'signing_state'>

/** Gives the browser with this secret access for two hours. */
export async function grantAccess(trx: Db, turn: EnteringTurn, secret: string, browser?: Browser) {
  await trx
    .updateTable('signing.builtin_link')
    .set({ entrance_hash: hashOf(secret), entrance_expires_at: fromNow(ACCESS_DURATION) })
    .where('signatory_id', '=', turn.id)
    .execute()
  await trx
    .updateTable('signing.signatory')
    .set((eb) => ({ entered_at: eb.fn.coalesce('entered_at', eb.val(now())) }))
    .where('id', '=', turn.id)
    .execute()
  if (turn.signing_state === 'started') await logSignatory(trx, turn, 'open-to-sign', browser)
}

/** Runs nightly: deletes the data of browsers that requested a code but never got access. */
export const deleteUnusedCodes = job('unused-sign-codes', async (db) => {
  await db
    .deleteFrom('signing.builtin_code')
    .where('entered_at', 'is', null)
    .where('sent_at', '<', ago(DAY))
    .execute()
})

function misuseError(isCodeValid: boolean) {
  log.warn({ event: 'code misused', purpose: 'sign', live: isCodeValid }, 'wrong code')
  return new AppError('VERIFICATION_COED_ERROR')
}

function codeHash(id: string, visitor: string, code: string): string {
  return keyedHash(config.secretKey, `sign ${id} ${visitor} ${code}`)
}

import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { logAction } from '#modules/documents/index.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { ago, DAY, fromNow, HOUR, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { hashOf, keyedHash, newToken } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { consumeCodePoints } from '#src/mail/mail-limits.ts'
import { sendReviewCode } from '../emails/code.ts'
import type { Turn } from '../review-step.ts'
import { CODE_LIFETIME, findByAccessCode } from './link.ts'

const MAX_CODE_TRIES = 5
/** The limit on guessed emails and access codes from one network. */
const GUESS_LIMIT = { name: 'review-access', points: 30, per: 3600 }
const ACCESS_LIFETIME = 12 * HOUR

export interface Requester {
  /**
   * The browser's secret cookie. A verification code works only in the browser that requested it, because
   * the link may have been forwarded.
   */
  visitor: string
  /** The network of the request's IP address, for rate limits. */
  network: string
  /** The logged-in account. */
  viewer: Pick<Viewer, 'email'> | null
}

/** Counts a wrong guess; after ten, this browser cannot use the link. */
async function refuseGuess(db: Db, visitor: string, reviewerId?: string): Promise<never> {
  if (reviewerId)
    await db
      .insertInto('review.link_browser')
      .values({ reviewer_id: reviewerId, visitor_hash: hashOf(visitor), guesses: 1 })
      .onConflict((oc) =>
        oc.columns(['reviewer_id', 'visitor_hash']).doUpdateSet({ guesses: sql`link_browser.guesses + 1` }),
      )
      .execute()
  throw new AppError('REVIEWER_LOGIN_INVALID')
}

/**
 * Mails a verification code for this browser if the email is the reviewer's; requests of other browsers with
 * the same link do not affect it. Throws REVIEWER_LOGIN_INVALID for another email, ACCESS_DENIED within a
 * minute of this browser's last request, TOO_MANY_REQUESTS.
 */
export async function sendReviewerCode(db: Db, turn: Turn, email: string, requester: Requester) {
  const { visitor, network, viewer } = requester
  if (email !== turn.email) {
    await consumePoint(GUESS_LIMIT, network)
    await refuseGuess(db, visitor, turn.reviewer_id)
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const newCode = { code_hash: codeHash(turn, visitor, code), code_sent_at: now(), code_tries: 0 }
  await db.transaction().execute(async (trx) => {
    const storedCode = await trx
      .insertInto('review.link_browser')
      .values({ reviewer_id: turn.reviewer_id, visitor_hash: hashOf(visitor), ...newCode })
      .onConflict((oc) =>
        oc
          .columns(['reviewer_id', 'visitor_hash'])
          .doUpdateSet(newCode)
          .where(sql<boolean>`coalesce(link_browser.code_sent_at <= ${ago(MINUTE)}, true)`),
      )
      .returning('entered_at')
      .executeTakeFirst()
    if (!storedCode) throw new AppError('ACCESS_DENIED', {}, 'common.error.TOO_SOON')
    const proved = storedCode.entered_at !== null || viewer?.email?.toLowerCase() === turn.email
    await consumeCodePoints('review', turn.email, { visitor, network, proved })
    await sendReviewCode(trx, turn, code)
  })
}

/**
 * Redeems the code and gives the browser access; returns the secret for its cookie. Throws
 * VERIFICATION_COED_ERROR. After five wrong codes the reviewer has to request a new one.
 */
export async function enterByCode(db: Db, turn: Turn, visitor: string, code: string): Promise<string> {
  const code_hash = codeHash(turn, visitor, code)
  const updated = await db
    .updateTable('review.link_browser')
    .set({ code_tries: sql`code_tries + 1` })
    .where('reviewer_id', '=', turn.reviewer_id)
    .where('visitor_hash', '=', hashOf(visitor))
    .where('code_tries', '<', MAX_CODE_TRIES)
    .where('code_sent_at', '>', ago(CODE_LIFETIME))
    .returning('code_hash')
    .executeTakeFirst()
  if (updated?.code_hash !== code_hash) throw new AppError('VERIFICATION_COED_ERROR')
  return db.transaction().execute(async (trx) => {
    const redeemedCode = await trx
      .updateTable('review.link_browser')
      .set({ code_hash: null, entered_at: now() })
      .where('reviewer_id', '=', turn.reviewer_id)
      .where('code_hash', '=', code_hash)
      .executeTakeFirst()
    if (redeemedCode.numUpdatedRows !== 1n) throw new AppError('VERIFICATION_COED_ERROR')
    return grantAccess(trx, turn, visitor)
  })
}

/**
 * Authenticates a reviewer by email and access code; `turn` comes from the link, if the reviewer used one.
 * Throws REVIEWER_LOGIN_INVALID, TOO_MANY_REQUESTS.
 */
export async function enterByAccessCode(
  db: Db,
  entry: { email: string; accessCode: string },
  { network, visitor }: Requester,
  turn?: Turn,
) {
  await consumePoint(GUESS_LIMIT, network)
  const match = await findByAccessCode(db, entry.email, entry.accessCode, visitor)
  if (!match || (turn && match.reviewer_id !== turn.reviewer_id))
    return refuseGuess(db, visitor, turn?.reviewer_id)
  return { turn: match, secret: await db.transaction().execute((trx) => grantAccess(trx, match, visitor)) }
}

async function grantAccess(trx: Db, turn: Turn, visitor: string): Promise<string> {
  const secret = newToken()
  await trx
    .updateTable('review.link')
    .set({ entrance_hash: hashOf(secret), entrance_expires_at: fromNow(ACCESS_LIFETIME) })
    .where('reviewer_id', '=', turn.reviewer_id)
    .execute()
  await trx
    .updateTable('review.link_browser')
    .set({ guesses: 0 })
    .where('reviewer_id', '=', turn.reviewer_id)
    .where('visitor_hash', '=', hashOf(visitor))
    .execute()
  await noteOpened(trx, turn)
  return secret
}

/** Records the time when the reviewer first opened the document in each round, which the sender sees. */
export async function noteOpened(trx: Db, turn: Turn) {
  const updated = await trx
    .updateTable('review.turn')
    .set({ opened_at: now() })
    .where('id', '=', turn.id)
    .where('state', '=', 'asked')
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) return
  const actor = { identity: 'reviewer', operator: turn.name } as const
  await logAction(trx, turn.document_id, actor, 'open-to-review', { round: turn.number })
}

/** Ends the browser's access. */
export async function endAccess(db: Db, reviewerId: string, secret: string) {
  await db
    .updateTable('review.link')
    .set({ entrance_hash: null, entrance_expires_at: null })
    .where('reviewer_id', '=', reviewerId)
    .where('entrance_hash', '=', hashOf(secret))
    .execute()
}

function codeHash({ reviewer_id }: Turn, visitor: string, code: string): string {
  return keyedHash(config.secretKey, `review ${reviewer_id} ${visitor} ${code}`)
}

/** Runs nightly: deletes the data of browsers that guessed or requested a code but never got access. */
export const deleteUnusedCodes = job('unused-review-codes', async (db) => {
  await db
    .deleteFrom('review.link_browser')
    .where('entered_at', 'is', null)
    .where('came_at', '<', ago(DAY))
    .where((eb) => eb.or([eb('code_sent_at', 'is', null), eb('code_sent_at', '<', ago(DAY))]))
    .execute()
})

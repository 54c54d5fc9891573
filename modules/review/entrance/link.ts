import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { lastingHashes } from '#src/auth/secret-key.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { isId } from '#src/core/ids.ts'
import { hashOf, keyedHash, newToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { type Occasion, sendInvitation } from '../emails/invitation.ts'
import { joinedTurns, type Turn } from '../review-step.ts'

/** Leaves out characters that are easily confused. */
const CODE_CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const MAILBOX_LIMIT: Limit = {
  name: 'review-mailbox',
  points: 50,
  per: 86_400,
  words: 'common.limit.mailbox',
}
const TEAM_LIMIT: Limit = { name: 'review-team', points: 200, per: 86_400, words: 'common.limit.team' }

/**
 * Invites a reviewer: a colleague logs in, an external reviewer gets a link and a code. Throws
 * TOO_MANY_REQUESTS after fifty mails in a day to one external mailbox, or two hundred from one team.
 */
export async function invite(trx: Db, turn: Turn, occasion: Occasion) {
  await consumePoint(TEAM_LIMIT, turn.team_id)
  if (turn.kind === 'internal')
    return sendInvitation(trx, turn, occasion, { link: publicUrl(`/mgmt/${turn.document_id}/review-doc`) })
  await consumePoint(MAILBOX_LIMIT, mailboxOf(turn.email))
  const { token, accessCode } = await newLink(trx, turn.reviewer_id, occasion === 'reminded')
  await sendInvitation(trx, turn, occasion, { link: publicUrl(`/review/login/${token}`), accessCode })
}

export const CODE_LIFETIME = 10 * MINUTE

/**
 * Creates a link and an access code for the reviewer; earlier ones stop working. With `keepingCode`, a
 * verification code that was just sent can still be entered with the open link.
 */
export async function newLink(trx: Db, reviewerId: string, keepsCode = false) {
  await storeReplacedLink(trx, reviewerId)
  const token = newToken()
  const accessCode = Array.from({ length: 8 }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join(
    '',
  )
  const newLinkRow = {
    token_hash: hashOf(token),
    access_hash: accessHash(accessCode),
  }
  await trx
    .insertInto('review.link')
    .values({ reviewer_id: reviewerId, ...newLinkRow })
    .onConflict((oc) => oc.column('reviewer_id').doUpdateSet(newLinkRow))
    .execute()
  if (keepsCode)
    await trx
      .updateTable('review.link_browser')
      .set({ guesses: 0 })
      .where('reviewer_id', '=', reviewerId)
      .execute()
  else await trx.deleteFrom('review.link_browser').where('reviewer_id', '=', reviewerId).execute()
  return { token, accessCode }
}

/** Ends the access of every browser of the reviewer. */
export async function revokeAccess(trx: Db, reviewerId: string) {
  await trx
    .updateTable('review.link')
    .set({ entrance_hash: null, entrance_expires_at: null })
    .where('reviewer_id', '=', reviewerId)
    .execute()
}

/** Hashes an access code as typed, in upper or lower case. */
const hashedText = (code: string) => `review ${code.trim().toUpperCase()}`

export const accessHash = (code: string) => keyedHash(config.secretKey, hashedText(code))

/** Stores the hash of the old link, so that its page can say that there is a newer link. */
async function storeReplacedLink(trx: Db, reviewerId: string) {
  await trx
    .insertInto('review.replaced_link')
    .columns(['token_hash', 'reviewer_id', 'replaced_at'])
    .expression((eb) =>
      eb
        .selectFrom('review.link')
        .select(['token_hash', 'reviewer_id', sql<Date>`${now()}::timestamptz`.as('replaced_at')])
        .where('reviewer_id', '=', reviewerId),
    )
    .execute()
}

/** The last turn of each current reviewer. */
const lastTurn = (db: Db) =>
  joinedTurns(db)
    .innerJoin('review.link as link', 'link.reviewer_id', 'turn.reviewer_id')
    .where('reviewer.removed_at', 'is', null)
    .orderBy('round.number', 'desc')
    .limit(1)

/**
 * A browser's access by a link: the reviewer's turn, when a newer link replaced this one, and when this
 * browser was sent a code that is still valid.
 */
export interface Entrance {
  turn: Turn
  replacedAt: Date | null
  codeSentAt: Date | null
  /** Whether there were too many wrong guesses in this browser, so that it needs a new link. */
  isClosed: boolean
}

const MAX_GUESSES = 10

/** When the browser was sent a code that has not been entered yet. */
const codeSentTo = (visitor: string) =>
  sql<Date | null>`(select code_sent_at from review.link_browser as browser where browser.reviewer_id = reviewer.id
    and visitor_hash = ${hashOf(visitor)} and code_hash is not null)`.as('code_sent_at')

const isClosedTo = (visitor: string) =>
  sql<boolean>`exists (select from review.link_browser as browser where browser.reviewer_id = reviewer.id
    and visitor_hash = ${hashOf(visitor)} and guesses >= ${MAX_GUESSES})`

/** Null for an unknown link, a former reviewer, or a deleted document. */
export async function findEntrance(db: Db, token: string, visitor: string): Promise<Entrance | null> {
  const hash = hashOf(token.slice(0, 100))
  const currentTurn = await lastTurn(db)
    .select([codeSentTo(visitor), isClosedTo(visitor).as('closed')])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (currentTurn) {
    const { code_sent_at, closed, ...turn } = currentTurn
    return { turn, replacedAt: null, codeSentAt: code_sent_at, isClosed: closed }
  }
  const replacedLink = await joinedTurns(db)
    .innerJoin('review.replaced_link as old', 'old.reviewer_id', 'turn.reviewer_id')
    .select(['replaced_at', 'reviewer.removed_at'])
    .select([codeSentTo(visitor), isClosedTo(visitor).as('closed')])
    .where('old.token_hash', '=', hash)
    .orderBy('round.number', 'desc')
    .executeTakeFirst()
  if (!replacedLink) return null
  const { replaced_at, code_sent_at, closed, removed_at, ...turn } = replacedLink
  // A valid code that was sent before the link was replaced can still be entered.
  const isCodeValid = code_sent_at && code_sent_at <= replaced_at && code_sent_at > ago(CODE_LIFETIME)
  const isStillValid = isCodeValid && !removed_at
  return isStillValid
    ? { turn, replacedAt: null, codeSentAt: code_sent_at, isClosed: closed }
    : { turn, replacedAt: replaced_at, codeSentAt: null, isClosed: false }
}

/** The last turn of a reviewer whose browser is authenticated; otherwise undefined. */
export async function findEntered(
  db: Db,
  reviewerId: string,
  secret: string | undefined,
): Promise<Turn | undefined> {
  if (!isId(reviewerId) || !secret) return
  return lastTurn(db)
    .where('reviewer.id', '=', reviewerId)
    .where('entrance_hash', '=', hashOf(secret))
    .where('entrance_expires_at', '>', now())
    .executeTakeFirst()
}

/** The reviewer with this email and access code, with or without a link; undefined when either is wrong. */
export async function findByAccessCode(db: Db, email: string, code: string, visitor: string) {
  return lastTurn(db)
    .where(sql`lower(reviewer.email)`, '=', email.toLowerCase())
    .where('access_hash', 'in', await lastingHashes(db, hashedText(code)))
    .where((eb) => eb.not(isClosedTo(visitor)))
    .executeTakeFirst()
}

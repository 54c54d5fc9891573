import { sql } from 'kysely'
import { brandOf } from '#modules/brand/index.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { hashOf, newShortToken } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { linkTrace } from '#src/telemetry/spans.ts'
import { isHeldUp } from '../../revisions.ts'
import { waitsForUs } from '../../running/waiting-jobs.ts'
import { sendInvitation } from './emails/invitation.ts'
import { logInvitation } from './evidence/records.ts'
import { realNameDue } from './real-name/due.ts'

export const CODE_LIVES = 10 * MINUTE

/**
 * Creates a link for the signatory and stores only its hash; the previous link stops working. With
 * `keepingCode`, a code that was just sent can still be entered on the page of the previous link.
 */
export async function signerLink(trx: Db, signatoryId: string, keepingCode = false): Promise<string> {
  await storeReplacedLink(trx, signatoryId)
  const token = newShortToken()
  const newHash = { token_hash: hashOf(token) }
  await trx
    .insertInto('signing.builtin_link')
    .values({ signatory_id: signatoryId, ...newHash })
    .onConflict((oc) => oc.column('signatory_id').doUpdateSet(newHash))
    .execute()
  if (!keepingCode)
    await trx.deleteFrom('signing.builtin_code').where('signatory_id', '=', signatoryId).execute()
  return publicUrl(`/sign/${token}`)
}

/** Stores the hash of the old link, so that its page can say that there is a newer link. */
async function storeReplacedLink(trx: Db, signatoryId: string) {
  await trx
    .insertInto('signing.builtin_replaced_link')
    .columns(['token_hash', 'signatory_id', 'replaced_at'])
    .expression((eb) =>
      eb
        .selectFrom('signing.builtin_link')
        .select(['token_hash', 'signatory_id', sql<Date>`${now()}::timestamptz`.as('replaced_at')])
        .where('signatory_id', '=', signatoryId),
    )
    .execute()
}

export async function invite(trx: Db, signatoryId: string) {
  const link = await signerLink(trx, signatoryId)
  const turn = await turnOf(trx, signatoryId)
  await logInvitation(trx, turn, await sendInvitation(trx, turn, link))
}

/** Invites the signatory at another address; the browser that used the earlier link loses access. */
export async function inviteAgain(trx: Db, signatoryId: string) {
  await invite(trx, signatoryId)
  const noAccess = { entrance_hash: null, entrance_expires_at: null }
  await trx
    .updateTable('signing.builtin_link')
    .set(noAccess)
    .where('signatory_id', '=', signatoryId)
    .execute()
}

/**
 * Sends the invitation again with a new link and a reminder text; browsers that already have access keep it.
 */
export async function remind(trx: Db, signatoryId: string) {
  const link = await signerLink(trx, signatoryId, true)
  const turn = await turnOf(trx, signatoryId)
  await logInvitation(trx, turn, await sendInvitation(trx, turn, link, 'reminder'))
}

function selectTurns(db: Db) {
  return db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select([
      ...(['signatory.id', 'signatory.name', 'signatory.title', 'party'] as const),
      ...(['email', 'phone', 'identification'] as const),
      ...(['position', 'locale', 'signed_at', 'provider'] as const),
      ...(['signing_id', 'document_id', 'document_name', 'document_number', 'starter_id'] as const),
      ...(['starter_name', 'starter_team', 'expires_at', 'ended_at', 'reason', 'message'] as const),
      ...(['role', 'opened_at', 'read_at', 'handed_over_from'] as const),
      'signatory.state as state',
      'signing.state as signing_state',
      'signing.traceparent',
      waitsForUs(sql.ref('signing.id')).as('standing_still'),
      sql<boolean>`signing.copy is not null`.as('has_blocks'),
      sql<number | null>`case when signing.copy ? 'imported' then (signing.copy->>'pages')::int end`.as(
        'imported_pages',
      ),
      isHeldUp(sql.ref('signing.id')).as('held_up'),
      brandOf(db, sql.ref('signing.team_id')).as('brand'),
      realNameDue(db, sql.ref('signatory.id')).as('real_name_due'),
      sql<boolean>`coalesce(signing.copy->'places' @> '[{"kind":"place"}]', false)`.as('asks_place'),
    ])
}

export async function turnOf(db: Db, id: string) {
  return selectTurns(db).where('signatory.id', '=', id).executeTakeFirstOrThrow()
}

export type Turn = Awaited<ReturnType<typeof turnOf>>

const selectLinkedTurns = (db: Db) =>
  selectTurns(db).innerJoin('signing.builtin_link as link', 'link.signatory_id', 'signatory.id')

/** Links a signatory's request to the trace of the signing. */
function linkToTrace<One extends { traceparent: string | null }>(turn: One | undefined): One | undefined {
  if (turn) linkTrace(turn.traceparent)
  return turn
}

/**
 * What a link gives a browser: the signatory, when a newer link replaced the link, and when this browser was
 * sent a code that is still valid.
 */
export interface Entrance {
  turn: Turn
  replacedAt: Date | null
  codeSentAt: Date | null
}

/** When the browser was sent the code that has not been entered yet. */
const codeSentTo = (visitor: string) =>
  sql<Date | null>`(select sent_at from signing.builtin_code where signatory_id = signatory.id
    and visitor_hash = ${hashOf(visitor)} and code_hash is not null)`.as('code_sent_at')

/** The signatory with this id, with the signing, if a link was ever made; otherwise undefined. */
export async function findLinked(db: Db, signatoryId: string): Promise<Turn | undefined> {
  if (!isId(signatoryId)) return
  return linkToTrace(await selectLinkedTurns(db).where('signatory.id', '=', signatoryId).executeTakeFirst())
}

/** Throws NOT_FOUND for an unknown link. */
export async function findEntrance(db: Db, token: string, visitor: string): Promise<Entrance> {
  const hash = hashOf(token.slice(0, 100))
  const currentRow = linkToTrace(
    await selectLinkedTurns(db).select(codeSentTo(visitor)).where('token_hash', '=', hash).executeTakeFirst(),
  )
  if (currentRow) {
    const { code_sent_at, ...turn } = currentRow
    return { turn, replacedAt: null, codeSentAt: code_sent_at }
  }
  const replacedRow = await selectTurns(db)
    .innerJoin('signing.builtin_replaced_link as old', 'old.signatory_id', 'signatory.id')
    .select('replaced_at')
    .select(codeSentTo(visitor))
    .where('old.token_hash', '=', hash)
    .executeTakeFirst()
  if (!replacedRow) throw new AppError('NOT_FOUND', {}, 'signing.problem.link')
  const { replaced_at, code_sent_at, ...turn } = replacedRow
  // A valid code that was sent before the link was replaced can still be entered.
  const isCodeValid = code_sent_at && code_sent_at <= replaced_at && code_sent_at > ago(CODE_LIVES)
  return isCodeValid
    ? { turn, replacedAt: null, codeSentAt: code_sent_at }
    : { turn, replacedAt: replaced_at, codeSentAt: null }
}

/** The signing step of a browser with access; undefined for any other browser. */
export async function findEntered(
  db: Db,
  signatoryId: string,
  secret: string | undefined,
): Promise<Turn | undefined> {
  if (!isId(signatoryId) || !secret) return
  return linkToTrace(
    await selectLinkedTurns(db)
      .where('signatory.id', '=', signatoryId)
      .where('entrance_hash', '=', hashOf(secret))
      .where('entrance_expires_at', '>', now())
      .executeTakeFirst(),
  )
}

type Step = Pick<Turn, 'id' | 'state' | 'provider' | 'signing_state' | 'real_name_due'>

/** The path of a signatory's current step; each step has its own page. */
export function stepOf({ id, state, provider, signing_state, real_name_due }: Step): string {
  if (state === 'declined') return `/signing/${id}/declined`
  if (real_name_due) return `/signing/${id}/real-name`
  const isOpen = signing_state === 'started' && (state === 'waiting' || state === 'invited')
  if (isOpen && provider !== 'builtin') return `/signing/${id}/service`
  return state === 'signed' || state === 'signing' || state === 'approved'
    ? `/signing/${id}/signed`
    : `/signing/${id}`
}

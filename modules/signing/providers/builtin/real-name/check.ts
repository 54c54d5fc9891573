import '../../../events.ts'
import { sql } from 'kysely'
import { type CheckResult, type Elements, type Individual, realName } from '#modules/real-name/index.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { fromNow, MINUTE, now, shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { lockSigning } from '../../../outcome.ts'
import { findTurn } from '../../../signing-step.ts'
import type { Browser } from '../evidence/browser.ts'
import { logSignatory } from '../evidence/records.ts'
import type { Turn } from '../signer-link.ts'
import { type CheckEntry, isNameOf } from './check-form.ts'

/** Number of a signatory's attempts per day that do not match; each attempt costs money. */
export const MAX_ATTEMPTS = 5

/** Limits the checks per sender, so that documents sent to oneself cannot use up our paid checks. */
const SENDER_LIMIT: Limit = {
  name: 'real-name',
  points: 100,
  per: 86_400,
  words: 'signing.realName.problem.busy',
}

/** Longer than the longest wait for the service. */
const ANSWER_TIMEOUT = MINUTE

/** A number of which only the first and last characters are shown, such as 3101…12. */
export const shortened = (number: string) => `${number.slice(0, 4)}…${number.slice(-2)}`

interface Attempt {
  entry: CheckEntry
  browser: Browser
  /** The consent text to which the person agreed. */
  consent: string
}

/** passed: the check was passed or waived, now or earlier; otherwise the number of attempts left today. */
export type CheckOutcome =
  | { outcome: 'passed' }
  | { outcome: Exclude<CheckResult['outcome'], 'match'>; attemptsLeft: number }

/**
 * Compares a signatory's input with official sources. Throws INVALID_FIELD for a name other than the one
 * that the sender entered; TOO_MANY_REQUESTS after five attempts in a day, during another attempt, and when
 * the sender's documents have used up the day's checks; SIGNING_STATUS_WRONG if it is no longer the
 * signatory's turn.
 */
export async function checkRealName(db: Db, turn: Turn, attempt: Attempt): Promise<CheckOutcome> {
  const { entry } = attempt
  const elements = turn.real_name_due
  if (!elements) return { outcome: 'passed' }
  if (!isNameOf(turn.name, entry.name))
    throw new AppError('INVALID_FIELD', { field: 'name' }, 'signing.realName.problem.name')
  const reservedAttempt = await reserveAttempt(db, turn)
  try {
    await consumePoint(SENDER_LIMIT, turn.starter_id)
  } catch (error) {
    await returnAttempt(db, turn.id, reservedAttempt.until)
    throw error
  }
  const { service } = realName
  const result: CheckResult = service
    ? await service.checkIndividual(individualFrom(elements, entry, turn))
    : { outcome: 'unavailable', reference: null }
  const attemptsLeft = MAX_ATTEMPTS - reservedAttempt.tries
  if (result.outcome === 'unavailable') {
    await returnAttempt(db, turn.id, reservedAttempt.until)
    return { outcome: 'unavailable', attemptsLeft: attemptsLeft + 1 }
  }
  const outcome = result.outcome === 'match' ? null : result.outcome
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, turn.signing_id)
    if (outcome)
      await recordFailure(trx, turn, {
        ...attempt,
        elements,
        outcome,
        until: reservedAttempt.until,
        attemptsLeft: attemptsLeft,
      })
    else await recordPass(trx, turn, { ...attempt, elements, result, until: reservedAttempt.until })
  })
  return outcome ? { outcome, attemptsLeft: attemptsLeft } : { outcome: 'passed' }
}

function individualFrom(elements: Elements, entry: CheckEntry, { phone }: Turn): Individual {
  const { name, number: idNumber, card } = entry
  const phoneNumber = entry.phone || phone!
  if (elements === 'two') return { elements, name, idNumber }
  return elements === 'three'
    ? { elements, name, idNumber, phone: phoneNumber }
    : { elements, name, idNumber, phone: phoneNumber, card }
}

/** Counts an attempt before calling the service, so that two concurrent attempts cannot exceed the limit. */
async function reserveAttempt(db: Db, turn: Turn) {
  const today = shanghaiDay()
  const until = fromNow(ANSWER_TIMEOUT)
  const reserved = await db
    .updateTable('signing.real_name_check')
    .set({
      tries: sql`case when tried_on = ${today}::date then tries + 1 else 1 end`,
      tried_on: today,
      checking_until: until,
    })
    .where('signatory_id', '=', turn.id)
    .where('state', '=', 'asked')
    .where(sql<boolean>`(tries < ${MAX_ATTEMPTS} or tried_on is distinct from ${today}::date)`)
    .where((eb) => eb.or([eb('checking_until', 'is', null), eb('checking_until', '<', now())]))
    .where((eb) => eb.exists(openTurn(db, turn)))
    .returning('tries')
    .executeTakeFirst()
  if (reserved) return { tries: reserved.tries, until }
  const { checking_until, state } = await db
    .selectFrom('signing.real_name_check')
    .select(['checking_until', 'state'])
    .where('signatory_id', '=', turn.id)
    .executeTakeFirstOrThrow()
  const isOpen = state === 'asked' && (await openTurn(db, turn).executeTakeFirst())
  if (!isOpen) throw new AppError('SIGNING_STATUS_WRONG')
  if (checking_until && checking_until >= now())
    throw new AppError('TOO_MANY_REQUESTS', {}, 'signing.realName.problem.running')
  throw new AppError('TOO_MANY_REQUESTS', { max: MAX_ATTEMPTS }, 'signing.realName.problem.tries')
}

const openTurn = (db: Db, { id }: Turn) =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select('signatory.id')
    .where('signatory.id', '=', id)
    .where('signatory.state', '=', 'invited')
    .where('signing.state', '=', 'started')
    .where('signing.expires_at', '>', now())

/** The running attempt, if neither a hand-over nor a waiver has ended it. */
const runningAttempt = (db: Db, signatoryId: string, until: Date) =>
  db
    .updateTable('signing.real_name_check')
    .where('signatory_id', '=', signatoryId)
    .where('state', '=', 'asked')
    .where('checking_until', '=', until)

async function returnAttempt(db: Db, signatoryId: string, until: Date) {
  await runningAttempt(db, signatoryId, until).set({ tries: sql`tries - 1`, checking_until: null }).execute()
}

interface PassedAttempt extends Attempt {
  elements: Elements
  result: CheckResult
  until: Date
}

async function recordPass(
  trx: Db,
  turn: Turn,
  { entry, elements, result, until, ...attempt }: PassedAttempt,
) {
  const number = shortened(entry.number)
  const card = entry.card ? shortened(entry.card) : null
  const { reference } = result
  const passed = await runningAttempt(trx, turn.id, until)
    .set({
      state: 'passed',
      checking_until: null,
      name: entry.name,
      number,
      card,
      reference,
      decided_at: now(),
    })
    .executeTakeFirst()
  if (passed.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
  await logSignatory(trx, turn, 'check-real-name', attempt.browser, {
    elements,
    realName: entry.name,
    number,
    ...(card && { card }),
    ...(reference && { reference }),
    consent: attempt.consent,
  })
}

interface FailedAttempt extends Attempt {
  elements: Elements
  outcome: 'mismatch' | 'no-record'
  until: Date
  attemptsLeft: number
}

async function recordFailure(
  trx: Db,
  turn: Turn,
  { elements, outcome, until, attemptsLeft, ...attempt }: FailedAttempt,
) {
  const failed = await runningAttempt(trx, turn.id, until).set({ checking_until: null }).executeTakeFirst()
  if (failed.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
  const facts = { elements, outcome, consent: attempt.consent }
  await logSignatory(trx, turn, 'fail-real-name', attempt.browser, facts)
  if (attemptsLeft === 0) await emit(trx, 'real-name-failed', { turn: await findTurn(trx, turn.id) })
}

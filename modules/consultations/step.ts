import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { dueAt } from '#src/calendar/reply.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import { dayAhead, endOfDay } from '#src/core/day.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { type Attachment, storeFiles, wereSentBefore } from './attachments.ts'
import { type ConsultationState, isAllowed, MOVES, type MoveName } from './moves.ts'
import type { ConsultationActionTable, ConsultationTable, Side } from './schema.ts'

export type Request = Selectable<ConsultationTable>

/** The reference for people and banks: short, and not countable. */
export const numberOf = (id: string) => id.slice(-8).toUpperCase()

export interface StepActor {
  side: Side
  id: string
}

type OfferColumns = Pick<Request, 'offers' | 'price' | 'amount_cny' | 'amount_usd' | 'days' | 'terms'>

interface Step {
  /** The message to the other side. */
  words?: string
  /** The number of the accepted offer, because a newer offer may have been made meanwhile. */
  offer?: number
  files?: Attachment[]
  set?: Partial<Pick<Request, 'owner_id' | 'agreed_at' | 'order_id' | 'order_until' | keyof OfferColumns>>
}

/**
 * Takes a request to its next state, records the step with its files, and returns the updated request; null
 * for a duplicate submission of the same person. Throws CONSULTATION_STATUS_WRONG when another person's step
 * came first.
 */
export async function takeStep(trx: Db, actor: StepActor, id: string, name: MoveName, step: Step = {}) {
  const { words = '', offer, set, files = [] } = step
  const request = await lockRequest(trx, id)
  const offerColumns = name === 'offer' ? { price: set?.price, days: set?.days } : {}
  const action = { consultation_id: id, action: name, words, ...offerColumns }
  if ((await isRepeated(trx, actor, action)) && (await wereSentBefore(trx, actor, id, files))) return null
  if (!isAllowed(name, request) || (offer !== undefined && offer !== request.offers))
    throw new AppError('CONSULTATION_STATUS_WRONG')
  const due_at = await dueAfter(trx, name, request)
  const changes = { ...set, state: stateAfter(name, request.state), due_at }
  await trx.updateTable('consultations.consultation').set(changes).where('id', '=', id).execute()
  await recordAction(trx, actor, action)
  await storeFiles(trx, id, actor.side, files)
  return { ...request, ...changes }
}

export const lockRequest = (trx: Db, id: string): Promise<Request> =>
  trx
    .selectFrom('consultations.consultation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** The state after a step: a new request that is answered counts as examined. */
function stateAfter(name: MoveName, state: ConsultationState): ConsultationState {
  if (name === 'answer') return state === 'requested' ? 'examined' : state
  return MOVES[name].to ?? state
}

/** Our deadline after a step, for an answer or for the delivery. */
async function dueAfter(trx: Db, name: MoveName, { state, days, due_at }: Request): Promise<Date | null> {
  if (name === 'accept') return endOfDay(dayAhead(days!))
  // A message of either side does not change the day of the delivery.
  const isAgreed = state === 'accepted'
  if (name === 'take' || (isAgreed && (name === 'reply' || name === 'answer'))) return due_at
  return name === 'reply' || name === 'decline' ? dueAt(trx, 'general') : null
}

interface RecordedStep extends Pick<ConsultationActionTable, 'consultation_id' | 'action' | 'words'> {
  price?: string
  days?: number | null
}

/** Within this time, equal steps of one person count as a duplicate submission. */
const DUPLICATE_WINDOW = 2 * MINUTE

/** Whether the step equals the latest step of the request. The caller has locked the request. */
export async function isRepeated(
  trx: Db,
  { id }: StepActor,
  { consultation_id, action, ...newStep }: RecordedStep,
) {
  const latestStep = await trx
    .selectFrom('consultations.action')
    .selectAll()
    .where('consultation_id', '=', consultation_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latestStep || latestStep.at < ago(DUPLICATE_WINDOW)) return false
  const { words, price = '', days = null } = newStep
  const latestValues = [
    latestStep.account_id,
    latestStep.action,
    latestStep.words,
    latestStep.price,
    latestStep.days,
  ]
  return isDeepStrictEqual(latestValues, [id, action, words, price, days])
}

export async function recordAction(trx: Db, { side, id }: StepActor, action: RecordedStep) {
  const row = { id: newId(), side, account_id: id, at: now(), ...action }
  await trx.insertInto('consultations.action').values(row).execute()
}

import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { requirePermission, teamNames } from '#modules/accounts/index.ts'
import { visibleDocuments } from '#modules/documents/index.ts'
import { dueAt } from '#src/calendar/reply.ts'
import { ago, DAY, MINUTE, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Attachment, storeFiles } from './attachments.ts'
import { notifyCustomer, notifyStaff } from './notifications.ts'
import type { ConsultationRequest } from './request-form.ts'
import { recordAction, takeStep } from './step.ts'

/** The daily limit of requests of a team. */
export const REQUESTS_A_DAY = 5

/** The requests that a viewer may see: their own, and with `team.documents` the whole team's. */
function visibleRequests(db: Db, viewer: Viewer) {
  const teamRequests = db
    .selectFrom('consultations.consultation as request')
    .where('request.team_id', '=', viewer.teamId)
  return viewer.permissions.includes('team.documents')
    ? teamRequests
    : teamRequests.where('request.account_id', '=', viewer.id)
}

const ROWS = 20

/** A page of requests, newest first. */
export async function listRequests(db: Db, viewer: Viewer, beforeId: string) {
  let query = visibleRequests(db, viewer)
    .leftJoin(teamNames(db, viewer).as('asker'), 'asker.id', 'request.account_id')
    .select(['request.id', 'subject', 'kind', 'locale', 'state', 'created_at', 'asker.name as askerName'])
    .orderBy('request.id', 'desc')
    .limit(ROWS + 1)
  if (isId(beforeId)) query = query.where('request.id', '<', beforeId)
  return onePage(await query.execute(), ROWS)
}

export type ListedRequest = Awaited<ReturnType<typeof listRequests>>['rows'][number]

/** A request with its files and the messages of both sides, oldest first. Throws NOT_FOUND. One query. */
export async function findRequest(db: Db, viewer: Viewer, id: string) {
  if (!isId(id)) return notFound()
  const request = await visibleRequests(db, viewer)
    .selectAll('request')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('consultations.file as file')
          .leftJoin(
            visibleDocuments(db, viewer).select('document.id').as('kept'),
            'kept.id',
            'file.document_id',
          )
          .select(['number', 'side', 'type', 'file.name', 'size', 'kept.id as documentId'])
          .whereRef('file.consultation_id', '=', 'request.id')
          .orderBy('number'),
      ).as('files'),
      jsonArrayFrom(
        eb
          .selectFrom('consultations.action as action')
          .leftJoin(teamNames(db, viewer).as('person'), 'person.id', 'action.account_id')
          .select(['action.id', 'side', 'action', 'words', 'action.price', 'action.days', 'at'])
          .select('person.name as personName')
          .whereRef('action.consultation_id', '=', 'request.id')
          .where('action', 'not in', ['note', 'release'])
          .orderBy('action.id'),
      ).as('actions'),
    ])
    .where('request.id', '=', id)
    .executeTakeFirst()
  if (!request) return notFound()
  const actions = request.actions.map((row) => ({ ...row, at: new Date(row.at) }))
  return { ...request, actions }
}

export type OwnRequest = Awaited<ReturnType<typeof findRequest>>

/** Within this time, equal requests of one person count as a duplicate submission. */
const DUPLICATE_WINDOW = 10 * MINUTE

/** Stores a request once and returns its id. Throws CONSULTATION_LIMIT. */
export async function requestConsultation(
  db: Db,
  viewer: Viewer,
  request: ConsultationRequest,
  { locale, files = [] }: { locale: Locale; files?: Attachment[] },
): Promise<string> {
  requirePermission(viewer, 'document.create')
  return db.transaction().execute(async (trx) => {
    // The lock makes concurrent requests of a team wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`consultation ${viewer.teamId}`}, 0))`.execute(
      trx,
    )
    const recentRequests = await requestsOfToday(trx, viewer)
    const duplicate = recentRequests.find(
      (one) =>
        one.account_id === viewer.id &&
        one.created_at > ago(DUPLICATE_WINDOW) &&
        one.subject === request.subject &&
        one.situation === request.situation,
    )
    if (duplicate) return duplicate.id
    if (recentRequests.length >= REQUESTS_A_DAY)
      throw new AppError('CONSULTATION_LIMIT', { count: REQUESTS_A_DAY })
    const { ownPlace: own_place, otherPlace: other_place, wantedBy: wanted_by, ...row } = request
    const id = newId()
    const inserted = await trx
      .insertInto('consultations.consultation')
      .values({
        id,
        team_id: viewer.teamId,
        account_id: viewer.id,
        locale,
        own_place,
        other_place,
        wanted_by,
        ...row,
        created_at: now(),
        due_at: await dueAt(trx, 'general'),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAction(trx, customerActor(viewer), { consultation_id: id, action: 'request', words: '' })
    await storeFiles(trx, id, 'customer', files)
    await notifyCustomer(trx, inserted, 'requested')
    await notifyStaff(trx, inserted, 'request')
    return id
  })
}

const requestsOfToday = (trx: Db, { teamId }: Viewer) =>
  trx
    .selectFrom('consultations.consultation')
    .select(['id', 'account_id', 'created_at', 'subject', 'situation'])
    .where('team_id', '=', teamId)
    .where('created_at', '>', ago(DAY))
    .execute()

const customerActor = ({ id }: Viewer) => ({ side: 'customer', id }) as const

/** A request that the viewer may see and change. Throws NOT_FOUND, ACCESS_DENIED. */
export async function findChangeable(db: Db, viewer: Viewer, id: string) {
  const request = await findRequest(db, viewer, id)
  requirePermission(viewer, 'document.create')
  return request
}

/** Sends a message to our staff. Throws CONSULTATION_STATUS_WRONG, like the functions below. */
export async function replyToStaff(db: Db, viewer: Viewer, id: string, words: string, files: Attachment[]) {
  await findChangeable(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const request = await takeStep(trx, customerActor(viewer), id, 'reply', { words, files })
    if (request) await notifyStaff(trx, request, 'reply')
  })
}

export async function declineOffer(db: Db, viewer: Viewer, id: string, offer: number, words: string) {
  await findChangeable(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const request = await takeStep(trx, customerActor(viewer), id, 'decline', { offer, words })
    if (request) await notifyStaff(trx, request, 'decline')
  })
}

/**
 * Ends a request by the customer: `withdraw` before anything was agreed, or `confirm` that the delivery is
 * as agreed.
 */
export async function endRequest(db: Db, viewer: Viewer, id: string, move: 'withdraw' | 'confirm') {
  await findChangeable(db, viewer, id)
  await db.transaction().execute(async (trx) => {
    const request = await takeStep(trx, customerActor(viewer), id, move)
    if (request) await notifyStaff(trx, request, move)
  })
}

import type { Selectable } from 'kysely'
import { findProfile, requirePermission } from '#modules/accounts/index.ts'
import { recordGranted } from '#modules/authorisations/index.ts'
import { ago, DAY, MINUTE, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { job } from '#src/jobs/jobs.ts'
import type { ServiceName } from '../provider-name.ts'
import { callbackUrl } from './order.ts'
import type { RemoteAuthorisationTable } from './remote-schema.ts'
import type { RemoteSender, RemoteService } from './service.ts'
import { findService } from './services.ts'

export type AuthorisationAttempt = Selectable<RemoteAuthorisationTable>

/**
 * The URL to which the browser returns. Each service has one URL, because some accept only registered URLs.
 */
const returnUrl = (provider: string) => publicUrl(`/e-sign/${provider}/return`)

interface Attempt {
  provider: ServiceName
  as: RemoteSender['as']
  /** Id of the document to be sent, or null. */
  documentId: string | null
  locale: Locale
}

/**
 * Begins an authorisation at a service and returns the attempt's id; its page leads to the service. Throws
 * ACCESS_DENIED, IDENTITY_INFO_MISSING, NOT_FOUND for a service that is not offered, INVALID_FIELD for a
 * kind of sender that it does not accept, and the service's ProviderError.
 */
export async function beginAuthorisation(db: Db, viewer: Viewer, attempt: Attempt): Promise<string> {
  requirePermission(viewer, 'document.sign')
  const service = findService(attempt.provider) ?? notFound()
  if (!service.capabilities.senders.includes(attempt.as))
    throw new AppError('INVALID_FIELD', { field: 'sender' })
  const sender = await senderOf(db, viewer, attempt.as)
  const { flow, url } = await service.authorise(sender, {
    callbackUrl: callbackUrl(attempt.provider),
    returnUrl: returnUrl(attempt.provider),
    locale: attempt.locale,
  })
  const row = {
    url,
    team_id: viewer.teamId,
    account_id: viewer.id,
    sender: attempt.as,
    person: viewer.name,
    name: sender.organisation?.name ?? sender.name,
    number: sender.organisation?.registrationNumber ?? '',
    document_id: attempt.documentId,
    state: 'pending' as const,
    reason: null,
    requested_at: now(),
    queried_at: null,
  }
  // A service returns the same flow again while an earlier attempt is open.
  const { id } = await db
    .insertInto('signing.remote_authorisation')
    .values({ id: newId(), provider: attempt.provider, flow, ...row })
    .onConflict((oc) => oc.columns(['provider', 'flow']).doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function senderOf(db: Db, viewer: Viewer, as: RemoteSender['as']): Promise<RemoteSender> {
  const { name, email, mobile: phone } = viewer
  const person = { as, name, email, phone, reference: null }
  if (as === 'individual') {
    if (!name) throw new AppError('IDENTITY_INFO_MISSING')
    return { ...person, organisation: null }
  }
  const { companyName, credit_code } = await findProfile(db, viewer)
  if (!companyName || !credit_code) throw new AppError('IDENTITY_INFO_MISSING')
  return { ...person, organisation: { name: companyName, registrationNumber: credit_code } }
}

/** Throws NOT_FOUND for an unknown attempt and another viewer's. */
export async function findAttempt(db: Db, viewer: Viewer, id: string): Promise<AuthorisationAttempt> {
  if (!isId(id)) notFound()
  const attempt = await db
    .selectFrom('signing.remote_authorisation')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .executeTakeFirst()
  return attempt ?? notFound()
}

/** The viewer's latest attempt at a service, or the attempt with this flow; undefined if there is none. */
export const latestAttempt = (db: Db, viewer: Viewer, provider: ServiceName, flow?: string) =>
  db
    .selectFrom('signing.remote_authorisation')
    .selectAll()
    .where('account_id', '=', viewer.id)
    .where('provider', '=', provider)
    .$if(flow !== undefined, (query) => query.where('flow', '=', flow!))
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()

interface Flow {
  provider: string
  flow: string
}

/**
 * Queries the service about an attempt, and stores its answer once. Ignores a flow that we did not start.
 */
export async function queryAuthorisation(db: Db, { provider, flow }: Flow, query?: Record<string, string>) {
  const service = findService(provider)
  const attempt = await db
    .selectFrom('signing.remote_authorisation')
    .selectAll()
    .where('provider', '=', provider as ServiceName)
    .where('flow', '=', flow)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!service || !attempt) return
  const answer = await service.authorisation(flow, query)
  const isOver = answer.state === 'pending' && attempt.requested_at < ago(ATTEMPT_LIFETIME)
  if (answer.state === 'pending' && !isOver) return
  await db.transaction().execute((trx) => storeAnswer(trx, attempt, answer))
}

type Answer = Awaited<ReturnType<RemoteService['authorisation']>>

/** An attempt expires if its answer is still pending at the end of its period. */
async function storeAnswer(trx: Db, attempt: AuthorisationAttempt, answer: Answer) {
  const state = answer.state === 'pending' ? 'lapsed' : answer.state
  const reason = 'reason' in answer ? answer.reason : null
  const updated = await trx
    .updateTable('signing.remote_authorisation')
    .set({ state, reason })
    .where('id', '=', attempt.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (updated.numUpdatedRows === 1n && answer.state === 'granted') await recordFrom(trx, attempt, answer)
}

function recordFrom(trx: Db, attempt: AuthorisationAttempt, granted: Answer & { state: 'granted' }) {
  const { provider, sender, person, name, number } = attempt
  return recordGranted(trx, {
    teamId: attempt.team_id,
    accountId: attempt.account_id,
    person,
    provider,
    sender,
    name,
    numberKind: sender === 'institution' ? 'credit-code' : 'identity-card',
    number,
    reference: granted.reference,
    startsAt: granted.from,
    endsAt: granted.until,
  })
}

/** How long an attempt waits for the sender. */
const ATTEMPT_LIFETIME = DAY
const QUERY_INTERVAL = 5 * MINUTE

/** Queries the services about attempts whose callback may have been lost. */
export const queryAuthorisations = job('pending-authorisations', async (db) => {
  const pendingAttempts = await db
    .selectFrom('signing.remote_authorisation')
    .select(['id', 'provider', 'flow'])
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('queried_at', 'is', null), eb('queried_at', '<', ago(QUERY_INTERVAL))]))
    .orderBy('requested_at')
    .limit(200)
    .execute()
  for (const { id, ...flow } of pendingAttempts) {
    await db
      .updateTable('signing.remote_authorisation')
      .set({ queried_at: now() })
      .where('id', '=', id)
      .execute()
    await queryAuthorisation(db, flow).catch((error) =>
      log.warn({ event: 'authorisation', provider: flow.provider, error: String(error) }, 'not queried'),
    )
  }
})

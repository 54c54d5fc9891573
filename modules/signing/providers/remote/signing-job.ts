import { endAuthorisation } from '#modules/authorisations/index.ts'
import { logAction } from '#modules/documents/index.ts'
import { returnUse } from '#modules/orders/index.ts'
import { ago, MINUTE, now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { endSigning, lockSigning } from '../../outcome.ts'
import { evidenceJob } from './evidence.ts'
import { authorisationOfSigning, orderOf } from './order.ts'
import { applyProgress, fetchFinished } from './progress.ts'
import { ProviderError } from './provider-error.ts'
import {
  changeRemoteState,
  findRemoteSigning,
  isOpen,
  OPEN_STATES,
  type RemoteSigning,
} from './remote-signing.ts'
import type { RemoteService } from './service.ts'
import { findService } from './services.ts'

/** After the first retries, retries every minute without limit, because a service may be down for long. */
const RETRY_FOREVER = { retryDelayMax: 60, retryLimit: 1_000_000 }

/**
 * Advances a signing at a service by one or more steps: makes the draft, starts it, and applies the
 * service's reports. Each step is stored before the next, so that the job may be repeated at any point
 * without repeating an effect.
 */
export const remoteSigningJob = job<{ id: string; signingId: string }>(
  'remote-signing',
  async (db, { id }) => {
    const remote = await findRemoteSigning(db, id)
    if (!remote || !isOpen(remote)) return
    const service = findService(remote.provider)
    if (!service) throw new ProviderError('misconfigured', 'none', `${remote.provider} is not configured`)
    if (await hasEnded(db, remote)) return revokeAtService(db, service, remote)
    try {
      const started = await startAtService(db, service, remote)
      if (started) await queryService(db, service, started)
    } catch (error) {
      if (!(error instanceof ProviderError && (await refuse(db, remote, error)))) throw error
    }
  },
  RETRY_FOREVER,
)

const findState = (db: Db, signingId: string) =>
  db
    .selectFrom('signing.signing')
    .select(['state', 'expires_at', 'document_id', 'team_id', 'starter_id'])
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()

const hasEnded = async (db: Db, { signing_id }: RemoteSigning) =>
  (await findState(db, signing_id)).state !== 'started'

/** Null if another run of the job is already starting the signing. */
async function startAtService(
  db: Db,
  service: RemoteService,
  remote: RemoteSigning,
): Promise<RemoteSigning | null> {
  let updatedRemote = remote
  if (updatedRemote.state === 'new') {
    fault('remote: before the draft')
    const remote_id = await service.draft(await orderOf(db, updatedRemote, service.capabilities))
    fault('remote: drafted, id not stored')
    if (!(await changeRemoteState(db, updatedRemote, { state: 'draft', remote_id }))) return null
    updatedRemote = { ...updatedRemote, state: 'draft', remote_id }
  }
  if (updatedRemote.state === 'draft') {
    await service.start(updatedRemote.remote_id!)
    fault('remote: started, state not stored')
    if (!(await changeRemoteState(db, updatedRemote, { state: 'started' }))) return null
    updatedRemote = { ...updatedRemote, state: 'started' }
  }
  return updatedRemote
}

/** Applies the service's report. After the deadline, first ends the signing there. */
async function queryService(db: Db, service: RemoteService, remote: RemoteSigning) {
  const remoteId = remote.remote_id!
  let progress = await service.progress(remoteId)
  const { expires_at } = await findState(db, remote.signing_id)
  if (progress.state === 'started' && expires_at < now()) {
    await service.revoke(remoteId, 'expired')
    // The signatory may have signed a moment ago.
    progress = await service.progress(remoteId)
  }
  const finishedFile = progress.state === 'completed' ? await fetchFinished(db, service, remote) : null
  await db.transaction().execute(async (trx) => {
    await applyProgress(trx, remote, progress, finishedFile)
    fault('remote: inside the transaction')
    if (finishedFile) await evidenceJob.enqueue(trx, { id: remote.id, signingId: remote.signing_id })
  })
}

/** Ends a signing at the service after it was ended here, by our staff or by a refusal elsewhere. */
async function revokeAtService(db: Db, service: RemoteService, remote: RemoteSigning) {
  if (remote.remote_id) await service.revoke(remote.remote_id, 'stopped')
  await changeRemoteState(db, remote, { state: 'revoked' })
}

/**
 * Called when the service permanently refuses the first stage of a signing, before anyone was invited: ends
 * the signing and returns the use. Returns false for a temporary error, or if people have already signed.
 */
async function refuse(db: Db, remote: RemoteSigning, error: ProviderError): Promise<boolean> {
  const isFinal = error.kind === 'refused' || error.kind === 'unauthorised'
  if (!isFinal || remote.stage > 1 || remote.state === 'started') return false
  log.warn({ event: 'refused', provider: remote.provider, code: error.code }, error.message)
  const authorisation = await authorisationOfSigning(db, remote)
  await db.transaction().execute(async (trx) => {
    if ((await lockSigning(trx, remote.signing_id)) !== 'started') return
    const currentRemote = await findRemoteSigning(trx, remote.id)
    if (!currentRemote || currentRemote.state === 'started' || !isOpen(currentRemote)) return
    await changeRemoteState(trx, currentRemote, { state: 'refused' })
    if (error.kind === 'unauthorised' && authorisation) await endAuthorisation(trx, authorisation.id)
    if (!(await endSigning(trx, remote.signing_id, 'stopped'))) return
    await returnUse(trx, `signing ${remote.signing_id}`)
    const { document_id } = await findState(trx, remote.signing_id)
    const details = { provider: remote.provider, code: error.code, reason: error.message.slice(0, 300) }
    await logAction(trx, document_id, 'system', 'stop-signing', details)
  })
  return true
}

/** A service is queried after this time without news. */
const QUERY_AFTER = 15 * MINUTE
const BATCH_SIZE = 500

/** Queries the services about all open signings that had no news for a while. */
export const querySilentServices = job('silent-services', async (db) => {
  const silentSignings = await db
    .selectFrom('signing.remote_signing')
    .select(['id', 'signing_id'])
    .where('state', 'in', OPEN_STATES)
    .where((eb) => eb('created_at', '<', ago(MINUTE)))
    .where((eb) => eb.or([eb('queried_at', 'is', null), eb('queried_at', '<', ago(QUERY_AFTER))]))
    .orderBy('queried_at', (order) => order.asc().nullsFirst())
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, signing_id } of silentSignings) await ensureQuery(db, { id, signing_id })
})

/** Queues the job of a signing at a service, unless it is already queued. */
export async function ensureQuery(db: Db, { id, signing_id }: Pick<RemoteSigning, 'id' | 'signing_id'>) {
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, signing_id)
    await remoteSigningJob.ensure(trx, { id, signingId: signing_id })
  })
}

import type { Db } from '#src/db/db.ts'
import { job, NotYet, PermanentFailure } from '#src/jobs/jobs.ts'
import { remoteSignatories } from './order.ts'
import { ProviderError } from './provider-error.ts'
import { findOpenRemoteSigning, remoteSigningOf } from './remote-signing.ts'
import type { RemoteService, RemoteSignatory } from './service.ts'
import { findService } from './services.ts'

/** A signatory of a signing that is running at a service; null if it is not running there now. */
export async function findAtService(db: Db, signatoryId: string) {
  const remote = await remoteSigningOf(db, signatoryId)
  const service = remote && findService(remote.provider)
  if (!service || remote.state !== 'started') return null
  const signing = await db
    .selectFrom('signing.signing')
    .select(['id', 'document_id', 'copy', 'state'])
    .where('id', '=', remote.signing_id)
    .executeTakeFirstOrThrow()
  if (signing.state !== 'started') return null
  const people = await remoteSignatories(db, signing, remote.stage)
  const signatory = people.find(({ id }) => id === signatoryId)
  return signatory ? { service, remote, signatory } : null
}

type ServiceCall = (service: RemoteService, remoteId: string, signatory: RemoteSignatory) => Promise<unknown>

/** A job that calls a service for a signatory; a refused call is not repeated. */
const serviceJob = (queue: string, callService: ServiceCall) =>
  job<{ signatoryId: string }>(queue, async (db, { signatoryId }) => {
    const step = await findAtService(db, signatoryId)
    if (!step) return
    await callWithoutRetry(() => callService(step.service, step.remote.remote_id!, step.signatory))
  })

async function callWithoutRetry(callService: () => Promise<unknown>) {
  try {
    await callService()
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused')
      throw new PermanentFailure(error.message, { cause: error })
    throw error
  }
}

export const remindAtService = serviceJob('remind-at-service', (service, remoteId, signatory) =>
  service.remind(remoteId, signatory),
)

export const correctAtService = serviceJob('correct-at-service', async (service, remoteId, signatory) => {
  await service.correctContact?.(remoteId, signatory)
})

/** Sets the deadline at the service to ours, which the sender has moved. */
export const extendAtService = job<{ signingId: string }>('extend-at-service', async (db, { signingId }) => {
  const remote = await findOpenRemoteSigning(db, signingId)
  const service = remote && findService(remote.provider)
  if (!service) return
  if (remote.state !== 'started') throw new NotYet('The service has not started the signing')
  const { expires_at } = await db
    .selectFrom('signing.signing')
    .select('expires_at')
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()
  await callWithoutRetry(async () => service.extend?.(remote.remote_id!, expires_at))
})

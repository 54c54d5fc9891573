import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { objectionTo } from '#views/signing/service-limits.ts'
import { signerLink } from '../builtin/signer-link.ts'
import type { SigningProvider } from '../provider.ts'
import { SERVICES, type ServiceName } from '../provider-name.ts'
import { registerProvider } from '../registry.ts'
import { countExtension, eraseRemoteSignings, findOpenRemoteSigning } from './remote-signing.ts'
import { correctAtService, extendAtService, remindAtService } from './service-jobs.ts'
import { findService } from './services.ts'
import { remoteSigningJob } from './signing-job.ts'

/**
 * A provider whose signatories sign at another company's service: it stores what the service reports, and
 * calls the service in jobs. The service invites and reminds the signatories; our own links redirect to it.
 * A signing waits while its service is not offered.
 */
function remoteProvider(name: ServiceName): SigningProvider {
  const capabilities = () => findService(name)?.capabilities
  return {
    name,
    get isOffered() {
      return capabilities() !== undefined
    },
    objection: (stage) => objectionTo(capabilities()!, stage),
    start: async (trx, { signingId, stage }) => {
      const id = newId()
      const inserted = await trx
        .insertInto('signing.remote_signing')
        .values({ id, signing_id: signingId, stage, provider: name, state: 'new', created_at: now() })
        .onConflict((oc) => oc.doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows === 1n) await remoteSigningJob.enqueue(trx, { id, signingId })
    },
    signerLink: (trx, signatoryId) => signerLink(trx, signatoryId),
    get remind() {
      return capabilities()?.remind ? remind : undefined
    },
    get inviteAgain() {
      return capabilities()?.correctContact ? correctContact : undefined
    },
    extend: async (trx, signingId) => {
      const remote = await findOpenRemoteSigning(trx, signingId)
      // A draft gets its deadline when it is made.
      if (!remote || remote.state === 'new') return
      // Counted before the call, so that two quick extensions cannot exceed the service's limit.
      if (remote.extensions >= (capabilities()?.extensions ?? 0))
        throw new AppError('INVALID_FIELD', { field: 'until' }, 'signing.services.noExtension')
      await countExtension(trx, remote)
      await extendAtService.enqueue(trx, { signingId })
    },
    expire: async (trx, signingId) => {
      const remote = await findOpenRemoteSigning(trx, signingId)
      if (remote) await remoteSigningJob.ensure(trx, { id: remote.id, signingId })
    },
    erase: (trx, signingIds) => eraseRemoteSignings(trx, name, signingIds),
  }
}

const remind = (trx: Db, signatoryId: string) => remindAtService.enqueue(trx, { signatoryId })
const correctContact = (trx: Db, signatoryId: string) => correctAtService.enqueue(trx, { signatoryId })

for (const name of SERVICES) registerProvider(remoteProvider(name))

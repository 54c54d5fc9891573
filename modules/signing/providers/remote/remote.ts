import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { objectionTo } from '#views/signing/service-limits.ts'
import { signerLink } from '../builtin/signer-link.ts'
import type { SigningProvider } from '../provider.ts'
import type { ProviderName } from '../provider-name.ts'
import { eraseRemoteSignings, openRemoteSigning } from './remote-signing.ts'
import type { RemoteService } from './service.ts'
import { correctAtService, extendAtService, remindAtService } from './service-jobs.ts'
import { remoteSigningJob } from './signing-job.ts'

/**
 * A provider whose people sign at a service of another company: it stores what the service does, and calls
 * it in jobs. The service invites and reminds them; their links of ours lead there.
 */
export const remoteProvider = (name: ProviderName, { capabilities }: RemoteService): SigningProvider => ({
  name,
  objection: (stage) => objectionTo(capabilities, stage),
  start: async (trx, { signingId, stage }) => {
    const id = newId()
    const added = await trx
      .insertInto('signing.remote_signing')
      .values({ id, signing_id: signingId, stage, provider: name, state: 'new', created_at: now() })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 1n) await remoteSigningJob.enqueue(trx, { id, signingId })
  },
  signerLink: (trx, signatoryId) => signerLink(trx, signatoryId),
  remind: (trx, signatoryId) => remindAtService.enqueue(trx, { signatoryId }),
  inviteAgain: (trx, signatoryId) => correctAtService.enqueue(trx, { signatoryId }),
  extend: (trx, signingId) => extendAtService.enqueue(trx, { signingId }),
  expire: async (trx, signingId) => {
    const remote = await openRemoteSigning(trx, signingId)
    if (remote) await remoteSigningJob.ensure(trx, { id: remote.id, signingId })
  },
  erase: eraseRemoteSignings,
})

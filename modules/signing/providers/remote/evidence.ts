import { logAction } from '#modules/documents/index.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { job, NotYet } from '#src/jobs/jobs.ts'
import { getFile, putFile } from '#src/jobs/storage.ts'
import type { ServiceName } from '../provider-name.ts'
import { findRemoteSigning } from './remote-signing.ts'
import { findService } from './services.ts'

/** Retries for hours, because a service may take hours to prepare a report. */
const RETRY_OPTIONS = { retryDelayMax: 1800, retryLimit: 1000 }

/** Fetches the service's evidence of a completed signing; applies for a report only once. */
export const evidenceJob = job<{ id: string; signingId: string }>(
  'remote-evidence',
  async (db, { id }) => {
    const remote = await findRemoteSigning(db, id)
    const service = remote && findService(remote.provider)
    if (!service || remote.state !== 'completed' || remote.evidence_key) return
    const evidence = await service.evidence(remote.remote_id!, remote.application)
    if (evidence.state === 'none') return
    if (evidence.state === 'applied') {
      await db
        .updateTable('signing.remote_signing')
        .set({ application: evidence.application })
        .where('id', '=', id)
        .execute()
      throw new NotYet('The service prepares its report')
    }
    const sha256 = hashOf(evidence.bytes)
    const key = `services/${id}/${sha256.slice(0, 24)}`
    await putFile(db, key, evidence.bytes)
    await db.transaction().execute(async (trx) => {
      const stored = await trx
        .updateTable('signing.remote_signing')
        .set({ evidence_name: evidence.fileName, evidence_key: key, evidence_sha256: sha256 })
        .where('id', '=', id)
        .where('evidence_key', 'is', null)
        .executeTakeFirst()
      if (stored.numUpdatedRows !== 1n) return
      const { document_id } = await trx
        .selectFrom('signing.signing')
        .select('document_id')
        .where('id', '=', remote.signing_id)
        .executeTakeFirstOrThrow()
      const details = { provider: remote.provider, sha256 }
      await logAction(trx, document_id, 'system', 'fetch-evidence', details)
    })
  },
  RETRY_OPTIONS,
)

/** A service at which people of a completed signing signed. */
export interface UsedService {
  service: ServiceName
  /** Whether the service is still preparing its report. */
  isPreparing: boolean
}

/** The services at which people of a document's completed signing signed, in order. */
export async function servicesOf(db: Db, documentId: string): Promise<UsedService[]> {
  const rows = await db
    .selectFrom('signing.remote_signing as remote')
    .innerJoin('signing.signing as signing', 'signing.id', 'remote.signing_id')
    .select(['provider', 'application', 'evidence_key'])
    .where('document_id', '=', documentId)
    .where('signing.state', '=', 'completed')
    .where('remote.state', '=', 'completed')
    .orderBy('stage')
    .execute()
  return rows.map(({ provider, application, evidence_key }) => ({
    service: provider as ServiceName,
    isPreparing: application !== null && evidence_key === null,
  }))
}

/** The services' evidence about the signings of a document, by file name. */
export async function evidenceOf(db: Db, documentId: string): Promise<[string, Uint8Array][]> {
  const rows = await db
    .selectFrom('signing.remote_signing as remote')
    .innerJoin('signing.signing as signing', 'signing.id', 'remote.signing_id')
    .select(['provider', 'evidence_name', 'evidence_key', 'evidence_sha256', 'stage'])
    .where('document_id', '=', documentId)
    .where('signing.state', '=', 'completed')
    .where('evidence_key', 'is not', null)
    .orderBy('stage')
    .execute()
  return Promise.all(
    rows.map(async ({ provider, stage, evidence_name, evidence_key, evidence_sha256 }) => {
      const bytes = await getFile(db, evidence_key!, evidence_sha256!)
      return [`${stage}-${provider}-${evidence_name}`, new Uint8Array(bytes)] as [string, Uint8Array]
    }),
  )
}

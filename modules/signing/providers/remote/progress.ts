import type { Selectable } from 'kysely'
import { logAction, storeFile } from '#modules/documents/index.ts'
import { returnUse } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { endSigning, listSignatories, lockSigning } from '../../outcome.ts'
import { latestRevision, recordRevision, storeRevision } from '../../revisions.ts'
import type { SignatoryTable } from '../../schema.ts'
import { emitTurn } from '../../signing-step.ts'
import { startNextStage } from '../../stages.ts'
import { certificateJob } from '../builtin/certificate/certificate-job.ts'
import { logSignatory } from '../builtin/evidence/records.ts'
import { verifyPades } from '../builtin/pades/verify.ts'
import { ProviderError } from './provider-error.ts'
import { changeRemoteState, type RemoteSigning } from './remote-signing.ts'
import type { RemoteProgress, RemoteService } from './service.ts'

/** The finished file of a service, which is stored but not recorded yet. */
export interface FinishedFile {
  number: number
  file: { key: string; sha256: string }
  bytes: Uint8Array
}

/**
 * Fetches the signed file of a completed signing. Throws a ProviderError 'unavailable' if it is not signed,
 * or if an earlier signature is no longer valid.
 */
export async function fetchFinished(
  db: Db,
  service: RemoteService,
  remote: RemoteSigning,
): Promise<FinishedFile> {
  const bytes = await service.download(remote.remote_id!)
  fault('remote: file fetched, not stored')
  const latest = await latestRevision(db, remote.signing_id)
  const sent = await getFile(db, latest.key, latest.sha256)
  await requireSigned(bytes, (await verifyPades(sent)).length)
  const number = latest.number + 1
  return { number, file: await storeRevision(db, remote.signing_id, number, bytes), bytes }
}

const BROKEN_PROBLEMS: ReadonlySet<string> = new Set(['bytes', 'signature', 'range', 'cut'])

/** Throws unless the file has more signatures than before, and all of them are intact. */
async function requireSigned(bytes: Uint8Array, previousCount: number) {
  const reports = await verifyPades(bytes).catch(() => [])
  if (reports.length <= previousCount)
    throw new ProviderError('unavailable', 'unsigned', 'The signed file has no new signature')
  const brokenReport = reports.find(({ problems }) =>
    problems.some((problem) => BROKEN_PROBLEMS.has(problem)),
  )
  if (brokenReport)
    throw new ProviderError('unavailable', 'broken', 'A signature in the signed file does not hold')
}

type Signatory = Selectable<SignatoryTable>
type ReportedSignatory = RemoteProgress['signatories'][number]

/**
 * Applies a service's report in one transaction. States only move forward: a report older than our state
 * changes nothing.
 */
export async function applyProgress(
  trx: Db,
  remote: RemoteSigning,
  progress: RemoteProgress,
  finishedFile: FinishedFile | null,
) {
  if ((await lockSigning(trx, remote.signing_id)) !== 'started') return
  if (
    !(await changeRemoteState(trx, remote, {
      state: progress.state === 'draft' ? 'started' : progress.state,
    }))
  )
    return
  const { document_id } = await trx
    .selectFrom('signing.signing')
    .select('document_id')
    .where('id', '=', remote.signing_id)
    .executeTakeFirstOrThrow()
  const signatories = await listSignatories(trx, remote.signing_id)
  for (const reported of progress.signatories) {
    const signatory = signatories.find(({ id, stage }) => id === reported.id && stage === remote.stage)
    if (signatory) await applyStep(trx, { document_id, provider: remote.provider, signatory, reported })
  }
  if (finishedFile) await finishStage(trx, remote, document_id, finishedFile)
  else await endSigningAs(trx, remote, document_id, progress.state)
}

interface SignatoryReport {
  document_id: string
  provider: string
  signatory: Signatory
  reported: ReportedSignatory
}

async function applyStep(trx: Db, { document_id, provider, signatory, reported }: SignatoryReport) {
  const { id } = signatory
  const signatoryWithDocument = { ...signatory, document_id }
  if (signatory.unreachable !== reported.undelivered)
    await trx
      .updateTable('signing.signatory')
      .set({ unreachable: reported.undelivered })
      .where('id', '=', id)
      .execute()
  if (reported.state === 'waiting') return
  if (signatory.state === 'waiting') {
    await trx
      .updateTable('signing.signatory')
      .set({ state: 'invited', invited_at: now() })
      .where('id', '=', id)
      .execute()
    const { name, party, email, phone } = signatory
    const details = {
      signatory: name,
      party,
      ...(email && { email }),
      ...(phone && { phone }),
      provider,
    }
    await logAction(trx, document_id, 'system', 'invite-signatory', details)
    await emitTurn(trx, id, 'turn-came')
  }
  if (reported.state === 'invited') return
  if (signatory.state !== 'waiting' && signatory.state !== 'invited') return
  const answeredAt = reported.at ?? now()
  if (reported.state === 'declined') {
    const reason = (reported.reason ?? '').slice(0, 500)
    await trx
      .updateTable('signing.signatory')
      .set({ state: 'declined', reason })
      .where('id', '=', id)
      .execute()
    await logSignatory(trx, signatoryWithDocument, 'decline-signing', undefined, { reason, provider })
    return
  }
  const isApprover = signatory.role === 'approver'
  await trx
    .updateTable('signing.signatory')
    .set({ state: isApprover ? 'approved' : 'signed', signed_at: answeredAt })
    .where('id', '=', id)
    .execute()
  const facts = { provider, at: answeredAt.toISOString(), ...(reported.level && { level: reported.level }) }
  await logSignatory(trx, signatoryWithDocument, isApprover ? 'approve-signing' : 'sign', undefined, facts)
  await emitTurn(trx, id, 'turn-taken')
}

/** Records the file of a completed stage, then starts the next stage or completes the signing. */
async function finishStage(trx: Db, remote: RemoteSigning, documentId: string, finishedFile: FinishedFile) {
  const { number, file, bytes } = finishedFile
  const signingId = remote.signing_id
  await recordRevision(trx, signingId, { number, file })
  const details = { provider: remote.provider, sha256: file.sha256 }
  await logAction(trx, documentId, 'system', 'fetch-signed-file', details)
  if (await startNextStage(trx, signingId)) return
  const { copy } = await trx
    .selectFrom('signing.signing')
    .select('copy')
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()
  await storeFile(trx, documentId, { kind: 'signed-pdf', bytes, pages: copy?.pages ?? 1, places: [] })
  if (!(await endSigning(trx, signingId, 'completed'))) return
  await logAction(trx, documentId, 'system', 'complete-signing', { sha256: file.sha256 })
  await certificateJob.enqueue(trx, { signingId })
}

/** Ends the signing as the service ended it; does nothing while it still runs at the service. */
async function endSigningAs(
  trx: Db,
  remote: RemoteSigning,
  documentId: string,
  state: RemoteProgress['state'],
) {
  const signingId = remote.signing_id
  if (state === 'declined') await endSigning(trx, signingId, 'declined')
  if (state !== 'expired' && state !== 'revoked') return
  const { expires_at } = await trx
    .selectFrom('signing.signing')
    .select('expires_at')
    .where('id', '=', signingId)
    .executeTakeFirstOrThrow()
  if (state === 'expired' || expires_at < now()) {
    if (await endSigning(trx, signingId, 'expired'))
      await logAction(trx, documentId, 'system', 'expire-signing')
    return
  }
  // The signing was ended in the service's own console.
  if (!(await endSigning(trx, signingId, 'stopped'))) return
  await returnUse(trx, `signing ${signingId}`)
  await logAction(trx, documentId, 'system', 'stop-signing', { provider: remote.provider })
}

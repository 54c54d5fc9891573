import { X509Certificate } from 'node:crypto'
import { findFile, logAction, storeFile } from '#modules/documents/index.ts'
import { DAY, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import { latestRevision, recordRevision, sentLength, storeRevision } from '../../../revisions.ts'
import { type Authority, openAuthority } from '../authority/authority.ts'
import { chainOf, issuerOf } from '../authority/issuer.ts'
import { ownCrls } from '../closing-seal.ts'
import { storeTimestampServer } from '../identities/timestamp-server.ts'
import { archivePades } from '../pades/archive/archive.ts'
import { findValidationData } from '../pades/archive/validation-data.ts'
import type { Stamp } from '../pades/make-cms.ts'
import { verifyPades } from '../pades/verify.ts'
import { currentStamp } from './current-stamp.ts'

/** A year and a month, so that no proof is lost even if no time-stamp service is available for a year. */
const RENEWAL_LEAD = 400 * DAY

/**
 * When a signed file needs another document time-stamp: well before the certificate of its last one ends,
 * but not in the first half of the remaining time. Null if no time-stamp covers the whole file.
 */
export async function renewalTime(bytes: Uint8Array): Promise<Date | null> {
  const lastReport = (await verifyPades(bytes)).at(-1)
  if (
    !lastReport?.isTimestamp ||
    !lastReport.certificate ||
    !lastReport.timestampedAt ||
    lastReport.problems.length > 0
  )
    return null
  const end = new X509Certificate(lastReport.certificate).validToDate.getTime()
  const halfTime = (lastReport.timestampedAt.getTime() + end) / 2
  return new Date(Math.max(end - RENEWAL_LEAD, halfTime))
}

interface ProofRenewal {
  /** Size of the sent file in bytes. */
  sentLength: number
  renewedAt: Date
  stamp: Stamp
}

/**
 * Adds current validation data, and a document time-stamp over the whole file. Throws as `archivePades`
 * does.
 */
export async function renewPades(
  authority: Authority,
  bytes: Uint8Array,
  { sentLength, renewedAt, stamp }: ProofRenewal,
): Promise<Uint8Array> {
  const crls = await ownCrls(authority, renewedAt)
  const data = await findValidationData(bytes, sentLength, chainOf(issuerOf(authority)), crls)
  return archivePades(bytes, data, stamp)
}

/**
 * Renews the signed file of a completed signing if it is due; a second run does nothing. Throws SigningFault
 * while the time-stamp service is unavailable, FILE_DAMAGED, and SigningError.
 */
export async function renewSignedFile(db: Db, signingId: string): Promise<void> {
  const dueFile = await findDue(db, signingId)
  const stamp = await currentStamp(db)
  if (!dueFile || !stamp) return
  const { documentId, file } = dueFile
  const bytes = await getFile(db, file.key, file.sha256)
  const renewAt = await renewalTime(bytes)
  if (renewAt && renewAt > now()) return noteRenewal(db, signingId, renewAt)
  const previousRevision = await latestRevision(db, signingId)
  const authority = await openAuthority(db)
  const length = await sentLength(db, signingId)
  const renewedFile = await renewPades(authority, bytes, { sentLength: length, renewedAt: now(), stamp })
  await storeTimestampServer(db, renewedFile)
  const nextRenewal = await renewalTime(renewedFile)
  const revision = await storeRevision(db, signingId, previousRevision.number + 1, renewedFile)
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('signing.signing').select('id').where('id', '=', signingId).forUpdate().execute()
    if (!(await recordRevision(trx, signingId, { number: previousRevision.number + 1, file: revision })))
      return
    const { kind, pages, places, sha256: replaces } = file
    await storeFile(trx, documentId, { kind, bytes: renewedFile, pages, places, replaces })
    await noteRenewal(trx, signingId, nextRenewal)
    await logAction(trx, documentId, 'system', 'renew-proof', { sha256: revision.sha256 })
  })
}

async function findDue(db: Db, signingId: string) {
  const signing = await db
    .selectFrom('signing.signing')
    .select(['document_id', 'renew_at'])
    .where('id', '=', signingId)
    .where('state', '=', 'completed')
    .executeTakeFirst()
  if (!signing || (signing.renew_at && signing.renew_at > now())) return null
  const file = await findFile(db, signing.document_id, 'signed-pdf')
  return file ? { documentId: signing.document_id, file } : null
}

/** Stores when the file has to be renewed next. */
export async function noteRenewal(trx: Db, signingId: string, renewAt: Date | null): Promise<void> {
  await trx.updateTable('signing.signing').set({ renew_at: renewAt }).where('id', '=', signingId).execute()
}

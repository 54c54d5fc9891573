import { sql } from 'kysely'
import { logAction } from '#modules/documents/index.ts'
import { MINUTE, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { requireIntact } from '#src/jobs/storage.ts'
import { momentText } from '#views/values/moment.tsx'
import { addressOf } from '../../contact.ts'
import { endSigning, lockSigning } from '../../outcome.ts'
import { latestRevision } from '../../revisions.ts'
import { emitTurn } from '../../signing-step.ts'
import { startNextStage } from '../../stages.ts'
import { certificateJob } from './certificate/certificate-job.ts'
import type { Browser } from './evidence/browser.ts'
import { logSignatory } from './evidence/records.ts'
import { inviteNext } from './invite-next.ts'
import { isRealNameDue } from './real-name/due.ts'
import { retryUntilRestored } from './retry-until-restored.ts'
import type { Signature } from './signature.ts'
import type { Turn } from './signer-link.ts'
import type { WrittenSignature } from './write-signature.ts'

/** The browser from which a person signs, and the text to which the person agreed; unknown in a demo. */
interface SigningContext {
  browser?: Browser
  consent?: string
}

/**
 * Records that the person signs, which is final; a job writes the file. Throws SIGNING_STATUS_WRONG, and
 * FILE_DAMAGED if the stored file is not the one that the person was sent.
 */
export async function sign(
  db: Db,
  turn: Turn,
  signature: Signature,
  { browser, consent }: SigningContext = {},
) {
  const file = await latestRevision(db, turn.signing_id)
  await requireIntact(db, file.key, file.sha256)
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, turn.signing_id)
    await completeStep(trx, turn, {
      state: 'signing',
      signature: JSON.stringify(signature),
      signed_at: now(),
    })
    const facts = { way: signature.kind, sha256: file.sha256, ...(consent && { consent }) }
    await logSignatory(trx, turn, 'sign', browser, facts)
    await emitTurn(trx, turn.id, 'turn-taken')
    await writeSignatureJob.enqueue(trx, { signatoryId: turn.id })
    fault('sign: inside the transaction')
  })
  fault('sign: after the commit')
}

/**
 * Records that an approver agrees, then invites the next signatories or closes the signing. Throws
 * SIGNING_STATUS_WRONG.
 */
export async function approve(db: Db, turn: Turn, browser?: Browser) {
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, turn.signing_id)
    await completeStep(trx, turn, { state: 'approved', signed_at: now() })
    await logSignatory(trx, turn, 'approve-signing', browser)
    await emitTurn(trx, turn.id, 'turn-taken')
    await continueSigning(trx, turn.signing_id)
  })
}

/** Invites the next signatories, here or at another service, or completes the signing. */
async function continueSigning(trx: Db, signingId: string) {
  if (await inviteNext(trx, signingId)) return
  if (await startNextStage(trx, signingId)) return
  await closeSigningJob.enqueue(trx, { signingId })
}

/**
 * Declines a signature: this ends the signing, the document's status returns to finalised, and everyone is
 * notified.
 */
export async function decline(db: Db, turn: Turn, reason: string, browser?: Browser) {
  await db.transaction().execute(async (trx) => {
    await lockSigning(trx, turn.signing_id)
    await completeStep(trx, turn, { state: 'declined', reason })
    await logSignatory(trx, turn, 'decline-signing', browser, { reason })
    await endSigning(trx, turn.signing_id, 'declined')
  })
}

type StepOutcome =
  | { state: 'signing'; signature: string; signed_at: Date }
  | { state: 'approved'; signed_at: Date }
  | { state: 'declined'; reason: string }

/** Which roles may take which step. */
const ROLES_BY_STEP = {
  signing: ['signer'],
  approved: ['approver'],
  declined: ['signer', 'approver'],
} as const

/** A single guarded update: of concurrent attempts to sign or decline, exactly one completes the step. */
async function completeStep(trx: Db, turn: Turn, outcome: StepOutcome) {
  const row = await trx
    .updateTable('signing.signatory')
    .set(outcome)
    .where('id', '=', turn.id)
    .where('state', '=', 'invited')
    .where('provider', '=', 'builtin')
    .where('role', 'in', ROLES_BY_STEP[outcome.state])
    .where((eb) => eb.or([eb.val(outcome.state === 'declined'), eb.not(isRealNameDue(eb, turn.id))]))
    // Does not match if the person has just handed over.
    .where(sql`coalesce(email, phone)`, '=', addressOf(turn))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('signing.signing as signing')
          .select('signing.id')
          .where('signing.id', '=', turn.signing_id)
          .where('signing.state', '=', 'started')
          .where('signing.expires_at', '>', now()),
      ),
    )
    .executeTakeFirst()
  if (row.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
}

/** Loaded at the first signature, because the signing libraries take about 40 MB. */
const signingFile = () => import('./write-signature.ts')

/**
 * Finally retries every minute without limit, because a person who has signed must not lose the signature.
 */
const RETRY_FOREVER = { retryDelayMax: 60, retryLimit: 1_000_000 }

/** Writes one signature into the file, then invites the next signatories or closes the signing. */
export const writeSignatureJob = job<{ signatoryId: string }>(
  'sign-file',
  async (db, { signatoryId }) => {
    const { writeSignature } = await signingFile()
    let signature: WrittenSignature | null
    do signature = await retryUntilRestored(writeSignature(db, signatoryId))
    while (signature && !(await storeWritten(db, signatoryId, signature)))
  },
  RETRY_FOREVER,
)

/**
 * Returns false if another signature was written concurrently: then this one must be added to the new file.
 */
const storeWritten = (db: Db, signatoryId: string, signature: WrittenSignature) =>
  db.transaction().execute(async (trx) => {
    // The signing may have ended while the signature was being written.
    if ((await lockSigning(trx, signature.signingId)) !== 'started') return true
    const latest = await latestRevision(trx, signature.signingId)
    if (latest.signatory_id !== signatoryId && latest.number !== signature.number - 1) return false
    const updated = await trx
      .updateTable('signing.signatory')
      .set({ state: 'signed' })
      .where('id', '=', signatoryId)
      .where('state', '=', 'signing')
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) return true
    await signature.record(trx)
    await logAction(trx, signature.documentId, 'system', 'write-signature', signature.facts)
    await extendDeadline(trx, signature)
    fault('stamp: inside the transaction')
    await continueSigning(trx, signature.signingId)
    return true
  })

/** Extends the deadline by the time for which the signature waited because of us. */
async function extendDeadline(trx: Db, { signingId, documentId, signedAt }: WrittenSignature) {
  const waitingTime = now().getTime() - signedAt.getTime()
  if (waitingTime < MINUTE) return
  const { expires_at } = await trx
    .updateTable('signing.signing')
    .set({ expires_at: sql<Date>`expires_at + ${waitingTime} * interval '1 millisecond'` })
    .where('id', '=', signingId)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await logAction(trx, documentId, 'system', 'extend-signing', { to: momentText(expires_at) })
}

/** Seals the whole file with the platform's closing seal, and sends it to everyone. */
export const closeSigningJob = job<{ signingId: string }>(
  'close-signing',
  async (db, { signingId }) => {
    const { writeClosingSeal } = await signingFile()
    const closedFile = await retryUntilRestored(writeClosingSeal(db, signingId))
    if (!closedFile) return
    await db.transaction().execute(async (trx) => {
      if ((await lockSigning(trx, signingId)) !== 'started') return
      await closedFile.keep(trx)
      fault('close: inside the transaction')
      if (!(await endSigning(trx, signingId, 'completed'))) return
      await logAction(trx, closedFile.documentId, 'system', 'complete-signing', { sha256: closedFile.sha256 })
      await certificateJob.enqueue(trx, { signingId })
    })
  },
  RETRY_FOREVER,
)

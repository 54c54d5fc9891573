import * as v from 'valibot'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { Moment } from '#src/http/programs/shapes.ts'
import { checkKnown, FILE_CHECK_LIMIT, isPdf, MAX_FILE_BYTES } from './check-known.ts'
import type { SignatureFacts } from './finding.ts'
import { withStoredFile } from './kept-signing.ts'
import { OUTCOMES } from './outcome.ts'

const Verification = v.object({
  outcome: v.picklist(OUTCOMES),
  sha256: v.string(),
  /** Whether the file is truncated. */
  truncated: v.boolean(),
  signatures: v.array(
    v.object({
      field: v.string(),
      kind: v.picklist(['signature', 'closing-seal', 'timestamp']),
      /** Whether the signature was made through us. */
      ours: v.boolean(),
      signer: v.string(),
      state: v.string(),
      problems: v.array(v.string()),
      /** The time from a reliable time-stamp; null without one. */
      timestampedAt: v.nullable(Moment),
      /** The time that the signature itself states. */
      claimedAt: v.nullable(Moment),
    }),
  ),
})

const kindOf = ({ isTimestamp, closingSeal }: SignatureFacts) =>
  isTimestamp ? 'timestamp' : closingSeal ? 'closing-seal' : 'signature'

/** Throws INVALID_FIELD for a file that is not a PDF, UNAVAILABLE if the check exceeded its limits. */
async function verificationOf(db: Db, file: Uint8Array) {
  if (!isPdf(file)) throw new AppError('INVALID_FIELD', {}, 'signing.verify.problem.notPdf')
  const checked = await checkKnown(db, file)
  if (checked === 'stopped') throw new AppError('UNAVAILABLE', {}, 'signing.verify.problem.stopped')
  if (typeof checked === 'string')
    throw new AppError('INVALID_FIELD', {}, `signing.verify.problem.${checked}`)
  const { outcome, sha256, cutShort, signatures } = await withStoredFile(db, checked, file)
  return {
    outcome,
    sha256,
    truncated: cutShort,
    signatures: signatures.map((one) => ({
      field: one.field,
      kind: kindOf(one),
      ours: one.ours,
      signer: one.signer,
      state: one.state,
      problems: one.problems,
      timestampedAt: one.clockKnown ? one.timestampedAt : null,
      claimedAt: one.claimedAt,
    })),
  }
}

addOperation({
  method: 'post',
  path: '/verification',
  scope: null,
  upload: { type: 'pdf', max: MAX_FILE_BYTES },
  answer: Verification,
  handle: async ({ db, viewer, upload }) => {
    await consumePoint(FILE_CHECK_LIMIT, viewer.teamId)
    return verificationOf(db, upload)
  },
})

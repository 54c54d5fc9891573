import { sameBytes } from '../engine.ts'
import { addTimestampField } from '../field.ts'
import { fillHole } from '../hole.ts'
import { openToSign, SigningError, stampFrom, TOKEN_SIZE } from '../sign.ts'
import { verifyPades } from '../verify.ts'
import { addDss } from './dss.ts'
import type { ValidationData } from './validation-data.ts'

const FIELD = 'Time-stamp'

/**
 * A signed file with validation data and a document time-stamp over all of it (PAdES B-LTA). Throws when no sound
 * time-stamp comes from the server, or the file cannot take one.
 */
export async function archivePades(
  bytes: Uint8Array,
  data: ValidationData,
  timestampUrl: string,
): Promise<Uint8Array> {
  const pdf = await openToSign(bytes)
  addDss(pdf, data)
  addTimestampField(pdf, FIELD, TOKEN_SIZE)
  const draft = await pdf.save({ incremental: true })
  const archived = await fillHole(draft, bytes.length, TOKEN_SIZE, stampFrom(timestampUrl))
  if (!sameBytes(archived.subarray(0, bytes.length), bytes)) throw new SigningError('The file was rewritten')
  const reports = await verifyPades(archived)
  const sound = reports.every(
    ({ problems, changes }) => problems.length === 0 && changes.every(({ what }) => what === 'foreign'),
  )
  if (!sound || reports.at(-1)?.fieldName !== FIELD || !reports.at(-1)!.coversWholeDocument)
    throw new SigningError('The document time-stamp is unsound')
  return archived
}

import { timestampEntries } from '../field.ts'
import type { Stamp } from '../make-cms.ts'
import { openToSign, SigningError, TOKEN_SIZE } from '../sign.ts'
import { fillGap } from '../signature-gap.ts'
import { writeStep } from '../step.ts'
import { stateOf } from '../validation/report.ts'
import { verifyPades } from '../verify.ts'
import type { ValidationData } from './validation-data.ts'

const FIELD = 'Time-stamp'

/**
 * Adds validation data and a document time-stamp over the whole file (PAdES B-LTA). Throws when the server
 * returns no valid time-stamp, or the file cannot hold one.
 */
export async function archivePades(
  bytes: Uint8Array,
  data: ValidationData,
  stamp: Stamp,
): Promise<Uint8Array> {
  const field = timestampEntries(FIELD, TOKEN_SIZE)
  const draft = writeStep(openToSign(bytes), { field, validationData: data })
  const archived = await fillGap(draft, stamp)
  const reports = await verifyPades(archived)
  const sound = reports.every(
    (report) => stateOf(report) !== 'fails' && report.changes.every(({ what }) => what === 'foreign'),
  )
  if (!sound || reports.at(-1)?.fieldName !== FIELD || !reports.at(-1)!.coversWholeDocument)
    throw new SigningError('The document time-stamp is unsound')
  return archived
}

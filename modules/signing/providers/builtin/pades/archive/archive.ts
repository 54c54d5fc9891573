import type { ExactPdf } from '#src/pdf/exact.ts'
import { timestampEntries } from '../field.ts'
import { nameOf, rootFields } from '../form.ts'
import type { Stamp } from '../make-cms.ts'
import { MAX_TOKEN_BYTES, openToSign, SigningError } from '../sign.ts'
import { fillGap } from '../signature-gap.ts'
import { writeStep } from '../step.ts'
import { stateOf } from '../validation/report.ts'
import { verifyPades } from '../verify.ts'
import { lacksDeclaration } from './dss.ts'
import type { ValidationData } from './validation-data.ts'

const FIELD_NAME = 'Time-stamp'

/** The name of our next document time-stamp: Time-stamp, Time-stamp 2 … */
function freeFieldName(file: ExactPdf): string {
  const usedNames = new Set(rootFields(file).map((ref) => nameOf(file, ref)))
  const numbers = Array.from({ length: usedNames.size + 1 }, (_, index) => index + 1)
  const names = numbers.map((number) => (number === 1 ? FIELD_NAME : `${FIELD_NAME} ${number}`))
  return names.find((name) => !usedNames.has(name))!
}

/**
 * Adds validation data and a document time-stamp over the whole file (PAdES B-LTA). Throws if the server
 * returns no valid time-stamp, or if the file cannot contain one.
 */
export async function archivePades(
  bytes: Uint8Array,
  data: ValidationData,
  stamp: Stamp,
): Promise<Uint8Array> {
  const file = openToSign(bytes)
  const name = freeFieldName(file)
  const field = timestampEntries(name, MAX_TOKEN_BYTES)
  const draft = writeStep(file, { field, validationData: data, declares: lacksDeclaration(file) })
  const archived = await fillGap(draft, stamp)
  const reports = await verifyPades(archived)
  const isSound = reports.every(
    (report) => stateOf(report) !== 'fails' && report.changes.every(({ what }) => what === 'foreign'),
  )
  if (!isSound || reports.at(-1)?.fieldName !== name || !reports.at(-1)!.coversWholeDocument)
    throw new SigningError('The document time-stamp is unsound')
  return archived
}

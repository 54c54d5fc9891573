import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  type PdfString,
} from '@libpdf/core'
import type { RevisionReading } from './changes/revision-reading.ts'

/**
 * own: this field and the cross-page seal that it fills must not be changed; all: nothing may be changed
 * (ISO 32000-2, 12.7.5.5 and 12.8.2).
 */
export type Lock = 'own' | 'all'

/**
 * The value of /P that permits no change. Validation data and document time-stamps do not count as changes.
 */
const NO_CHANGES = 1

const actionEntries = (fieldNames: PdfString[], lock: Lock): Record<string, PdfObject> =>
  lock === 'all'
    ? { Action: PdfName.of('All') }
    : { Action: PdfName.of('Include'), Fields: PdfArray.of(...fieldNames) }

/** The lock entry of the field; `fieldNames` begins with the field's own name. */
export const lockOf = (fieldNames: PdfString[], lock: Lock): PdfDict =>
  PdfDict.of({
    Type: PdfName.of('SigFieldLock'),
    ...actionEntries(fieldNames, lock),
    ...(lock === 'all' && { P: PdfNumber.of(NO_CHANGES) }),
  })

/** The lock entry of the signature: a FieldMDP transform over the document with this catalog. */
export const referenceOf = (fieldNames: PdfString[], lock: Lock, catalog: PdfRef): PdfArray =>
  PdfArray.of(
    PdfDict.of({
      Type: PdfName.of('SigRef'),
      TransformMethod: PdfName.of('FieldMDP'),
      TransformParams: PdfDict.of({
        Type: PdfName.of('TransformParams'),
        V: PdfName.of('1.2'),
        ...actionEntries(fieldNames, lock),
      }),
      Data: catalog,
    }),
  )

/** Whether any signature of this version, ours or not, declares that nothing may be changed. */
export function isLocked({ fields, resolve }: RevisionReading): boolean {
  return fields.some((ref) => {
    const field = resolve(ref)
    const value = field instanceof PdfDict ? field.getDict('V', resolve) : undefined
    if (!(field instanceof PdfDict) || !value) return false
    const references = value.getArray('Reference', resolve)?.toArray() ?? []
    return (
      field.getDict('Lock', resolve)?.getNumber('P', resolve)?.value === NO_CHANGES ||
      references.some((one) => forbidsAll(one.type === 'ref' ? resolve(one as PdfRef) : one, resolve))
    )
  })
}

/** A certification (DocMDP) that permits no change. */
function forbidsAll(reference: unknown, resolve: RevisionReading['resolve']): boolean {
  if (!(reference instanceof PdfDict)) return false
  return (
    reference.getName('TransformMethod', resolve)?.value === 'DocMDP' &&
    reference.getDict('TransformParams', resolve)?.getNumber('P', resolve)?.value === NO_CHANGES
  )
}

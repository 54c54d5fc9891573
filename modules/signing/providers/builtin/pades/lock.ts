import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  type PdfString,
} from '@libpdf/core'
import type { Reading } from './changes/reading.ts'

/**
 * own: nobody may change this field any more; all: nobody may change anything (ISO 32000-2, 12.7.5.5 and
 * 12.8.2).
 */
export type Lock = 'own' | 'all'

/** /P: no change at all. Validation data and document time-stamps count as none. */
const NO_CHANGES = 1

const action = (fieldName: PdfString, lock: Lock): Record<string, PdfObject> =>
  lock === 'all'
    ? { Action: PdfName.of('All') }
    : { Action: PdfName.of('Include'), Fields: PdfArray.of(fieldName) }

/** What stands in the field: what signing it locks. */
export const lockOf = (fieldName: PdfString, lock: Lock): PdfDict =>
  PdfDict.of({
    Type: PdfName.of('SigFieldLock'),
    ...action(fieldName, lock),
    ...(lock === 'all' && { P: PdfNumber.of(NO_CHANGES) }),
  })

/** What stands in the signature: the same, as a FieldMDP transform over the document of this catalog. */
export const referenceOf = (fieldName: PdfString, lock: Lock, catalog: PdfRef): PdfArray =>
  PdfArray.of(
    PdfDict.of({
      Type: PdfName.of('SigRef'),
      TransformMethod: PdfName.of('FieldMDP'),
      TransformParams: PdfDict.of({
        Type: PdfName.of('TransformParams'),
        V: PdfName.of('1.2'),
        ...action(fieldName, lock),
      }),
      Data: catalog,
    }),
  )

/** Whether a signature of this version, ours or not, declares that nothing may be changed any more. */
export function isLocked({ fields, resolve }: Reading): boolean {
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

/** A certification (DocMDP) that permits nothing. */
function forbidsAll(reference: unknown, resolve: Reading['resolve']): boolean {
  if (!(reference instanceof PdfDict)) return false
  return (
    reference.getName('TransformMethod', resolve)?.value === 'DocMDP' &&
    reference.getDict('TransformParams', resolve)?.getNumber('P', resolve)?.value === NO_CHANGES
  )
}

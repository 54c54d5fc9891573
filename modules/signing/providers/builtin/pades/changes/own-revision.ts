import { type PdfDict, type PdfObject, PdfRef, type PdfStream, PdfString } from '@libpdf/core'
import type { ExactPdf } from '#src/pdf/exact.ts'
import { declaresStore } from '../archive/dss.ts'
import type { ValidationData } from '../archive/validation-data.ts'
import { textFontIn } from '../drawing/invisible-text.ts'
import type { Drawing, VisiblePart } from '../drawing/visible.ts'
import { sameBytes } from '../engine.ts'
import { numbersOfPdfArray } from '../entries.ts'
import type { FieldEntries, SignatureEntries } from '../field.ts'
import { rootFields, streamOf } from '../form.ts'
import { isEmptyField } from '../prepared/empty-field.ts'
import { figureIn } from '../seal/figure.ts'
import { drawingOfWidget, filledWidgets } from '../seal/strips.ts'
import { type SigningStep, writeStep } from '../step.ts'

/**
 * Whether the newest revision of a file is exactly what our writer makes of the previous one: its additions
 * are parsed and written again, and every byte except the signature itself must be equal. Another program
 * may write the same form, but only with a signature field, a document time-stamp or validation data.
 */
export function isOwnRevision(before: ExactPdf, after: ExactPdf): boolean {
  try {
    const step = addedStep(before, after)
    if (!step) return false
    const { bytes, start, next } = writeStep(before, step)
    return (
      sameBytes(bytes.subarray(0, start), after.bytes.subarray(0, start)) &&
      sameBytes(bytes.subarray(next), after.bytes.subarray(next))
    )
  } catch {
    return false
  }
}

/** The additions of a revision in our form; null if it has another form. */
function addedStep(before: ExactPdf, after: ExactPdf): SigningStep | null {
  const addedField = after.dict(newField(before, after))
  const field = addedField && fieldIn(addedField, before, after)
  const declares = !declaresStore(before) && declaresStore(after)
  return field && { field, validationData: validationDataIn(before, after), declares }
}

/** The new field of the revision, or the prepared field that it fills. */
function newField(before: ExactPdf, after: ExactPdf): PdfRef | undefined {
  const fields = rootFields(after)
  if (fields.length !== rootFields(before).length) return fields.at(-1)
  return fields.find((ref) => isEmptyField(before, ref) && after.dict(ref)?.has('V'))
}

function fieldIn(field: PdfDict, before: ExactPdf, file: ExactPdf): FieldEntries | null {
  const fieldName = field.get('T')
  const value = file.dict(field.get('V'))
  const contents = value?.get('Contents')
  if (!value || !(fieldName instanceof PdfString) || !(contents instanceof PdfString)) return null
  const isTimestamp = value.getName('SubFilter')?.value === 'ETSI.RFC3161'
  const signature = isTimestamp ? null : signatureIn(field, value, { before, file })
  return signature || isTimestamp ? { fieldName, signature, room: contents.bytes.length } : null
}

function signatureIn(
  field: PdfDict,
  value: PdfDict,
  { before, file }: { before: ExactPdf; file: ExactPdf },
): SignatureEntries | null {
  const [time, name, reason] = ['M', 'Name', 'Reason'].map((key) => value.get(key))
  if (!(time instanceof PdfString && name instanceof PdfString && reason instanceof PdfString)) return null
  const action = file.dict(field.get('Lock'))?.getName('Action')?.value
  const look = visiblePartIn(field, file)
  return {
    time,
    name,
    reason,
    lock: action === 'All' ? 'all' : 'own',
    look,
    namedPage: look || !field.has('P') ? undefined : pageIn(field, file),
    figure: figureIn(file, streamOf(file, field.getDict('AP')?.get('N'))?.getDict('Resources')),
    strips: filledWidgets(before, file).map((widget) => ({
      widget,
      drawing: drawingIn(drawingOfWidget(file, widget)!),
    })),
  }
}

/** The number of the page that a field names; 0 if there is no such page. */
function pageIn(field: PdfDict, file: ExactPdf): number {
  const page = field.getRef('P')
  return 1 + file.pages().findIndex(({ ref }) => ref.objectNumber === page?.objectNumber)
}

function visiblePartIn(field: PdfDict, file: ExactPdf): VisiblePart | null {
  const drawing = streamOf(file, field.getDict('AP')?.get('N'))
  if (!drawing) return null
  const rotate = field.getDict('MK')?.getNumber('R')?.value
  return {
    page: pageIn(field, file),
    rect: numbersOfPdfArray(field.getArray('Rect')),
    rotate,
    drawing: drawingIn(drawing),
  }
}

function drawingIn(form: PdfStream): Drawing {
  const matrix = form.getArray('Matrix')
  const resources = form.getDict('Resources')
  const drawing: Drawing = {
    box: numbersOfPdfArray(form.getArray('BBox')),
    text: textFontIn(resources),
    hasFigure: resources?.has('XObject') ?? false,
    data: form.data,
    isDeflated: form.has('Filter'),
  }
  if (matrix) drawing.matrix = numbersOfPdfArray(matrix)
  return drawing
}

function validationDataIn(before: ExactPdf, after: ExactPdf): ValidationData | null {
  const [oldValue, newValue] = [before, after].map((file) => file.catalog.get('DSS'))
  if (
    !(newValue instanceof PdfRef) ||
    (oldValue instanceof PdfRef && oldValue.objectNumber === newValue.objectNumber)
  )
    return null
  const oldStore = before.dict(oldValue)
  const store = after.dict(newValue)
  const addedData = (key: string) => {
    const count = before.array(oldStore?.get(key))?.length ?? 0
    return (after.array(store?.get(key))?.toArray() ?? []).slice(count).map((item) => derIn(after, item))
  }
  return { certificates: addedData('Certs'), crls: addedData('CRLs') }
}

function derIn(file: ExactPdf, item: PdfObject): Uint8Array {
  const stream = streamOf(file, item)
  if (!stream) throw new Error('The store holds something that is no stream')
  return stream.getDecodedData()
}

import { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'
import { addDss, declareStore } from './archive/dss.ts'
import type { ValidationData } from './archive/validation-data.ts'
import { addField, type FieldEntries } from './field.ts'
import { type FileWithGap, prepareGap } from './signature-gap.ts'

/** The content of one of our revisions: a signature or a document time-stamp, and validation data. */
export interface SigningStep {
  field: FieldEntries
  validationData: ValidationData | null
  /** Whether to declare the PDF 1.7 extension for validation data. */
  declares: boolean
}

/**
 * Writes one more revision with a gap for the signature. Every byte follows from the file and the step, so
 * that a checker can write the same bytes. Throws if the field already exists or its page does not.
 */
export function writeStep(file: ExactPdf, { field, validationData, declares }: SigningStep): FileWithGap {
  const update = new Update(file)
  addField(update, field)
  if (validationData) addDss(update, validationData)
  if (declares) declareStore(update)
  return prepareGap(update.bytes(), file.bytes.length, field.room)
}

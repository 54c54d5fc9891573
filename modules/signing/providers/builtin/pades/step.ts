import { Update } from '#src/pdf/append.ts'
import type { ExactPdf } from '#src/pdf/exact.ts'
import { addDss } from './archive/dss.ts'
import type { ValidationData } from './archive/validation-data.ts'
import { addField, type FieldEntries } from './field.ts'
import { type Hollow, hollowOut } from './hole.ts'

/**
 * What a revision of ours adds: a signature or a document time-stamp, and what it takes to check the file.
 */
export interface SigningStep {
  field: FieldEntries
  validationData: ValidationData | null
}

/**
 * A file with one more revision, in which the signature is still missing. Every byte follows from the file
 * and the step, so that whoever checks a file can write it again. Throws when the field is there already or
 * its page is not.
 */
export function writeStep(file: ExactPdf, { field, validationData }: SigningStep): Hollow {
  const update = new Update(file)
  addField(update, field)
  if (validationData) addDss(update, validationData)
  return hollowOut(update.bytes(), file.bytes.length, field.room)
}

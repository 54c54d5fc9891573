import * as v from 'valibot'
import { DesignSchema } from './design/design.ts'
import { KINDS } from './schema.ts'

const Label = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(60, 'common.problem.tooLong'),
)

const kind = v.picklist(KINDS, 'seals.problem.kind')

export const DrawnForm = v.object({ kind, label: Label, ...DesignSchema.entries })

/** Length of the longer side in millimetres. */
const Longest = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.regex(/^\d{1,2}(\.\d)?$/, 'seals.problem.size'),
  v.transform(Number),
  v.minValue(10, 'seals.problem.size'),
  v.maxValue(60, 'seals.problem.size'),
)

export const UploadedForm = v.object({ kind, label: Label, longest: Longest })

export const SizeSchema = v.object({ longest: Longest })

export const LabelForm = v.object({ label: Label })

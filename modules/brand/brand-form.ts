import * as v from 'valibot'
import { readColour } from '#views/brand/brand-colour.ts'

const checkboxField = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text === 'yes'),
)

export const BrandForm = v.object({
  /** An empty text becomes null: no colour. */
  colour: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.check((text) => text === '' || readColour(text) !== null, 'brand.problem.colour'),
    v.transform((text) => (text === '' ? null : readColour(text))),
  ),
  withoutLogo: checkboxField,
  inDocuments: checkboxField,
})

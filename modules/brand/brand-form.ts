import * as v from 'valibot'
import { readColour } from '#views/brand/brand-colour.ts'

const ticked = v.pipe(
  v.optional(v.string(), ''),
  v.transform((typed) => typed === 'yes'),
)

export const BrandForm = v.object({
  /** '' for no colour. */
  colour: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.check((typed) => typed === '' || readColour(typed) !== null, 'brand.problem.colour'),
    v.transform((typed) => (typed === '' ? null : readColour(typed))),
  ),
  withoutLogo: ticked,
  inDocuments: ticked,
})

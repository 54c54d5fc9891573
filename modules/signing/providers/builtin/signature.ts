import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'

/**
 * A signature: strokes drawn on a 300 × 100 field, or the typed name. Strokes are points instead of a
 * picture, so that no upload is parsed, and the print is sharp at any size.
 */
export type SignatureMark = { kind: 'drawn'; strokes: [number, number][][] } | { kind: 'typed'; text: string }

/** With the stated place of signing, if any. */
export type Signature = SignatureMark & { place?: string }

export const FIELD = { width: 300, height: 100 }

const point = v.tuple([
  v.pipe(v.number(), v.minValue(0), v.maxValue(FIELD.width)),
  v.pipe(v.number(), v.minValue(0), v.maxValue(FIELD.height)),
])

const strokes = v.pipe(
  v.array(v.pipe(v.array(point), v.minLength(1), v.maxLength(2000))),
  v.minLength(1),
  v.maxLength(100),
)

const printable = v.check((text: string) => unprintableIn(text).length === 0, 'signing.problem.unprintable')

const place = v.optional(
  v.pipe(v.string(), v.trim(), v.maxLength(60, 'signing.problem.placeTooLong'), printable),
  '',
)

/**
 * The form's fields: `kind`, and `strokes` as JSON text or `typed`; and `place` when the document asks for
 * it.
 */
export const SignatureForm = v.variant('kind', [
  v.object({
    kind: v.literal('drawn'),
    place,
    strokes: v.pipe(
      v.string(),
      v.maxLength(60_000),
      v.transform((text) => parseOrNull(text)),
      strokes,
    ),
  }),
  v.object({
    kind: v.literal('typed'),
    place,
    typed: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('signing.problem.signature'),
      v.maxLength(60, 'signing.problem.signature'),
      printable,
    ),
  }),
])

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function signatureOf(form: v.InferOutput<typeof SignatureForm>): Signature {
  const mark: SignatureMark =
    form.kind === 'drawn' ? { kind: 'drawn', strokes: form.strokes } : { kind: 'typed', text: form.typed }
  return { ...mark, ...(form.place && { place: form.place }) }
}

import * as v from 'valibot'
import { unprintableIn } from '#modules/documents/index.ts'

/**
 * How a person signed: strokes drawn on a 300 × 100 field, or their typed name. Strokes are points, not a
 * picture, so nothing that was uploaded is ever parsed, and the print is sharp at any size.
 */
export type Signature = { kind: 'drawn'; strokes: [number, number][][] } | { kind: 'typed'; text: string }

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

/** The form's fields: `kind`, and `strokes` as JSON text or `typed`. */
export const SignatureForm = v.union([
  v.object({
    kind: v.literal('drawn'),
    strokes: v.pipe(
      v.string(),
      v.maxLength(60_000),
      v.transform((text) => parseOrNull(text)),
      strokes,
    ),
  }),
  v.object({
    kind: v.literal('typed'),
    typed: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('signing.problem.signature'),
      v.maxLength(60, 'signing.problem.signature'),
      v.check((name) => unprintableIn(name).length === 0, 'signing.problem.unprintable'),
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
  return form.kind === 'drawn'
    ? { kind: 'drawn', strokes: form.strokes }
    : { kind: 'typed', text: form.typed }
}

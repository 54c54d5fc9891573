import * as v from 'valibot'
import { unprintableIn } from '#assembly/characters/printable.ts'
import { type PictureMark, PictureSchema } from './uploaded/uploaded-signature.ts'

/**
 * A signature: strokes drawn on a 300 × 100 field, the typed name, or an uploaded picture. Strokes are
 * points, so that the print is sharp at any size.
 */
export type SignatureMark =
  | { kind: 'drawn'; strokes: [number, number][][] }
  | { kind: 'typed'; text: string }
  | PictureMark

/** Includes the place of signing, if the person stated one. */
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
 * The fields of the form: `kind`; `strokes` or `picture` as JSON, or `typed`; `place` if the document
 * requires it.
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
  v.object({
    kind: v.literal('picture'),
    place,
    picture: v.pipe(
      v.string('signing.problem.picture'),
      v.transform((text) => parseOrNull(text)),
      PictureSchema,
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
  return { ...markOf(form), ...(form.place && { place: form.place }) }
}

function markOf(form: v.InferOutput<typeof SignatureForm>): SignatureMark {
  if (form.kind === 'picture') return form.picture
  return form.kind === 'drawn'
    ? { kind: 'drawn', strokes: form.strokes }
    : { kind: 'typed', text: form.typed }
}

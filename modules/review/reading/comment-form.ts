import * as v from 'valibot'
import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import type { Problems } from '#src/http/body.ts'

export const MAX_COMMENT_LENGTH = 2000
/**
 * Maximum size of the request in bytes. Larger than the limits of the texts, so that a text that is too long
 * comes back to the form to be shortened.
 */
export const MAX_REQUEST_BYTES = 256 * 1024
/** In characters; the same limit as for any text of a document. */
const MAX_WORDING_LENGTH = 20_000

/** The audiences of a team member's comment: by default the team only. */
export const AUDIENCES = ['team', 'all'] as const

const text = (max: number) =>
  v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(max, 'common.problem.tooLong'))

/** A comment on a part of the document; with a `wording` it is a proposal for its text. */
export const CommentForm = v.object({
  key: v.fallback(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)), () => crypto.randomUUID()),
  place: v.fallback(v.pipe(v.string(), v.maxLength(100)), ''),
  side: v.fallback(v.nullable(v.picklist(['zh', 'en'])), null),
  quote: text(500),
  words: text(MAX_COMMENT_LENGTH),
  audience: v.fallback(v.picklist(AUDIENCES), 'team'),
  parent: v.fallback(v.nullable(v.pipe(v.string(), v.uuid())), null),
  wording: v.optional(text(MAX_WORDING_LENGTH)),
})

export type CommentFields = v.InferOutput<typeof CommentForm>

/** Problems beyond single fields: no text, no change, or an unprintable character. */
export function problemsIn(
  { words, wording }: CommentFields,
  printedText: string,
): { problems: Problems; details?: Record<string, string> } {
  if (wording === undefined) return { problems: words ? {} : { words: 'common.problem.required' } }
  if (!wording) return { problems: { wording: 'common.problem.required' } }
  if (wording === printedText) return { problems: { wording: 'review.problem.sameWording' } }
  const unprintable = [...new Set(unprintableIn(wording))].map(characterName)
  if (!unprintable.length) return { problems: {} }
  return {
    problems: { wording: 'common.error.MISSING_GLYPH' },
    details: { characters: unprintable.join(' ') },
  }
}

import type { Side } from '#assembly/answers.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { AppError } from '#src/core/errors.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Db } from '#src/db/db.ts'
import { readForm } from '#src/http/body.ts'
import type { Ctx } from '#src/http/web.ts'
import { lockReview } from '../inviting/reviewer.ts'
import { addComment, removeComment } from './comment.ts'
import { CommentForm, MAX_REQUEST_BYTES, problemsIn } from './comment-form.ts'
import { printedIn } from './quotes.ts'
import { placeAt, type Reader } from './reader.ts'
import type { Text } from './reading.ts'
import type { OpenForm } from './views/comment-form.tsx'

/** The limit on one person's comments in ten minutes. */
const COMMENT_LIMIT = { name: 'review-comment', points: 60, per: 600 }

/** The kinds of parts for which a wording can be proposed. */
export const PLACES_WITH_WORDING = ['recital', 'clause', 'item']

/** The part that a comment is about. */
export interface CommentPlace {
  documentId: string
  roundId: string
  reader: Reader
  text: Text
}

/** The present text of a clause, as printed. */
export function printedAt({ rows }: Text, place: string, side: Side): string {
  const row = rows.find(({ id, change }) => id === place && change !== 'dropped')
  return row ? printedIn(row, side) : ''
}

/** The form that the URL opens: for a part in one of its languages, or for an answer. */
export function formInAddress(
  c: Ctx,
  { text, reader }: Pick<CommentPlace, 'text' | 'reader'>,
): OpenForm | null {
  const { at = '', side = '', of = '', quote = '' } = c.req.query()
  const formSide = text.sides.find((one) => one === side)
  if (!reader.mayComment || (!at && !of)) return null
  const printed = formSide ? printedAt(text, at, formSide) : ''
  if (of) return { kind: 'reply', target: of, side: text.sides[0]!, printed: '' }
  const values = { quote: cleanText(quote).slice(0, 500) }
  return {
    kind: formSide ? 'wording' : 'comment',
    values,
    target: at,
    side: formSide ?? text.sides[0]!,
    printed,
  }
}

/** Stores a submitted comment and returns its place; returns the form if it is invalid. */
export async function submitComment(
  c: Ctx,
  { documentId, roundId, reader, text }: CommentPlace,
): Promise<{ again: OpenForm } | { goTo: string }> {
  const form = await readForm(c, CommentForm, MAX_REQUEST_BYTES)
  const { values } = form
  const kind = values.parent ? 'reply' : values.wording === undefined ? 'comment' : 'wording'
  const side = text.sides.find((one) => one === values.side) ?? text.sides[0]!
  const printed = printedAt(text, values.place ?? '', side)
  const openForm: OpenForm = {
    kind,
    target: (kind === 'reply' ? values.parent : values.place) ?? '',
    side,
    printed,
    values,
  }
  if (!form.ok) return { again: { ...openForm, problems: form.problems } }
  const { output } = form
  const row = text.rows.find(({ id, change }) => id === output.place && change !== 'dropped')
  if (kind !== 'reply' && !(row && (kind === 'comment' || PLACES_WITH_WORDING.includes(row.kind))))
    throw new AppError('INVALID_FIELD', { field: 'place' })
  const problems = problemsIn(output, printed)
  if (Object.keys(problems.problems).length) return { again: { ...openForm, ...problems } }
  try {
    await consumePoint(COMMENT_LIMIT, reader.author.accountId ?? reader.author.reviewerId ?? '')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { again: { ...openForm, problems: { words: error.words }, details: error.details } }
  }
  const wording = output.wording === undefined ? null : { before: printed, after: output.wording }
  const internal = output.audience === 'team'
  const comment = { ...output, internal, wording, side: wording ? side : null }
  await c.var.db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    await addComment(trx, { documentId, roundId }, reader.author, comment)
  })
  return { goTo: placeAt(reader, kind === 'reply' ? `said-${output.parent}` : `at-${output.place}`) }
}

/** Withdraws a comment and returns its place. */
export const withdrawComment = (db: Db, documentId: string, reader: Reader, id: string) =>
  db.transaction().execute(async (trx) => {
    await lockReview(trx, documentId)
    const { place, parent_id } = await removeComment(trx, documentId, reader.author, id)
    return placeAt(reader, parent_id ? `said-${parent_id}` : `at-${place}`)
  })

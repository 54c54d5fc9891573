import '../events.ts'
import type { Expression } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'
import { requirePermission } from '#modules/accounts/index.ts'
import { actorOf, findHeading, logAction } from '#modules/documents/index.ts'
import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { mailAnswer, type NewLink } from '../emails/answer.ts'
import { findTurn } from '../signing-step.ts'

const text = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(2000, 'common.problem.tooLong'),
)

export const QuestionForm = v.object({ question: text })
export const AnswerForm = v.object({ answer: text })

const QUESTIONS: Limit = {
  name: 'signing-questions',
  points: 10,
  per: 86_400,
  words: 'common.limit.questions',
}

/** The questions of one signatory, oldest first. */
export const listOwnQuestions = (db: Db, signatoryId: string) =>
  db
    .selectFrom('signing.question')
    .selectAll()
    .where('signatory_id', '=', signatoryId)
    .orderBy('asked_at')
    .execute()

export type Question = Awaited<ReturnType<typeof listOwnQuestions>>[number]

/** A query expression: the questions of a signatory as JSON, oldest first. */
export const questionsOf = (db: Db, signatoryId: Expression<string>) =>
  jsonArrayFrom(
    db
      .selectFrom('signing.question as question')
      .selectAll()
      .where('question.signatory_id', '=', signatoryId)
      .orderBy('asked_at'),
  )

/** A question as a query returns it in JSON, with times as strings. */
type QuestionJson = Omit<Question, 'asked_at' | 'answered_at'> & {
  asked_at: string
  answered_at: string | null
}

export const questionFrom = (row: QuestionJson): Question => ({
  ...row,
  asked_at: new Date(row.asked_at),
  answered_at: row.answered_at ? new Date(row.answered_at) : null,
})

/** A signatory asks the sender. Throws SIGNING_STATUS_WRONG after the end, TOO_MANY_REQUESTS. */
export async function askSender(db: Db, signatoryId: string, question: string) {
  const turn = await findTurn(db, signatoryId)
  if (turn.signing_state !== 'started') throw new AppError('SIGNING_STATUS_WRONG')
  await consumePoint(QUESTIONS, signatoryId)
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('signing.question')
      .values({
        id: newId(now()),
        signatory_id: signatoryId,
        text: question,
        asked_at: now(),
        asked_by: turn.name,
        answer: null,
        answered_at: null,
        answered_by: null,
      })
      .execute()
    const actor = { identity: 'signatory', operator: turn.name } as const
    await logAction(trx, turn.document_id, actor, 'ask-sender', {})
    await emit(trx, 'signing-question', { turn })
  })
}

/** A question about one of the viewer's documents. Throws NOT_FOUND, ACCESS_DENIED. */
export async function findQuestion(db: Db, viewer: Viewer, documentId: string, questionId: string) {
  const document = await findHeading(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  const question = isId(questionId)
    ? await db
        .selectFrom('signing.question as question')
        .innerJoin('signing.signatory as one', 'one.id', 'question.signatory_id')
        .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
        .selectAll('question')
        .where('question.id', '=', questionId)
        .where('document_id', '=', document.id)
        .executeTakeFirst()
    : undefined
  return question ? { document, question } : notFound()
}

/**
 * Answers a question once, by mail or SMS. Throws as `findQuestion` does, and SIGNING_STATUS_WRONG for a
 * second answer.
 */
export async function answerQuestion(
  db: Db,
  viewer: Viewer,
  { documentId, questionId, answer }: { documentId: string; questionId: string; answer: string },
  newLink: NewLink,
) {
  const { document, question } = await findQuestion(db, viewer, documentId, questionId)
  await db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('signing.question')
      .set({ answer, answered_at: now(), answered_by: viewer.name })
      .where('id', '=', question.id)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
    if (updated.numUpdatedRows !== 1n) throw new AppError('SIGNING_STATUS_WRONG')
    const actor = actorOf(viewer, document.creator_id)
    await logAction(trx, document.id, actor, 'answer-signatory', { signatory: question.asked_by })
    await mailAnswer(trx, question.signatory_id, { question: question.text, answer, newLink })
  })
}

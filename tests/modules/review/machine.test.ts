import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument } from '#modules/documents/index.ts'
import { endReturnedRound, letOthersFinish } from '#modules/review/inviting/early-return.ts'
import { remindReviewer } from '#modules/review/inviting/reviewer-change.ts'
import { lapseReviews, reopenDraft, withdrawReview } from '#modules/review/inviting/round.ts'
import { addComment } from '#modules/review/reading/comment.ts'
import { acceptAll, rejectAndReturn } from '#modules/review/reading/outcome.ts'
import { takeProposal } from '#modules/review/reading/proposal.ts'
import { joinedTurns } from '#modules/review/review-step.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { type Review, reviewedDocument, sendOut } from '#tests/cast/review.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount } from '#tests/support/runs.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 10_000)
})

const HISTORIES = caseCount(5, 2000)

/** The actions on a document under review, each with the reviewer who acts, if any. */
const ACTIONS = {
  start: (review: Review) => sendOut(db, cast.lin.viewer, review.documentId),
  accept: async (review: Review, who: number) => acceptAll(db, await turnOf(review, who)),
  giveBack: async (review: Review, who: number) => rejectAndReturn(db, await turnOf(review, who), 'No'),
  end: (review: Review) => endReturnedRound(db, cast.lin.viewer, review.documentId),
  goOn: (review: Review) => letOthersFinish(db, cast.lin.viewer, review.documentId),
  withdraw: (review: Review) => withdrawReview(db, cast.lin.viewer, review.documentId),
  reopen: (review: Review) => reopenDraft(db, cast.lin.viewer, review.documentId),
  remind: (review: Review) => remindReviewer(db, cast.lin.viewer, review.documentId, review.oliverId),
  lapse: async ({ documentId }: Review) => {
    await db
      .updateTable('review.round')
      .set({ due_at: new Date(0) })
      .where('document_id', '=', documentId)
      .execute()
    await lapseReviews.now(db, {})
  },
  comment: (review: Review, who: number) => say(review, who, false),
  propose: (review: Review, who: number) => say(review, who, true),
  take: async ({ documentId }: Review) => {
    const open = await db
      .selectFrom('review.comment')
      .select('id')
      .where('document_id', '=', documentId)
      .where('wording', 'is not', null)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (open) await takeProposal(db, cast.lin.viewer, documentId, open.id)
  },
  finalise: async ({ documentId }: Review) => {
    const { version } = await findDocument(db, cast.lin.viewer, documentId)
    await finaliseDocument(db, cast.lin.viewer, documentId, version)
  },
}
type Action = keyof typeof ACTIONS

const turnsOf = ({ documentId }: Review) =>
  joinedTurns(db)
    .where('round.document_id', '=', documentId)
    .orderBy('round.number', 'desc')
    .orderBy('turn.id')
    .execute()

/** The last turn of one of the reviewers. */
async function turnOf(review: Review, who: number) {
  const turns = await turnsOf(review)
  const reviewers = [...new Set(turns.map(({ reviewer_id }) => reviewer_id))].sort()
  return turns.find(({ reviewer_id }) => reviewer_id === reviewers[who % reviewers.length])!
}

let comments = 0

async function say(review: Review, who: number, proposes: boolean) {
  const turn = await turnOf(review, who)
  const author = turn.account_id
    ? { accountId: turn.account_id, name: turn.name }
    : { reviewerId: turn.reviewer_id, name: turn.name }
  const place = { documentId: review.documentId, roundId: turn.round_id }
  const wording = proposes ? { before: '', after: `${newId()}。` } : null
  await db.transaction().execute((trx) =>
    addComment(trx, place, author, {
      key: newId(),
      place: 'purpose',
      side: proposes ? ('zh' as const) : null,
      quote: '',
      words: 'Said',
      internal: false,
      parent: null,
      wording,
    }),
  )
  comments++
}

/** Performs an action; returns the code of the refusal. Any other error fails the test. */
async function attempt(act: Action, review: Review, who: number): Promise<string> {
  try {
    await ACTIONS[act](review, who)
    return 'done'
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.code
    throw error
  }
}

/** Checks the conditions that hold after any action. */
async function check(review: Review) {
  const { documentId } = review
  const { status } = await findDocument(db, cast.lin.viewer, documentId)
  const turns = await turnsOf(review)
  const rounds = await db
    .selectFrom('review.round')
    .select(['id', 'number', 'state', 'continued_at'])
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute()
  expect(rounds.map(({ number }) => number)).toEqual(rounds.map((_, index) => index + 1))
  const running = rounds.filter(({ state }) => state === 'running')
  expect([status, running.length]).toEqual([status, status === 'in_review' ? 1 : 0])
  const openTurns = turns.filter(({ state }) => state === 'asked')
  expect(openTurns.every(({ round_id }) => round_id === running[0]?.id)).toBe(true)
  if (running.length) expect(openTurns.length).toBeGreaterThan(0)
  const last = turns.filter(({ round_id }) => round_id === rounds.at(-1)?.id)
  if (status === 'approved') expect(new Set(last.map(({ state }) => state))).toEqual(new Set(['accepted']))
  for (const those of Map.groupBy(turns, ({ reviewer_id }) => reviewer_id).values())
    expect(those.filter(({ state }) => state !== 'lapsed').length).toBeLessThanOrEqual(3)
  const tasks = await db
    .selectFrom('messaging.task')
    .select(['type', 'subject_id'])
    .where('document_id', '=', documentId)
    .where('state', '=', 'todo')
    .execute()
  const waiting = openTurns.filter(({ account_id }) => account_id).map(({ id }) => `review ${id}`)
  const early = last.filter(({ state }) => state === 'returned' && running.length)
  const continued = rounds.at(-1)?.continued_at
  const isChosen = early.every(({ answered_at }) => continued && answered_at! <= continued)
  if (status === 'returned' || !isChosen) waiting.push(`return ${documentId}`)
  expect(tasks.map(({ type, subject_id }) => `${type} ${subject_id}`).sort()).toEqual(waiting.sort())
  expect(findBrokenLink(await listActions(db, documentId))).toBeNull()
}

test('any concurrent sequence of actions on a document in review leads to a possible state and loses no text', {
  timeout: 3_600_000,
}, async () => {
  const seen = new Map<string, number>()
  const act = fc.tuple(fc.constantFrom(...(Object.keys(ACTIONS) as Action[])), fc.nat(1))
  const history = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const review = await reviewedDocument(db, cast)
      comments = 0
      for (const step of steps) {
        const outcomes = await Promise.all(step.map(([name, who]) => attempt(name, review, who)))
        for (const [index, outcome] of outcomes.entries()) {
          const key = `${step[index]![0]} ${outcome}`
          seen.set(key, (seen.get(key) ?? 0) + 1)
        }
        await check(review)
      }
      const { count } = await db
        .selectFrom('review.comment')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('document_id', '=', review.documentId)
        .executeTakeFirstOrThrow()
      expect(count).toBe(comments)
    }),
    { numRuns: HISTORIES },
  )
  const done = [...seen].filter(([key]) => key.endsWith(' done')).length
  expect(done).toBeGreaterThan(5)
  note(
    'random histories of a document in review',
    `${HISTORIES} of up to 14 steps, three at once: ${seen.size} ways an act ended, no state out of order, no comment lost`,
  )
})

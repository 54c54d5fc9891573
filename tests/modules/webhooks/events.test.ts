import { beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { reopenDraft } from '#modules/review/inviting/round.ts'
import { acceptAll, rejectAndReturn } from '#modules/review/reading/outcome.ts'
import { runningTurns } from '#modules/review/review-step.ts'
import { endSigning } from '#modules/signing/outcome.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { reviewedDocument, sendOut } from '#tests/cast/review.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { deliveriesOf, endpointAt, setPlan } from '#tests/cast/webhooks.ts'
import { completedDocument } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let endpointId: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await setPlan(db, cast.lin.viewer, 'enterprise')
  endpointId = (await endpointAt(db, cast.lin.viewer, 'https://nobody.invalid/')).id
})

/** The events of a document in order, each with the status after the event. */
async function eventsOf(documentId: string): Promise<string[]> {
  const rows = (await deliveriesOf(db, endpointId)).filter((row) => row.document_id === documentId)
  return rows.map(({ type, body }) => `${type}: ${JSON.parse(body).data.status}`)
}

test('a signing has events for its start, for each signature, and for its end', async () => {
  const completed = await completedDocument(db, cast.lin.viewer)
  expect(await eventsOf(completed)).toEqual([
    'document.created: draft',
    'document.finalised: finalised',
    'signing.started: signing',
    ...SIGNATORIES.map(() => 'signing.signed: signing'),
    'signing.completed: completed',
  ])
  for (const state of ['declined', 'expired', 'stopped'] as const) {
    const { documentId } = await signingDocument(db, cast.lin.viewer)
    const { id } = await db
      .selectFrom('signing.signing')
      .select('id')
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => endSigning(trx, id, state))
    expect((await eventsOf(documentId)).at(-1)).toBe(`signing.${state}: finalised`)
  }
})

test('a review has events for its start, for each answer, and for its end', async () => {
  const { documentId } = await reviewedDocument(db, cast)
  const turns = () => runningTurns(db).where('round.document_id', '=', documentId).execute()
  const [firstTurn, secondTurn] = await turns()
  await rejectAndReturn(db, firstTurn!, 'Too long')
  await acceptAll(db, secondTurn!)
  await reopenDraft(db, cast.lin.viewer, documentId)
  await sendOut(db, cast.lin.viewer, documentId)
  for (const turn of await turns()) await acceptAll(db, turn)
  const answeredEvent = 'review.answered: in_review'
  expect(await eventsOf(documentId)).toEqual([
    'document.created: draft',
    'review.started: in_review',
    answeredEvent,
    answeredEvent,
    'review.returned: returned',
    'document.reopened: draft',
    'review.started: in_review',
    answeredEvent,
    answeredEvent,
    'review.approved: approved',
  ])
})

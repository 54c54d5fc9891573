import { beforeAll, expect, test } from 'vitest'
import { findDocument } from '#modules/documents/index.ts'
import { addExternal } from '#modules/review/inviting/reviewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterAsReviewer, linkTo, OLIVER, reviewedDocument, sendOut } from '#tests/cast/review.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { newcomer } from '#tests/cast/teams.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

async function erase({ id, username }: { id: string; username: string }) {
  const form = { confirmation: username, ground: 'Called back on the number of the account' }
  expect((await cast.ruo.client.post(`/desk/accounts/${id}/erasure`, form)).status).toBe(303)
}

const reviewersOf = (documentId: string) =>
  db
    .selectFrom('review.reviewer')
    .select(['name', 'email', 'department'])
    .where('document_id', '=', documentId)
    .orderBy('kind')
    .execute()

/** The last message to the sender about the document. */
const lastMessage = (documentId: string) =>
  db
    .selectFrom('messaging.message')
    .select('kind')
    .where('document_id', '=', documentId)
    .where('account_id', '=', cast.lin.viewer.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

async function expectReturned(documentId: string) {
  expect((await findDocument(db, cast.lin.viewer, documentId)).status).toBe('returned')
  const turns = db
    .selectFrom('review.turn as turn')
    .innerJoin('review.round as round', 'round.id', 'turn.round_id')
    .select(['turn.state', 'round.state as round'])
    .where('document_id', '=', documentId)
  expect(new Set((await turns.execute()).map(({ state, round }) => `${state} ${round}`))).toEqual(
    new Set(['lapsed lapsed']),
  )
  expect(await lastMessage(documentId)).toEqual({ kind: 'reviewLapsed' })
  const page = await (await cast.lin.client.get(`/mgmt/${documentId}/refund-doc`)).text()
  expect(page).toContain('or the account of a reviewer was closed')
}

test('a review that waits for a colleague whose account is erased returns to its sender', async () => {
  const { documentId, link } = await reviewedDocument(db, cast)
  const oliver = await enterAsReviewer(db, link)
  await erase({ id: cast.zhou.viewer.id, username: 'zhou' })
  await expectReturned(documentId)
  const [outside, colleague] = await reviewersOf(documentId)
  expect(colleague).toEqual({ name: '–', email: '', department: '' })
  expect(outside).toMatchObject({ name: 'Oliver Grant', email: 'oliver@kestrel.example' })
  const refused = await oliver.get(new URL(link, 'http://localhost').pathname)
  expect(await refused.text()).toContain('the account of another reviewer was closed')
})

test('an external reviewer keeps the name that the sender wrote, without address and link', async () => {
  await newcomer(db, 'nora@kestrel.example')
  const nora = await db
    .selectFrom('accounts.account')
    .select(['id', 'username'])
    .where('email', '=', 'nora@kestrel.example')
    .executeTakeFirstOrThrow()
  const { id: documentId } = await filledDraft(db, cast.lin.viewer)
  await addExternal(db, cast.lin.viewer, documentId, {
    ...OLIVER,
    name: 'Nora Lindqvist',
    email: 'Nora@kestrel.example',
    mobile: '+86 138 0013 8000',
  })
  await sendOut(db, cast.lin.viewer, documentId)
  const link = await linkTo(db, 'Nora@kestrel.example')
  await erase(nora)
  await expectReturned(documentId)
  const expected = { name: 'Nora Lindqvist', email: '', department: 'Kestrel Robotics' }
  expect(await reviewersOf(documentId)).toEqual([expected])
  expect((await newClient(db).get(link)).status).toBe(404)
})

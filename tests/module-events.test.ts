import { beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { listConversations } from '#modules/chat/desk-chat.ts'
import { mailUnreadAnswer } from '#modules/chat/emails/unread-answer.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { addExternal } from '#modules/review/inviting/reviewer.ts'
import { reopenDraft } from '#modules/review/inviting/round.ts'
import { acceptAll, rejectAndReturn } from '#modules/review/reading/outcome.ts'
import { runningTurns } from '#modules/review/review-step.ts'
import { handOver } from '#modules/signing/running/hand-over.ts'
import { askSender } from '#modules/signing/running/questions.ts'
import { emitTurn } from '#modules/signing/signing-step.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { emit } from '#src/jobs/module-events.ts'
import { OLIVER, reviewedDocument, sendOut } from '#tests/cast/review.ts'
import { filledDraft, signingDocument } from '#tests/cast/signing.ts'
import { newcomer } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()

beforeEach(async () => {
  await context.db.deleteFrom('messaging.message').execute()
  await context.db.deleteFrom('messaging.task').execute()
})

/** The kinds of an account's messages. */
async function messagesOf(accountId: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('messaging.message')
    .select('kind')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

/** The types of an account's tasks, with their states. */
async function tasksOf(accountId: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('messaging.task')
    .select(['type', 'state'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ type, state }) => `${type} ${state}`)
}

const accountAt = (email: string) =>
  context.db
    .selectFrom('accounts.account')
    .select(['id', 'team_id', 'username'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

/** Sends a document of this account to an external reviewer. */
async function sendTo(email: string, viewer: Viewer) {
  const { id } = await filledDraft(context.db, viewer)
  await addExternal(context.db, viewer, id, { ...OLIVER, email })
  await sendOut(context.db, viewer, id)
}

describe('a running signing', () => {
  test('reports hand-overs and questions to the sender, and moves the deadline of open tasks', async () => {
    const { lin, zhou } = context.cast
    const { documentId, signatoryId } = await signingDocument(context.db, lin.viewer)
    await context.db
      .updateTable('signing.signatory')
      .set({ email: 'zhou@example.com' })
      .where('id', '=', signatoryId)
      .execute()
    await context.db.transaction().execute((trx) => emitTurn(trx, signatoryId, 'turn-came'))
    await askSender(context.db, signatoryId, 'Which currency?')
    const newDeadline = new Date('2099-01-01')
    await context.db
      .transaction()
      .execute((trx) => emit(trx, 'signing-extended', { signatoryIds: [signatoryId], until: newDeadline }))
    const [task] = await context.db
      .selectFrom('messaging.task')
      .select('due_at')
      .where('account_id', '=', zhou.viewer.id)
      .execute()
    expect(task!.due_at).toEqual(newDeadline)
    const successor = { name: 'Nina Patel', email: 'nina@kestrel.example' }
    await handOver(context.db, { id: signatoryId }, successor)
    expect(await messagesOf(lin.viewer.id)).toEqual(['signingQuestion', 'signingHandedOver'])
    expect(await tasksOf(zhou.viewer.id)).toEqual(['sign invalid'])
    const actions = (await listActions(context.db, documentId)).map(({ action }) => action)
    expect(actions.filter((action) => /ask-sender|hand-over/.test(action))).toEqual([
      'ask-sender',
      'hand-over',
    ])
  })
})

describe('a review', () => {
  test('is a task and a message for the reviewer; the answer ends the task and is reported', async () => {
    const { lin, zhou } = context.cast
    const { documentId } = await reviewedDocument(context.db, context.cast)
    expect(await tasksOf(zhou.viewer.id)).toEqual(['review todo'])
    expect(await messagesOf(zhou.viewer.id)).toEqual(['reviewAsked'])
    const openTurns = await runningTurns(context.db).where('round.document_id', '=', documentId).execute()
    await acceptAll(context.db, openTurns.find(({ account_id }) => account_id === zhou.viewer.id)!)
    expect(await tasksOf(zhou.viewer.id)).toEqual(['review done'])
    expect(await messagesOf(lin.viewer.id)).toEqual(['reviewAccepted'])
    await rejectAndReturn(context.db, openTurns.find(({ account_id }) => !account_id)!, 'Clause 3')
    expect(await messagesOf(lin.viewer.id)).toEqual(['reviewAccepted', 'reviewReturned'])
    expect(await tasksOf(lin.viewer.id)).toEqual(['return todo'])
    await reopenDraft(context.db, lin.viewer, documentId)
    expect(await tasksOf(lin.viewer.id)).toEqual(['return done'])
  })

  test('becomes a task of the person who registers with the reviewer’s address', async () => {
    await sendTo('nora@kestrel.example', context.cast.hannah.viewer)
    await newcomer(context.db, 'nora@kestrel.example')
    const { id } = await accountAt('nora@kestrel.example')
    expect([await tasksOf(id), await messagesOf(id)]).toEqual([['review todo'], ['reviewAsked']])
  })

  test('is no task any more once the account that requested it is erased', async () => {
    const { lin, ruo } = context.cast
    await newcomer(context.db, 'vera@kestrel.example')
    const vera = await accountAt('vera@kestrel.example')
    await sendTo('lin@example.com', (await findViewer(context.db, vera.id))!)
    expect([await tasksOf(lin.viewer.id), await messagesOf(lin.viewer.id)]).toEqual([
      ['review todo'],
      ['reviewAsked'],
    ])
    const form = { confirmation: vera.username, ground: 'A letter' }
    await ruo.client.post(`/desk/accounts/${vera.id}/erasure`, form)
    expect([await tasksOf(lin.viewer.id), await messagesOf(lin.viewer.id)]).toEqual([[], []])
  })
})

test('a new team gets the free demo and its uses', async () => {
  await newcomer(context.db, 'otto@kestrel.example')
  const { team_id } = await accountAt('otto@kestrel.example')
  const grants = await context.db
    .selectFrom('orders.usage_entry')
    .select('kind')
    .where('team_id', '=', team_id)
    .where('quantity', '>', 0)
    .execute()
  expect(grants.map(({ kind }) => kind)).toContain('document_1')
})

test('a plan granted by staff is reported to the team’s administrators', async () => {
  const { lin, ruo } = context.cast
  const form = { plan: 'professional', months: '12', reason: 'Contract 2026-118, paid by bank' }
  expect((await ruo.client.post(`/desk/accounts/${lin.viewer.id}/plan`, form)).status).toBe(303)
  expect(await messagesOf(lin.viewer.id)).toEqual(['planOpened'])
})

test('an unread answer of the online service is a message', async () => {
  const { db, cast } = context
  await sendAsCustomer(db, cast.zhou.viewer, { words: 'Where is the seal?', key: 'seal-1' }, 'en_US')
  const [conversation] = await listConversations(db)
  const { id } = conversation!
  await cast.ruo.client.post(`/desk/chat/${id}/answer`, { words: 'On page 3.', key: 'seal-2' })
  await mailUnreadAnswer.now(db, { id, seq: 2 })
  expect(await messagesOf(cast.zhou.viewer.id)).toEqual(['chatAnswered'])
})

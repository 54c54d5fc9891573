import { accountsAt } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import type { ModuleEvents } from '#src/jobs/module-events.ts'
import type { MessageKind } from '../schema.ts'
import { sendMessage } from './message.ts'
import { closeTasks, openTask } from './task.ts'

type Turn = ModuleEvents['review-asked']['turn']

/** The account of a colleague, or of an external reviewer whose invited address has one. */
async function accountIdsOf(trx: Db, { account_id, email }: Turn) {
  return account_id ? [account_id] : (await accountsAt(trx, [email])).map(({ id }) => id)
}

const factsOf = (turn: Turn) => ({
  document: turn.document_name,
  number: turn.document_number,
  starter: turn.starter_name,
  who: turn.name,
})

/**
 * Creates a task and a notification for a requested review; ends the task of the person's earlier address.
 */
export async function onReviewRequested(trx: Db, { turn }: { turn: Turn }) {
  const accountIds = await accountIdsOf(trx, turn)
  await closeTasks(trx, 'review', [turn.id], 'invalid')
  await closeTasks(trx, 'return', [turn.document_id], 'done')
  await openTask(trx, accountIds, {
    type: 'review',
    subject_id: turn.id,
    document_id: turn.document_id,
    document_name: turn.document_name,
    document_number: turn.document_number,
    creator: turn.starter_name,
    due_at: turn.due_at,
  })
  const notification = { kind: 'reviewAsked', facts: factsOf(turn), path: '/mgmt/tasks' } as const
  await sendMessage(trx, accountIds, { ...notification, documentId: turn.document_id })
}

/**
 * Ends the task of a reviewer and notifies the sender. If a reviewer has returned the document while others
 * still review it, the sender decides how to continue; the last return is reported when the round ends.
 */
export async function onReviewAnswered(trx: Db, { turn, waiting }: ModuleEvents['review-answered']) {
  await closeTasks(trx, 'review', [turn.id], 'done')
  const isReturned = turn.state === 'returned'
  if (isReturned && !waiting) return
  const path = `/mgmt/${turn.document_id}/review-doc`
  const kind = isReturned ? 'reviewReturnedEarly' : 'reviewAccepted'
  const notification = { kind, facts: factsOf(turn), path } as const
  await sendMessage(trx, [turn.starter_id], { ...notification, documentId: turn.document_id })
  if (!isReturned) return
  await openTask(trx, [turn.starter_id], {
    type: 'return',
    subject_id: turn.document_id,
    document_id: turn.document_id,
    document_name: turn.document_name,
    document_number: turn.document_number,
    creator: turn.name,
    due_at: null,
  })
}

const KIND_BY_STATE: Partial<Record<string, MessageKind>> = {
  accepted: 'reviewApproved',
  returned: 'reviewReturned',
  lapsed: 'reviewLapsed',
}

/** Ends open tasks; a returned document becomes a task of its sender. */
export async function onReviewEnded(trx: Db, { round }: ModuleEvents['review-ended']) {
  await closeTasks(trx, 'review', round.turns, 'invalid')
  const { document_id: documentId, document_name: document, document_number: number, state } = round
  await closeTasks(trx, 'return', [documentId], 'done')
  const kind = KIND_BY_STATE[state]
  if (!kind) return
  const path = `/mgmt/${documentId}/${state === 'accepted' ? 'review-doc' : 'refund-doc'}`
  const facts = { document, number, starter: round.starter_name, who: round.by }
  if (!round.reported) await sendMessage(trx, [round.starter_id], { kind, facts, path, documentId })
  if (state === 'accepted') return
  await openTask(trx, [round.starter_id], {
    type: 'return',
    subject_id: documentId,
    document_id: documentId,
    document_name: document,
    document_number: number,
    creator: round.by || round.starter_name,
    due_at: null,
  })
}

/**
 * Ends the sender's task when a returned document is a draft again, or the other reviewers are to finish.
 */
export const onReviewReopened = (trx: Db, { documentId }: ModuleEvents['review-reopened']) =>
  closeTasks(trx, 'return', [documentId], 'done')

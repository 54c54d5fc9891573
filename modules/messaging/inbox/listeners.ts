import { accountsAt, administratorsOf } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import type { ModuleEvents } from '#src/jobs/module-events.ts'
import type { MessageKind } from '../schema.ts'
import { sendMessage } from './message.ts'
import { closeTasks, moveTasks, openTask } from './task.ts'

const idsAt = async (trx: Db, addresses: (string | null)[]) =>
  (await accountsAt(trx, addresses)).map(({ id }) => id)

type Turn = ModuleEvents['turn-came']['turn']

const documentOf = ({ document_id, document_name, document_number }: Turn) => ({
  document_id,
  document_name,
  document_number,
})

const factsOf = ({ document_name, document_number, starter_name, name }: Turn) => ({
  document: document_name,
  number: document_number,
  starter: starter_name,
  who: name,
})

/**
 * Creates a task and a notification for a requested signature; ends the task of the person's earlier address.
 */
export async function onSigningStep(trx: Db, { turn }: { turn: Turn }) {
  const accountIds = await idsAt(trx, [turn.email, turn.phone])
  const { id: subject_id, starter_name: creator, expires_at: due_at } = turn
  await closeTasks(trx, 'sign', [subject_id], 'invalid')
  await openTask(trx, accountIds, { type: 'sign', subject_id, ...documentOf(turn), creator, due_at })
  const notification = { kind: 'signAsked', facts: factsOf(turn), path: '/mgmt/tasks' } as const
  await sendMessage(trx, accountIds, { ...notification, documentId: turn.document_id })
}

/** Ends the task of a signatory; notifies the sender, unless they signed themselves. */
export async function onSignature(trx: Db, { turn }: { turn: Turn }) {
  await closeTasks(trx, 'sign', [turn.id], 'done')
  const signerIds = await idsAt(trx, [turn.email, turn.phone])
  const recipientIds = [turn.starter_id].filter((id) => !signerIds.includes(id))
  const path = `/mgmt/${turn.document_id}/signing`
  await sendMessage(trx, recipientIds, {
    kind: 'signed',
    facts: factsOf(turn),
    path,
    documentId: turn.document_id,
  })
}

/** Notifies the sender that a successor acts in place of a signatory. */
export async function onHandOver(trx: Db, { turn, successor }: ModuleEvents['signing-handed-over']) {
  const path = `/mgmt/${turn.document_id}/signing`
  const facts = { ...factsOf(turn), successor }
  await sendMessage(trx, [turn.starter_id], {
    kind: 'signingHandedOver',
    facts,
    path,
    documentId: turn.document_id,
  })
}

/** Notifies the sender of a signatory's question. */
export const onSigningQuestion = (trx: Db, { turn }: ModuleEvents['signing-question']) =>
  notifySender(trx, turn, 'signingQuestion')

/** Notifies the sender that a signatory cannot read the document, because their name was not confirmed. */
export const onRealNameFailed = (trx: Db, { turn }: ModuleEvents['real-name-failed']) =>
  notifySender(trx, turn, 'realNameFailed')

async function notifySender(trx: Db, turn: Turn, kind: MessageKind) {
  const path = `/mgmt/${turn.document_id}/signing`
  await sendMessage(trx, [turn.starter_id], {
    kind,
    facts: factsOf(turn),
    path,
    documentId: turn.document_id,
  })
}

/** Moves the tasks of all pending signatories to the new deadline. */
export const onSigningExtended = (trx: Db, { signatoryIds, until }: ModuleEvents['signing-extended']) =>
  moveTasks(trx, 'sign', signatoryIds, until)

const KIND_BY_STATE: Record<string, MessageKind> = {
  completed: 'signingCompleted',
  declined: 'signingDeclined',
  expired: 'signingExpired',
  stopped: 'signingStopped',
}

/** Ends open tasks; notifies the sender and all signatories of the result. */
export async function onSigningEnded(trx: Db, { signing, signatories }: ModuleEvents['signing-ended']) {
  const decliner = signatories.find(({ state }) => state === 'declined')
  if (decliner) await closeTasks(trx, 'sign', [decliner.id], 'done')
  await closeTasks(
    trx,
    'sign',
    signatories.map(({ id }) => id),
    'invalid',
  )
  const invitedSignatories = signatories.filter(({ state, id }) => state !== 'waiting' && id !== decliner?.id)
  const participants = await idsAt(
    trx,
    invitedSignatories.flatMap(({ email, phone }) => [email, phone]),
  )
  const { document_id: documentId, document_name: document, document_number: number } = signing
  const facts = { document, number, starter: signing.starter_name, who: decliner?.name ?? '' }
  const notification = { kind: KIND_BY_STATE[signing.state]!, facts, documentId }
  const page = signing.state === 'completed' ? 'view-doc' : 'signing'
  await sendMessage(trx, [signing.starter_id], { ...notification, path: `/mgmt/${documentId}/${page}` })
  const otherIds = participants.filter((id) => id !== signing.starter_id)
  const mailed = signing.state === 'completed'
  await sendMessage(trx, otherIds, { ...notification, path: '/mgmt/tasks?status=done', mailed })
}

/** Notifies the sender that a signing waits for us; another module sends the mail about it. */
export async function onSigningHeldUp(trx: Db, { signing }: ModuleEvents['signing-held-up']) {
  const { document_id: documentId, document_name: document, document_number: number } = signing
  await sendMessage(trx, [signing.starter_id], {
    kind: 'signingHeldUp',
    facts: { document, number },
    path: `/mgmt/${documentId}/signing`,
    documentId,
    mailed: true,
  })
}

/** Notifies the administrators of a team of a new member. */
export async function onMemberJoined(trx: Db, { teamId, name, team }: ModuleEvents['member-joined']) {
  const path = '/mgmt/acct-info/members'
  await sendMessage(trx, await administratorsOf(trx, teamId), {
    kind: 'memberJoined',
    facts: { who: name, team },
    path,
  })
}

/** Notifies the inviter of the reason why an invited person cannot join. */
export const onInvitationFailed = (
  trx: Db,
  { inviterId, email, problem }: ModuleEvents['invitation-failed'],
) =>
  sendMessage(trx, [inviterId], {
    kind: 'invitationFailed',
    facts: { email, problem },
    path: '/mgmt/acct-info/members',
  })

/**
 * Notifies the administrators of a team that a user of single sign-on could not log in because no seat was
 * free.
 */
export async function onSeatsUsed(trx: Db, { teamId, email }: ModuleEvents['sso-seats-used']) {
  await sendMessage(trx, await administratorsOf(trx, teamId), {
    kind: 'seatsUsed',
    facts: { email },
    path: '/mgmt/acct-info/members',
  })
}

/** Notifies of the progress of a request for a tailor-made document. */
export const onConsultationProgress = (
  trx: Db,
  { accountIds, ...notification }: ModuleEvents['consultation-news'],
) => sendMessage(trx, accountIds, notification)

/** Notifies of an unread answer in the online service. */
export const onChatUnread = (trx: Db, { accountId }: ModuleEvents['chat-unread']) =>
  sendMessage(trx, [accountId], { kind: 'chatAnswered', facts: {}, path: '/mgmt/online-service' })

import { type Selectable, sql } from 'kysely'
import { customerNames, logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { supportLevels, supportRank } from '#modules/orders/index.ts'
import { hasRecords, RECORDS_OF } from '#src/auth/account-records.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyBoth, notifyCustomer } from './conversation.ts'
import { mailUnreadAnswer } from './emails/unread-answer.ts'
import { appendMessage, isStored, type NewMessage } from './message.ts'
import type { ConversationState, ConversationTable } from './schema.ts'

/** Milliseconds after which an unread answer is mailed. */
const MAIL_DELAY = 5 * MINUTE
const ROWS = 100

const withNames = (db: Db) =>
  db
    .selectFrom('chat.conversation as conversation')
    .leftJoin(customerNames(db).as('customer'), 'customer.id', 'conversation.account_id')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'conversation.owner_id')
    .leftJoin(supportLevels(db).as('level'), 'level.package', 'customer.package')
    .selectAll('conversation')
    .select(['level.package', 'chatSupport', 'technicalSupport'])
    .select(['teamName', 'username', 'owner.name as ownerName'])
    .select(({ fn }) => [
      fn.coalesce('customer.name', 'visitor_name', 'visitor_email').$notNull().as('customerName'),
      fn.coalesce('email', 'visitor_email').as('email'),
    ])

fillsQueue('chat', {
  from: sql`chat.conversation where due_at is not null`,
  since: 'waiting_since',
  due: 'due_at',
  items: {
    table: 'chat.conversation',
    isOpen: sql`state <> 'closed'`,
    account: sql`account_id`,
    label: (db) => sql`coalesce((select customer.name from (${customerNames(db)}) as customer
      where customer.id = account_id), visitor_name, visitor_email)`,
    ownerChanged: async (trx, viewer, id, { action, ownerName }) =>
      logAction(trx, viewer, await lockConversation(trx, id), action, action === 'handOver' ? ownerName : ''),
    bulk: { close: closeAnswered, needsGround: false },
  },
})

hasRecords('chat', {
  needs: 'desk.support',
  row: sql`select count(message.seq)::int as count, count(distinct conversation.id)
      filter (where conversation.state = 'waiting')::int as open,
      '/desk/chat/' || min(conversation.id::text) as path
    from chat.conversation left join chat.message on conversation_id = conversation.id and kind = 'text'
    where conversation.account_id = ${RECORDS_OF.account}`,
})

/**
 * Waiting conversations by their due date; on the same day, those of packages with priority first, then
 * those that have waited longest. The other conversations follow, newest first.
 */
export async function listConversations(db: Db, { overdue = false } = {}) {
  let query = withNames(db)
  if (overdue) query = query.where('due_at', '<', now())
  return query
    .orderBy('due_at', (order) => order.asc().nullsLast())
    .orderBy(supportRank('chat'))
    .orderBy('waiting_since', (order) => order.asc().nullsLast())
    .orderBy('updated_at', 'desc')
    .limit(ROWS)
    .execute()
}

export async function findConversation(db: Db, id: string) {
  if (!isId(id)) notFound()
  const conversation = await withNames(db).where('conversation.id', '=', id).executeTakeFirst()
  return conversation ?? notFound()
}

export type Conversation = Awaited<ReturnType<typeof findConversation>>

/** Locks the conversation until the transaction ends. Throws NOT_FOUND. */
async function lockConversation(trx: Db, id: string): Promise<Selectable<ConversationTable>> {
  if (!isId(id)) notFound()
  const conversation = await trx
    .selectFrom('chat.conversation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return conversation ?? notFound()
}

/** Records that staff have seen the messages that were read from the database, and notifies the customer. */
export async function markSeen(db: Db, { id, last_seq, seen_seq, account_id }: Conversation) {
  if (seen_seq >= last_seq) return
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('chat.conversation')
      .set({ seen_seq: last_seq })
      .where('id', '=', id)
      .where('seen_seq', '<', last_seq)
      .executeTakeFirst()
    if (update.numUpdatedRows) await notifyCustomer(trx, { id, account_id })
  })
}

/** The owner whom the sender saw, and the sender's choice about this owner. */
export interface OwnerChoice {
  /** The colleague who handles the conversation, when the sender answers nevertheless. */
  beside?: string
  /** The colleague from whom the sender first takes the conversation over. */
  takeOver?: string
}

/**
 * Sends a message to the customer, once per key; the first agent who answers becomes the owner. Throws
 * CHAT_HELD if a colleague handles the conversation, unless the sender's choice names this colleague.
 */
export async function answer(
  db: Db,
  viewer: Viewer,
  id: string,
  message: NewMessage,
  choice: OwnerChoice = {},
) {
  const { file, ...text } = message
  await db.transaction().execute(async (trx) => {
    const conversation = await lockForAnswer(trx, viewer, id, text.key, choice)
    const row = { ...text, locale: conversation.locale, kind: 'text' as const, staff_id: viewer.id }
    if (!(await appendMessage(trx, conversation, row, file))) return
    const owner_id = conversation.owner_id ?? viewer.id
    await trx
      .updateTable('chat.conversation')
      .set({ state: 'answered', waiting_since: null, due_at: null, owner_id })
      .where('id', '=', id)
      .execute()
    await mailUnreadAnswer.enqueue(
      trx,
      { id, seq: conversation.last_seq + 1 },
      { startAfter: fromNow(MAIL_DELAY) },
    )
    await notifyBoth(trx, conversation)
  })
}

async function lockForAnswer(trx: Db, viewer: Viewer, id: string, key: string, choice: OwnerChoice) {
  const conversation = await lockConversation(trx, id)
  const { owner_id } = conversation
  if (!owner_id || owner_id === viewer.id || owner_id === choice.beside) return conversation
  // A repeated request: its message was stored before the colleague took the conversation.
  if (await isStored(trx, id, key)) return conversation
  const namedConversation = await findConversation(trx, id)
  if (owner_id !== choice.takeOver)
    throw new AppError('CHAT_HELD', { name: namedConversation.ownerName ?? '–', holder: owner_id })
  await takeOver(trx, viewer, conversation, namedConversation)
  return lockConversation(trx, id)
}

async function takeOver(
  trx: Db,
  viewer: Viewer,
  conversation: Selectable<ConversationTable>,
  { customerName, ownerName }: Conversation,
) {
  const { id, account_id } = conversation
  await trx
    .updateTable('chat.conversation')
    .set({ owner_id: viewer.id, owner_note: null })
    .where('id', '=', id)
    .execute()
  await logAction(trx, viewer, conversation, 'take')
  await logDeskAction(trx, viewer, {
    accountId: account_id,
    subject: account_id ? '' : customerName.slice(0, 100),
    path: `/desk/chat/${id}`,
    action: 'take-entry',
    reason: '–',
    changes: [{ what: 'owner', before: ownerName ?? '', after: viewer.name }],
  })
}

/** Closes the conversation; a later message of the customer reopens it. */
export async function closeConversation(db: Db, viewer: Viewer, id: string) {
  await closeUnless(db, viewer, id, ['closed'])
}

/** Closes the conversation only if no message waits for an answer. Returns whether it was closed. */
function closeAnswered(db: Db, viewer: Viewer, id: string) {
  return closeUnless(db, viewer, id, ['closed', 'waiting'])
}

async function closeUnless(db: Db, viewer: Viewer, id: string, states: ConversationState[]) {
  return db.transaction().execute(async (trx) => {
    const conversation = await lockConversation(trx, id)
    if (states.includes(conversation.state)) return false
    await logAction(trx, viewer, conversation, 'close')
    await trx
      .updateTable('chat.conversation')
      .set({ state: 'closed', waiting_since: null, due_at: null, owner_id: null, owner_note: null })
      .where('id', '=', id)
      .execute()
    return true
  })
}

/** Logs the action as a message that only staff see; it counts as read by the customer immediately. */
async function logAction(
  trx: Db,
  viewer: Viewer,
  conversation: Selectable<ConversationTable>,
  kind: 'take' | 'release' | 'handOver' | 'close',
  words = '',
) {
  await appendMessage(trx, conversation, {
    key: newId(),
    kind,
    words,
    locale: conversation.locale,
    staff_id: viewer.id,
  })
  await notifyBoth(trx, conversation)
}

import { type Selectable, sql } from 'kysely'
import { customerNames, staffNames } from '#modules/accounts/index.ts'
import { supportLevels, supportRank } from '#modules/orders/index.ts'
import { hasRecords, RECORDS_OF } from '#src/auth/account-records.ts'
import { type DueEntry, dueOrder } from '#src/calendar/due-order.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { dueAt } from '#src/calendar/reply.ts'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { likePattern } from '#src/db/patterns.ts'
import { sendAnswerLater } from './emails/answer.ts'
import { numberOf } from './feedback.ts'
import { sendMessage } from './inbox/message.ts'
import type { FeedbackActionTable, FeedbackTable } from './schema.ts'

/** The filters whose feedback the desk has to answer, in the order of the due dates. */
const TO_ANSWER = ['open', 'mine', 'overdue'] as const

export const FEEDBACK_FILTERS = ['open', 'overdue', 'mine', 'answered', 'closed', 'all'] as const

export interface FeedbackFilter {
  state: (typeof FEEDBACK_FILTERS)[number]
  keyword: string
  /** The id of an account; '' for all accounts. */
  account: string
  /** The cursor of the page; '' for the first page. */
  before: string
}

export function readFilter(query: Record<string, string | undefined>): FeedbackFilter {
  return {
    state: FEEDBACK_FILTERS.find((state) => state === query.state) ?? 'open',
    keyword: cleanText(query.keyword ?? '')
      .trim()
      .slice(0, 100),
    account: isId(query.account ?? '') ? query.account! : '',
    before: query.before?.slice(0, 200) ?? '',
  }
}

const ROWS = 30

fillsQueue('feedback', {
  from: sql`messaging.feedback where state = 'open'`,
  since: 'created_at',
  due: 'due_at',
  items: {
    table: 'messaging.feedback',
    isOpen: sql`state = 'open'`,
    account: sql`account_id`,
    label: () => sql`upper(right(id::text, 8))`,
    ownerChanged: (trx, viewer, id, { action, ownerName }) =>
      logAction(trx, viewer, { feedback_id: id, action, words: action === 'handOver' ? ownerName : '' }),
    bulk: { close: closeFeedback, needsGround: true },
  },
})

hasRecords('feedback', {
  needs: 'desk.support',
  row: sql`select count(*)::int as count, count(*) filter (where feedback.state = 'open')::int as open,
      '/desk/feedback?state=all&account=' || min(feedback.account_id::text) as path
    from messaging.feedback where feedback.account_id = ${RECORDS_OF.account}`,
})

const QUEUE = dueOrder('feedback', supportRank('requests'))

/** One page of feedback: entries that wait for us by their due date, others newest first. */
export async function listFeedback(
  db: Db,
  viewer: Viewer,
  { state, keyword, account, before }: FeedbackFilter,
) {
  let query = withOwners(db)
    .select(['feedback.id', 'question', 'feedback.email', 'feedback.locale', 'state', 'created_at', 'due_at'])
    .select(supportRank('requests').as('rank'))
    .limit(ROWS + 1)
  if (state === 'mine') query = query.where('owner_id', '=', viewer.id).where('state', '=', 'open')
  else if (state === 'overdue') query = query.where('due_at', '<', now()).where('state', '=', 'open')
  else if (state !== 'all') query = query.where('state', '=', state)
  if (account) query = query.where('feedback.account_id', '=', account)
  if (keyword) {
    const pattern = likePattern(keyword)
    query = query.where((eb) =>
      eb.or([
        eb('question', 'ilike', pattern),
        eb('feedback.email', 'ilike', pattern),
        eb(eb.cast('feedback.id', 'text'), 'ilike', pattern),
      ]),
    )
  }
  if (!TO_ANSWER.some((one) => one === state)) {
    if (isId(before)) query = query.where('feedback.id', '<', before)
    return onePage(await query.orderBy('feedback.id', 'desc').execute(), ROWS)
  }
  const cursor = readCursor(QUEUE, { after: before, before: '' })
  if (cursor) query = query.where(pastCursor(QUEUE, cursor))
  const rows = await query.orderBy(orderBy(QUEUE, cursor)).execute()
  return pageFrom<DueEntry, (typeof rows)[number]>(QUEUE, cursor, ROWS, rows)
}

const withOwners = (db: Db) =>
  db
    .selectFrom('messaging.feedback as feedback')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'feedback.owner_id')
    .leftJoin(customerNames(db).as('customer'), 'customer.id', 'feedback.account_id')
    .leftJoin(supportLevels(db).as('level'), 'level.package', 'customer.package')
    .select(['customer.name as customerName', 'teamName'])
    .select(['owner.name as ownerName', 'level.package', 'chatSupport', 'technicalSupport'])

export type ListedFeedback = Awaited<ReturnType<typeof listFeedback>>['rows'][number]

export async function findFeedback(db: Db, id: string) {
  if (!isId(id)) notFound()
  const feedback = await withOwners(db).selectAll('feedback').where('feedback.id', '=', id).executeTakeFirst()
  return feedback ?? notFound()
}

/** The history of a feedback, oldest first. */
export async function actionsOnFeedback(db: Db, id: string) {
  return db
    .selectFrom('messaging.feedback_action as action')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['action.id', 'action', 'words', 'at', 'staff.name as staffName'])
    .where('feedback_id', '=', id)
    .orderBy('action.id')
    .execute()
}

async function logAction(
  trx: Db,
  viewer: Viewer,
  entry: Pick<FeedbackActionTable, 'feedback_id' | 'action' | 'words'>,
) {
  const row = { id: newId(), ...entry, staff_id: viewer.id, at: now() }
  await trx.insertInto('messaging.feedback_action').values(row).execute()
}

/** Adds a note for colleagues; the sender never sees it. */
export async function addNote(db: Db, viewer: Viewer, id: string, words: string) {
  await findFeedback(db, id)
  await logAction(db, viewer, { feedback_id: id, action: 'note', words })
}

/** Mails the answer, once. Returns false when a colleague has answered or closed the feedback first. */
export async function answerFeedback(db: Db, viewer: Viewer, id: string, answer: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const feedback = await endFeedback(trx, viewer, id, 'answered', answer)
    if (!feedback) return false
    await sendAnswer(trx, { id, ...feedback }, answer)
    return true
  })
}

/**
 * Mails an interim answer: the feedback remains open, with a later due date. Returns false when a colleague
 * has ended it.
 */
export async function answerInterim(db: Db, viewer: Viewer, id: string, answer: string): Promise<boolean> {
  await findFeedback(db, id)
  return db.transaction().execute(async (trx) => {
    const feedback = await trx
      .updateTable('messaging.feedback')
      .set((eb) => ({ owner_id: eb.fn.coalesce('owner_id', eb.val(viewer.id)) }))
      .set({ due_at: await dueAt(trx, 'general') })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning(['account_id', 'email', 'locale', 'question'])
      .executeTakeFirst()
    if (!feedback) return false
    await logAction(trx, viewer, { feedback_id: id, action: 'interim', words: answer })
    await sendAnswer(trx, { id, ...feedback }, answer)
    return true
  })
}

type AnsweredFeedback = Pick<Selectable<FeedbackTable>, 'id' | 'account_id' | 'email' | 'locale' | 'question'>

async function sendAnswer(
  trx: Db,
  { id, account_id, email, locale, question }: AnsweredFeedback,
  answer: string,
) {
  const facts = { number: numberOf(id) }
  await sendAnswerLater(trx, { to: email, locale }, { question, answer, ...facts })
  await sendMessage(trx, account_id ? [account_id] : [], { kind: 'feedbackAnswered', facts })
}

/**
 * Closes the feedback without an answer, because it is spam or was settled otherwise. Returns false when a
 * colleague has ended it first.
 */
export async function closeFeedback(db: Db, viewer: Viewer, id: string, ground: string): Promise<boolean> {
  const closedFeedback = await db
    .transaction()
    .execute((trx) => endFeedback(trx, viewer, id, 'closed', ground))
  return closedFeedback !== undefined
}

async function endFeedback(trx: Db, viewer: Viewer, id: string, state: 'answered' | 'closed', words: string) {
  await findFeedback(trx, id)
  const row = await trx
    .updateTable('messaging.feedback')
    .set((eb) => ({ state, owner_id: eb.fn.coalesce('owner_id', eb.val(viewer.id)) }))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning(['account_id', 'email', 'locale', 'question'])
    .executeTakeFirst()
  const action = state === 'answered' ? 'answer' : 'close'
  if (row) await logAction(trx, viewer, { feedback_id: id, action, words })
  return row
}

export async function reopenFeedback(db: Db, viewer: Viewer, id: string) {
  await findFeedback(db, id)
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('messaging.feedback')
      .set({ state: 'open', due_at: await dueAt(trx, 'general') })
      .where('id', '=', id)
      .where('state', '!=', 'open')
      .executeTakeFirst()
    if (update.numUpdatedRows) await logAction(trx, viewer, { feedback_id: id, action: 'reopen', words: '' })
  })
}

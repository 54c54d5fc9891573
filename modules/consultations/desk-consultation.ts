import { sql } from 'kysely'
import { customerNames, findMailbox, staffNames } from '#modules/accounts/index.ts'
import { supportLevels, supportRank } from '#modules/orders/index.ts'
import { type DueEntry, dueOrder } from '#src/calendar/due-order.ts'
import { fillsQueue, type OwnerChange } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { languages } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import type { Money } from '#src/core/money.ts'
import { onePage } from '#src/core/paging.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { likePattern } from '#src/db/patterns.ts'
import { moneyText } from '#views/values/money.tsx'
import type { Attachment } from './attachments.ts'
import { CONSULTATION_STATES, type ConsultationState, MOVES } from './moves.ts'
import { localeOf, notifyCustomer } from './notifications.ts'
import { isRepeated, lockRequest, recordAction, takeStep } from './step.ts'

/** `waiting`: requests for which our staff have to act. */
export const DESK_FILTERS = ['waiting', 'overdue', 'mine', ...CONSULTATION_STATES, 'all'] as const

export interface DeskFilter {
  state: (typeof DESK_FILTERS)[number]
  keyword: string
  /** The id of the last request on the previous page; '' for the first page. */
  before: string
}

export function readDeskFilter(query: Record<string, string | undefined>): DeskFilter {
  return {
    state: DESK_FILTERS.find((state) => state === query.state) ?? 'waiting',
    keyword: cleanText(query.keyword ?? '')
      .trim()
      .slice(0, 100),
    before: query.before?.slice(0, 200) ?? '',
  }
}

const WAITING_STATES: ConsultationState[] = ['requested', 'examined', 'accepted', 'declined']

const ROWS = 30

const withNames = (db: Db) =>
  db
    .selectFrom('consultations.consultation as request')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'request.owner_id')
    .leftJoin(customerNames(db).as('asker'), 'asker.id', 'request.account_id')
    .leftJoin(supportLevels(db).as('level'), 'level.package', 'asker.package')
    .select(['owner.name as ownerName', 'asker.name as askerName', 'asker.teamName'])
    .select(['level.package', 'chatSupport', 'technicalSupport'])

fillsQueue('consultations', {
  from: sql`consultations.consultation where due_at is not null`,
  since: 'created_at',
  due: 'due_at',
  items: {
    table: 'consultations.consultation',
    isOpen: sql`state not in ('closed', 'withdrawn')`,
    account: sql`account_id`,
    label: () => sql`subject`,
    ownerChanged,
  },
})

const QUEUE = dueOrder('request', supportRank('requests'))

/** A page of requests: those waiting for us by their due date, the others newest first. */
export async function listRequestsForDesk(db: Db, viewer: Viewer, { state, keyword, before }: DeskFilter) {
  let query = withNames(db)
    .select(['request.id', 'subject', 'kind', 'request.locale', 'state', 'wanted_by', 'created_at', 'due_at'])
    .select(supportRank('requests').as('rank'))
    .limit(ROWS + 1)
  if (state === 'waiting')
    query = query.where((eb) => eb.or([eb('state', 'in', WAITING_STATES), eb('due_at', 'is not', null)]))
  else if (state === 'overdue') query = query.where('due_at', '<', now())
  else if (state === 'mine')
    query = query.where('owner_id', '=', viewer.id).where('state', 'in', MOVES.answer.from)
  else if (state !== 'all') query = query.where('state', '=', state)
  if (keyword) {
    const pattern = likePattern(keyword)
    query = query.where((eb) =>
      eb.or([
        eb('subject', 'ilike', pattern),
        eb('situation', 'ilike', pattern),
        eb('request.email', 'ilike', pattern),
        eb('request.name', 'ilike', pattern),
        eb('asker.teamName', 'ilike', pattern),
        eb(eb.cast('request.id', 'text'), 'ilike', pattern),
      ]),
    )
  }
  if (state !== 'waiting' && state !== 'overdue') {
    if (isId(before)) query = query.where('request.id', '<', before)
    return onePage(await query.orderBy('request.id', 'desc').execute(), ROWS)
  }
  const cursor = readCursor(QUEUE, { after: before, before: '' })
  if (cursor) query = query.where(pastCursor(QUEUE, cursor))
  const rows = await query.orderBy(orderBy(QUEUE, cursor)).execute()
  return pageFrom<DueEntry, (typeof rows)[number]>(QUEUE, cursor, ROWS, rows)
}

export type DeskRow = Awaited<ReturnType<typeof listRequestsForDesk>>['rows'][number]

/** Throws NOT_FOUND. */
export async function findRequestForDesk(db: Db, id: string) {
  if (!isId(id)) return notFound()
  const request = await withNames(db).selectAll('request').where('request.id', '=', id).executeTakeFirst()
  if (!request) return notFound()
  const files = await db
    .selectFrom('consultations.file')
    .select(['number', 'side', 'type', 'name', 'size'])
    .where('consultation_id', '=', id)
    .orderBy('number')
    .execute()
  const actions = await db
    .selectFrom('consultations.action as action')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'action.account_id')
    .leftJoin(customerNames(db).as('customer'), 'customer.id', 'action.account_id')
    .select((eb) => [
      ...(['action.id', 'side', 'action', 'words', 'price', 'days', 'at'] as const),
      eb.fn.coalesce('staff.name', 'customer.name').as('personName'),
    ])
    .where('consultation_id', '=', id)
    .orderBy('action.id')
    .execute()
  const asker = await findMailbox(db, request.account_id)
  return { ...request, files, actions, reads: localeOf(asker, request) }
}

export type DeskRequest = Awaited<ReturnType<typeof findRequestForDesk>>

/** The applicant and the team; '' for a deleted account. An individual's team has the person's name. */
export const customerOf = ({ askerName, teamName }: Pick<DeskRow, 'askerName' | 'teamName'>) =>
  [...new Set([askerName, teamName])].filter(Boolean).join(' · ')

const staffActor = ({ id }: Viewer) => ({ side: 'staff', id }) as const

/** The customer is notified of the first assignment. */
async function ownerChanged(trx: Db, viewer: Viewer, id: string, { action, owner, ownerName }: OwnerChange) {
  const { state } = await lockRequest(trx, id)
  if (action !== 'release' && state === 'requested') {
    const request = await takeStep(trx, staffActor(viewer), id, 'take', { set: { owner_id: owner } })
    if (request) await notifyCustomer(trx, request, 'examined')
    if (action === 'take') return
  }
  const words = action === 'handOver' ? ownerName : ''
  await recordAction(trx, staffActor(viewer), { consultation_id: id, action, words })
}

/** Adds a note for colleagues; the customer never sees it. */
export async function addNote(db: Db, viewer: Viewer, id: string, words: string) {
  await findRequestForDesk(db, id)
  const note = { consultation_id: id, action: 'note', words } as const
  await db.transaction().execute(async (trx) => {
    await lockRequest(trx, id)
    if (!(await isRepeated(trx, staffActor(viewer), note))) await recordAction(trx, staffActor(viewer), note)
  })
}

/** The owner after a step: the viewer, unless a colleague is already the owner. */
const ownerOf = (viewer: Viewer, { owner_id }: { owner_id: string | null }) => ({
  owner_id: owner_id ?? viewer.id,
})

/**
 * Sends the customer an answer or a question. Throws CONSULTATION_STATUS_WRONG, like the functions below.
 */
export async function answerRequest(db: Db, viewer: Viewer, id: string, words: string) {
  const columns = ownerOf(viewer, await findRequestForDesk(db, id))
  await db.transaction().execute(async (trx) => {
    const request = await takeStep(trx, staffActor(viewer), id, 'answer', { words, set: columns })
    if (request) await notifyCustomer(trx, request, 'answered', words)
  })
}

export interface Offer {
  /** The price including tax, in fen. */
  amount: Money
  /** The price in US cents, for payers in dollars. */
  amountUsd: Money | null
  days: number
  terms: string
}

/** The price in the form CNY 3,600.00 or CNY 3,600.00 / USD 500.00, in every language. */
const priceText = (cny: Money, usd: Money | null) =>
  [moneyText(languages.en_US, cny, 'CNY'), usd && moneyText(languages.en_US, usd, 'USD')]
    .filter(Boolean)
    .join(' / ')

/** Makes an offer, which replaces the previous one. */
export async function makeOffer(db: Db, viewer: Viewer, id: string, offer: Offer) {
  const { amount: amount_cny, amountUsd: amount_usd, days, terms } = offer
  const price = priceText(amount_cny, amount_usd)
  const deskRequest = await findRequestForDesk(db, id)
  await db.transaction().execute(async (trx) => {
    const { offers } = await lockRequest(trx, id)
    const columns = { price, amount_cny, amount_usd, days, terms, offers: offers + 1 }
    const set = { ...columns, ...ownerOf(viewer, deskRequest) }
    const request = await takeStep(trx, staffActor(viewer), id, 'offer', { words: terms, set })
    if (request) await notifyCustomer(trx, request, 'offered', terms)
  })
}

/** Delivers the agreed documents, or further documents of the agreement. */
export async function deliver(db: Db, viewer: Viewer, id: string, words: string, files: Attachment[]) {
  const columns = ownerOf(viewer, await findRequestForDesk(db, id))
  await db.transaction().execute(async (trx) => {
    const request = await takeStep(trx, staffActor(viewer), id, 'deliver', { words, set: columns, files })
    if (request) await notifyCustomer(trx, request, 'delivered', words)
  })
}

/** Ends the request; the customer is notified of the reason. */
export async function closeRequest(db: Db, viewer: Viewer, id: string, words: string) {
  const columns = ownerOf(viewer, await findRequestForDesk(db, id))
  await db.transaction().execute(async (trx) => {
    const request = await takeStep(trx, staffActor(viewer), id, 'close', { words, set: columns })
    if (request) await notifyCustomer(trx, request, 'closed', words)
  })
}

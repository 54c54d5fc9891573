import '../events.ts'
import { sql } from 'kysely'
import { customerNames, logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { hasRecords, RECORDS_OF } from '#src/auth/account-records.ts'
import { type DueEntry, dueOrder } from '#src/calendar/due-order.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { onePage } from '#src/core/paging.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { putFile } from '#src/jobs/storage.ts'
import { notifyOfInvoice } from '../notifications/invoice-notifications.ts'
import { supportLevels, supportRank } from '../packages/support.ts'
import { fileOf, formatsOf, type InvoiceFiles } from './files/invoice-file.ts'
import { isAtService, logInvoiceAction } from './invoice-action.ts'
import { INVOICE_STATES, type InvoiceActionTable, type InvoiceState } from './invoice-schema.ts'

const ROWS = 20

const selectInvoices = (db: Db) =>
  db
    .selectFrom('orders.invoice as invoice')
    .innerJoin('orders.order as order', 'order.id', 'invoice.order_id')
    .leftJoin(customerNames(db).as('asker'), 'asker.id', 'invoice.asked_by')
    .leftJoin(supportLevels(db).as('level'), 'level.package', 'asker.package')
    .leftJoin(staffNames(db).as('owner'), 'owner.id', 'invoice.owner_id')
    .selectAll('invoice')
    .select('owner.name as ownerName')
    .select(['level.package as customerPackage', 'chatSupport', 'technicalSupport'])
    .select(supportRank('requests').as('rank'))
    .select(['order.number as orderNumber', 'order.package', 'order.period', 'order.quantity'])
    .select((eb) => eb.fn.coalesce('invoice.amount', 'order.total').as('total'))
    .select(['asker.name as askerName', 'asker.teamName'])

const invoicesToReverse = sql`select invoice_id from orders.invoice_reversal where done_at is null`

fillsQueue('invoices', {
  from: sql`(
      select id, owner_id, asked_at as since, due_at from orders.invoice where state = 'requested'
      union all
      select invoice.id, owner_id, min(reversal.created_at), null from orders.invoice as invoice
      join orders.invoice_reversal as reversal on invoice_id = invoice.id and done_at is null
      where state <> 'requested' group by invoice.id
    ) as waiting_invoices`,
  since: 'since',
  due: 'due_at',
  items: {
    table: 'orders.invoice',
    isOpen: sql`(state = 'requested' or id in (${invoicesToReverse}))`,
    account: sql`asked_by`,
    label: () => sql`(select number from orders."order" where id = order_id)`,
  },
})

hasRecords('invoices', {
  needs: 'desk.finance',
  row: sql`select count(*)::int as count, count(*) filter (where invoice.state = 'requested')::int as open,
      '/desk/invoices?state=all&team=' || min(placed.team_id::text) as path
    from orders.invoice as invoice join orders."order" as placed on placed.id = invoice.order_id
    where placed.team_id = ${RECORDS_OF.team}`,
})

/**
 * `overdue`: requested invoices whose due date has passed; `failed`: invoices that the service has not
 * issued; `toReverse`: issued invoices to be reversed because of a refund; `all` is offered for one team.
 */
export const INVOICE_FILTERS = [
  'requested',
  'overdue',
  'failed',
  'toReverse',
  ...INVOICE_STATES.slice(1),
  'all',
] as const
export type InvoiceFilter = InvoiceState | 'overdue' | 'failed' | 'toReverse' | 'all'

const toReverse = (db: Db) =>
  db.selectFrom('orders.invoice_reversal').select('invoice_id').where('done_at', 'is', null)

const QUEUE = dueOrder('invoice', supportRank('requests'))

/** The number of invoices to be issued, and of those to be reversed. Makes one query. */
export const countWaiting = (db: Db) =>
  db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('orders.invoice')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('state', '=', 'requested')
        .$asScalar()
        .as('requested'),
      toReverse(db)
        .clearSelect()
        .select((eb) => eb.fn.count<string>('invoice_id').distinct().as('count'))
        .$asScalar()
        .as('toReverse'),
    ])
    .executeTakeFirstOrThrow()

/** One page of invoices: requested ones by their due date, others newest first. Makes one query. */
export async function listInvoices(db: Db, filter: InvoiceFilter, after: string, team = '') {
  const state = filter === 'overdue' || filter === 'failed' ? 'requested' : filter
  let query = selectInvoices(db).limit(ROWS + 1)
  if (team) query = query.where('order.team_id', '=', team)
  if (state === 'toReverse') query = query.where('invoice.id', 'in', toReverse(db))
  else if (state !== 'all') query = query.where('invoice.state', '=', state)
  if (state !== 'requested') {
    if (isId(after)) query = query.where('invoice.id', '<', after)
    return onePage(await query.orderBy('invoice.id', 'desc').execute(), ROWS)
  }
  const cursor = readCursor(QUEUE, { after, before: '' })
  if (filter === 'failed') query = query.where('invoice.failure', 'is not', null)
  if (filter === 'overdue') query = query.where('invoice.due_at', '<', now())
  if (cursor) query = query.where(pastCursor(QUEUE, cursor))
  const rows = await query.orderBy(orderBy(QUEUE, cursor)).execute()
  return pageFrom<DueEntry, (typeof rows)[number]>(QUEUE, cursor, ROWS, rows)
}

export type ListedInvoice = Awaited<ReturnType<typeof listInvoices>>['rows'][number]

/** Throws NOT_FOUND. */
export async function findInvoiceForDesk(db: Db, id: string): Promise<ListedInvoice> {
  const invoice = isId(id)
    ? await selectInvoices(db).where('invoice.id', '=', id).executeTakeFirst()
    : undefined
  return invoice ?? notFound()
}

export const actionsOnInvoice = (db: Db, id: string) =>
  db
    .selectFrom('orders.invoice_action as action')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'action.account_id')
    .select(['action.id', 'action', 'words', 'at', 'staff.name as staffName'])
    .where('invoice_id', '=', id)
    .orderBy('action.id')
    .execute()

export type InvoiceAction = Awaited<ReturnType<typeof actionsOnInvoice>>[number]

const DESK_ACTIONS = { issued: 'issue-invoice', refused: 'refuse-invoice' } as const

interface InvoiceDecision {
  to: keyof typeof DESK_ACTIONS
  action: InvoiceActionTable['action']
  number?: string
  reason?: string
  issuedAt?: Date
  files?: InvoiceFiles
  /** For an invoice to issue: the amount shown on the page. */
  amount?: bigint
}

const onTakenNumber = onUniqueViolation({ invoice_number: 'INVOICE_NUMBER_EXISTS' })

/**
 * The row remains locked while the files are stored, so that of two concurrent decisions the second fails
 * and stores nothing.
 */
async function decide(db: Db, viewer: Viewer, id: string, decision: InvoiceDecision) {
  const { to, action, number, reason = '', issuedAt, files = {}, amount } = decision
  await findInvoiceForDesk(db, id)
  await db.transaction().execute(async (trx) => {
    const invoice = await trx
      .selectFrom('orders.invoice')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'requested')
      .forUpdate()
      .executeTakeFirst()
    if (!invoice || isAtService(invoice)) throw new AppError('INVOICE_STATUS_WRONG')
    const hasAmountChanged = amount !== undefined && invoice.amount !== null && invoice.amount !== amount
    if (hasAmountChanged) throw new AppError('INVOICE_STATUS_WRONG')
    await trx
      .updateTable('orders.invoice')
      .set({ state: to, reason, ...(number && { number, issued_at: issuedAt, files: formatsOf(files) }) })
      .where('id', '=', id)
      .execute()
      .catch(onTakenNumber)
    await logInvoiceAction(trx, viewer, { invoice_id: id, action, words: number ?? reason })
    await logDeskAction(trx, viewer, {
      accountId: invoice.asked_by,
      path: `/desk/invoices/${id}`,
      action: DESK_ACTIONS[to],
      reason: number ?? reason,
    })
    await notifyOfInvoice(trx, { ...invoice, state: to, number: number ?? invoice.number, reason })
    for (const format of formatsOf(files)) await putFile(trx, fileOf(id, format), files[format]!)
  })
}

export interface IssuedInvoice {
  number: string
  issuedAt: Date
  files: InvoiceFiles
  /** The amount shown on the page. */
  amount?: bigint
}

/**
 * Issues the requested invoice, unless a refund has changed its amount. Throws INVOICE_STATUS_WRONG,
 * INVOICE_NUMBER_EXISTS.
 */
export const issueInvoice = (db: Db, viewer: Viewer, id: string, issue: IssuedInvoice) =>
  decide(db, viewer, id, { to: 'issued', action: 'issue', ...issue })

/** Refuses a request with a reason for the applicant, who can apply again. Throws INVOICE_STATUS_WRONG. */
export const refuseInvoice = (db: Db, viewer: Viewer, id: string, reason: string) =>
  decide(db, viewer, id, { to: 'refused', action: 'refuse', reason })

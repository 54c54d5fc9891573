import { type Selectable, sql } from 'kysely'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportedRows, exportsTeam } from '#src/jobs/export-part.ts'
import { type FileFormat, fileOf, redLetterFileOf } from './invoices/files/invoice-file.ts'
import type { RefundTable } from './refunds/refund-schema.ts'

/** A bigint as text, because JSON has no bigint: amounts are minor units, as in the lines of an order. */
const amount = <Name extends string>(name: Name) => sql<string | null>`${sql.ref(name)}::text`.as(name)

/**
 * The orders of an account with all details of their payment, and its usage; for an administrator those of
 * the team, and also its plan.
 */
export async function exportOrders(db: Db, viewer: Viewer): Promise<ExportPart> {
  const { records, files } = await exportOrderRows(db, viewer)
  const invoices = await exportInvoices(db, viewer)
  return {
    records: {
      ...records,
      ...invoices.records,
      payments: await exportPayments(db, viewer),
      ...(exportsTeam(viewer) && (await exportPlan(db, viewer))),
      usage: await exportUsage(db, viewer),
    },
    files: [...files, ...invoices.files],
  }
}

const ofOrder = (viewer: Viewer) =>
  exportedRows(viewer, { account: 'order.account_id', team: 'order.team_id' })

async function exportOrderRows(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom('orders.order as order')
    .leftJoin('orders.slip as slip', (join) =>
      join.onRef('slip.order_id', '=', 'order.id').on('erased_at', 'is', null),
    )
    .leftJoin('orders.gateway_order as gateway', 'gateway.order_id', 'order.id')
    .select(['number', 'buyer_name', 'kind', 'package', 'period', 'quantity', 'currency', 'lines', 'method'])
    .select(['state', 'order.created_at', 'pay_until', 'paid_at', 'ended_at', 'valid_from', 'valid_to'])
    .select([
      amount('unit_price'),
      amount('total'),
      amount('refunded'),
      'gateway_id',
      'uploaded_at',
      'slip.refusal as slip_refusal',
      'slip.key',
      'slip.type',
    ])
    .where(ofOrder(viewer))
    .orderBy('order.id')
    .execute()
  const pathOf = ({ number, type }: (typeof rows)[number]) => type && `orders/${number}.${type}`
  const orders = rows.map((row) => {
    const { key: _, type: __, uploaded_at, ...order } = row
    return { ...order, slip_uploaded_at: uploaded_at, file: pathOf(row) }
  })
  const files = rows
    .filter(({ key }) => key)
    .map((row) => ({ path: pathOf(row)!, at: row.uploaded_at!, content: { key: row.key! } }))
  return { records: { orders }, files }
}

async function exportInvoices(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom('orders.invoice as invoice')
    .innerJoin('orders.order as order', 'order.id', 'invoice.order_id')
    .select(['invoice.id', 'order.number as order', 'invoice.kind', 'title_kind', 'title', 'tax_number'])
    .select(['address', 'phone', 'bank', 'bank_account', 'email', 'invoice.state', 'invoice.number'])
    .select(['issued_at', 'invoice.files'])
    .select(['reason', 'invoice.asked_at', sql<string>`coalesce(invoice.amount, total)::text`.as('amount')])
    .where(exportedRows(viewer, { account: 'asked_by', team: 'order.team_id' }))
    .orderBy('invoice.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const actions = await db
    .selectFrom('orders.invoice_action')
    .select(['invoice_id', 'action', 'words', 'at'])
    .where('invoice_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  const reversals = await db
    .selectFrom('orders.invoice_reversal')
    .select(['id', 'invoice_id', 'number', 'created_at', 'done_at', 'files', amount('amount')])
    .where('invoice_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  const pathOf = ({ number }: { number: string | null }, format: FileFormat) => `invoices/${number}.${format}`
  const invoices = rows.map((row) => {
    const { id, files, ...invoice } = row
    const ofInvoice = <T extends { invoice_id: string }>(all: T[]) =>
      all.filter(({ invoice_id }) => invoice_id === id).map(({ invoice_id: _, ...one }) => one)
    return {
      ...invoice,
      actions: ofInvoice(actions),
      reversals: ofInvoice(reversals).map(({ id: _, files, ...one }) => ({
        ...one,
        files: files.map((format) => ({ file: pathOf(one, format) })),
      })),
      files: files.map((format) => ({ file: pathOf(row, format) })),
    }
  })
  const files = rows.flatMap((row) =>
    row.files.map((format) => ({
      path: pathOf(row, format),
      at: row.issued_at ?? row.asked_at,
      content: { key: fileOf(row.id, format) },
    })),
  )
  const redLetters = reversals.flatMap((one) =>
    one.files.map((format) => ({
      path: pathOf(one, format),
      at: one.done_at!,
      content: { key: redLetterFileOf(one.invoice_id, one.id, format) },
    })),
  )
  return { records: { invoices, ...(await exportTitles(db, viewer)) }, files: [...files, ...redLetters] }
}

/** The chosen invoices of unpaid orders; for an administrator also the team's stored title. */
async function exportTitles(db: Db, viewer: Viewer) {
  const invoiceChoices = await db
    .selectFrom('orders.invoice_choice as choice')
    .innerJoin('orders.order as order', 'order.id', 'order_id')
    .select(['order.number as order', 'choice.kind', 'title_kind', 'title', 'tax_number', 'address', 'phone'])
    .select(['bank', 'bank_account', 'email', 'choice.asked_at'])
    .where(exportedRows(viewer, { account: 'asked_by', team: 'order.team_id' }))
    .orderBy('order.id')
    .execute()
  const titles = db.selectFrom('orders.invoice_title').where('team_id', '=', viewer.teamId)
  const columns = ['kind', 'title_kind', 'title', 'tax_number', 'address', 'phone', 'bank'] as const
  const invoiceTitles = exportsTeam(viewer)
    ? await titles.select([...columns, 'bank_account', 'email', 'set_at']).execute()
    : []
  return { invoiceChoices, ...(exportsTeam(viewer) && { invoiceTitles }) }
}

async function exportPayments(db: Db, viewer: Viewer) {
  const rows = await db
    .selectFrom('orders.payment as payment')
    .innerJoin('orders.order as order', 'order.id', 'payment.order_id')
    .select(['payment.id', 'order.number as order', 'payment.method', 'reference', 'payment.currency'])
    .select(['received_at', 'problem', 'settled_at', 'reversed_at', amount('amount')])
    .select(sql<string>`payment.refunded::text`.as('refunded'))
    .where(ofOrder(viewer))
    .orderBy('payment.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const refunds = await db
    .selectFrom('orders.refund')
    .select(['payment_id', 'reason', 'reference', 'created_at', 'done_at', 'by_hand', amount('amount')])
    .select(['number', 'taken', 'payee'])
    .where('payment_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute()
  return rows.map(({ id, ...payment }) => ({
    ...payment,
    refunds: refunds.filter(({ payment_id }) => payment_id === id).map(refundRow),
  }))
}

type RefundRow = Pick<Selectable<RefundTable>, 'taken' | 'payee'> & { payment_id: string }

/** A refund with its bank account and the revoked purchases as texts. */
function refundRow<T extends RefundRow>({ payment_id: _, taken, payee, ...row }: T) {
  const uses = taken?.uses.map(({ kind, quantity }) => `${kind} × ${quantity}`) ?? []
  const plan = taken?.plan ? [`${taken.plan.package} → ${taken.plan.until}`] : []
  return {
    ...row,
    payee: payee && [payee.holder, payee.bank, payee.number].join(', '),
    taken_back: [...uses, ...plan].join(', '),
  }
}

async function exportPlan(db: Db, { teamId }: Viewer) {
  const terms = await db
    .selectFrom('orders.term')
    .select(['package', 'period', 'from_at', 'to_at', 'currency', 'replaced_at', 'contents'])
    .select([amount('value'), amount('credited')])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute()
  const planChanges = await db
    .selectFrom('orders.plan_change')
    .select(['before', 'made_at', 'undone_at'])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute()
  const planNotices = await db
    .selectFrom('orders.plan_notice')
    .select(['ends_at', 'step', 'told_at'])
    .where('team_id', '=', teamId)
    .orderBy('told_at')
    .execute()
  return { terms, planChanges, planNotices, ...(await exportRenewals(db, teamId)) }
}

async function exportRenewals(db: Db, teamId: string) {
  const renewalMandates = await db
    .selectFrom('orders.mandate')
    .select(['method', 'package', 'period', 'currency', 'invoice', 'state', 'reference'])
    .select(['begun_at', 'agreed_at', 'ended_at', 'ended_why', amount('price_limit')])
    .where('team_id', '=', teamId)
    .orderBy('id')
    .execute()
  const renewals = await db
    .selectFrom('orders.renewal as renewal')
    .leftJoin('orders.order as order', 'order.id', 'order_id')
    .select(['plan_ends_at', 'noticed_at', 'charge_at', 'renewal.state', 'tries', 'failure'])
    .select(['order.number as order', amount('price')])
    .where('renewal.team_id', '=', teamId)
    .orderBy('renewal.id')
    .execute()
  return { renewalMandates, renewals }
}

/** Documents and e-signings that the account used; for an administrator all grants and uses of the team. */
const exportUsage = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('orders.usage_entry')
    .select(['kind', 'quantity', 'document_id', 'expires_at', 'created_at', 'taken_back'])
    .where(exportedRows(viewer, { account: 'spent_by', team: 'team_id' }))
    .orderBy('id')
    .execute()

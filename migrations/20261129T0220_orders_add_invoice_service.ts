import type { Kysely } from 'kysely'

/** How far an e-invoice service is with an invoice, or with its reversal. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['orders.invoice', 'orders.invoice_reversal'])
    await db.schema
      .alterTable(table)
      // From then on it may be issued there.
      .addColumn('sent_at', 'timestamptz')
      .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(0))
      // The service's own id.
      .addColumn('submission', 'text')
      // Its reason; empty where it did not answer.
      .addColumn('failure', 'text')
      .execute()
  await db.schema.alterTable('orders.invoice').addColumn('sent_by', 'uuid').execute()
}

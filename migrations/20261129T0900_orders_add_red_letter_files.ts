import { type Kysely, sql } from 'kysely'

/** The files of red-letter invoices; one that reverses the whole invoice belongs to no refund. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('orders.invoice_reversal')
    .addColumn('files', sql`text[]`, (c) => c.notNull().defaultTo(sql`'{}'`))
    .alterColumn('refund_id', (c) => c.dropNotNull())
    .execute()
  await db.schema
    .alterTable('orders.invoice_reversal')
    .addCheckConstraint('invoice_reversal_files', sql`files <@ array['pdf', 'ofd', 'xml']`)
    .execute()
}

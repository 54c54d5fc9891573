import { type Kysely, sql } from 'kysely'

/** The day on which an invoice was issued, and its files. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('orders.invoice')
    .addColumn('issued_at', 'timestamptz')
    .addColumn('files', sql`text[]`, (c) => c.notNull().defaultTo(sql`'{}'`))
    .execute()
  await db.schema
    .alterTable('orders.invoice')
    .addCheckConstraint('invoice_files', sql`files <@ array['pdf', 'ofd', 'xml']`)
    .execute()
}

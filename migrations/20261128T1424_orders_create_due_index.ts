import { type Kysely, sql } from 'kysely'

export const transaction = false

/** For the queue of requested invoices, and for counting those that are overdue. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index concurrently if exists orders.invoice_due`.execute(db)
  await sql`create index concurrently invoice_due on orders.invoice (due_at) where state = 'requested'`.execute(
    db,
  )
}

import { type Kysely, sql } from 'kysely'

/** Until now every issued invoice was a PDF. */
export async function up(db: Kysely<unknown>) {
  await sql`update orders.invoice set files = '{pdf}' where number is not null`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** What a real-name service said about a sender. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('authorisations.authorisation')
    .addColumn('check_outcome', 'text', (c) =>
      c.check(sql`check_outcome in ('match', 'mismatch', 'no-record')`),
    )
    .addColumn('check_reference', 'text')
    .addColumn('checked_at', 'timestamptz')
    .addColumn('is_operating', 'boolean')
    .execute()
}

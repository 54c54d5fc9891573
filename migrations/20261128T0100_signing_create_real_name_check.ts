import { type Kysely, sql } from 'kysely'

/** What a sender asks of a signatory before they may read the document. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.real_name_check')
    .addColumn('signatory_id', 'uuid', (c) => c.primaryKey().references('signing.signatory.id'))
    .addColumn('elements', 'text', (c) => c.notNull().check(sql`elements in ('two', 'three', 'four')`))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('asked', 'passed', 'waived')`))
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('tried_on', 'date')
    .addColumn('checking_until', 'timestamptz')
    .addColumn('name', 'text')
    .addColumn('number', 'text')
    .addColumn('card', 'text')
    .addColumn('reference', 'text')
    .addColumn('decided_at', 'timestamptz')
    .addColumn('waived_by', 'text')
    .execute()
}

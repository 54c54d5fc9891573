import { type Kysely, sql } from 'kysely'

/** What one member of staff requested and a second one approves. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.approval')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid')
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('form', 'jsonb', (c) => c.notNull())
    .addColumn('facts', 'jsonb', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('requested_by', 'uuid', (c) => c.notNull())
    .addColumn('requested_at', 'timestamptz', (c) => c.notNull())
    .addColumn('decided_by', 'uuid')
    .addColumn('decided_at', 'timestamptz')
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addCheckConstraint('approval_two_people', sql`state <> 'approved' or decided_by <> requested_by`)
    .execute()
  await db.schema
    .createIndex('approval_open')
    .on('platform.approval')
    .unique()
    .columns(['kind', 'subject_id'])
    .where(sql<boolean>`state = 'open'`)
    .execute()
  await db.schema.createIndex('approval_account').on('platform.approval').column('account_id').execute()
}

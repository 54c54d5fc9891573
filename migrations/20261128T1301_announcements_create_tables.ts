import { type Kysely, sql } from 'kysely'

/** Announcements to the accounts: new agreements, maintenance, new features, the end of the service. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('announcements').execute()
  await db.schema
    .createTable('announcements.announcement')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('maintenance', 'feature', 'end-of-service', 'agreement')`),
    )
    .addColumn('audience', 'text', (c) =>
      c.notNull().check(sql`audience in ('everybody', 'paying', 'administrators')`),
    )
    .addColumn('texts', 'jsonb', (c) => c.notNull())
    .addColumn('agreement', 'text', (c) => c.unique())
    .addColumn('by_mail', 'boolean', (c) => c.notNull())
    .addColumn('by_message', 'boolean', (c) => c.notNull())
    .addColumn('starts_at', 'timestamptz')
    .addColumn('ends_at', 'timestamptz', (c) => c.notNull())
    .addColumn('event_from', 'timestamptz')
    .addColumn('event_until', 'timestamptz')
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('draft', 'scheduled', 'sending', 'sent', 'withdrawn')`),
    )
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('edited_by', 'uuid')
    .addColumn('scheduled_by', 'uuid')
    .addColumn('reached_until', 'uuid')
    .addColumn('reached', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('recipients', 'integer')
    .addColumn('mails', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('sent_at', 'timestamptz')
    .addCheckConstraint('announcement_ends', sql`starts_at is null or starts_at < ends_at`)
    .addCheckConstraint('announcement_starts', sql`state in ('draft', 'withdrawn') or starts_at is not null`)
    .execute()
  await db.schema
    .createTable('announcements.action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('announcement_id', 'uuid', (c) => c.notNull().references('announcements.announcement.id'))
    .addColumn('staff_id', 'uuid')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('action_of_announcement')
    .on('announcements.action')
    .columns(['announcement_id', 'id'])
    .execute()
  await db.schema
    .createTable('announcements.dismissal')
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('announcement_id', 'uuid', (c) => c.notNull().references('announcements.announcement.id'))
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('dismissal_pkey', ['account_id', 'announcement_id'])
    .execute()
  await db.schema
    .createIndex('dismissal_of_announcement')
    .on('announcements.dismissal')
    .column('announcement_id')
    .execute()
}

import { type Kysely, sql } from 'kysely'

/** Senders who authorise the platform at an e-sign service. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('authorisations').execute()
  await db.schema
    .createTable('authorisations.authorisation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('account_id', 'uuid')
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('sender', 'text', (c) => c.notNull().check(sql`sender in ('individual', 'institution')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number_kind', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('legal_representative', 'text')
    .addColumn('licence', 'text')
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('pending', 'granted', 'refused')`))
    .addColumn('reason', 'text')
    .addColumn('requested_at', 'timestamptz', (c) => c.notNull())
    .addColumn('decided_at', 'timestamptz')
    .addColumn('decided_by', 'uuid')
    .addColumn('starts_at', 'timestamptz')
    .addColumn('ends_at', 'timestamptz')
    .addColumn('warned_days', 'integer')
    .addCheckConstraint(
      'authorisation_decision',
      sql`case state when 'pending' then decided_at is null
        when 'granted' then decided_at is not null and starts_at < ends_at
        else decided_at is not null and reason is not null end`,
    )
    .execute()
  await db.schema
    .createIndex('authorisation_of_team')
    .on('authorisations.authorisation')
    .columns(['team_id', 'id'])
    .execute()
  await db.schema
    .createIndex('authorisation_pending_once')
    .on('authorisations.authorisation')
    .unique()
    .columns(['team_id', 'provider'])
    .where(sql<boolean>`state = 'pending'`)
    .execute()
  await db.schema
    .createIndex('authorisation_end')
    .on('authorisations.authorisation')
    .column('ends_at')
    .where(sql<boolean>`state = 'granted'`)
    .execute()
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>) {
  await db.schema
    .alterTable('accounts.account')
    .addColumn('staff_roles', sql`text[]`, (c) => c.notNull().defaultTo('{}'))
    .execute()
  // Until now every member of staff could do everything.
  await sql`update accounts.account set staff_roles = '{lead}' where role = 'agent'`.execute(db)
  await db.schema
    .createTable('accounts.staff_invitation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('roles', sql`text[]`, (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('inviter_id', 'uuid', (c) => c.references('accounts.account.id'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('accepted_at', 'timestamptz')
    .addColumn('withdrawn_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('staff_invitation_open')
    .on('accounts.staff_invitation')
    .unique()
    .column('email')
    .where(sql.ref('accepted_at'), 'is', null)
    .where(sql.ref('withdrawn_at'), 'is', null)
    .execute()
}

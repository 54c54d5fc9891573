import { type Kysely, sql } from 'kysely'

/** Second factors of the login: authenticator apps and passkeys, recovery codes, remembered devices. */
export async function up(db: Kysely<unknown>) {
  await createFactors(db)
  await createSecondSteps(db)
  await db.schema.alterTable('accounts.team').addColumn('factor_required_at', 'timestamptz').execute()
}

async function createFactors(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.factor')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('totp', 'passkey')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sealed_secret', 'bytea')
    .addColumn('last_step', 'integer')
    .addColumn('credential_id', 'text', (c) => c.unique())
    .addColumn('public_key', 'bytea')
    .addColumn('counter', 'bigint')
    .addColumn('transports', sql`text[]`)
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .addCheckConstraint(
      'factor_parts',
      sql`case kind when 'totp' then sealed_secret is not null and last_step is not null
        else credential_id is not null and public_key is not null and counter is not null end`,
    )
    .execute()
  await db.schema.createIndex('factor_account').on('accounts.factor').column('account_id').execute()
  await db.schema
    .createTable('accounts.recovery_code')
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('used_at', 'timestamptz')
    .addPrimaryKeyConstraint('recovery_code_pkey', ['account_id', 'code_hash'])
    .execute()
  await db.schema
    .createTable('accounts.remembered_device')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('last_used_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('remembered_device_account')
    .on('accounts.remembered_device')
    .column('account_id')
    .execute()
}

/** Logins whose second factor is still missing. */
async function createSecondSteps(db: Kysely<unknown>) {
  await db.schema
    .createTable('accounts.second_step')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('visitor_hash', 'text', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('password_mark', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('return_url', 'text', (c) => c.notNull())
    .addColumn('social_id', 'uuid')
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('second_step_account').on('accounts.second_step').column('account_id').execute()
}

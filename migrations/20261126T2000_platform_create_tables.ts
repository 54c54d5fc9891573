import { type Kysely, sql } from 'kysely'

/** What every module uses: mail, sessions, rate limits, the list of stored files, and search. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('platform').ifNotExists().execute()
  await createMail(db)
  await createSessions(db)
  await createFiles(db)
  await createDemo(db)
  await createSearch(db)
}

async function createMail(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.mail')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('links', 'jsonb', (c) => c.notNull())
    .addColumn('code', 'text')
    .addColumn('leave_link', 'text')
    .addColumn('overtakes', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
    .addColumn('refusal', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('sent_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('mail_recipient').on('platform.mail').column('recipient').execute()
  await db.schema
    .createIndex('mail_mailbox')
    .on('platform.mail')
    .expression(sql`lower(recipient)`)
    .column('id')
    .execute()
}

async function createSessions(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.session')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('id', 'uuid', (c) => c.notNull().defaultTo(sql`gen_random_uuid()`).unique())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('session_account').on('platform.session').column('account_id').execute()
  await db.schema
    .createTable('platform.nonce')
    .addColumn('nonce', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('nonce_expiry').on('platform.nonce').column('expires_at').execute()
  await db.schema
    .createTable('platform.rate_limit')
    .addColumn('key', 'varchar(255)', (c) => c.primaryKey())
    .addColumn('points', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute()
  await db.schema
    .createTable('platform.user_log')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid')
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('remark', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('user_log_result', sql`result in ('yes', 'no')`)
    .execute()
}

async function createFiles(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.stored_file')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('sha256', 'text', (c) => c.check(sql`sha256 ~ '^[0-9a-f]{64}$'`))
    .addColumn('bytes', 'bigint')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('checked_at', 'timestamptz')
    .addColumn('damaged_at', 'timestamptz')
    .addColumn('damage', 'text', (c) => c.check(sql`damage in ('missing', 'shorter', 'changed')`))
    .addCheckConstraint('stored_file_check', sql`(damaged_at is null) = (damage is null)`)
    .execute()
  await db.schema
    .createIndex('stored_file_damaged')
    .on('platform.stored_file')
    .column('key')
    .where(sql<boolean>`damaged_at is not null`)
    .execute()
}

async function createDemo(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.demo')
    .addColumn('part', 'text', (c) => c.primaryKey())
    .addColumn('played_at', 'timestamptz', (c) => c.notNull())
    .execute()
}

/**
 * The pieces of one, two and three letters by which a GIN index finds words. Not parallel: a search of a few
 * rows would start workers, which cost more than the rest of the search.
 */
async function createSearch(db: Kysely<unknown>) {
  await sql`create function platform.grams(owner uuid, words text) returns text[]
    language sql immutable strict parallel unsafe cost 1000 as $$
      select coalesce(array_agg(right(owner::text, 6) || piece), '{}')
      from (
        select one, lag(one) over letters as last, lag(one, 2) over letters as before
        from unnest(string_to_array(words, null)) with ordinality as letter(one, place)
        window letters as (order by place)
      ) as run, lateral (values (one), (last || one), (before || last || one)) as pieces(piece)
      where piece is not null
    $$`.execute(db)
}

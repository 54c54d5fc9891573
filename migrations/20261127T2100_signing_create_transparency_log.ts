import { type Kysely, sql } from 'kysely'

/** The public log of hashes (C2SP tlog-tiles), and the private list of what each of its entries is for. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.log_leaf')
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('document_id', 'uuid', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('salt', 'bytea', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.unique())
    .addUniqueConstraint('log_leaf_once', ['document_id', 'sha256'])
    .execute()
  await db.schema
    .createIndex('log_leaf_waiting')
    .on('signing.log_leaf')
    .column('id')
    .where(sql<boolean>`position is null`)
    .execute()
  await db.schema
    .createTable('signing.log_entry')
    .addColumn('position', 'integer', (c) => c.primaryKey())
    .addColumn('entry', 'bytea', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('signing.log_hash')
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('hash', 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('log_hash_pk', ['level', 'position'])
    .execute()
  await db.schema
    .createTable('signing.log_key')
    .addColumn('id', 'integer', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('public_key', 'bytea', (c) => c.notNull())
    .addColumn('sealed_key', 'bytea', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('retired_at', 'timestamptz')
    .execute()
  await sql`create unique index log_key_current on signing.log_key ((true)) where retired_at is null`.execute(
    db,
  )
  await db.schema
    .createTable('signing.log_checkpoint')
    .addColumn('size', 'integer', (c) => c.primaryKey())
    .addColumn('root', 'bytea', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('token', 'bytea')
    .addColumn('key_id', 'integer', (c) => c.notNull().references('signing.log_key.id'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()

  await sql`create function signing.refuse_log_change() returns trigger language plpgsql as
    $$ begin raise exception 'the transparency log is append-only'; end $$`.execute(db)
  for (const table of ['log_entry', 'log_hash', 'log_checkpoint']) {
    const [appendOnly, kept] = [sql.raw(`${table}_append_only`), sql.raw(`${table}_kept`)]
    const guarded = sql.table(`signing.${table}`)
    await sql`create trigger ${appendOnly} before update or delete on ${guarded}
      for each row execute function signing.refuse_log_change()`.execute(db)
    await sql`create trigger ${kept} before truncate on ${guarded}
      for each statement execute function signing.refuse_log_change()`.execute(db)
  }

  // What was signed before the log began, with random salts of 244 bits.
  await sql`insert into signing.log_leaf (document_id, sha256, salt)
    select document_id, sha256, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
    from (
      select document_id, hash as sha256, at from documents.action where action in (
        'start-signing', 'remind-signatory', 'open-link', 'read-to-end', 'approve-signing', 'hand-over',
        'ask-sender', 'answer-signatory', 'extend-deadline', 'correct-address', 'invite-signatory',
        'deliver-invitation', 'refuse-invitation', 'send-code', 'open-to-sign', 'sign', 'write-signature',
        'decline-signing', 'expire-signing', 'stop-signing', 'extend-signing', 'complete-signing',
        'renew-proof')
      union all
      select document_id, sha256, revision.created_at from signing.builtin_revision as revision
        join signing.signing on signing.id = revision.signing_id
      union all
      select document_id, sha256, created_at from documents.file where kind = 'completion-certificate'
    ) as found order by at on conflict do nothing`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Conversations of accounts and visitors with staff, their messages, and the staff who are present. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('chat').execute()
  await db.schema
    .createTable('chat.conversation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.unique())
    .addColumn('visitor_name', 'text')
    .addColumn('visitor_email', 'text')
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('waiting', 'answered', 'closed')`))
    .addColumn('waiting_since', 'timestamptz')
    .addColumn('owner_id', 'uuid')
    .addColumn('last_seq', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('read_seq', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('seen_seq', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('mailed_seq', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('conversation_whose', sql`(account_id is null) <> (visitor_email is null)`)
    .execute()
  await db.schema
    .createIndex('conversation_queue')
    .on('chat.conversation')
    .columns(['state', 'waiting_since'])
    .execute()
  await db.schema.createIndex('conversation_updated').on('chat.conversation').column('updated_at').execute()
  await db.schema
    .createTable('chat.message')
    .addColumn('conversation_id', 'uuid', (c) =>
      c.notNull().references('chat.conversation.id').onDelete('cascade'),
    )
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('text', 'take', 'release', 'close')`))
    .addColumn('staff_id', 'uuid')
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addColumn('file_type', 'text', (c) => c.check(sql`file_type in ('png', 'jpg', 'gif', 'pdf')`))
    .addColumn('file_name', 'text')
    .addColumn('file_size', 'integer')
    .addPrimaryKeyConstraint('message_pkey', ['conversation_id', 'seq'])
    .addUniqueConstraint('message_conversation_id_key_key', ['conversation_id', 'key'])
    .execute()
  await db.schema
    .createTable('chat.presence')
    .addColumn('staff_id', 'uuid', (c) => c.primaryKey())
    .addColumn('seen_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('chat.visitor_token')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('conversation_id', 'uuid', (c) =>
      c.notNull().references('chat.conversation.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('cookie', 'link')`))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('visitor_token_conversation')
    .on('chat.visitor_token')
    .column('conversation_id')
    .execute()
}

import { type Kysely, sql } from 'kysely'

/** The inbox with its tasks and messages, feedback, and the FAQ. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('messaging').execute()
  await createInbox(db)
  await createFeedback(db)
  await createFaq(db)
}

async function createInbox(db: Kysely<unknown>) {
  await db.schema
    .createTable('messaging.task')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('review', 'sign', 'return')`))
    .addColumn('subject_id', 'uuid', (c) => c.notNull())
    .addColumn('document_id', 'uuid', (c) => c.notNull())
    .addColumn('document_name', 'text', (c) => c.notNull())
    .addColumn('document_number', 'text', (c) => c.notNull())
    .addColumn('creator', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('todo', 'done', 'invalid')`))
    .addColumn('started_at', 'timestamptz', (c) => c.notNull())
    .addColumn('due_at', 'timestamptz')
    .addColumn('finished_at', 'timestamptz')
    .addColumn('reminders', 'smallint', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('task_account_id_type_subject_id_key', ['account_id', 'type', 'subject_id'])
    .execute()
  await db.schema
    .createIndex('task_list')
    .on('messaging.task')
    .columns(['account_id', 'state', 'id desc'])
    .execute()
  await db.schema
    .createIndex('task_of_type')
    .on('messaging.task')
    .columns(['account_id', 'state', 'type', 'id desc'])
    .execute()
  await db.schema.createIndex('task_subject').on('messaging.task').column('subject_id').execute()
  await db.schema.createIndex('task_document').on('messaging.task').column('document_id').execute()
  await db.schema
    .createIndex('task_due')
    .on('messaging.task')
    .column('due_at')
    .where(sql<boolean>`state = 'todo'`)
    .execute()
  await db.schema
    .createTable('messaging.message')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('facts', 'jsonb', (c) => c.notNull())
    .addColumn('path', 'text')
    .addColumn('document_id', 'uuid')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('read_at', 'timestamptz')
    .addColumn('in_digest', 'text', (c) => c.check(sql`in_digest in ('waiting', 'sent')`))
    .execute()
  await db.schema
    .createIndex('message_list')
    .on('messaging.message')
    .columns(['account_id', 'id desc'])
    .execute()
  await db.schema
    .createIndex('message_unread')
    .on('messaging.message')
    .columns(['account_id', 'id desc'])
    .where(sql<boolean>`read_at is null`)
    .execute()
  await db.schema
    .createIndex('message_document')
    .on('messaging.message')
    .column('document_id')
    .where(sql<boolean>`document_id is not null`)
    .execute()
  await db.schema.createIndex('message_age').on('messaging.message').column('created_at').execute()
  await db.schema
    .createIndex('message_digest')
    .on('messaging.message')
    .columns(['account_id', 'id'])
    .where(sql<boolean>`in_digest = 'waiting' and read_at is null`)
    .execute()
  await db.schema
    .createTable('messaging.digest')
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('day', 'date', (c) => c.notNull())
    .addPrimaryKeyConstraint('digest_pkey', ['account_id', 'day'])
    .execute()
}

async function createFeedback(db: Kysely<unknown>) {
  await db.schema
    .createTable('messaging.feedback')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('account_id', 'uuid')
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('attachment', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('open').check(sql`state in ('open', 'answered', 'closed')`),
    )
    .addColumn('owner_id', 'uuid')
    .execute()
  await db.schema.createIndex('feedback_state').on('messaging.feedback').columns(['state', 'id']).execute()
  await db.schema
    .createTable('messaging.feedback_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('feedback_id', 'uuid', (c) =>
      c.notNull().references('messaging.feedback.id').onDelete('cascade'),
    )
    .addColumn('staff_id', 'uuid', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('feedback_action_feedback')
    .on('messaging.feedback_action')
    .column('feedback_id')
    .execute()
}

async function createFaq(db: Kysely<unknown>) {
  await db.schema
    .createTable('messaging.faq')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('position', sql`text collate "C"`, (c) => c.notNull().unique())
    .addColumn('texts', 'jsonb', (c) => c.notNull())
    .addColumn('helpful', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unhelpful', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_by', 'uuid')
    .addColumn('archived_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('messaging.faq_action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('faq_id', 'uuid', (c) => c.notNull().references('messaging.faq.id'))
    .addColumn('staff_id', 'uuid', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('changes', 'jsonb', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('faq_action_faq').on('messaging.faq_action').columns(['faq_id', 'id']).execute()
}

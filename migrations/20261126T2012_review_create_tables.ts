import { type Kysely, sql } from 'kysely'

/** Reviewers, rounds of review with their turns and comments, and the links of external reviewers. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('review').execute()
  await createRounds(db)
  await createLinks(db)
}

async function createRounds(db: Kysely<unknown>) {
  await db.schema
    .createTable('review.reviewer')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('document_id', 'uuid', (c) => c.notNull())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('internal', 'external')`))
    .addColumn('account_id', 'uuid')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mobile', 'text', (c) => c.notNull())
    .addColumn('department', 'text', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('reviews', 'boolean', (c) => c.notNull())
    .addColumn('signs', 'boolean', (c) => c.notNull())
    .addColumn('keeps', 'boolean', (c) => c.notNull())
    .addColumn('email_changed_at', 'timestamptz')
    .addColumn('removed_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('reviewer_email')
    .on('review.reviewer')
    .unique()
    .column('document_id')
    .expression(sql`lower(email)`)
    .where(sql<boolean>`removed_at is null`)
    .execute()
  await db.schema
    .createIndex('reviewer_mobile')
    .on('review.reviewer')
    .unique()
    .columns(['document_id', 'mobile'])
    .where(sql<boolean>`removed_at is null and mobile <> ''`)
    .execute()
  await db.schema.createIndex('reviewer_at').on('review.reviewer').expression(sql`lower(email)`).execute()
  await db.schema
    .createTable('review.round')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('document_id', 'uuid', (c) => c.notNull())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('starter_id', 'uuid', (c) => c.notNull())
    .addColumn('starter_name', 'text', (c) => c.notNull())
    .addColumn('starter_team', 'text', (c) => c.notNull())
    .addColumn('document_name', 'text', (c) => c.notNull())
    .addColumn('document_number', 'text', (c) => c.notNull())
    .addColumn('answers', 'jsonb', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('running', 'accepted', 'returned', 'withdrawn', 'lapsed')`),
    )
    .addColumn('started_at', 'timestamptz', (c) => c.notNull())
    .addColumn('due_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ended_at', 'timestamptz')
    .addUniqueConstraint('round_document_id_number_key', ['document_id', 'number'])
    .execute()
  await db.schema
    .createIndex('round_running')
    .on('review.round')
    .unique()
    .column('document_id')
    .where(sql<boolean>`state = 'running'`)
    .execute()
  await db.schema
    .createIndex('round_due')
    .on('review.round')
    .column('due_at')
    .where(sql<boolean>`state = 'running'`)
    .execute()
  await db.schema
    .createTable('review.turn')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('round_id', 'uuid', (c) => c.notNull().references('review.round.id').onDelete('cascade'))
    .addColumn('reviewer_id', 'uuid', (c) => c.notNull().references('review.reviewer.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('asked', 'accepted', 'returned', 'lapsed')`),
    )
    .addColumn('reasons', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('opened_at', 'timestamptz')
    .addColumn('answered_at', 'timestamptz')
    .addColumn('reminders', sql`timestamptz[]`, (c) => c.notNull().defaultTo('{}'))
    .addUniqueConstraint('turn_round_id_reviewer_id_key', ['round_id', 'reviewer_id'])
    .execute()
  await db.schema.createIndex('turn_reviewer').on('review.turn').column('reviewer_id').execute()
  await db.schema
    .createTable('review.comment')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('document_id', 'uuid', (c) => c.notNull())
    .addColumn('round_id', 'uuid', (c) => c.notNull().references('review.round.id').onDelete('cascade'))
    .addColumn('parent_id', 'uuid', (c) => c.references('review.comment.id').onDelete('cascade'))
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('side', 'text', (c) => c.check(sql`side in ('zh', 'en')`))
    .addColumn('quote', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('internal', 'boolean', (c) => c.notNull())
    .addColumn('wording', 'jsonb')
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('open', 'taken', 'declined', 'settled')`),
    )
    .addColumn('account_id', 'uuid')
    .addColumn('reviewer_id', 'uuid', (c) => c.references('review.reviewer.id').onDelete('cascade'))
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addUniqueConstraint('comment_document_id_key_key', ['document_id', 'key'])
    .execute()
  await db.schema.createIndex('comment_parent').on('review.comment').column('parent_id').execute()
}

async function createLinks(db: Kysely<unknown>) {
  await db.schema
    .createTable('review.link')
    .addColumn('reviewer_id', 'uuid', (c) =>
      c.primaryKey().references('review.reviewer.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('access_hash', 'text', (c) => c.notNull())
    .addColumn('entrance_hash', 'text')
    .addColumn('entrance_expires_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('review.link_browser')
    .addColumn('reviewer_id', 'uuid', (c) => c.notNull().references('review.reviewer.id').onDelete('cascade'))
    .addColumn('visitor_hash', 'text', (c) => c.notNull())
    .addColumn('guesses', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('code_hash', 'text')
    .addColumn('code_sent_at', 'timestamptz')
    .addColumn('code_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('entered_at', 'timestamptz')
    .addColumn('came_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('link_browser_pkey', ['reviewer_id', 'visitor_hash'])
    .execute()
  await db.schema
    .createTable('review.replaced_link')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('reviewer_id', 'uuid', (c) => c.notNull().references('review.reviewer.id').onDelete('cascade'))
    .addColumn('replaced_at', 'timestamptz', (c) => c.notNull())
    .execute()
}

import { type Kysely, sql } from 'kysely'

/** Requests for tailor-made documents, their files, and the actions of both sides. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('consultations').execute()
  await db.schema
    .createTable('consultations.consultation')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull())
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('locale', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('own_place', 'text', (c) => c.notNull())
    .addColumn('other_place', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('bilingual', 'boolean', (c) => c.notNull())
    .addColumn('wanted_by', 'text', (c) => c.check(sql`wanted_by ~ '^\\d{4}-\\d{2}-\\d{2}$'`))
    .addColumn('situation', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .defaultTo('requested')
        .check(
          sql`state in ('requested', 'examined', 'offered', 'accepted', 'declined', 'delivered', 'closed', 'withdrawn')`,
        ),
    )
    .addColumn('owner_id', 'uuid')
    .addColumn('offers', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('price', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('days', 'integer', (c) => c.check(sql`days > 0`))
    .addColumn('terms', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('agreed_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint(
      'consultation_offer',
      sql`state not in ('offered', 'accepted', 'declined', 'delivered') or (offers > 0 and days is not null)`,
    )
    .addCheckConstraint(
      'consultation_agreed',
      sql`state not in ('accepted', 'delivered') or agreed_at is not null`,
    )
    .execute()
  await db.schema
    .createIndex('consultation_team')
    .on('consultations.consultation')
    .columns(['team_id', 'id desc'])
    .execute()
  await db.schema
    .createIndex('consultation_account')
    .on('consultations.consultation')
    .columns(['account_id', 'id desc'])
    .execute()
  await db.schema
    .createIndex('consultation_state')
    .on('consultations.consultation')
    .columns(['state', 'id'])
    .execute()
  await db.schema
    .createTable('consultations.file')
    .addColumn('consultation_id', 'uuid', (c) =>
      c.notNull().references('consultations.consultation.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('side', 'text', (c) => c.notNull().check(sql`side in ('customer', 'staff')`))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('document_id', 'uuid', (c) => c.references('documents.document.id').onDelete('set null'))
    .addPrimaryKeyConstraint('file_pkey', ['consultation_id', 'number'])
    .execute()
  await db.schema.createIndex('file_document').on('consultations.file').column('document_id').execute()
  await db.schema
    .createTable('consultations.action')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('consultation_id', 'uuid', (c) =>
      c.notNull().references('consultations.consultation.id').onDelete('cascade'),
    )
    .addColumn('side', 'text', (c) => c.notNull().check(sql`side in ('customer', 'staff')`))
    .addColumn('account_id', 'uuid', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('price', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('days', 'integer')
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('action_consultation')
    .on('consultations.action')
    .columns(['consultation_id', 'id'])
    .execute()
}

import { type Kysely, sql } from 'kysely'

/**
 * Turns with equal numbers, roles, a deadline, a message and reminders of the sender's choice, what each
 * signatory has done so far, hand-overs, and questions to the sender.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('signing.setting').addColumn('options', 'jsonb').execute()
  await db.schema
    .alterTable('signing.signing')
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('reminder_days', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await alterSignatories(db)
  await alterRevisions(db)
  await createQuestions(db)
}

async function alterSignatories(db: Kysely<unknown>) {
  await db.schema
    .alterTable('signing.signatory')
    .addColumn('turn_order', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('role', 'text', (c) => c.notNull().defaultTo('signer'))
    .addColumn('invited_at', 'timestamptz')
    .addColumn('opened_at', 'timestamptz')
    .addColumn('entered_at', 'timestamptz')
    .addColumn('read_at', 'timestamptz')
    .addColumn('handed_over_from', 'text')
    .execute()
  await db.schema.alterTable('signing.signatory').dropConstraint('signatory_state').execute()
  await sql`update signing.signatory set turn_order = position`.execute(db)
  await sql`update signing.signatory as one set invited_at = signing.created_at from signing.signing as signing
    where signing.id = one.signing_id and one.state <> 'waiting'`.execute(db)
  await sql`update signing.signatory as one set entered_at = code.entered_at from signing.builtin_code as code
    where code.signatory_id = one.id and code.entered_at is not null`.execute(db)
  await db.schema
    .alterTable('signing.signatory')
    .addCheckConstraint(
      'signatory_state',
      sql`state in ('waiting', 'invited', 'signing', 'signed', 'approved', 'declined')`,
    )
    .execute()
  await db.schema
    .alterTable('signing.signatory')
    .addCheckConstraint('signatory_role', sql`role in ('signer', 'approver', 'copy')`)
    .execute()
}

/** Revisions are numbered in the order in which they were written; before, by position. */
async function alterRevisions(db: Kysely<unknown>) {
  await db.schema
    .alterTable('signing.builtin_revision')
    .addColumn('signatory_id', 'uuid', (c) => c.references('signing.signatory.id'))
    .execute()
  await sql`update signing.builtin_revision as revision set signatory_id = one.id from signing.signatory as one
    where one.signing_id = revision.signing_id and one.position = revision.number`.execute(db)
  await db.schema
    .createIndex('builtin_revision_signatory')
    .on('signing.builtin_revision')
    .unique()
    .column('signatory_id')
    .execute()
}

async function createQuestions(db: Kysely<unknown>) {
  await db.schema
    .createTable('signing.question')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('signatory_id', 'uuid', (c) =>
      c.notNull().references('signing.signatory.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'timestamptz', (c) => c.notNull())
    .addColumn('asked_by', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('answered_at', 'timestamptz')
    .addColumn('answered_by', 'text')
    .execute()
  await db.schema
    .createIndex('question_signatory')
    .on('signing.question')
    .columns(['signatory_id', 'asked_at'])
    .execute()
}

import { type Kysely, sql } from 'kysely'

/** Signatories who are reached or identified by phone. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('signing.signatory')
    .alterColumn('email', (c) => c.dropNotNull())
    .addColumn('phone', 'text')
    .addColumn('identification', 'text', (c) => c.notNull().defaultTo('email'))
    .execute()
  await db.schema
    .alterTable('signing.signatory')
    .addCheckConstraint(
      'signatory_identification',
      sql`case identification when 'email' then email is not null when 'phone' then phone is not null
        when 'both' then email is not null and phone is not null else false end`,
    )
    .execute()
  await db.schema.createIndex('signatory_phone').on('signing.signatory').column('phone').execute()
}

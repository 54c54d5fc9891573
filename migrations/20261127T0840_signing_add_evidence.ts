import type { Kysely } from 'kysely'

/** When a signatory's link was first opened, and the mail that carried it. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('signing.builtin_link')
    .addColumn('opened_at', 'timestamptz')
    .addColumn('mail_id', 'uuid')
    .execute()
  await db.schema.createIndex('builtin_link_mail').on('signing.builtin_link').column('mail_id').execute()
}

import type { Kysely } from 'kysely'

/** The mail that carried a signatory's link. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('signing.builtin_link').addColumn('mail_id', 'uuid').execute()
  await db.schema.createIndex('builtin_link_mail').on('signing.builtin_link').column('mail_id').execute()
}

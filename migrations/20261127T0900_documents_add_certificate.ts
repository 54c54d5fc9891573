import { type Kysely, sql } from 'kysely'

/** The certificate of completion of a signing, as a file of the document. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('documents.file').dropConstraint('file_kind').execute()
  await db.schema
    .alterTable('documents.file')
    .addCheckConstraint(
      'file_kind',
      sql`kind in ('final-pdf', 'final-word', 'signed-pdf', 'imported-pdf', 'original-pdf',
        'completion-certificate')`,
    )
    .execute()
}

import type { Kysely } from 'kysely'

/** Whoever verifies a file brings the SHA-256 of its revisions. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createIndex('builtin_revision_by_sha256')
    .on('signing.builtin_revision')
    .column('sha256')
    .execute()
}

import { type Kysely, sql } from 'kysely'

/**
 * What is shown and signed of an import is a working copy: the file as it came is kept beside it, with what
 * was mended on the way and where each page's visible rectangle lies.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table documents.file drop constraint file_kind,
    add constraint file_kind check (
      kind in ('final-pdf', 'final-word', 'signed-pdf', 'imported-pdf', 'original-pdf')
    )`.execute(db)
  await sql`alter table documents.import
    add column repairs jsonb not null default '[]',
    drop column last_page,
    add column page_boxes jsonb`.execute(db)
}

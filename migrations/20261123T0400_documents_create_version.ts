import { type Kysely, sql } from 'kysely'

/**
 * The versions of a document, with who and when: what it held is kept with each but the last, which is what
 * it holds now. Of documents that are there already the present text is the first that is known.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table documents.version (
    document_id uuid not null references documents.document (id) on delete cascade,
    number integer not null,
    cause text not null check (
      cause in ('create', 'edit', 'replace', 'proposal', 'translate', 'undo-translation', 'restore')
    ),
    author_id uuid not null,
    author text not null,
    begun_at timestamptz not null,
    saved_at timestamptz not null,
    reached text check (reached in ('in_review', 'finalised')),
    answers jsonb,
    primary key (document_id, number)
  )`.execute(db)
  await sql`create unique index version_present on documents.version (document_id) where answers is null`.execute(
    db,
  )
  await sql`create index version_author on documents.version (author_id)`.execute(db)
  await sql`insert into documents.version
    (document_id, number, cause, author_id, author, begun_at, saved_at, reached)
    select document.id, 1, case when document.version = 1 then 'create' else 'edit' end, document.saved_by,
      coalesce((
        select action.operator from documents.action as action
        where action.document_id = document.id
          and action.action in ('create', 'edit', 'take-proposal', 'translate', 'undo-translation')
        order by action.number desc limit 1
      ), ''),
      document.updated_at, document.updated_at,
      case
        when document.status in ('finalised', 'signing', 'completed') then 'finalised'
        when document.status <> 'draft' then 'in_review'
      end
    from documents.document as document where document.kind = 'drafted'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * What every stored file is: its SHA-256 and length, and since when it is not that. Files of before are
 * listed with what their own rows know of them; the hash of the others is taken when they are first looked
 * at.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table platform.stored_file (
    key text primary key,
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    bytes bigint,
    created_at timestamptz not null,
    checked_at timestamptz,
    damaged_at timestamptz,
    damage text check (damage in ('missing', 'shorter', 'changed')),
    check ((damaged_at is null) = (damage is null))
  )`.execute(db)
  await sql`create index stored_file_damaged on platform.stored_file (key) where damaged_at is not null`.execute(
    db,
  )
  await sql`insert into platform.stored_file (key, sha256, bytes, created_at)
    select key, sha256, size, created_at from documents.file
    union all select key, sha256, null, created_at from signing.builtin_revision
    union all select key, null, null, uploaded_at from orders.slip where erased_at is null
    union all select 'invoices/' || id, null, null, asked_at from orders.invoice where number is not null
    union all select 'chat/' || conversation_id || '/' || seq, null, file_size, at
      from chat.message where file_type is not null
    union all select 'consultations/' || file.consultation_id || '/' || number, null, size, request.created_at
      from documents.consultation_file as file
      join documents.consultation as request on request.id = consultation_id
    union all select 'feedback/' || id, null, null, created_at from messaging.feedback where attachment is not null
    union all select 'archives/' || id || '/files.zip', null, size, created_at
      from documents.archive where state = 'ready'
    on conflict (key) do nothing`.execute(db)
}

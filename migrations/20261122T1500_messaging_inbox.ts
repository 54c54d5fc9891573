import { type Kysely, sql } from 'kysely'

/**
 * What waits for a person, and what they are told. Whoever is asked to sign already has it among their tasks.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create table messaging.task (
    id uuid primary key,
    account_id uuid not null,
    type text not null check (type in ('review', 'sign', 'return')),
    subject_id uuid not null,
    document_id uuid not null,
    document_name text not null,
    document_number text not null,
    creator text not null,
    state text not null check (state in ('todo', 'done', 'invalid')),
    started_at timestamptz not null,
    due_at timestamptz,
    finished_at timestamptz,
    unique (account_id, type, subject_id))`.execute(db)
  await sql`create index task_list on messaging.task (account_id, state, id desc)`.execute(db)
  await sql`create index task_of_type on messaging.task (account_id, state, type, id desc)`.execute(db)
  await sql`create index task_subject on messaging.task (subject_id)`.execute(db)
  await sql`create index task_document on messaging.task (document_id)`.execute(db)
  await sql`create table messaging.message (
    id uuid primary key,
    account_id uuid not null,
    kind text not null,
    facts jsonb not null,
    path text,
    document_id uuid,
    created_at timestamptz not null,
    read_at timestamptz)`.execute(db)
  await sql`create index message_list on messaging.message (account_id, id desc)`.execute(db)
  await sql`create index message_unread on messaging.message (account_id, id desc) where read_at is null`.execute(
    db,
  )
  await sql`create index message_document on messaging.message (document_id) where document_id is not null`.execute(
    db,
  )
  await sql`create index message_age on messaging.message (created_at)`.execute(db)
  await sql`insert into messaging.task
    select signatory.id, account.id, 'sign', signatory.id, signing.document_id, signing.document_name,
      signing.document_number, signing.starter_name, 'todo', signing.created_at, signing.expires_at, null
    from signing.signatory as signatory
    join signing.signing as signing on signing.id = signatory.signing_id
    join accounts.account as account on lower(account.email) = lower(signatory.email)
    where signatory.state = 'invited' and signing.state = 'started'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * What lists show and are sorted by stands in columns and indexes: the other party, names by pinyin, states
 * by progress.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create collation documents.by_name (provider = icu, locale = 'zh-u-kn-true')`.execute(db)
  await sql`alter table documents.document
    add column counterparty text not null default '',
    add column counterparty_en text not null default '',
    add column stage smallint generated always as (array_position(
      array['completed', 'signing', 'finalised', 'approved', 'returned', 'in_review', 'draft'], status
    )) stored`.execute(db)
  await fillCounterparties(db)
  await sql`drop index documents.document_recent`.execute(db)
  await sql`create index document_recent on documents.document (team_id, updated_at desc, id desc)
    where deleted_at is null`.execute(db)
  await sql`create index document_of_creator on documents.document (creator_id, updated_at desc, id desc)
    where deleted_at is null`.execute(db)
  await sql`create index document_by_stage on documents.document (team_id, stage desc, updated_at desc, id desc)
    where deleted_at is null`.execute(db)
  await sql`create index document_by_name
    on documents.document (team_id, name collate documents.by_name, id)
    where deleted_at is null`.execute(db)
}

/** Every named party but the team's own, which is the first where none bears the team's name. */
async function fillCounterparties(db: Kysely<unknown>) {
  await sql`
    with party as (
      select document.id, place, trim(one->>'name') as zh, trim(one->>'nameEn') as en, lower(team.name) as team
      from documents.document as document
      join accounts.team as team on team.id = document.team_id
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(document.answers->'parties') when 'array' then document.answers->'parties' else '[]' end
      ) with ordinality as listed (one, place)
    ),
    own as (
      select id, coalesce(min(place) filter (where
        (length(zh) > 1 and position(lower(zh) in team) > 0) or (length(en) > 1 and position(lower(en) in team) > 0)
      ), 1) as place
      from party group by id
    ),
    others as (
      select party.id,
        string_agg(coalesce(nullif(zh, ''), en), '、' order by party.place) as zh,
        string_agg(coalesce(nullif(en, ''), zh), ', ' order by party.place) as en
      from party join own on own.id = party.id and own.place <> party.place
      where zh <> '' or en <> ''
      group by party.id
    )
    update documents.document as document
    set counterparty = left(others.zh, 300), counterparty_en = left(others.en, 300)
    from others where others.id = document.id`.execute(db)
}

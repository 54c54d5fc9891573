import { type Kysely, sql } from 'kysely'

const GB = 1_073_741_824
const MB = 1_048_576

/**
 * code, plan, rank, seats, type I, type II, e-signings (a month or once), storage, fen monthly, yearly, by
 * agreement
 */
const PACKAGES = [
  ['free', 'free', 0, 1, 3, 0, 0, 100 * MB, 0, 0, 0],
  ['single_1', 'single', 1, 1, 1, 0, 0, 100 * MB, 9_900, null, null],
  ['single_2', 'single', 1, 1, 0, 1, 0, 100 * MB, 29_900, null, null],
  ['basic', 'basic', 2, 3, 10, 0, 10, 2 * GB, 39_900, 399_000, 359_100],
  ['professional', 'professional', 3, 10, 28, 12, 40, 20 * GB, 99_900, 999_000, 899_100],
  ['enterprise', 'enterprise', 4, 30, 105, 45, 150, 100 * GB, 259_900, 2_599_000, 2_339_100],
  ['customised', 'customised', 5, null, null, null, null, null, null, null, null],
] as const

const COLUMNS = ['code', 'plan', 'rank', 'seats', 'documents_1', 'documents_2', 'esigns', 'storage'] as const
const PRICES = ['price_monthly', 'price_yearly', 'price_agreement'] as const

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema.createSchema('orders').execute()
  let table = db.schema
    .createTable('orders.package')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('rank', 'integer', (c) => c.notNull())
  for (const column of ['seats', 'documents_1', 'documents_2', 'esigns'] as const)
    table = table.addColumn(column, 'integer', (c) => c.check(sql`${sql.ref(column)} >= 0`))
  for (const column of ['storage', ...PRICES] as const)
    table = table.addColumn(column, 'bigint', (c) => c.check(sql`${sql.ref(column)} >= 0`))
  await table.execute()
  const names = [...COLUMNS, ...PRICES]
  const rows = PACKAGES.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
  await db.insertInto('orders.package').values(rows).execute()
  await createLedger(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function createLedger(db: Kysely<any>) {
  await db.schema
    .createTable('orders.usage_entry')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('team_id', 'uuid', (c) => c.notNull().references('accounts.team.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity <> 0`))
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('grant_id', 'uuid', (c) => c.references('orders.usage_entry.id'))
    .addColumn('left_after', 'integer', (c) => c.check(sql`left_after >= 0`))
    .addColumn('spent_by', 'uuid', (c) => c.references('accounts.account.id'))
    .addColumn('document_id', 'uuid')
    .addColumn('expires_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addCheckConstraint('usage_entry_kind', sql`kind in ('document_1', 'document_2', 'esign')`)
    .addCheckConstraint(
      'usage_entry_grant_or_spend',
      sql`case when quantity > 0
        then grant_id is null and left_after is null and spent_by is null and expires_at is not null
        else grant_id is not null and left_after is not null and spent_by is not null and expires_at is null end`,
    )
    // Two spends that start from the same rest of a grant cannot both be written, whatever the code does.
    .addUniqueConstraint('usage_entry_once', ['grant_id', 'left_after'])
    .execute()
  await sql`create index usage_entry_team on orders.usage_entry (team_id, id desc)`.execute(db)
  await sql`create index usage_entry_grant on orders.usage_entry (team_id, kind, expires_at)
    where quantity > 0`.execute(db)
  await sql`create function orders.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% is append-only', tg_table_name; end $$`.execute(db)
  await sql`create trigger append_only before update or delete on orders.usage_entry
    for each row execute function orders.refuse_change()`.execute(db)
}

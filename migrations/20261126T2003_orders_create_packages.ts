import { type Kysely, sql } from 'kysely'

const money = sql`numeric(15, 0)`
const GB = 1_073_741_824
const MB = 1_048_576

/** code, plan, rank; seats, type I, type II and e-signings a month or once; storage */
const PACKAGES = [
  ['free', 'free', 0, 1, 3, 0, 3, 100 * MB],
  ['single_1', 'single', 1, 1, 1, 0, 0, 100 * MB],
  ['single_2', 'single', 1, 1, 0, 1, 0, 100 * MB],
  ['single_esign', 'single', 1, 1, 0, 0, 1, 100 * MB],
  ['basic', 'basic', 2, 3, 10, 0, 10, 2 * GB],
  ['professional', 'professional', 3, 10, 28, 12, 40, 20 * GB],
  ['enterprise', 'enterprise', 4, 30, 105, 45, 150, 100 * GB],
  ['customised', 'customised', 5, null, null, null, null, null],
] as const

/** Packages with support by chat, and those with more than support by email. */
const WITH_CHAT = ['basic', 'professional', 'enterprise', 'customised']
const SUPPORT: Record<string, string> = {
  professional: 'phone',
  enterprise: 'personal',
  customised: 'personal',
}

/** In fen and cents, once */
const SINGLE_PRICES = [
  ['single_1', 9_900, 1_500],
  ['single_2', 29_900, 4_500],
  ['single_esign', 2_000, 300],
] as const

/** In fen or cents: a month, a year, and a month by agreement */
const PLAN_PRICES = [
  ['basic', 'CNY', 39_900, 399_000, 359_100],
  ['basic', 'USD', 5_900, 59_000, 53_100],
  ['professional', 'CNY', 99_900, 999_000, 899_100],
  ['professional', 'USD', 14_500, 145_000, 130_500],
  ['enterprise', 'CNY', 259_900, 2_599_000, 2_339_100],
  ['enterprise', 'USD', 37_900, 379_000, 341_100],
] as const

/** Packages and their prices, and the ledger of what teams were granted and have used. */
export async function up(db: Kysely<unknown>) {
  await db.schema.createSchema('orders').execute()
  await createPackages(db)
  await createLedger(db)
  await refuseChanges(db)
  await insertPackages(db)
  await insertPrices(db)
}

async function createPackages(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders.package')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('rank', 'integer', (c) => c.notNull())
    .addColumn('seats', 'integer', (c) => c.check(sql`seats >= 0`))
    .addColumn('documents_1', 'integer', (c) => c.check(sql`documents_1 >= 0`))
    .addColumn('documents_2', 'integer', (c) => c.check(sql`documents_2 >= 0`))
    .addColumn('esigns', 'integer', (c) => c.check(sql`esigns >= 0`))
    .addColumn('storage', 'bigint', (c) => c.check(sql`storage >= 0`))
    .addColumn('chat_support', 'boolean', (c) => c.notNull())
    .addColumn('technical_support', 'text', (c) =>
      c.notNull().check(sql`technical_support in ('email', 'phone', 'personal')`),
    )
    .addColumn('automated_user', 'boolean', (c) => c.notNull())
    .addColumn('single_esign', 'boolean', (c) => c.notNull())
    .addColumn('upload', 'boolean', (c) => c.notNull())
    .execute()
  // A new price is a new row: earlier prices stay known.
  await db.schema
    .createTable('orders.price')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('package', 'text', (c) => c.notNull().references('orders.package.code'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('amount', money, (c) => c.notNull().check(sql`amount >= 0`))
    .addColumn('from_at', 'timestamptz', (c) => c.notNull())
    .addColumn('set_by', 'uuid', (c) => c.references('accounts.account.id'))
    .addCheckConstraint('price_period', sql`period in ('once', 'monthly', 'yearly', 'agreement')`)
    .addCheckConstraint('price_currency', sql`currency in ('CNY', 'USD')`)
    .addUniqueConstraint('price_once', ['package', 'period', 'currency', 'from_at'])
    .execute()
  await db.schema
    .createTable('orders.package_change')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('package', 'text', (c) => c.notNull().references('orders.package.code'))
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
    .addColumn('changes', 'jsonb', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('package_change_package')
    .on('orders.package_change')
    .columns(['package', 'id desc'])
    .execute()
}

async function createLedger(db: Kysely<unknown>) {
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
    .addColumn('taken_back', 'boolean', (c) => c.notNull().defaultTo(false))
    .addCheckConstraint('usage_entry_kind', sql`kind in ('document_1', 'document_2', 'esign')`)
    .addCheckConstraint(
      'usage_entry_grant_or_spend',
      sql`case when quantity > 0
        then grant_id is null and left_after is null and spent_by is null and expires_at is not null
        else grant_id is not null and left_after is not null and spent_by is not null and expires_at is null end`,
    )
    // Two uses of the same remainder of a grant cannot both be written.
    .addUniqueConstraint('usage_entry_once', ['grant_id', 'left_after'])
    .execute()
  await db.schema
    .createIndex('usage_entry_team')
    .on('orders.usage_entry')
    .columns(['team_id', 'id desc'])
    .execute()
  await db.schema
    .createIndex('usage_entry_grant')
    .on('orders.usage_entry')
    .columns(['team_id', 'kind', 'expires_at'])
    .where(sql<boolean>`quantity > 0`)
    .execute()
}

async function refuseChanges(db: Kysely<unknown>) {
  await sql`create function orders.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% is append-only', tg_table_name; end $$`.execute(db)
  for (const table of ['price', 'package_change', 'usage_entry'])
    await sql`create trigger append_only before update or delete on ${sql.table(`orders.${table}`)}
      for each row execute function orders.refuse_change()`.execute(db)
}

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
async function insertPackages(db: Kysely<any>) {
  const rows = PACKAGES.map(([code, plan, rank, seats, documents_1, documents_2, esigns, storage]) => ({
    code,
    plan,
    rank,
    seats,
    documents_1,
    documents_2,
    esigns,
    storage,
    chat_support: WITH_CHAT.includes(code),
    technical_support: SUPPORT[code] ?? 'email',
    automated_user: false,
    single_esign: code !== 'free',
    upload: true,
  }))
  await db.insertInto('orders.package').values(rows).execute()
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function insertPrices(db: Kysely<any>) {
  const price = (code: string, period: string, currency: string, amount: number) => ({
    id: sql`gen_random_uuid()`,
    package: code,
    period,
    currency,
    amount,
    from_at: sql`timestamptz '2026-01-01 00:00+08'`,
  })
  const single = SINGLE_PRICES.flatMap(([code, fen, cents]) => [
    price(code, 'once', 'CNY', fen),
    price(code, 'once', 'USD', cents),
  ])
  const plans = PLAN_PRICES.flatMap(([code, currency, monthly, yearly, agreement]) => [
    price(code, 'monthly', currency, monthly),
    price(code, 'yearly', currency, yearly),
    price(code, 'agreement', currency, agreement),
  ])
  await db
    .insertInto('orders.price')
    .values([...single, ...plans])
    .execute()
}

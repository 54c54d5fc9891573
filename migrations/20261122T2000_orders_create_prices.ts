import { type Kysely, sql } from 'kysely'

/** Cents, before the discount for a longer promise. */
const DOLLARS = [
  ['basic', 5_900],
  ['professional', 14_500],
  ['enterprise', 37_900],
  ['single_1', 1_500],
  ['single_2', 4_500],
] as const

/** chat support, technical support, automated user, single e-signing, upload */
const PROMISES = [
  ['free', false, 'email', false, false, false],
  ['single_1', false, 'email', false, true, false],
  ['single_2', false, 'email', false, true, false],
  ['single_esign', false, 'email', false, true, false],
  ['basic', true, 'email', false, true, false],
  ['professional', true, 'phone', false, true, false],
  ['enterprise', true, 'personal', false, true, false],
  ['customised', true, 'personal', false, true, false],
] as const

/**
 * Prices by package, period and currency: a new one is a new row, so that it is known what was asked when.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('orders.price')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('package', 'text', (c) => c.notNull().references('orders.package.code'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('amount', sql`numeric(15, 0)`, (c) => c.notNull().check(sql`amount >= 0`))
    .addColumn('from_at', 'timestamptz', (c) => c.notNull())
    .addColumn('set_by', 'uuid', (c) => c.references('accounts.account.id'))
    .addCheckConstraint('price_period', sql`period in ('once', 'monthly', 'yearly', 'agreement')`)
    .addCheckConstraint('price_currency', sql`currency in ('CNY', 'USD')`)
    .addUniqueConstraint('price_once', ['package', 'period', 'currency', 'from_at'])
    .execute()
  await sql`create trigger append_only before update or delete on orders.price
    for each row execute function orders.refuse_change()`.execute(db)
  await sql`insert into orders.package (code, plan, rank, seats, documents_1, documents_2, esigns, storage)
    values ('single_esign', 'single', 1, 1, 0, 0, 1, 104857600)`.execute(db)
  await movePrices(db)
  await addPromises(db)
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function movePrices(db: Kysely<any>) {
  const began = sql`timestamptz '2026-01-01 00:00+08'`
  await sql`insert into orders.price
    select gen_random_uuid(), code, period, 'CNY', amount, ${began} from orders.package, lateral (values
      (case when plan = 'single' then 'once' else 'monthly' end, price_monthly),
      ('yearly', price_yearly), ('agreement', price_agreement)) as of_it (period, amount)
    where amount > 0`.execute(db)
  await sql`insert into orders.price values
    (gen_random_uuid(), 'single_esign', 'once', 'CNY', 2000, ${began}),
    (gen_random_uuid(), 'single_esign', 'once', 'USD', 300, ${began})`.execute(db)
  for (const [code, cents] of DOLLARS)
    await sql`insert into orders.price select gen_random_uuid(), package, period, 'USD',
      case period when 'yearly' then ${cents}::numeric * 10 when 'agreement' then ${cents}::numeric * 9
        else ${cents}::numeric end, from_at
      from orders.price where package = ${code} and currency = 'CNY'`.execute(db)
  await db.schema
    .alterTable('orders.package')
    .dropColumn('price_monthly')
    .dropColumn('price_yearly')
    .dropColumn('price_agreement')
    .execute()
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function addPromises(db: Kysely<any>) {
  let table = db.schema.alterTable('orders.package').addColumn('technical_support', 'text')
  for (const column of ['chat_support', 'automated_user', 'single_esign', 'upload'] as const)
    table = table.addColumn(column, 'boolean')
  await table.execute()
  for (const [code, chat_support, technical_support, automated_user, single_esign, upload] of PROMISES)
    await db
      .updateTable('orders.package')
      .set({ chat_support, technical_support, automated_user, single_esign, upload })
      .where('code', '=', code)
      .execute()
  await sql`alter table orders.package
    alter column chat_support set not null, alter column automated_user set not null,
    alter column single_esign set not null, alter column upload set not null,
    alter column technical_support set not null,
    add check (technical_support in ('email', 'phone', 'personal'))`.execute(db)
}

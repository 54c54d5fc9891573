import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('orders.package_change')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('package', 'text', (c) => c.notNull().references('orders.package.code'))
    .addColumn('staff_id', 'uuid', (c) => c.notNull().references('accounts.account.id'))
    .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
    .addColumn('changes', 'jsonb', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  await sql`create index package_change_package on orders.package_change (package, id desc)`.execute(db)
  await sql`create trigger append_only before update or delete on orders.package_change
    for each row execute function orders.refuse_change()`.execute(db)
}

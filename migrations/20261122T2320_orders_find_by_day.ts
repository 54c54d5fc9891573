import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  await sql`alter table orders.statement add column first_at timestamptz, add column last_at timestamptz`.execute(
    db,
  )
  await sql`update orders.statement as statement set first_at = span.first_at, last_at = span.last_at
    from (select id, min(line.at) as first_at, max(line.at) as last_at
      from orders.statement, jsonb_to_recordset(lines) as line(at timestamptz) group by id) as span
    where span.id = statement.id`.execute(db)
  await sql`create index statement_days on orders.statement (last_at, first_at)`.execute(db)
  await sql`create index order_paid on orders.order (paid_at) where paid_at is not null`.execute(db)
  await sql`create index refund_day on orders.refund (done_at) where done_at is not null`.execute(db)
  await sql`create index sandbox_payment_day on orders.sandbox_payment (paid_at)`.execute(db)
}

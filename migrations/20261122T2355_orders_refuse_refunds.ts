import { type Kysely, sql } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current type
export async function up(db: Kysely<any>) {
  // Why the gateway refused it for good, and whether it was given back by somebody's own hand instead.
  await sql`alter table orders.refund add column refused text, add column by_hand boolean not null default false,
    add constraint refund_refused check (refused is null or done_at is null or by_hand)`.execute(db)
  await sql`create index refund_waiting on orders.refund (payment_id) where done_at is null`.execute(db)
}

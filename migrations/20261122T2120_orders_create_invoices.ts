import { type Kysely, sql } from 'kysely'

/** Who wants an invoice (fapiao) of which order, made out to whom, and what became of it. */
export async function up(db: Kysely<unknown>) {
  await sql`create table orders.invoice (
    id uuid primary key,
    order_id uuid not null references orders.order (id),
    asked_by uuid not null references accounts.account (id),
    kind text not null check (kind in ('ordinary', 'special')),
    title_kind text not null check (title_kind in ('individual', 'company')),
    title text not null,
    tax_number text not null,
    address text not null,
    phone text not null,
    bank text not null,
    bank_account text not null,
    email text not null,
    state text not null check (state in ('requested', 'issued', 'refused', 'reversed')),
    number text check ((number is null) = (state in ('requested', 'refused'))),
    reason text not null default '',
    asked_at timestamptz not null,
    constraint invoice_special check (kind = 'ordinary' or title_kind = 'company'))`.execute(db)
  // Of two who ask at once, one comes second.
  await sql`create unique index invoice_open on orders.invoice (order_id)
    where state in ('requested', 'issued')`.execute(db)
  await sql`create unique index invoice_number on orders.invoice (number)`.execute(db)
  await sql`create index invoice_order on orders.invoice (order_id, id desc)`.execute(db)
  await sql`create index invoice_state on orders.invoice (state, id)`.execute(db)
  await sql`create table orders.invoice_action (
    id uuid primary key,
    invoice_id uuid not null references orders.invoice (id),
    account_id uuid not null,
    action text not null check (action in ('request', 'issue', 'refuse', 'reverse')),
    words text not null,
    at timestamptz not null)`.execute(db)
  await sql`create index invoice_action_of on orders.invoice_action (invoice_id, id)`.execute(db)
}

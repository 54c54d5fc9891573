import { type Kysely, sql } from 'kysely'

/** Those of which a credit is in the books, whether from them or from another upload, is not known. */
export async function up(db: Kysely<unknown>) {
  await sql`update orders.statement as statement set recorded_at = coalesce(confirmed_at, uploaded_at)
    where confirmed_at is not null or exists (
      select from jsonb_array_elements(lines) as line
      join orders.payment as payment on payment.method = 'bank' and payment.reference = line->>'reference'
    )`.execute(db)
}

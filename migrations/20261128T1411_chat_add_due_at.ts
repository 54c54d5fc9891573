import { type Kysely, sql } from 'kysely'

const WORKING_DAYS = 1

/** By when we have to answer; those that are open count from their arrival. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('chat.conversation').addColumn('due_at', 'timestamptz').execute()
  await sql`update chat.conversation set due_at = (
      select (series.at::date + time '23:59:59') at time zone 'Asia/Shanghai'
      from generate_series((waiting_since at time zone 'Asia/Shanghai')::date + 1,
        (waiting_since at time zone 'Asia/Shanghai')::date + 60, interval '1 day') as series(at)
      left join platform.calendar_day as entry on entry.day = series.at::date
      where coalesce(entry.kind = 'worked', extract(isodow from series.at) < 6)
      order by series.at offset ${WORKING_DAYS - 1} limit 1)
    where state = 'waiting'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

type Days = [from: string, until: string, name: string]

/** Public holidays of the notices of the State Council, and the weekends that are worked for them. */
const HOLIDAYS: Days[] = [
  ['2025-01-01', '2025-01-01', '元旦'],
  ['2025-01-28', '2025-02-04', '春节'],
  ['2025-04-04', '2025-04-06', '清明节'],
  ['2025-05-01', '2025-05-05', '劳动节'],
  ['2025-05-31', '2025-06-02', '端午节'],
  ['2025-10-01', '2025-10-08', '国庆节、中秋节'],
  ['2026-01-01', '2026-01-03', '元旦'],
  ['2026-02-15', '2026-02-23', '春节'],
  ['2026-04-04', '2026-04-06', '清明节'],
  ['2026-05-01', '2026-05-05', '劳动节'],
  ['2026-06-19', '2026-06-21', '端午节'],
  ['2026-09-25', '2026-09-27', '中秋节'],
  ['2026-10-01', '2026-10-07', '国庆节'],
]

const WORKED: Days[] = [
  ['2025-01-26', '2025-01-26', '春节'],
  ['2025-02-08', '2025-02-08', '春节'],
  ['2025-04-27', '2025-04-27', '劳动节'],
  ['2025-09-28', '2025-09-28', '国庆节、中秋节'],
  ['2025-10-11', '2025-10-11', '国庆节、中秋节'],
  ['2026-01-04', '2026-01-04', '元旦'],
  ['2026-02-14', '2026-02-14', '春节'],
  ['2026-02-28', '2026-02-28', '春节'],
  ['2026-05-09', '2026-05-09', '劳动节'],
  ['2026-09-20', '2026-09-20', '国庆节'],
  ['2026-10-10', '2026-10-10', '国庆节'],
]

/** The days that are no working days, or are, against the week; and who of staff changed them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('platform.calendar_day')
    .addColumn('day', 'date', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('holiday', 'worked')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('platform.calendar_change')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('staff_id', 'uuid', (c) => c.notNull())
    .addColumn('changes', 'jsonb', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute()
  for (const [kind, list] of Object.entries({ holiday: HOLIDAYS, worked: WORKED }))
    for (const [from, until, name] of list)
      await sql`insert into platform.calendar_day (day, kind, name)
        select day::date, ${kind}, ${name}
        from generate_series(${from}::date, ${until}::date, interval '1 day') as day`.execute(db)
}

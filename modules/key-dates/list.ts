import { sql } from 'kysely'
import { DATE_KINDS, type DateKind } from '#assembly/dates/key-date.ts'
import { isDay } from '#src/core/day.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type Order, orderBy, pageFrom, pastCursor, readCursor } from '#src/db/keyset.ts'
import { type KeyDate, visibleDates } from './key-date.ts'

export const SHOWN_DATES = ['open', 'done'] as const

export interface DateFilter {
  show: (typeof SHOWN_DATES)[number]
  kind: DateKind | ''
  after: string
  before: string
}

export function readFilter({ show, kind, after = '', before = '' }: Record<string, string | undefined>) {
  return {
    show: SHOWN_DATES.find((one) => one === show) ?? 'open',
    kind: DATE_KINDS.find((one) => one === kind) ?? '',
    after,
    before,
  } satisfies DateFilter
}

/** The list's address; by default the first page. */
export function datesPath(filter: DateFilter, changes: Partial<DateFilter> = {}): string {
  const { show, ...rest } = { ...filter, after: '', before: '', ...changes }
  const parameters = Object.entries({ show: show === 'open' ? '' : show, ...rest }).filter(
    ([, value]) => value,
  )
  return parameters.length ? `/mgmt/key-dates?${new URLSearchParams(parameters)}` : '/mgmt/key-dates'
}

const ROWS = 50

type Row = Pick<KeyDate, 'id' | 'day'>

const order = (descending: boolean): Order<Row> => ({
  keys: [
    {
      column: sql`date.day`,
      textOf: ({ day }) => day,
      isText: isDay,
      parameterOf: (text) => sql`${text}::text`,
    },
    { column: sql`date.id`, textOf: ({ id }) => id, isText: isId, parameterOf: (text) => sql`${text}::uuid` },
  ],
  descending,
})

/** One page of the viewer's dates: open dates from the earliest, dates that are done from the latest. */
export async function listDates(db: Db, viewer: Viewer, filter: DateFilter) {
  const dateOrder = order(filter.show === 'done')
  const cursor = readCursor(dateOrder, filter)
  let query = visibleDates(db, viewer)
    .where('date.done_at', filter.show === 'done' ? 'is not' : 'is', null)
    .orderBy(orderBy(dateOrder, cursor))
    .limit(ROWS + 1)
  if (filter.kind) query = query.where('date.kind', '=', filter.kind)
  if (cursor) query = query.where(pastCursor(dateOrder, cursor))
  return pageFrom(dateOrder, cursor, ROWS, await query.execute())
}

/** The maximum number of dates in a calendar file. */
const MAX_ROWS = 2000

/** All open dates, for a calendar. */
export const openDates = (db: Db, viewer: Viewer): Promise<KeyDate[]> =>
  visibleDates(db, viewer)
    .where('date.done_at', 'is', null)
    .orderBy('date.day')
    .orderBy('date.id')
    .limit(MAX_ROWS)
    .execute()

import { sql } from 'kysely'
import { requireAccountsDesk, teamsByName } from '#modules/accounts/index.ts'
import { hasRecords, RECORDS_OF } from '#src/auth/account-records.ts'
import { fillsQueue } from '#src/calendar/queue.ts'
import { DAY } from '#src/core/clock.ts'
import { isId } from '#src/core/ids.ts'
import { readDecimal } from '#src/core/money.ts'
import { onePage } from '#src/core/paging.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { likePattern } from '#src/db/patterns.ts'
import { METHODS, type MethodName, ORDER_STATES, type OrderState } from '../../schema.ts'
import { dayStart, isDay } from '../day.ts'

export const ORDER_FILTERS = [...ORDER_STATES, 'slip', 'refunded'] as const

export interface OrderFilter {
  /** A part of the order's number or of the name of its team or buyer, or its exact amount. */
  keyword: string
  /** `slip`: orders with a proof of transfer to be confirmed; `refunded`: in part or in full. */
  state: OrderState | 'slip' | 'refunded' | ''
  method: MethodName | ''
  /** The id of a team; '' for all teams. */
  team: string
  /** Days in Shanghai as yyyy-MM-dd, both inclusive; '' for none. */
  since: string
  until: string
  /** The cursor of the page; '' for the first page. */
  before: string
}

export function readOrderFilter(query: Record<string, string | undefined>): OrderFilter {
  const date = (text = '') => (isDay(text) ? text : '')
  return {
    keyword: cleanText(query.keyword ?? '')
      .trim()
      .slice(0, 100),
    state: ORDER_FILTERS.find((state) => state === query.state) ?? '',
    method: METHODS.find((method) => method === query.method) ?? '',
    team: isId(query.team ?? '') ? query.team! : '',
    since: date(query.since),
    until: date(query.until),
    before: isId(query.before ?? '') ? query.before! : '',
  }
}

/** An address of the list, or of its file, with the filter. */
export function ordersPath(filter: OrderFilter, changes: Partial<OrderFilter> = {}, file = ''): string {
  const set = Object.entries({ ...filter, before: '', ...changes }).filter(([, value]) => value)
  return `/desk/orders${file}${set.length ? `?${new URLSearchParams(set)}` : ''}`
}

const ROWS = 20

fillsQueue('transfers', {
  from: sql`orders.slip as slip join orders.order as "order" on "order".id = slip.order_id
    where "order".state = 'pending' and slip.erased_at is null and slip.refused_at is null`,
  since: 'slip.uploaded_at',
})

hasRecords('orders', {
  needs: 'desk.finance',
  row: sql`select count(*)::int as count, count(*) filter (where state = 'pending')::int as open,
      '/desk/orders?team=' || min(team_id::text) as path
    from orders."order" as placed where placed.team_id = ${RECORDS_OF.team}`,
})

/** One page of all teams' orders, newest first. Makes one query. */
export async function searchOrders(db: Db, viewer: Viewer, filter: OrderFilter, size = ROWS) {
  requireAccountsDesk(viewer)
  const { keyword, state, method, team, since, until, before } = filter
  let query = db
    .selectFrom('orders.order as order')
    .innerJoin(teamsByName(db).as('team'), 'team.id', 'order.team_id')
    .select(['order.id', 'number', 'created_at', 'buyer_name', 'package', 'period', 'quantity', 'currency'])
    .select(['total', 'method', 'state', 'refunded', 'pay_until', 'paid_at', 'team.name as teamName'])
    .orderBy('order.id', 'desc')
    .limit(size + 1)
  if (keyword) {
    const pattern = likePattern(keyword)
    const amount = readDecimal(keyword)
    query = query.where((eb) =>
      eb.or([
        ...(['number', 'team.name', 'buyer_name'] as const).map((column) => eb(column, 'ilike', pattern)),
        ...(amount === null ? [] : [eb('total', '=', amount)]),
      ]),
    )
  }
  if (state === 'slip')
    query = query
      .where('state', '=', 'pending')
      .where(
        'order.id',
        'in',
        db
          .selectFrom('orders.slip')
          .select('order_id')
          .where('erased_at', 'is', null)
          .where('refused_at', 'is', null),
      )
  else if (state === 'refunded') query = query.where('refunded', '>', 0n)
  else if (state) query = query.where('state', '=', state)
  if (method) query = query.where('method', '=', method)
  if (team) query = query.where('order.team_id', '=', team)
  if (since) query = query.where('created_at', '>=', dayStart(since))
  if (until) query = query.where('created_at', '<', new Date(dayStart(until).getTime() + DAY))
  if (before) query = query.where('order.id', '<', before)
  return onePage(await query.execute(), size)
}

export type OrderHit = Awaited<ReturnType<typeof searchOrders>>['rows'][number]

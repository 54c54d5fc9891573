import { sql } from 'kysely'
import { MINUTE, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { queryGateway, silentGateways } from './query-gateway.ts'
import { METHODS_OF } from './registry.ts'

/** The shortest and the longest time between two queries, in milliseconds. */
const QUERY_INTERVALS = { least: MINUTE, max: 30 * MINUTE }

const gateways = () => METHODS_OF.filter(({ query }) => query).map(({ name }) => name)

/**
 * Selects pending orders whose gateway must be queried: whenever the age of the order has doubled, and
 * orders not queried since `startedAt`.
 */
function isDue(startedAt: string | undefined) {
  const lastQuery = sql<Date>`coalesce(asked_at, created_at)`
  const pause = sql`least(
    greatest(${lastQuery} - created_at, ${QUERY_INTERVALS.least} * interval '1 millisecond'),
    ${QUERY_INTERVALS.max} * interval '1 millisecond'
  )`
  const hasAgeDoubled = sql<boolean>`${lastQuery} + ${pause} <= ${now()}`
  if (!startedAt) return hasAgeDoubled
  return sql<boolean>`(${hasAgeDoubled} or asked_at is null or asked_at < ${new Date(startedAt)})`
}

const dueOrders = (db: Db, startedAt: string | undefined) =>
  db
    .selectFrom('orders.order')
    .selectAll()
    .where('state', '=', 'pending')
    .where('pay_until', '>', now())
    .where('method', 'in', gateways())
    .where(isDue(startedAt))
    .orderBy('asked_at', (by) => by.asc().nullsFirst())
    .limit(200)
    .execute()

/** Claims an order for this run; returns false if another run queries it. */
async function claim(db: Db, id: string, startedAt: string | undefined): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders.order')
    .set({ asked_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where(isDue(startedAt))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Queries the gateways about pending orders whose callback was lost and whose page is closed: after every
 * start of a server, and then at growing intervals.
 */
export const pendingOrders = job<{ startedAt?: string }>(
  'pending-orders',
  async (db, { startedAt }) => {
    const silentMethods = silentGateways()
    for (const order of await dueOrders(db, startedAt)) {
      if (silentMethods.has(order.method) || !(await claim(db, order.id, startedAt))) continue
      silentMethods.note(order.method, await queryGateway(db, order))
    }
  },
  { atStart: true },
)

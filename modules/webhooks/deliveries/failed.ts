import { sql } from 'kysely'
import { ago, DAY } from '#src/core/clock.ts'
import { TEST_TYPE } from '../schema.ts'

/** How long the log keeps what was sent. */
export const KEPT_FOR = 30 * DAY

/**
 * For a query about deliveries: those that were given up, or were due while the endpoint was disabled. Test
 * events are tried once.
 */
export const isFailed = () =>
  sql<boolean>`(state = 'failed' and type <> ${TEST_TYPE} and created_at >= ${ago(KEPT_FOR)})`

/** For a query about endpoints: how many of its deliveries failed. */
export const countFailed = () =>
  sql<number>`(select count(*)::int from webhooks.delivery where endpoint_id = endpoint.id and ${isFailed()})`

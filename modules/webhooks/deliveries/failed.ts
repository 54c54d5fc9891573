import { sql } from 'kysely'
import { ago, DAY } from '#src/core/clock.ts'
import { TEST_TYPE } from '../schema.ts'

/** How long the log shows a delivery. */
export const LOG_RETENTION = 30 * DAY

/**
 * For a query of deliveries: whether a delivery failed for good, or was due while the endpoint was disabled.
 * Test events do not count.
 */
export const isFailed = () =>
  sql<boolean>`(state = 'failed' and type <> ${TEST_TYPE} and created_at >= ${ago(LOG_RETENTION)})`

/** For a query of endpoints: the number of failed deliveries. */
export const countFailed = () =>
  sql<number>`(select count(*)::int from webhooks.delivery where endpoint_id = endpoint.id and ${isFailed()})`

import type { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import { log } from '#src/core/log.ts'
import { durations, QUERY_BOUNDS } from '#src/telemetry/metrics.ts'
import { errorType, failSpan, startLeafSpan } from '#src/telemetry/spans.ts'

const recordDuration = durations({
  name: 'db.client.operation.duration',
  description: 'Duration of queries, by operation and pool',
  bounds: QUERY_BOUNDS,
})

/** Queries that take at least this many milliseconds are logged. */
export const SLOW_MS = 500

/**
 * Runs a query. Records it as a span if the surrounding request or job is recorded; the queue’s own polling
 * is not. The recorded query has no values, because all values are parameters.
 */
export async function observeQuery<T>(
  query: CompiledQuery,
  pool: string,
  work: () => Promise<T>,
): Promise<T> {
  const span = startLeafSpan(
    () => summaryOf(query),
    () => ({
      'db.system.name': 'postgresql',
      'db.query.summary': summaryOf(query),
      'db.query.text': query.sql,
    }),
  )
  const began = performance.now()
  let failure: string | undefined
  try {
    return await work()
  } catch (error) {
    failure = errorType(error)
    if (span) {
      span.setAttribute('db.response.status_code', failure)
      failSpan(span, failure)
    }
    throw error
  } finally {
    span?.end()
    const milliseconds = performance.now() - began
    recordDuration(milliseconds, () => attributesOf(operationOf(query), pool, failure))
    if (milliseconds > SLOW_MS)
      log.warn({ ms: Math.round(milliseconds), pool, statement: query.sql }, 'slow query')
  }
}

const attributesByKey = new Map<string, Record<string, string>>()

/**
 * The attributes of a query. Returns the same object for equal arguments, of which there are few
 * combinations.
 */
function attributesOf(operation: string, pool: string, failure: string | undefined) {
  const key = `${operation} ${pool} ${failure}`
  const attributes = attributesByKey.get(key) ?? {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.client.connection.pool.name': pool,
    ...(failure && { 'error.type': failure }),
  }
  attributesByKey.set(key, attributes)
  return attributes
}

/** Ordered by frequency. */
const OPERATIONS: [RegExp, string][] = [
  [/^\s*select\b/i, 'SELECT'],
  [/^\s*insert\b/i, 'INSERT'],
  [/^\s*update\b/i, 'UPDATE'],
  [/^\s*(?:begin|start)\b/i, 'BEGIN'],
  [/^\s*commit\b/i, 'COMMIT'],
  [/^\s*with\b/i, 'WITH'],
  [/^\s*delete\b/i, 'DELETE'],
  [/^\s*rollback\b/i, 'ROLLBACK'],
]

const operationOf = ({ sql }: CompiledQuery) =>
  OPERATIONS.find(([pattern]) => pattern.test(sql))?.[1] ?? 'OTHER'

const summaries = new LRUCache<string, string>({ max: 1000 })

/** The operation and its tables: `SELECT platform.mail`. Computed once for each statement. */
function summaryOf(query: CompiledQuery): string {
  const cached = summaries.get(query.sql)
  if (cached) return cached
  const tables = query.sql.matchAll(/\b(?:from|join|into|update) "?([a-z_]{1,63})"?\."?([a-z_]{1,63})\b/g)
  const names = new Set([...tables].map(([, schema, table]) => `${schema}.${table}`))
  const summary = [operationOf(query), ...[...names].slice(0, 4)].join(' ')
  summaries.set(query.sql, summary)
  return summary
}

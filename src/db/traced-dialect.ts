import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely'
import { config } from '#src/core/config.ts'
import { inSpan } from '#src/telemetry/telemetry.ts'

const counter = new AsyncLocalStorage<{ queries: number }>()

/** Runs `work` and returns the number of its queries; the page tests keep that number constant. */
export async function countQueries<T>(work: () => Promise<T>): Promise<{ result: T; queries: number }> {
  const count = { queries: 0 }
  const result = await counter.run(count, work)
  return { result, queries: count.queries }
}

/** Every query is a span when tracing is on, and is counted inside `countQueries`. */
export function tracedDialect(dialect: Dialect): Dialect {
  const createDriver = () => traceDriver(dialect.createDriver())
  return {
    createDriver,
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function traceDriver(driver: Driver): Driver {
  const seen = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (...args) => {
    const connection = await acquire(...args)
    if (!seen.has(connection)) {
      seen.add(connection)
      traceConnection(connection)
    }
    return connection
  }
  return driver
}

function traceConnection(connection: DatabaseConnection) {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = <R>(query: CompiledQuery, ...rest: never[]) => {
    const count = counter.getStore()
    if (count) count.queries++
    const run = () => execute<R>(query, ...rest)
    if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return run()
    return inSpan('query', { 'db.system': 'postgresql', 'db.statement': query.sql }, run)
  }
}

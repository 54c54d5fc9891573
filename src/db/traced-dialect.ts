import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely'
import { observeQuery } from './observed-query.ts'

const counter = new AsyncLocalStorage<{ queries: number }>()

/** Runs `work` and returns the number of its queries; the page tests keep that number constant. */
export async function countQueries<T>(work: () => Promise<T>): Promise<{ result: T; queries: number }> {
  const count = { queries: 0 }
  const result = await counter.run(count, work)
  return { result, queries: count.queries }
}

/** A dialect in which every query is observed (`observed-query.ts`), and counted inside `countQueries`. */
export function tracedDialect(dialect: Dialect, pool: string): Dialect {
  const createDriver = () => traceDriver(dialect.createDriver(), pool)
  return {
    createDriver,
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function traceDriver(driver: Driver, pool: string): Driver {
  const traced = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (...args) => {
    const connection = await acquire(...args)
    if (!traced.has(connection)) {
      traced.add(connection)
      traceConnection(connection, pool)
    }
    return connection
  }
  return driver
}

function traceConnection(connection: DatabaseConnection, pool: string) {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = <R>(query: CompiledQuery, ...rest: never[]) => {
    const count = counter.getStore()
    if (count) count.queries++
    return observeQuery(query, pool, () => execute<R>(query, ...rest))
  }
}

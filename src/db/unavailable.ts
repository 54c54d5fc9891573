/**
 * The database is down or unavailable. `asAppError` (`src/http/errors/error-page.tsx`) answers 503; `cause`
 * is the driver's error.
 */
export class DatabaseUnavailable extends Error {
  readonly code = '08001'
}

/** Whether the query was never sent. Compares codes, because the queue passes errors on as copies. */
export const isQueryUnsent = (thrown: unknown) => partsOf(thrown).code === '08001'

/**
 * SQLSTATE classes and codes of transient errors such as a deadlock: the same request may succeed a moment
 * later.
 */
const TRANSIENT_CODES = [
  '08', // connection exceptions
  '57P', // shut down, crashed, starting up, dropped, idle for too long
  '57014', // statement_timeout
  '53300', // too many connections
  '55P03', // lock_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read only: a standby that was the primary a moment ago
  '40001', // serialization failure of a transaction
  '40P01', // deadlock
]

/** Node's error codes for an unreachable server. */
const NETWORK = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)

/** Messages of pg, its pool and Kysely without a code (source: pg 8.23, pg-pool 3.14, kysely 0.29). */
const LOST_CONNECTION = /^Connection terminated|not queryable|connection has been discarded/
const WAIT_TIMEOUT = /^timeout exceeded when trying to connect|^timeout expired|after calling end on the pool/

interface DatabaseError {
  code?: unknown
  message?: unknown
  severity?: unknown
}

const partsOf = (thrown: unknown) => {
  const { code, message, severity } = (thrown ?? {}) as DatabaseError
  return { code: String(code ?? ''), message: String(message ?? ''), severity }
}

/** Whether this error only means that the database or a connection is unavailable or busy. */
export function isUnavailable(thrown: unknown): boolean {
  const { code, message } = partsOf(thrown)
  if (NETWORK.has(code) || TRANSIENT_CODES.some((one) => code.startsWith(one))) return true
  return code === '' && (LOST_CONNECTION.test(message) || WAIT_TIMEOUT.test(message))
}

/** Whether the error is that a read-only transaction tried to write. */
export const isReadOnly = (thrown: unknown) => partsOf(thrown).code === '25006'

/** Whether the connection that threw this error is unusable. */
export function isConnectionLost(thrown: unknown): boolean {
  const { code, message, severity } = partsOf(thrown)
  if (severity === 'FATAL' || severity === 'PANIC' || NETWORK.has(code) || code.startsWith('08')) return true
  return code === '' && LOST_CONNECTION.test(message)
}

/**
 * Whether a row that should be deleted is still referenced. A reference to a missing row has the same code.
 */
export function isStillReferenced(thrown: unknown): boolean {
  const { code, message } = partsOf(thrown)
  return code === '23503' && String(message).startsWith('update or delete on table')
}

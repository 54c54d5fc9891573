/** The database cannot be asked at present; `cause` is what the driver said. */
export class DatabaseUnavailable extends Error {
  readonly code = '08001'
}

/** Whether nothing was asked at all. By its code: the queue hands errors on as copies. */
export const isRefusedUnasked = (thrown: unknown) => partsOf(thrown).code === '08001'

/** SQLSTATE classes and codes after which the same request may well succeed a moment later. */
const PASSING = [
  '08', // connection exceptions
  '57P', // shut down, crashed, starting up, dropped, idle for too long
  '57014', // statement_timeout
  '53300', // too many connections
  '55P03', // lock_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read only: a standby that was the primary a moment ago
  '40001', // serialization failure
  '40P01', // deadlock
]

/** What Node says when the other side is not there. */
const NETWORK = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)

/** What pg, its pool and Kysely say without a code (source: pg 8.23, pg-pool 3.14, kysely 0.29). */
const LOST = /^Connection terminated|not queryable|connection has been discarded/
const WAITED = /^timeout exceeded when trying to connect|^timeout expired|after calling end on the pool/

interface DatabaseError {
  code?: unknown
  message?: unknown
  severity?: unknown
}

const partsOf = (thrown: unknown) => {
  const { code, message, severity } = (thrown ?? {}) as DatabaseError
  return { code: String(code ?? ''), message: String(message ?? ''), severity }
}

/** Whether this error only says that the database, or a connection of it, is not there or too busy now. */
export function isUnavailable(thrown: unknown): boolean {
  const { code, message } = partsOf(thrown)
  if (NETWORK.has(code) || PASSING.some((one) => code.startsWith(one))) return true
  return code === '' && (LOST.test(message) || WAITED.test(message))
}

/** Whether the connection on which this was thrown can carry nothing more. */
export function isConnectionLost(thrown: unknown): boolean {
  const { code, message, severity } = partsOf(thrown)
  if (severity === 'FATAL' || severity === 'PANIC' || NETWORK.has(code) || code.startsWith('08')) return true
  return code === '' && LOST.test(message)
}

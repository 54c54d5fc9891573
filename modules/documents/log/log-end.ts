import { config } from '#src/core/config.ts'
import type { KeyChange } from '#src/core/sealing.ts'
import { keyedHash, sameText } from '#src/core/secrets.ts'

/**
 * The last row of a document's audit log, stored on the document, with a seal that the database alone cannot
 * make.
 */
export interface LogEnd {
  number: number
  hash: string
  /** HMAC over the document id and both values, or UNSEALED. */
  seal: string
}

/** The value stored instead of a seal: only the command `seal-logs` accepts such an end. */
export const UNSEALED = 'before'

const sealOf = (documentId: string, { number, hash }: Omit<LogEnd, 'seal'>, key = config.secretKey) =>
  keyedHash(key, `audit log ${documentId} ${number} ${hash}`)

export const sealedEnd = (documentId: string, lastAction: Omit<LogEnd, 'seal'>): LogEnd => ({
  number: lastAction.number,
  hash: lastAction.hash,
  seal: sealOf(documentId, lastAction),
})

/** Whether we wrote this end. */
export const isGenuine = (documentId: string, end: LogEnd | null): end is LogEnd =>
  end !== null && sameText(end.seal, sealOf(documentId, end))

/** The end sealed with the present key; null when its seal is not by the former key. */
export function sealEndAgain(documentId: string, end: LogEnd, { former, present }: KeyChange): LogEnd | null {
  if (!sameText(end.seal, sealOf(documentId, end, former))) return null
  return { ...end, seal: sealOf(documentId, end, present) }
}

/**
 * A fault of a log: the first invalid row, the number of rows missing at its end, or an end that cannot be
 * confirmed.
 */
export type LogFault = { row: number } | { missing: number } | 'unconfirmed'

/** Compares an intact chain with the stored end. */
export function endFault(
  documentId: string,
  rows: { number: number; hash: string }[],
  end: LogEnd | null,
): LogFault | null {
  if (!isGenuine(documentId, end)) return 'unconfirmed'
  if (rows.length < end.number) return { missing: end.number - rows.length }
  if (rows.length > end.number) return { row: end.number + 1 }
  return rows.at(-1)?.hash === end.hash ? null : { row: end.number }
}

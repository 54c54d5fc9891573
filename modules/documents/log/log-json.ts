import { now } from '#src/core/clock.ts'
import type { Action } from '../audit-log.ts'
import type { Heading } from '../document.ts'

/** The path of the program that recomputes an exported log. */
export const CHECKER = '/check-log.mjs'

/**
 * Version 2 is a file with only the last part of a log. Programs for version 1 reject the version, instead of
 * reporting that the chain is broken.
 */
type LogVersion = 1 | 2

const HASH =
  'SHA-256 of the UTF-8 text JSON.stringify([previous, document_id, number, at, identity, operator, action, details]), with the keys of details sorted by UTF-16 code units'

/**
 * A log, or the end of one, with exactly the fields that are hashed, so that anyone can recompute the chain.
 */
export function logJson({ id, name, number }: Pick<Heading, 'id' | 'name' | 'number'>, actions: Action[]) {
  const version: LogVersion = actions[0] && actions[0].number > 1 ? 2 : 1
  const log = {
    format: 'qishu-action-log',
    version,
    hash: HASH,
    exported_at: now().toISOString(),
    document: { id, name, number },
    actions: actions.map((row) => ({
      document_id: row.document_id,
      number: row.number,
      at: row.at.toISOString(),
      identity: row.identity,
      operator: row.operator,
      action: row.action,
      details: row.details,
      previous: row.previous,
      hash: row.hash,
    })),
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

import { now } from '#src/core/clock.ts'
import type { Action } from '../audit-log.ts'
import type { Heading } from '../document.ts'

/** Where the program is served that recomputes an exported log. */
export const CHECKER = '/check-log.mjs'

const HASH =
  'SHA-256 of the UTF-8 text JSON.stringify([previous, document_id, number, at, identity, operator, action, details]), with the keys of details sorted by UTF-16 code units'

/** The log with exactly the fields that are hashed, so that anybody can recompute the chain. */
export function logJson({ id, name, number }: Pick<Heading, 'id' | 'name' | 'number'>, actions: Action[]) {
  const log = {
    format: 'qishu-action-log',
    version: 1,
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

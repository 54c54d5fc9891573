import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { ActionName, ActionTable } from './schema.ts'

export interface Actor {
  identity: ActionTable['identity']
  operator: string
}

export const SYSTEM: Actor = { identity: 'system', operator: 'Qishu' }

export function actorOf(viewer: Viewer, creatorId: string): Actor {
  return { identity: viewer.id === creatorId ? 'creator' : 'colleague', operator: viewer.name }
}

const FIRST = '0'.repeat(64)

type Details = Record<string, string | number>

/** SHA-256 over the row before and this row's own fields, as compact JSON in this order. */
export function actionHash(
  row: Omit<ActionTable, 'hash' | 'details' | 'at'> & { details: Details; at: string },
) {
  const { document_id, number, at, identity, operator, action, details, previous } = row
  const sorted = Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)))
  return hashOf(JSON.stringify([previous, document_id, number, at, identity, operator, action, sorted]))
}

/** Appends to the document's audit log, a hash chain from the first draft on. The document's row is locked first, so that numbers and chain have no fork. */
export async function logAction(
  trx: Db,
  documentId: string,
  actor: Actor,
  action: ActionName,
  details: Details = {},
) {
  await trx
    .selectFrom('documents.document')
    .select('id')
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const last = await trx
    .selectFrom('documents.action')
    .select(['number', 'hash'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const at = now()
  const row = {
    document_id: documentId,
    number: (last?.number ?? 0) + 1,
    identity: actor.identity,
    operator: actor.operator,
    action,
    previous: last?.hash ?? FIRST,
  }
  const hash = actionHash({ ...row, details, at: at.toISOString() })
  await trx
    .insertInto('documents.action')
    .values({ ...row, at, details: JSON.stringify(details), hash })
    .execute()
}

export async function listActions(db: Db, documentId: string) {
  return db
    .selectFrom('documents.action')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute()
}

/** The number of the first row whose hash or link does not hold, or null when the chain is whole. */
export function findBrokenLink(rows: Awaited<ReturnType<typeof listActions>>): number | null {
  let previous = FIRST
  for (const [index, row] of rows.entries()) {
    const hash = actionHash({ ...row, details: row.details, at: row.at.toISOString() })
    if (row.number !== index + 1 || row.previous !== previous || row.hash !== hash) return index + 1
    previous = row.hash
  }
  return null
}

import './log/log-events.ts'
import { now } from '#src/core/clock.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { endFault, isGenuine, type LogFault, sealedEnd } from './log/log-end.ts'
import type { ActionName, ActionTable } from './schema.ts'

export interface Actor {
  identity: ActionTable['identity']
  operator: string
}

const SYSTEM: Actor = { identity: 'system', operator: 'Qishu' }

export function actorOf(viewer: Viewer, creatorId: string): Actor {
  return { identity: viewer.id === creatorId ? 'creator' : 'colleague', operator: viewer.name }
}

const INITIAL_HASH = '0'.repeat(64)

type Details = Record<string, string | number>

/** SHA-256 over the previous row's hash and this row's fields, as compact JSON in this order. */
export function actionHash(
  row: Omit<ActionTable, 'hash' | 'details' | 'at'> & { details: Details; at: string },
) {
  const { document_id, number, at, identity, operator, action, details, previous } = row
  const sortedDetails = Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)))
  return hashOf(
    JSON.stringify([previous, document_id, number, at, identity, operator, action, sortedDetails]),
  )
}

/** The actions that can begin a log. */
const FIRST_ACTIONS: ReadonlySet<ActionName> = new Set(['create', 'import'])

/**
 * Appends a row to the document's audit log, a hash chain from the first draft on, and stores its new end.
 * Locks the document's row first, so that numbers and chain cannot fork. The new row continues from the
 * stored end: tampering remains visible as a break, and an end that we did not write is never confirmed.
 */
export async function logAction(
  trx: Db,
  documentId: string,
  actor: Actor | 'system',
  action: ActionName,
  details: Details = {},
) {
  const { log_end: end, ...documentFields } = await trx
    .selectFrom('documents.document')
    .select(['log_end', 'team_id as teamId', 'number', 'status'])
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const latestAction = await trx
    .selectFrom('documents.action')
    .select(['number', 'hash'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { identity, operator } = actor === 'system' ? SYSTEM : actor
  const genuineEnd = isGenuine(documentId, end) ? end : null
  const createdAt = now()
  const row = {
    document_id: documentId,
    number: Math.max(latestAction?.number ?? 0, genuineEnd?.number ?? 0) + 1,
    identity,
    operator,
    action,
    previous: genuineEnd?.hash ?? latestAction?.hash ?? INITIAL_HASH,
  }
  const hash = actionHash({ ...row, details, at: createdAt.toISOString() })
  await trx
    .insertInto('documents.action')
    .values({ ...row, at: createdAt, details: JSON.stringify(details), hash })
    .execute()
  await emit(trx, 'action-logged', { document: { id: documentId, ...documentFields }, action, hash })
  const isNewLog = !end && !latestAction && FIRST_ACTIONS.has(action)
  if (genuineEnd || isNewLog) await storeEnd(trx, documentId, { number: row.number, hash })
}

async function storeEnd(trx: Db, documentId: string, lastAction: { number: number; hash: string }) {
  await trx
    .updateTable('documents.document')
    .set({ log_end: JSON.stringify(sealedEnd(documentId, lastAction)) })
    .where('id', '=', documentId)
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

export type Action = Awaited<ReturnType<typeof listActions>>[number]

/**
 * The log and its fault, or null, read in one snapshot, so that a concurrent action is not taken for a
 * fault.
 */
export async function readLog(db: Db, documentId: string) {
  const rows = await db
    .selectFrom('documents.document as document')
    .leftJoin('documents.action as action', 'action.document_id', 'document.id')
    .selectAll('action')
    .select('log_end')
    .where('document.id', '=', documentId)
    .orderBy('number')
    .execute()
  const actions = rows.filter((row) => row.number !== null) as Action[]
  const row = findBrokenLink(actions)
  const fault: LogFault | null = row ? { row } : endFault(documentId, actions, rows[0]?.log_end ?? null)
  return { actions, fault }
}

/** The number of the first row with a wrong hash or link, or null when the chain is intact. */
export function findBrokenLink(rows: Action[]): number | null {
  let previous = INITIAL_HASH
  for (const [index, row] of rows.entries()) {
    const hash = actionHash({ ...row, details: row.details, at: row.at.toISOString() })
    if (row.number !== index + 1 || row.previous !== previous || row.hash !== hash) return index + 1
    previous = row.hash
  }
  return null
}

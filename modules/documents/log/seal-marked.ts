import { sql } from 'kysely'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { logAction } from '../audit-log.ts'
import { sealedEnd, UNSEALED } from './log-end.ts'

const BATCH_SIZE = 500

/** The documents whose log ends an operator marked after changing `SECRET_KEY`; at most 500. */
const listMarkedLogs = (db: Db) =>
  db
    .selectFrom('documents.document')
    .select(['id', 'number', 'name', 'log_end'])
    .where(sql<string>`log_end->>'seal'`, '=', UNSEALED)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()

export type MarkedLog = Awaited<ReturnType<typeof listMarkedLogs>>[number]

/**
 * Run by an operator's command: calls `confirm` with the marked documents, at most 500 at a time, and if it
 * returns true, seals their ends unchanged. Returns the documents' ids. Each log gets a row about the
 * sealing, because anyone with write access to the database can set the mark.
 */
export async function sealMarkedLogs(
  db: Db,
  confirm: (markedLogs: MarkedLog[]) => boolean,
): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const batch = await listMarkedLogs(db)
    if (!confirm(batch)) break
    for (const { id } of batch) if (await sealMarked(db, id)) ids.push(id)
    if (batch.length < BATCH_SIZE) break
  }
  if (ids.length) log.warn({ event: 'logs sealed', documents: ids }, 'ends of action logs sealed on command')
  return ids
}

async function sealMarked(db: Db, id: string) {
  return db.transaction().execute(async (trx) => {
    const markedLog = await trx
      .selectFrom('documents.document')
      .select('log_end')
      .where('id', '=', id)
      .where(sql<string>`log_end->>'seal'`, '=', UNSEALED)
      .forUpdate()
      .executeTakeFirst()
    if (!markedLog) return false
    await trx
      .updateTable('documents.document')
      .set({ log_end: JSON.stringify(sealedEnd(id, markedLog.log_end!)) })
      .where('id', '=', id)
      .execute()
    await logAction(trx, id, 'system', 'seal-log')
    return true
  })
}

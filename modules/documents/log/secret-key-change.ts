import { sql } from 'kysely'
import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'
import { sealEndAgain } from './log-end.ts'

const BATCH_SIZE = 1000

/** The next documents after an id, ordered by id; from the first for null. */
const documentsAfter = (trx: Db, id: string | null) =>
  trx
    .selectFrom('documents.document')
    .select(['id', 'log_end'])
    .$if(id !== null, (query) => query.where('id', '>', id))
    .where('log_end', 'is not', null)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .forUpdate()
    .execute()

/**
 * Seals the ends of action logs with the new key. An end without a seal by the former key remains unchanged,
 * and still cannot be confirmed.
 */
export async function carryLogEnds(trx: Db, change: KeyChange) {
  const unreadableEnds: string[] = []
  let resealedCount = 0
  for (let lastId: string | null = null; ; ) {
    const batch = await documentsAfter(trx, lastId)
    const rows = batch.flatMap(({ id, log_end }) => {
      const end = sealEndAgain(id, log_end!, change)
      if (!end) unreadableEnds.push(`document ${id}`)
      return end ? [{ id, log_end: end }] : []
    })
    await sql`update documents.document as document set log_end = row.log_end
      from json_to_recordset(${JSON.stringify(rows)}) as row (id uuid, log_end jsonb)
      where document.id = row.id`.execute(trx)
    resealedCount += rows.length
    if (batch.length < BATCH_SIZE) return { carried: resealedCount, left: unreadableEnds }
    lastId = batch.at(-1)!.id
  }
}

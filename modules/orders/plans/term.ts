import type { Selectable } from 'kysely'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import type { PackageTable, TermTable } from '../schema.ts'

export type Term = Selectable<TermTable>

/** The current and future terms of a team's plan, the current one first. */
export const liveTerms = (db: Db, teamId: string) =>
  db
    .selectFrom('orders.term')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('replaced_at', 'is', null)
    .where('to_at', '>', now())
    .orderBy('from_at')

type NewTerm = Omit<Term, 'id' | 'replaced_at' | 'credited' | 'contents'> & { contents?: PackageTable }

export async function addTerm(trx: Db, { contents, ...term }: NewTerm) {
  const agreed = contents ? JSON.stringify(contents) : null
  await trx
    .insertInto('orders.term')
    .values({ id: newId(), replaced_at: null, credited: null, contents: agreed, ...term })
    .execute()
}

/** Ends a term that an upgrade replaces. */
export async function replaceTerm(trx: Db, { id }: Pick<Term, 'id'>, credited: bigint) {
  await trx.updateTable('orders.term').set({ replaced_at: now(), credited }).where('id', '=', id).execute()
}

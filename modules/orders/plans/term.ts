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

type GeneratedColumn = 'id' | 'replaced_at' | 'credited' | 'created_at'

type NewTerm = Omit<Term, GeneratedColumn | 'contents' | 'replaces_id'> & {
  contents?: PackageTable | null
  replaces_id?: string | null
}

export async function addTerm(trx: Db, { contents, replaces_id = null, ...term }: NewTerm) {
  const agreed = contents ? JSON.stringify(contents) : null
  await trx
    .insertInto('orders.term')
    .values({
      id: newId(),
      replaced_at: null,
      credited: null,
      contents: agreed,
      replaces_id,
      created_at: now(),
      ...term,
    })
    .execute()
}

/** Ends a term that an upgrade or a refund replaces. */
export async function replaceTerm(trx: Db, { id }: Pick<Term, 'id'>, credited: bigint) {
  await trx.updateTable('orders.term').set({ replaced_at: now(), credited }).where('id', '=', id).execute()
}

import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { isId } from '#src/core/ids.ts'
import type { Move } from '#src/core/reorder.ts'
import type { Db } from '#src/db/db.ts'
import type { ContactType } from './schema.ts'

interface AddressBook {
  teamId: string
  type: ContactType
}

/** Serialises changes of the order of a team's contacts. */
export const lockOrder = (trx: Db, teamId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${teamId}`}, 0))`.execute(trx)

/**
 * Positions after all others, including those of deleted contacts, which may be restored. The caller must
 * hold the lock.
 */
export async function lastPositions(
  trx: Db,
  { teamId, type }: AddressBook,
  count: number,
): Promise<string[]> {
  const lastRow = await rowsOf(trx, { teamId, type }).orderBy('position', 'desc').limit(1).executeTakeFirst()
  return generateNKeysBetween(lastRow?.position ?? null, null, count)
}

/** The position after the move; null if the contact is there already. The caller must hold the lock. */
export async function positionAfter(
  trx: Db,
  book: AddressBook,
  contact: { id: string; position: string },
  move: Move,
): Promise<string | null> {
  const follower = await followerOf(trx, book, contact, move)
  if (follower === undefined) return null
  const earlierRows = rowsOf(trx, book).where('id', '!=', contact.id).orderBy('position', 'desc').limit(1)
  const previousRow = await (follower
    ? earlierRows.where('position', '<', follower)
    : earlierRows
  ).executeTakeFirst()
  return generateKeyBetween(previousRow?.position ?? null, follower)
}

const rowsOf = (trx: Db, { teamId, type }: AddressBook) =>
  trx.selectFrom('contacts.contact').select('position').where('team_id', '=', teamId).where('type', '=', type)

/** The position of the next contact after the move; null at the end, undefined if nothing moves. */
async function followerOf(
  trx: Db,
  book: AddressBook,
  { id, position }: { id: string; position: string },
  move: Move,
): Promise<string | null | undefined> {
  const presentRows = rowsOf(trx, book).where('deleted_at', 'is', null).where('id', '!=', id)
  const rowsAfter = (position: string) => presentRows.where('position', '>', position).orderBy('position')
  if (move === 'last') return (await rowsAfter(position).limit(1).executeTakeFirst()) ? null : undefined
  if (move === 'down') {
    const [passed, follower] = await rowsAfter(position).limit(2).execute()
    return passed ? (follower?.position ?? null) : undefined
  }
  if (move === 'up' || move === 'first') {
    const earlierRows = presentRows.where('position', '<', position)
    const order = move === 'up' ? 'desc' : 'asc'
    return (await earlierRows.orderBy('position', order).limit(1).executeTakeFirst())?.position
  }
  const target = 'before' in move ? move.before : move.behind
  const targetRow = isId(target) ? await presentRows.where('id', '=', target).executeTakeFirst() : undefined
  if ('before' in move || !targetRow) return targetRow?.position
  return (await rowsAfter(targetRow.position).limit(1).executeTakeFirst())?.position ?? null
}

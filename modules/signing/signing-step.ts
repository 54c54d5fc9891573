import './events.ts'
import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'
import { announce } from '#src/jobs/announce.ts'

const turns = (db: Db) =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select(['signatory.id', 'signatory.name', 'email', 'signing_id', 'provider', 'expires_at'])
    .select(['document_id', 'document_name', 'document_number', 'starter_id', 'starter_name'])

/** The signatories who are invited now. */
export const runningTurns = (db: Db) =>
  turns(db).where('signatory.state', '=', 'invited').where('signing.state', '=', 'started')

export async function announceTurn(trx: Db, signatoryId: string, what: 'turn-came' | 'turn-taken') {
  const turn = await turns(trx).where('signatory.id', '=', signatoryId).executeTakeFirstOrThrow()
  await announce(trx, what, { turn })
}

/** For an address that was just verified by an account: announces the signings that wait at it. */
export async function announceTurnsAt(trx: Db, { email }: { email: string }) {
  const found = await runningTurns(trx).where(sql`lower(signatory.email)`, '=', email.toLowerCase()).execute()
  for (const turn of found) await announce(trx, 'turn-came', { turn })
}

/** For our staff: the document numbers and senders of these signings. */
export async function whoseSignings(db: Db, ids: string[]) {
  if (!ids.length) return []
  return db
    .selectFrom('signing.signing')
    .select(['id', 'document_number as number', 'starter_team as team'])
    .where('id', 'in', ids)
    .execute()
}

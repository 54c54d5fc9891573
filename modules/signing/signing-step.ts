import './events.ts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { brandOf } from '#modules/brand/index.ts'
import type { Database, Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import type { SignatoryTable } from './schema.ts'

const selectTurns = (db: Db) =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select([
      'signatory.id',
      'signatory.name',
      'email',
      'phone',
      'signing_id',
      'provider',
      'expires_at',
      'locale',
    ])
    .select(['document_id', 'document_name', 'document_number', 'starter_id', 'starter_name', 'starter_team'])
    .select('signing.state as signing_state')
    .select(brandOf(db, sql.ref('signing.team_id')).as('brand'))

/** A signatory with the signing. */
export const findTurn = (db: Db, signatoryId: string) =>
  selectTurns(db).where('signatory.id', '=', signatoryId).executeTakeFirstOrThrow()

/** The signatories who are invited now. */
export const runningTurns = (db: Db) =>
  selectTurns(db).where('signatory.state', '=', 'invited').where('signing.state', '=', 'started')

/**
 * Other documents that wait for the same person's signature, at a contact that the person has proved to own;
 * oldest first.
 */
export const otherTurnsAt = (db: Db, { id, ...person }: Identified & { id: string }) =>
  runningTurns(db)
    .where((eb) => eb.or([atMailbox(eb, person), atPhone(eb, person)]))
    .where('signatory.id', '!=', id)
    .orderBy('signatory.id')
    .limit(20)
    .execute()

type Identified = Pick<Selectable<SignatoryTable>, 'email' | 'phone' | 'identification'>
type TurnExpressions = ExpressionBuilder<Database & { signatory: SignatoryTable }, 'signatory'>

/** People who are identified by this person's mailbox only. */
const atMailbox = (eb: TurnExpressions, { email, identification }: Identified) =>
  eb.and([
    eb('signatory.identification', '=', 'email'),
    eb(sql`lower(signatory.email)`, '=', identification === 'phone' ? null : (email?.toLowerCase() ?? null)),
  ])

/** The same condition for the phone. */
const atPhone = (eb: TurnExpressions, { phone, identification }: Identified) =>
  eb.and([
    eb('signatory.identification', '=', 'phone'),
    eb('signatory.phone', '=', identification === 'email' ? null : phone),
  ])

export async function emitTurn(trx: Db, signatoryId: string, what: 'turn-came' | 'turn-taken') {
  await emit(trx, what, { turn: await findTurn(trx, signatoryId) })
}

/** For an address that an account has just verified: emits `turn-came` for each signing that waits for it. */
export async function emitTurnsAt(trx: Db, { address }: { address: string }) {
  const steps = await runningTurns(trx)
    .where(sql`lower(coalesce(signatory.email, signatory.phone))`, '=', address.toLowerCase())
    .execute()
  for (const turn of steps) await emit(trx, 'turn-came', { turn })
}

/** For our staff: the document numbers and senders of these signings. */
export async function sendersOfSignings(db: Db, ids: string[]) {
  if (!ids.length) return []
  return db
    .selectFrom('signing.signing')
    .select(['id', 'document_number as number', 'starter_team as team'])
    .where('id', 'in', ids)
    .execute()
}

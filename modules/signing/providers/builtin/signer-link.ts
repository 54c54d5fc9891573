import type { Db } from '#src/app/database.ts'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import { hashOf, newToken } from '#src/core/secrets.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { sendInvitation } from './emails/invitation.ts'

/** Makes a link for the signatory; only its hash is kept, and the one before it is dead. */
export async function signerLink(trx: Db, signatoryId: string): Promise<string> {
  const token = newToken()
  const fresh = { token_hash: hashOf(token), code_hash: null, code_tries: 0, entrance_hash: null }
  await trx
    .insertInto('signing.builtin_link')
    .values({ signatory_id: signatoryId, ...fresh })
    .onConflict((oc) => oc.column('signatory_id').doUpdateSet(fresh))
    .execute()
  return publicUrl(`/sign/${token}`)
}

export async function invite(trx: Db, signatoryId: string) {
  const link = await signerLink(trx, signatoryId)
  await sendInvitation(trx, await turnOf(trx, signatoryId), link)
}

function joined(db: Db) {
  return db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select([
      ...(['signatory.id', 'signatory.name', 'email', 'party', 'position', 'locale', 'signed_at'] as const),
      ...(['signing_id', 'document_id', 'document_name', 'document_number', 'starter_id'] as const),
      ...(['starter_name', 'starter_team', 'expires_at'] as const),
      'signatory.state as state',
      'signing.state as signing_state',
    ])
}

export async function turnOf(db: Db, id: string) {
  return joined(db).where('signatory.id', '=', id).executeTakeFirstOrThrow()
}

export type Turn = Awaited<ReturnType<typeof turnOf>>

const byLink = (db: Db) =>
  joined(db).innerJoin('signing.builtin_link as link', 'link.signatory_id', 'signatory.id')

/** Whose link this is. Throws NOT_FOUND for a wrong one, a replaced one, and one that never was, alike. */
export async function turnByToken(db: Db, token: string): Promise<Turn> {
  const turn = await byLink(db)
    .where('token_hash', '=', hashOf(token.slice(0, 100)))
    .executeTakeFirst()
  return turn ?? notFound()
}

/** The turn of a browser that has entered. Throws NOT_FOUND for everybody else. */
export async function turnByEntrance(db: Db, signatoryId: string, secret: string | undefined): Promise<Turn> {
  if (!isId(signatoryId) || !secret) notFound()
  const turn = await byLink(db)
    .where('signatory.id', '=', signatoryId)
    .where('entrance_hash', '=', hashOf(secret))
    .where('entrance_expires_at', '>', now())
    .executeTakeFirst()
  return turn ?? notFound()
}

import { DAY, fromNow, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { VALID_DAYS } from './authorisation.ts'
import type { NumberKind, SenderKind } from './schema.ts'

/**
 * An authorisation that a sender has granted at the service of another company, which checked their
 * identity.
 */
export interface GrantedElsewhere {
  teamId: string
  accountId: string
  person: string
  provider: string
  sender: SenderKind
  name: string
  numberKind: NumberKind
  /** The sender's number; '' for an individual, whose number only the service stores. */
  number: string
  /** The service's id of the sender. */
  reference: string
  /** The period; null when the service states no beginning or no end. */
  startsAt: Date | null
  endsAt: Date | null
}

/**
 * Stores a granted authorisation once for each reference and end. It ends after 365 days, or earlier if the
 * service says so.
 */
export async function recordGranted(trx: Db, authorisation: GrantedElsewhere) {
  const startsAt = authorisation.startsAt ?? now()
  const endsAt = earlierOf(authorisation.endsAt, fromNow(VALID_DAYS * DAY))
  if (endsAt <= now() || endsAt <= startsAt) return
  await trx
    .insertInto('authorisations.authorisation')
    .values({
      id: newId(),
      team_id: authorisation.teamId,
      account_id: authorisation.accountId,
      person: authorisation.person,
      provider: authorisation.provider,
      sender: authorisation.sender,
      reference: authorisation.reference,
      name: authorisation.name,
      number_kind: authorisation.numberKind,
      number: authorisation.number,
      legal_representative: null,
      licence: null,
      statement: '1.0',
      state: 'granted',
      reason: null,
      requested_at: now(),
      decided_at: now(),
      decided_by: null,
      starts_at: startsAt,
      ends_at: endsAt,
      warned_days: null,
    })
    .execute()
}

const earlierOf = (a: Date | null, b: Date) => (a && a < b ? a : b)

interface SentSigning {
  teamId: string
  accountId: string
  provider: string
  sentAt: Date
}

/**
 * The authorisation at a service for a signing under way, granted by its team as an institution or by the
 * person who sent it: a valid one or else the last one that ended after the sending, because the end of an
 * authorisation does not affect a signing under way. Undefined when there is none.
 */
export const authorisationAt = (db: Db, { teamId, accountId, provider, sentAt }: SentSigning) =>
  db
    .selectFrom('authorisations.authorisation')
    .select(['id', 'sender', 'name', 'number', 'reference'])
    .where('team_id', '=', teamId)
    .where('provider', '=', provider)
    .where('state', '=', 'granted')
    .where('ends_at', '>', sentAt)
    .where((eb) => eb.or([eb('sender', '=', 'institution'), eb('account_id', '=', accountId)]))
    .orderBy((eb) => eb('ends_at', '>', now()), 'desc')
    .orderBy('sender', 'desc')
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Ends the sender's authorisation at a service, which has reported its end, and earlier ones of the same
 * sender there.
 */
export async function endAuthorisation(trx: Db, id: string) {
  await trx
    .updateTable('authorisations.authorisation as one')
    .from('authorisations.authorisation as ended')
    .set({ ends_at: now() })
    .where('ended.id', '=', id)
    .whereRef('one.team_id', '=', 'ended.team_id')
    .whereRef('one.provider', '=', 'ended.provider')
    .whereRef('one.reference', '=', 'ended.reference')
    .where('one.ends_at', '>', now())
    .execute()
}

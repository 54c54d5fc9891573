import type { ExpressionBuilder, Selectable } from 'kysely'
import { findProfile, requirePermission } from '#modules/accounts/index.ts'
import { realName } from '#modules/real-name/index.ts'
import { dueAt } from '#src/calendar/reply.ts'
import { DAY, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Database, Db } from '#src/db/db.ts'
import type { Picture } from '#src/files/pictures/picture.ts'
import { putFile } from '#src/jobs/storage.ts'
import { sendStaffNoticeLater } from './emails/staff-notice.ts'
import type { AuthorisationTable, NumberKind } from './schema.ts'
import { checkIndividual, checkInstitution } from './sender-check.ts'

export type Authorisation = Selectable<AuthorisationTable>

/** How long an authorisation is valid (source: specification, sections 6 and 9). */
export const VALID_DAYS = 365

/** How many days before its end an authorisation can be renewed. */
export const RENEWABLE_DAYS = 30

/** Our own service. A service of another company has separate authorisations. */
export const BUILTIN = 'builtin'

/** The version of the statement in the locales. */
const STATEMENT = '1.0'

export const licenceKey = (id: string) => `authorisations/${id}`

type AuthorisationQuery = ExpressionBuilder<Database & { authorisation: AuthorisationTable }, 'authorisation'>

/**
 * The condition for authorisations under which the viewer may send: their team's as an institution, and
 * their own.
 */
const ownCondition = (eb: AuthorisationQuery, { id, teamId }: Viewer) =>
  eb.and([eb('team_id', '=', teamId), eb.or([eb('sender', '=', 'institution'), eb('account_id', '=', id)])])

/**
 * The condition that the sender's name is unchanged: an authorisation names its sender, and is no longer
 * valid after a change of the name.
 */
const hasCurrentName = (eb: AuthorisationQuery, { name, teamName }: Viewer) =>
  eb('name', '=', eb.case('sender').when('institution').then(teamName).else(name).end())

/**
 * A query expression: the viewer's valid authorisation at a service, as an institution if there is one,
 * otherwise as an individual; of several, the one that ends last.
 */
export const validAuthorisation = (db: Db, viewer: Viewer, provider: string) =>
  db
    .selectFrom('authorisations.authorisation as authorisation')
    .select(['id', 'sender', 'name', 'ends_at'])
    .where((eb) => ownCondition(eb, viewer))
    .where((eb) => hasCurrentName(eb, viewer))
    .where('provider', '=', provider)
    .where('state', '=', 'granted')
    .where('starts_at', '<=', now())
    .where('ends_at', '>', now())
    .orderBy('sender', 'desc')
    .orderBy('ends_at', 'desc')
    .limit(1)

/** A query expression: the viewer's valid authorisations, the last one at each service. */
export const validAuthorisations = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('authorisations.authorisation as authorisation')
    .distinctOn('provider')
    .select(['provider', 'sender', 'name', 'ends_at'])
    .where((eb) => ownCondition(eb, viewer))
    .where((eb) => hasCurrentName(eb, viewer))
    .where('state', '=', 'granted')
    .where('starts_at', '<=', now())
    .where('ends_at', '>', now())
    .orderBy('provider')
    .orderBy('sender', 'desc')
    .orderBy('ends_at', 'desc')

/** A query expression: when the viewer's pending authorisation at a service was requested. */
export const pendingAuthorisation = (db: Db, { teamId }: Viewer, provider: string) =>
  db
    .selectFrom('authorisations.authorisation')
    .select('requested_at')
    .where('team_id', '=', teamId)
    .where('provider', '=', provider)
    .where('state', '=', 'pending')

/** The viewer's authorisation as a page shows it; times are in ISO 8601, as they are read from JSON. */
export interface AuthorisationStatus {
  valid: { sender: AuthorisationTable['sender']; name: string; ends_at: string } | null
  pending: { requested_at: string } | null
}

/** The number of whole days until an end, rounded up; at least 0. */
export const daysUntil = (end: Date) => Math.max(0, Math.ceil((end.getTime() - now().getTime()) / DAY))

/** The authorisation under which the viewer sends. Throws AUTHORISATION_REQUIRED when none is valid. */
export async function requireAuthorisation(db: Db, viewer: Viewer, provider: string) {
  const authorisation = await validAuthorisation(db, viewer, provider).executeTakeFirst()
  if (!authorisation) throw new AppError('AUTHORISATION_REQUIRED')
  return authorisation
}

/** The viewer's authorisations, newest first. */
export const listAuthorisations = (db: Db, viewer: Viewer): Promise<Authorisation[]> =>
  db
    .selectFrom('authorisations.authorisation as authorisation')
    .selectAll()
    .where((eb) => ownCondition(eb, viewer))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** Throws NOT_FOUND for an unknown authorisation and for one that is not the viewer's. */
export async function findAuthorisation(db: Db, viewer: Viewer, id: string): Promise<Authorisation> {
  if (!isId(id)) notFound()
  const authorisation = await db
    .selectFrom('authorisations.authorisation as authorisation')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => ownCondition(eb, viewer))
    .executeTakeFirst()
  return authorisation ?? notFound()
}

/** Shortens an ID number to its first and last characters, e.g. 3101…12. */
const shortened = (number: string) => `${number.slice(0, 4)}…${number.slice(-2)}`

/**
 * Grants an individual's authorisation immediately. With a real-name service, name and ID number must match.
 * Returns the id. Throws ACCESS_DENIED, IDENTITY_INFO_MISSING, INVALID_FIELD, UNAVAILABLE.
 */
export async function authoriseAsIndividual(
  db: Db,
  viewer: Viewer,
  { kind, number }: { kind: NumberKind; number: string },
): Promise<string> {
  requirePermission(viewer, 'document.sign')
  if (!viewer.name) throw new AppError('IDENTITY_INFO_MISSING')
  const checkResult = await checkIndividual(kind, { name: viewer.name, number })
  const row = {
    ...newRow(viewer, 'individual', viewer.name),
    number_kind: kind,
    number: shortened(number),
    legal_representative: null,
    licence: null,
    ...grantedNow(),
    decided_by: null,
    ...(checkResult && {
      check_outcome: 'match' as const,
      check_reference: checkResult.reference,
      checked_at: now(),
    }),
  }
  await db.insertInto('authorisations.authorisation').values(row).execute()
  return row.id
}

/** The values of an authorisation that is granted now, for 365 days. */
export function grantedNow() {
  const startsAt = now()
  const endsAt = new Date(startsAt.getTime() + VALID_DAYS * DAY)
  return { state: 'granted' as const, decided_at: startsAt, starts_at: startsAt, ends_at: endsAt }
}

/** The information about the viewer's team that an authorisation as an institution needs. */
export async function findInstitution(db: Db, viewer: Viewer) {
  const { companyName, credit_code } = await findProfile(db, viewer)
  return { name: companyName, creditCode: credit_code }
}

/**
 * Requests the authorisation by an institution, whose licence our staff check first. Returns the id. Throws
 * ACCESS_DENIED, IDENTITY_INFO_MISSING, and AUTHORISATION_PENDING while an earlier one is checked.
 */
export async function authoriseAsInstitution(
  db: Db,
  viewer: Viewer,
  entry: { registrationNumber: string; legalRepresentative: string; licence: Picture },
): Promise<string> {
  requirePermission(viewer, 'document.sign')
  const { name, creditCode } = await findInstitution(db, viewer)
  if (!name) throw new AppError('IDENTITY_INFO_MISSING')
  const row = {
    ...newRow(viewer, 'institution', name),
    number_kind: creditCode ? ('credit-code' as const) : ('registration' as const),
    number: creditCode ?? entry.registrationNumber,
    legal_representative: entry.legalRepresentative,
    licence: entry.licence.type,
    state: 'pending' as const,
    ...UNDECIDED,
  }
  await db.transaction().execute(async (trx) => {
    const insertedRow = await trx
      .insertInto('authorisations.authorisation')
      .values({ ...row, due_at: await dueAt(trx, 'general') })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst()
    if (insertedRow.numInsertedOrUpdatedRows !== 1n) throw new AppError('AUTHORISATION_PENDING')
    await putFile(trx, licenceKey(row.id), entry.licence.bytes)
    await sendStaffNoticeLater(trx, { id: row.id, name })
    if (creditCode && realName.service) await checkInstitution.enqueue(trx, { id: row.id })
  })
  return row.id
}

const UNDECIDED = { decided_at: null, decided_by: null, starts_at: null, ends_at: null }

const newRow = (
  { id, teamId, name: person }: Viewer,
  sender: AuthorisationTable['sender'],
  name: string,
) => ({
  id: newId(),
  team_id: teamId,
  account_id: id,
  person,
  provider: BUILTIN,
  sender,
  name,
  statement: STATEMENT,
  reason: null,
  requested_at: now(),
  warned_days: null,
})

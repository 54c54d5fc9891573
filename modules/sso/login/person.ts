import {
  accountsAt,
  addIdentityProviderMember,
  logAccountAction,
  teamNames,
} from '#modules/accounts/index.ts'
import { takesPoint } from '#src/auth/rate-limit.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'
import { lockConnection, type Provider } from '../connection/connection.ts'
import { type Claims, domainOf } from './claims.ts'
import { ProviderError } from './provider-error.ts'

/** The person who logs in: already linked, a member who will be linked, or a new member. */
export type Person =
  | { kind: 'linked'; accountId: string }
  | { kind: 'member'; accountId: string }
  | { kind: 'new'; email: string; name: string }

/**
 * Finds the person whom a team's provider has identified. The provider is trusted for linked ids and for
 * addresses in domains that the team has proved, never for an account outside the team. Throws a
 * ProviderError in all other cases.
 */
export async function findPerson(
  db: Db,
  { teamId, adds_members }: Pick<Provider, 'teamId' | 'adds_members'>,
  { subject, email, emailVerified, name }: Claims,
): Promise<Person> {
  const identity = await db
    .selectFrom('sso.identity')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (identity) return { kind: 'linked', accountId: await requireMember(db, teamId, identity.account_id) }
  if (!email) throw new ProviderError('noEmail')
  if (!emailVerified) throw new ProviderError('unverified', { email })
  if (!(await isProved(db, teamId, domainOf(email)))) throw new ProviderError('domain', { email })
  const [account] = await accountsAt(db, [email])
  if (!account) {
    if (!adds_members) throw new ProviderError('notInvited', { email })
    return { kind: 'new', email, name }
  }
  if (account.team_id !== teamId) throw new ProviderError('elsewhere', { email })
  if (await isLinked(db, teamId, account.id)) throw new ProviderError('otherIdentity', { email })
  return { kind: 'member', accountId: account.id }
}

/**
 * Removing a member gives them a team of their own, to which this provider must not give access.
 */
async function requireMember(db: Db, teamId: string, accountId: string): Promise<string> {
  const member = await teamNames(db, { teamId }).where('id', '=', accountId).executeTakeFirst()
  if (!member) throw new ProviderError('left')
  return accountId
}

async function isProved(db: Db, teamId: string, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('sso.domain')
    .select('id')
    .where('team_id', '=', teamId)
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

async function isLinked(db: Db, teamId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sso.identity')
    .select('id')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The account to which this person logs in. The first login links it, or creates it if the team has a free
 * seat. Throws as `findPerson` does, and MEMBER_LIMIT after notifying the administrators.
 */
export async function accountFor(
  db: Db,
  provider: Provider,
  claims: Claims,
  locale: Locale,
): Promise<string> {
  const { teamId } = provider
  try {
    return await db.transaction().execute((trx) => linkedAccount(trx, provider, claims, locale))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { email } = claims
    if (error.code === 'EMAIL_ALREADY_EXISTS') throw new ProviderError('elsewhere', { email: email! })
    if (error.code === 'INVITER_WITHOUT_PLAN') throw new ProviderError('notInvited', { email: email! })
    if (error.code !== 'MEMBER_LIMIT') throw error
    await notifyOfMissingSeat(db, teamId, email!)
    throw new AppError('MEMBER_LIMIT', { email: email! }, 'sso.problem.seats')
  }
}

async function linkedAccount(trx: Db, provider: Provider, claims: Claims, locale: Locale): Promise<string> {
  const { teamId } = provider
  // Two concurrent first logins run one after the other.
  const connection = await lockConnection(trx, teamId)
  const isSameProvider = connection?.issuer === provider.issuer && connection.client_id === provider.clientId
  if (!isSameProvider || connection.state === 'disabled') throw new ProviderError('off')
  const person = await findPerson(trx, { teamId, adds_members: connection.adds_members }, claims)
  if (person.kind === 'linked') return person.accountId
  const id =
    person.kind === 'member'
      ? person.accountId
      : await addIdentityProviderMember(trx, teamId, { ...person, locale })
  await trx
    .insertInto('sso.identity')
    .values({ id: newId(), team_id: teamId, subject: claims.subject, account_id: id, created_at: now() })
    .execute()
  await logAccountAction(trx, { id }, 'link-sso')
  return id
}

/** Notifies each team at most once a day. */
async function notifyOfMissingSeat(db: Db, teamId: string, email: string) {
  if (!(await takesPoint({ name: 'sso-seats', points: 1, per: 86_400 }, teamId))) return
  await db.transaction().execute((trx) => emit(trx, 'sso-seats-used', { teamId, email }))
}

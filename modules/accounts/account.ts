import { type Expression, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { findSession } from '#src/auth/session.ts'
import { now } from '#src/core/clock.ts'
import { AppError, type ErrorCode } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import { newId } from '#src/core/ids.ts'
import type { PackageCode, Role, StaffRole, Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { onUniqueViolation } from '#src/db/unique.ts'
import { hasFactor, secondFactorOf } from './factors/factor-rule.ts'
import { mailLocale } from './notices/notice-choice.ts'
import { passwordFits } from './password/password.ts'
import { effectivePackage, permissionsOf } from './permissions.ts'
import type { AccountTable, Identity } from './schema.ts'

/** The accounts with the columns of a viewer. */
export const accountsWithTeam = (db: Db) =>
  db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
    .select([
      'account.id',
      'team_id as teamId',
      'team.name as teamName',
      'username',
      'account.name',
      'email',
      'mobile',
      'role',
      'grants',
      'staff_roles as staffRoles',
      'package as ordered',
      'package_ends_at as packageEndsAt',
      'singles_end_at as singlesEndAt',
      'factor_required_at as factorRequiredAt',
    ])
    .select(hasFactor(sql.ref('account.id')).as('hasFactor'))

/** The accounts that may log in. */
const loginAccounts = (db: Db) => accountsWithTeam(db).where('state', '=', 'active')

type LoginAccountRow = Awaited<ReturnType<ReturnType<typeof loginAccounts>['executeTakeFirstOrThrow']>>

export function viewerOf(row: LoginAccountRow, loginAt?: Date): Viewer {
  const { grants, staffRoles, ordered, packageEndsAt, singlesEndAt, factorRequiredAt, ...columns } = row
  const { hasFactor, ...viewerColumns } = columns
  const singles = singlesEndAt !== null && singlesEndAt > now()
  const plan = effectivePackage(ordered, packageEndsAt, singles)
  const permissions = permissionsOf({ role: viewerColumns.role, staffRoles, grants, package: plan, singles })
  const secondFactor = secondFactorOf({ role: viewerColumns.role, factorRequiredAt, hasFactor }, loginAt)
  return { ...viewerColumns, package: plan, permissions, secondFactor }
}

/** The viewer of an account, with its team, plan and permissions; null when the account may not log in. */
export async function findViewer(db: Db, accountId: string): Promise<Viewer | null> {
  const row = await loginAccounts(db).where('account.id', '=', accountId).executeTakeFirst()
  return row ? viewerOf(row) : null
}

/** The viewer of an account by username, also of a disabled or frozen account; null when there is none. */
export async function findOwner(db: Db, username: string): Promise<Viewer | null> {
  const accounts = accountsWithTeam(db).where('state', 'not in', ['erased', 'automated'])
  const row = await accounts.where('username', '=', username).executeTakeFirst()
  return row ? viewerOf(row) : null
}

/** An additional fact about a viewer, as an expression over their account's id. */
type ViewerFact<Fact> = (accountId: Expression<string>) => RawBuilder<Fact>

/**
 * Finds the session of a token and its viewer, with the result of `factQuery`, in one query. The viewer is
 * null if the account may not log in. `passive` does not extend the session.
 */
export async function findVisitor<Fact = null>(
  db: Db,
  token: string | undefined,
  {
    factQuery = () => sql<Fact>`null`,
    passive = false,
  }: { factQuery?: ViewerFact<Fact>; passive?: boolean } = {},
) {
  if (!token) return { accountId: null, viewer: null, fact: null }
  const people = loginAccounts(db).select(factQuery(sql.ref('account.id')).as('fact'))
  const session = await findSession(db, token, people, passive)
  if (!session?.person) return { accountId: session?.accountId ?? null, viewer: null, fact: null }
  const { fact, ...row } = session.person
  return { accountId: session.accountId, viewer: viewerOf(row, session.since), fact }
}

/** The names of the team's accounts by id, for other modules' queries to join. */
export const teamNames = (db: Db, { teamId }: Pick<Viewer, 'teamId'>) =>
  db.selectFrom('accounts.account').select(['id', 'name']).where('team_id', '=', teamId)

/** Names and addresses of all accounts by id, for other modules' desk queries to join. */
export const customerNames = (db: Db) =>
  db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
    .select(['account.id', 'account.name', 'username', 'email', 'team.name as teamName'])
    .select(
      sql<PackageCode>`case when package_ends_at <= ${now()} then 'free' else package end`.as('package'),
    )

/** The names of all teams by id, for other modules' desk queries to join. */
export const teamsByName = (db: Db) => db.selectFrom('accounts.team').select(['id', 'name'])

/** The error code that prevents an account from logging in; null for an active or unknown account. */
export async function findRefusal(db: Db, accountId: string): Promise<ErrorCode | null> {
  const row = await db
    .selectFrom('accounts.account')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return REFUSED_STATE[row?.state ?? 'active'] ?? null
}

const REFUSED_STATE: Record<string, ErrorCode> = {
  disabled: 'ACCOUNT_DISABLE',
  frozen: 'ACCOUNT_FREEZE_OR_DEACTIVATE',
  exception: 'ACCOUNT_EXCEPTION',
}

/** The data of an account that a login needs. */
export type LoginAccount = Pick<Selectable<AccountTable>, 'id' | 'password_hash' | 'state' | 'role'>

/** The account with this username, email or mobile number; a username may look like another's number. */
export async function findByLogin(db: Db, login: string): Promise<LoginAccount | undefined> {
  const name = login.toLowerCase()
  const mobile = mobileNumber(login)
  return db
    .selectFrom('accounts.account')
    .select(['id', 'password_hash', 'state', 'role'])
    .where((eb) =>
      eb.or([
        eb(sql`lower(username)`, '=', name),
        eb(sql`lower(email)`, '=', name),
        ...(mobile ? [eb('mobile', '=', mobile)] : []),
      ]),
    )
    .orderBy(sql`lower(username) = ${name}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findLoginAccount(db: Db, accountId: string): Promise<LoginAccount> {
  return db
    .selectFrom('accounts.account')
    .select(['id', 'password_hash', 'state', 'role'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
}

/** Throws an error if the account's state prevents logins by any method. */
export function refuseBlocked({ state, role }: Pick<LoginAccount, 'state' | 'role'>) {
  const errorCode = REFUSED_STATE[state]
  if (!errorCode) return
  const isSuspended = role === 'agent' && state !== 'disabled'
  throw new AppError(errorCode, {}, isSuspended ? 'desk.staff.refused' : undefined)
}

/**
 * Locks the account until the transaction ends; throws if it has changed since its owner was identified. A
 * concurrent new password or block therefore either comes before the session and prevents it, or comes after
 * the session and ends it.
 */
export async function lockUnchanged(trx: Db, account: LoginAccount) {
  const { password_hash, state } = await trx
    .selectFrom('accounts.account')
    .select(['password_hash', 'state'])
    .where('id', '=', account.id)
    .forShare()
    .executeTakeFirstOrThrow()
  if (password_hash !== account.password_hash) throw new AppError('LOGIN_INVALID')
  refuseBlocked({ ...account, state })
}

/**
 * The id of the account with this username or email and this password. Throws LOGIN_INVALID for a wrong name
 * as for a wrong password, or the error of the state for which the account may not log in.
 */
export async function authenticate(db: Db, login: string, password: string): Promise<string> {
  const account = await findByLogin(db, login)
  if (!(await passwordFits(account?.password_hash, password))) throw new AppError('LOGIN_INVALID')
  refuseBlocked(account!)
  return account!.id
}

export interface NewAccount {
  username: string
  email: string | null
  mobile: string | null
  name: string
  identity: Identity
  department: string
  passwordHash: string
  locale: Locale
  role: Role
  staff_roles?: StaffRole[]
  /** Whether the guided tour starts on the first visit to the home page. */
  tour_due?: boolean
}

const TAKEN_ERRORS: Record<string, ErrorCode> = {
  account_username: 'ACCOUNT_ALREADY_EXISTS',
  account_email: 'EMAIL_ALREADY_EXISTS',
  account_mobile: 'MOBILE_ALREADY_EXISTS',
}

/** Creates an account in a team. Throws the error of a value that is taken, also by a concurrent request. */
export async function createAccount(trx: Db, teamId: string, account: NewAccount): Promise<string> {
  const { passwordHash, ...rest } = account
  const id = newId()
  const row: Insertable<AccountTable> = {
    ...rest,
    id,
    team_id: teamId,
    home_team_id: teamId,
    password_hash: passwordHash,
    agreed_at: now(),
    created_at: now(),
  }
  await trx.insertInto('accounts.account').values(row).execute().catch(onTakenValue)
  return id
}

/** Turns an error of the unique indexes into the error code of the value that is taken. */
export const onTakenValue = onUniqueViolation(TAKEN_ERRORS)

/** The accounts with these email addresses and mobile numbers. */
export async function accountsAt(db: Db, addresses: (string | null)[]) {
  const lowerAddresses = addresses.filter((one) => one !== null).map((one) => one.toLowerCase())
  if (!lowerAddresses.length) return []
  return db
    .selectFrom('accounts.account')
    .select(['id', 'email', 'team_id'])
    .where((eb) => eb.or([eb(sql`lower(email)`, 'in', lowerAddresses), eb('mobile', 'in', lowerAddresses)]))
    .execute()
}

/** The administrators of a team. */
export async function administratorsOf(db: Db, teamId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts.account')
    .select('id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'admin')
    .execute()
  return rows.map(({ id }) => id)
}

/** `facts` are attributes of a company besides its name. */
export async function createTeam(
  trx: Db,
  name: string,
  facts: { credit_code?: string; address?: string; phone?: string } = {},
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('accounts.team')
    .values({ ...facts, id, name, created_at: now() })
    .execute()
  return id
}

/** The account with this email or mobile number, if any. */
export async function accountAt(db: Db, address: string) {
  return db
    .selectFrom('accounts.account as account')
    .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
    .select(['account.id', 'username', 'account.name', 'team.name as teamName', 'email', 'mobile'])
    .select('password_hash')
    .select(mailLocale.as('locale'))
    .where((eb) => eb.or([eb(sql`lower(email)`, '=', address.toLowerCase()), eb('mobile', '=', address)]))
    .executeTakeFirst()
}

/** Stores the language in which the account last read the site, used for mails if none is chosen. */
export async function storeLanguage(db: Db, accountId: string, locale: Locale) {
  await db
    .updateTable('accounts.account')
    .set({ locale })
    .where('id', '=', accountId)
    .where('locale', '!=', locale)
    .execute()
}

/** The address and language for mails to an account. */
export async function findMailbox(db: Db, accountId: string) {
  return db
    .selectFrom('accounts.account as account')
    .select(['name', 'email', 'mobile'])
    .select(mailLocale.as('locale'))
    .where('id', '=', accountId)
    .executeTakeFirst()
}

import './events.ts'
import { type Selectable, sql } from 'kysely'
import { needsApproval, onApproval, requestApproval, type StaffViewer } from '#src/auth/approval.ts'
import { findOpenMoney } from '#src/auth/open-money.ts'
import { endAllSessions } from '#src/auth/session.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { eraseUserLog } from '#src/http/user-log.ts'
import { emit } from '#src/jobs/module-events.ts'
import { deleteSentMails } from '#src/mail/mail.ts'
import { createTeam } from './account.ts'
import { eraseApprovals } from './desk/approvals/approval.ts'
import { findAccountForDesk } from './desk/desk-accounts.ts'
import { logDeskAction } from './desk/desk-log.ts'
import { closeDeletionRequest } from './desk/requests/request.ts'
import { eraseAutomatedUsers } from './members/automated-user.ts'
import { lockTeams } from './members/members.ts'
import { notifyOwner } from './notice-mail.ts'
import { NO_PASSWORD } from './password/password.ts'
import type { AccountTable } from './schema.ts'

type Account = Selectable<AccountTable>

/**
 * Erases an account at its owner's request (PIPL 47), made by the form or by letter: deletes all identifying
 * data and unsigned documents. The empty row remains, because logs and signed documents refer to it. Throws
 * ACCESS_DENIED for the viewer's own account and for staff, and MEMBERS_REMAIN while the team that it leads
 * has other members.
 */
export async function eraseAccount(db: Db, viewer: Viewer, id: string, reason: string) {
  const afterCommit = await db.transaction().execute((trx) => eraseAccountIn(trx, viewer, id, reason))
  afterCommit()
}

/** Like `eraseAccount`, within a transaction; returns a callback to run after the commit. */
async function eraseAccountIn(trx: Db, viewer: StaffViewer, id: string, reason: string) {
  await findAccountForDesk(trx, viewer, id)
  if (id === viewer.id) throw new AppError('ACCESS_DENIED')
  const erasedAt = now()
  const account = await lockAccount(trx, id)
  if (account && account.state !== 'erased') {
    requireCustomer(account)
    await eraseLocked(trx, account, erasedAt)
    await logDeskAction(trx, viewer, { accountId: id, action: 'erase', reason })
    await notifyOwner(trx, account, 'erased', { username: account.username })
  }
  // The erasure is logged outside of the database, so that it can be repeated after a restore.
  return () => log.info({ event: ERASED, account: id, staff: viewer.id, at: erasedAt }, ERASED)
}

onApproval('erasure', {
  permission: 'desk.moderation',
  apply: async (trx, viewer, { subjectId, form }) => {
    await requireSettled(trx, await findAccountForDesk(trx, viewer, subjectId), form.moneyOpen === 'yes')
    return eraseAccountIn(trx, viewer, subjectId, form.ground!)
  },
})

/**
 * Throws INVALID_FIELD while the account has unsettled money, unless staff have confirmed the erasure
 * nevertheless.
 */
async function requireSettled(db: Db, account: Parameters<typeof findOpenMoney>[1], confirmed: boolean) {
  if (confirmed || !(await findOpenMoney(db, account)).length) return
  throw new AppError('INVALID_FIELD', { field: 'moneyOpen' }, 'desk.problem.moneyOpen')
}

/**
 * Erases the account immediately, or requests the approval of a colleague if one is required; returns the
 * path of the result page. Throws the errors of `eraseAccount`, and INVALID_FIELD while money is open and
 * `moneyOpen` does not confirm it.
 */
export async function requestErasure(
  db: Db,
  viewer: Viewer,
  id: string,
  { ground: reason, moneyOpen }: { ground: string; moneyOpen: string },
) {
  const account = await findAccountForDesk(db, viewer, id)
  if (id === viewer.id || account.role === 'agent') throw new AppError('ACCESS_DENIED')
  if (account.state !== 'erased') await requireSettled(db, account, moneyOpen === 'yes')
  if (account.state === 'erased' || !needsApproval()) {
    await eraseAccount(db, viewer, id, reason)
    return null
  }
  return requestApproval(db, viewer, {
    kind: 'erasure',
    subjectId: id,
    accountId: id,
    path: `/desk/accounts/${id}`,
    form: { ground: reason, moneyOpen },
    facts: [{ what: 'username', before: account.username, after: '' }],
    reason,
  })
}

/** The event in the log by which erasures are found and repeated. */
export const ERASED = 'account erased'

export type RepeatedErasure = 'erased again' | 'erased already' | 'not in this database'

/**
 * Repeats an erasure that was made after the backup from which the database was restored, without another
 * mail. `staffId` is the member of staff who erased the account, if the log names them. Throws
 * MEMBERS_REMAIN, like `eraseAccount`.
 */
export async function repeatErasure(
  db: Db,
  id: string,
  { staffId, at: erasedAt = now() }: { staffId?: string; at?: Date } = {},
): Promise<RepeatedErasure> {
  const result = await db.transaction().execute(async (trx): Promise<RepeatedErasure> => {
    const account = await lockAccount(trx, id)
    if (!account) return 'not in this database'
    if (account.state === 'erased') return 'erased already'
    requireCustomer(account)
    await eraseLocked(trx, account, erasedAt)
    const staff = staffId && (await lockAccount(trx, staffId))
    if (staff) await logDeskAction(trx, staff, { accountId: id, action: 'erase', reason: 'After a restore' })
    return 'erased again'
  })
  if (result === 'erased again')
    log.info({ event: ERASED, account: id, staff: staffId, at: erasedAt }, ERASED)
  return result
}

/**
 * Erases an account by a command, without a logged-in user and without a mail. The account may belong to
 * staff. Throws MEMBERS_REMAIN while the team that it leads has other members.
 */
export async function eraseByCommand(trx: Db, id: string, reason: string) {
  const account = await lockAccount(trx, id)
  if (!account) return
  await eraseLocked(trx, account, now())
  await logDeskAction(trx, { id }, { accountId: id, action: 'erase', reason })
}

function requireCustomer({ role, state }: Account) {
  if (role === 'agent' || state === 'automated') throw new AppError('ACCESS_DENIED')
}

async function eraseLocked(trx: Db, account: Account, erasedAt: Date) {
  await closeDeletionRequest(trx, account.id)
  const teamIds = await teamsOf(trx, account)
  await emit(trx, 'account-erased', { accountId: account.id, email: account.email, teamIds })
  await eraseTraces(trx, account, teamIds)
  await eraseAutomatedUsers(trx, teamIds, erasedAt)
  await eraseTeams(trx, teamIds, erasedAt)
  await erasePerson(trx, account, { teamId: teamIds[0], at: erasedAt })
}

async function lockAccount(trx: Db, id: string): Promise<Account | undefined> {
  return trx.selectFrom('accounts.account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * The teams of which the account is the only member: the team that it leads, and the home team to which it
 * would return.
 */
async function teamsOf(
  trx: Db,
  { id, role, team_id, home_team_id }: Account,
): Promise<[string, ...string[]]> {
  if (role === 'member') return [home_team_id === team_id ? await createTeam(trx, '') : home_team_id]
  await lockTeams(trx, [team_id])
  const otherMember = await trx
    .selectFrom('accounts.account')
    .select('id')
    .where('team_id', '=', team_id)
    .where('id', '!=', id)
    .where('state', '!=', 'automated')
    .limit(1)
    .executeTakeFirst()
  if (otherMember) throw new AppError('MEMBERS_REMAIN')
  return home_team_id === team_id ? [team_id] : [team_id, home_team_id]
}

/** Deletes everything except the account's row. */
async function eraseTraces(trx: Db, { id, email, mobile }: Account, teamIds: string[]) {
  for (const table of [
    'accounts.social_binding',
    'accounts.social_attempt',
    'accounts.login_failure',
    'accounts.factor',
    'accounts.recovery_code',
    'accounts.remembered_device',
    'accounts.second_step',
    'accounts.last_login',
    'accounts.notice_choice',
    'accounts.desk_change',
    'accounts.account_note',
  ] as const)
    await trx.deleteFrom(table).where('account_id', '=', id).execute()
  const addresses = [email, mobile].filter((address) => address !== null)
  if (addresses.length) {
    await trx.deleteFrom('accounts.verification_code').where('address', 'in', addresses).execute()
    await trx.deleteFrom('accounts.invitation').where('email', 'in', addresses).execute()
    await deleteSentMails(trx, addresses)
  }
  await trx.deleteFrom('accounts.invitation').where('team_id', 'in', teamIds).execute()
  await trx
    .updateTable('accounts.support_request')
    .set({ words: '', answer: '' })
    .where('account_id', '=', id)
    .execute()
  await eraseApprovals(trx, id)
  await endAllSessions(trx, id)
  await eraseUserLog(trx, id)
}

async function eraseTeams(trx: Db, ids: string[], erased_at: Date) {
  const emptyColumns = { name: '–', credit_code: null, address: '', phone: '', erased_at }
  await trx.updateTable('accounts.team').set(emptyColumns).where('id', 'in', ids).execute()
}

async function erasePerson(
  trx: Db,
  { id, locale }: Account,
  { teamId, at: erasedAt }: { teamId: string; at: Date },
) {
  await trx
    .updateTable('accounts.account')
    .set({
      state: 'erased',
      erased_at: erasedAt,
      role: 'admin',
      staff_roles: [],
      team_id: teamId,
      home_team_id: teamId,
      grants: sql`default`,
      username: `deleted_${id.slice(-12)}`,
      name: translate(locale)('acctInfo.erasedName'),
      email: null,
      mobile: null,
      department: '',
      position: '',
      mailing_address: '',
      password_hash: NO_PASSWORD,
    })
    .where('id', '=', id)
    .execute()
}

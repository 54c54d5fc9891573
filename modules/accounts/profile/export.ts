import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam } from '#src/jobs/export-part.ts'
import { factorsOf } from '../factors/factor.ts'
import { rememberedDevices } from '../factors/remembered-device.ts'
import { findNoticeChoice } from '../notices/notice-choice.ts'

/** The personal data in this module, without secrets: hashes of passwords, tokens and codes. */
export async function exportAccount(db: Db, viewer: Viewer): Promise<ExportPart> {
  const account = await db
    .selectFrom('accounts.account')
    .leftJoin('accounts.last_login as login', 'login.account_id', 'id')
    .select([
      ...(['id', 'username', 'email', 'mobile', 'name', 'identity', 'department', 'position'] as const),
      ...(['mailing_address', 'role', 'grants', 'state', 'locale', 'agreed_at', 'created_at'] as const),
      'login.at as last_login_at',
    ])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const team = await db
    .selectFrom('accounts.team')
    .select(['name', 'credit_code', 'address', 'phone', 'package', 'package_started_at', 'package_ends_at'])
    .select(['singles_end_at', 'seats', 'factor_required_at', 'created_at'])
    .where('id', '=', viewer.teamId)
    .executeTakeFirstOrThrow()
  const records = {
    account,
    team,
    mails: await findNoticeChoice(db, viewer),
    ...(await exportLogin(db, viewer)),
    ...(await exportHistory(db, viewer)),
    ...(await exportTeam(db, viewer)),
  }
  return { records }
}

async function exportLogin(db: Db, { id }: Viewer) {
  const social = await db
    .selectFrom('accounts.social_binding')
    .select(['provider', 'subject', 'nickname', 'created_at'])
    .where('account_id', '=', id)
    .execute()
  // Failed logins are exported without network addresses, which may be those of other people.
  const failedLogins = await db
    .selectFrom('accounts.login_failure')
    .select(['created_at', 'known_device'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  const factors = await factorsOf(db, id).execute()
  const devices = await rememberedDevices(db, id).execute()
  return { social, factors, rememberedDevices: devices, failedLogins }
}

async function exportHistory(db: Db, { id }: Viewer) {
  const agreements = await db
    .selectFrom('accounts.agreement')
    .select(['document', 'version', 'locale', 'agreed_at'])
    .where('account_id', '=', id)
    .orderBy('agreed_at')
    .execute()
  const actions = await db
    .selectFrom('accounts.account_action')
    .select(['action', 'at'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  const requests = await db
    .selectFrom('accounts.support_request')
    .select(['kind', 'words', 'answer', 'created_at', 'closed_at'])
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  return { agreements, actions, requests, deskActions: await exportDeskActions(db, id) }
}

/** The actions of our staff on the account with their reasons, without the names of staff. */
async function exportDeskActions(db: Db, accountId: string) {
  const actions = await db
    .selectFrom('accounts.desk_action')
    .select(['id', 'action', 'reason', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const changes = await db
    .selectFrom('accounts.desk_change')
    .select(['action_id', 'what', 'before', 'after'])
    .where('account_id', '=', accountId)
    .orderBy('what')
    .execute()
  return actions.map(({ id, ...action }) => ({
    by: 'support',
    ...action,
    changes: changes.filter((row) => row.action_id === id).map(({ action_id: _, ...change }) => change),
  }))
}

/** The members and invitations of a team, which only its administrator gets. */
async function exportTeam(db: Db, viewer: Viewer) {
  if (!exportsTeam(viewer)) return {}
  const members = await db
    .selectFrom('accounts.account')
    .select(['name', 'email', 'department', 'position', 'grants'])
    .where('team_id', '=', viewer.teamId)
    .where('id', '!=', viewer.id)
    .where('state', '!=', 'automated')
    .orderBy('id')
    .execute()
  const invitations = await db
    .selectFrom('accounts.invitation')
    .select(['email', 'created_at', 'expires_at', 'accepted_at', 'withdrawn_at'])
    .where('team_id', '=', viewer.teamId)
    .orderBy('id')
    .execute()
  return { members, invitations }
}

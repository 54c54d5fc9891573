import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { factorsOf } from '../factors/factor.ts'
import { rememberedDevices as devicesOf } from '../factors/remembered-device.ts'
import { findNoticeChoice } from '../notices/notice-choice.ts'

/** The personal data in this module, without secrets: hashes of passwords, tokens and codes. */
export async function exportAccount(db: Db, viewer: Viewer) {
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
    .select(['name', 'credit_code', 'address', 'phone', 'package', 'package_ends_at', 'seats', 'created_at'])
    .where('id', '=', viewer.teamId)
    .executeTakeFirstOrThrow()
  const actions = await db
    .selectFrom('accounts.account_action')
    .select(['action', 'at'])
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .execute()
  const requests = await db
    .selectFrom('accounts.support_request')
    .select(['kind', 'words', 'created_at', 'closed_at'])
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .execute()
  const social = await db
    .selectFrom('accounts.social_binding')
    .select(['provider', 'subject', 'nickname', 'created_at'])
    .where('account_id', '=', viewer.id)
    .execute()
  const agreements = await db
    .selectFrom('accounts.agreement')
    .select(['document', 'version', 'locale', 'agreed_at'])
    .where('account_id', '=', viewer.id)
    .orderBy('agreed_at')
    .execute()
  const mails = await findNoticeChoice(db, viewer)
  const factors = await factorsOf(db, viewer.id).execute()
  const rememberedDevices = await devicesOf(db, viewer.id).execute()
  const login = { social, factors, rememberedDevices }
  return { account, team, ...login, mails, agreements, actions, requests, ...(await exportTeam(db, viewer)) }
}

/** Members and invitations are exported for the administrator only. */
async function exportTeam(db: Db, viewer: Viewer) {
  if (!viewer.permissions.includes('team.edit')) return {}
  const members = await db
    .selectFrom('accounts.account')
    .select(['name', 'email', 'department', 'position', 'grants'])
    .where('team_id', '=', viewer.teamId)
    .where('id', '!=', viewer.id)
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

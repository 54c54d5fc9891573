import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'
import { asOpenSession, openSessions } from '#src/auth/session.ts'
import { isCreditCode } from '#src/core/identity-numbers/credit-code.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isRefused } from '#src/mail/mail.ts'
import { logAccountAction } from '../account-log.ts'
import { CompanyName, Name, shortText } from '../account-rules.ts'
import { socialProvider } from '../entry/social/provider.ts'
import { requirePermission } from '../permissions.ts'

function profileQuery(db: Db, viewer: Viewer) {
  return (
    db
      .selectFrom('accounts.account as account')
      .innerJoin('accounts.team as team', 'team.id', 'account.team_id')
      .leftJoin('accounts.account as leader', (join) =>
        join.onRef('leader.team_id', '=', 'team.id').on('leader.role', '=', 'admin'),
      )
      .leftJoin('accounts.social_binding as binding', 'binding.account_id', 'account.id')
      .select([
        'account.identity',
        'account.department',
        'account.position',
        'account.mailing_address',
        'account.version',
        'team.name as companyName',
        'team.credit_code',
        'team.address',
        'team.phone',
        'team.package_ends_at',
        'team.seats',
        'team.version as teamVersion',
        'leader.name as leaderName',
        'leader.email as leaderEmail',
        'binding.nickname as socialName',
      ])
      .select(
        sql<number>`(select count(*) from accounts.account where team_id = ${viewer.teamId})`.as('people'),
      )
      .select(
        sql<Date | null>`(select created_at from accounts.support_request
        where account_id = ${viewer.id} and kind = 'deletion' and closed_at is null)`.as('deletionAskedAt'),
      )
      // The team of an individual has the individual's name.
      .select(sql<boolean>`account.identity = 'individual' and account.name = team.name`.as('unnamed'))
      .select(isRefused(sql.ref('account.email')).as('emailRefused'))
      .where('account.id', '=', viewer.id)
      .orderBy('leader.id')
      .limit(1)
  )
}

/** The person and the team, for their forms and pages. */
export const findProfile = (db: Db, viewer: Viewer) => profileQuery(db, viewer).executeTakeFirstOrThrow()

export type Profile = Awaited<ReturnType<typeof findProfile>>

/**
 * The data of the account page about the person, the team and the open sessions, in one query; and whether
 * login by WeChat is offered.
 */
export async function findProfileAndSessions(db: Db, viewer: Viewer, token: string) {
  const { sessions, ...profile } = await profileQuery(db, viewer)
    .select(jsonArrayFrom(openSessions(db, viewer.id)).as('sessions'))
    .executeTakeFirstOrThrow()
  const rows = sessions.map((row) => ({ ...row, created_at: new Date(row.created_at) }))
  return {
    profile,
    sessions: rows.map((row) => asOpenSession(row, token)),
    offersSocial: socialProvider() !== null,
  }
}

const VersionField = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

const CommonFields = {
  version: VersionField,
  name: Name,
  position: shortText(60),
  mailingAddress: shortText(200),
}

/** An individual has no department. */
export const PROFILE_FORMS = {
  company: v.object({ ...CommonFields, department: Name }),
  individual: v.object({ ...CommonFields, department: shortText(60) }),
}

const TeamDetails = {
  version: VersionField,
  phone: v.pipe(shortText(30), v.regex(/^[\d+() -]*$/, 'common.problem.format')),
  address: shortText(200),
}

const CompanyForm = v.object({
  ...TeamDetails,
  companyName: CompanyName,
  creditCode: v.pipe(
    shortText(40),
    v.transform((text) => text.replace(/\s/g, '').toUpperCase()),
    v.check((text) => text === '' || isCreditCode(text), 'acctInfo.problem.creditCode'),
  ),
})

/** The team of an individual has neither a separate name nor a number. */
export const COMPANY_FORMS = { named: CompanyForm, unnamed: v.object(TeamDetails) }

type CompanyFacts = v.InferOutput<typeof COMPANY_FORMS.unnamed> & Partial<v.InferOutput<typeof CompanyForm>>

/** Saves the edit; returns false when another user has saved one since `version` was read. */
export async function editProfile(
  db: Db,
  viewer: Viewer,
  { version, mailingAddress, ...columns }: v.InferOutput<typeof PROFILE_FORMS.company>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('accounts.account')
      .set({ ...columns, mailing_address: mailingAddress, version: version + 1 })
      .where('id', '=', viewer.id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) return false
    await renameOwnTeam(trx, viewer, columns.name)
    await logAccountAction(trx, viewer, 'profile')
    return true
  })
}

/** Renames the team of an individual with its owner. */
async function renameOwnTeam(trx: Db, viewer: Viewer, name: string) {
  if (viewer.role !== 'admin' || viewer.teamName !== viewer.name) return
  const individual = trx
    .selectFrom('accounts.account')
    .select('id')
    .where('id', '=', viewer.id)
    .where('identity', '=', 'individual')
  await trx
    .updateTable('accounts.team')
    .set({ name })
    .where('id', '=', viewer.teamId)
    .where(({ exists }) => exists(individual))
    .execute()
}

export async function editCompany(
  db: Db,
  viewer: Viewer,
  { version, companyName: name, creditCode, phone, address }: CompanyFacts,
): Promise<boolean> {
  requirePermission(viewer, 'team.edit')
  return db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('accounts.team')
      .set({ name, phone, address, version: version + 1 })
      .$if(creditCode !== undefined, (query) => query.set({ credit_code: creditCode || null }))
      .where('id', '=', viewer.teamId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (update.numUpdatedRows !== 1n) return false
    await logAccountAction(trx, viewer, 'company')
    return true
  })
}

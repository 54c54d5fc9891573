import { teamNames } from '#modules/accounts/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportedRows, exportsTeam } from '#src/jobs/export-part.ts'

/**
 * The account's link with a person at the provider. For an administrator also the team's connection without
 * its secret, with its domains and all its links.
 */
export async function exportSso(db: Db, viewer: Viewer): Promise<ExportPart> {
  const { teamId } = viewer
  const columns = { account: 'identity.account_id', team: 'identity.team_id' }
  const ssoLinks = await db
    .selectFrom('sso.identity as identity')
    .innerJoin(teamNames(db, viewer).as('person'), 'person.id', 'identity.account_id')
    .select(['person.name', 'subject', 'identity.created_at'])
    .where(exportedRows(viewer, columns))
    .orderBy('identity.id')
    .execute()
  if (!exportsTeam(viewer)) return { records: { ssoLinks } }
  const ssoConnection = await db
    .selectFrom('sso.connection')
    .select(['issuer', 'client_id', 'adds_members', 'state', 'created_at'])
    .where('team_id', '=', teamId)
    .execute()
  const ssoDomains = await db
    .selectFrom('sso.domain')
    .select(['domain', 'proof', 'proved_at', 'created_at'])
    .where('team_id', '=', teamId)
    .orderBy('domain')
    .execute()
  return { records: { ssoLinks, ssoConnection, ssoDomains } }
}

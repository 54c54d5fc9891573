import { teamNames } from '#modules/accounts/index.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam } from '#src/jobs/export-part.ts'

/**
 * Which person of the team's provider the account is linked with; for an administrator also the connection
 * of the team, without its secret, and everybody who is linked.
 */
export async function exportSso(db: Db, viewer: Viewer): Promise<ExportPart> {
  const { teamId } = viewer
  let links = db
    .selectFrom('sso.identity as identity')
    .innerJoin(teamNames(db, viewer).as('person'), 'person.id', 'identity.account_id')
    .select(['person.name', 'subject', 'identity.created_at'])
    .where('identity.team_id', '=', teamId)
    .orderBy('identity.id')
  if (!exportsTeam(viewer)) links = links.where('identity.account_id', '=', viewer.id)
  const ssoLinks = await links.execute()
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

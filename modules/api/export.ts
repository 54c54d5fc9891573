import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { type ExportPart, exportsTeam } from '#src/jobs/export-part.ts'

/** For an administrator: the API keys of the team, without the keys themselves. */
export async function exportKeys(db: Db, viewer: Viewer): Promise<ExportPart> {
  if (!exportsTeam(viewer)) return { records: {} }
  const apiKeys = await db
    .selectFrom('api.key')
    .select([
      'name',
      'token_start as beginning',
      'scopes',
      'networks',
      'created_at',
      'expires_at',
      'used_at',
      'revoked_at',
    ])
    .where('team_id', '=', viewer.teamId)
    .orderBy('id')
    .execute()
  return { records: { apiKeys } }
}

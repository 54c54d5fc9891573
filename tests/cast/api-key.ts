import { createKey } from '#modules/api/keys/key.ts'
import { DAY, now } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/**
 * Creates an API key for the viewer's team; returns its id. The team has the required plan only while the
 * key is created.
 */
export async function apiKey(db: Db, viewer: Viewer): Promise<string> {
  const team = db.updateTable('accounts.team').where('id', '=', viewer.teamId)
  const { package: planBefore, package_ends_at } = await db
    .selectFrom('accounts.team')
    .select(['package', 'package_ends_at'])
    .where('id', '=', viewer.teamId)
    .executeTakeFirstOrThrow()
  const end = new Date(now().getTime() + DAY)
  await team.set({ package: 'enterprise', package_ends_at: end }).execute()
  const form = { name: 'Personnel system', scopes: ['documents:read' as const], networks: [], days: 90 }
  await createKey(db, viewer, form, 'Automated user')
  await team.set({ package: planBefore, package_ends_at }).execute()
  const { id } = await db
    .selectFrom('api.key')
    .select('id')
    .where('team_id', '=', viewer.teamId)
    .executeTakeFirstOrThrow()
  return id
}

import { sql } from 'kysely'
import type { Db } from '#src/db/db.ts'

/**
 * Deletes an erased account's attempts to authorise us at services, with their callbacks, and the service
 * rules of erased teams.
 */
export async function eraseAtServices(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  const ofTeams = sql<string>`any(${teamIds}::uuid[])`
  const attempts = await trx
    .deleteFrom('signing.remote_authorisation')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('team_id', '=', ofTeams)]))
    .returning(['provider', 'flow'])
    .execute()
  for (const { provider, flow } of attempts)
    await trx
      .deleteFrom('signing.remote_callback')
      .where('provider', '=', provider)
      .where(sql`about->>'flow'`, '=', flow)
      .execute()
  await trx.deleteFrom('signing.service_rule').where('team_id', '=', ofTeams).execute()
}

import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { factorsOf } from '../factor.ts'
import { unusedCodeCount } from '../recovery-code.ts'
import { rememberedDevices } from '../remembered-device.ts'

/** The data of an account's page about its login, in one query. */
export async function findSecurity(db: Db, viewer: Viewer) {
  const security = await db
    .selectFrom('accounts.account')
    .select([
      jsonArrayFrom(factorsOf(db, viewer.id)).as('factors'),
      jsonArrayFrom(rememberedDevices(db, viewer.id)).as('devices'),
      unusedCodeCount(db, viewer.id).$asScalar().$notNull().as('codesLeft'),
    ])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return {
    codesLeft: security.codesLeft,
    factors: security.factors.map((row) => ({
      ...row,
      created_at: new Date(row.created_at),
      last_used_at: row.last_used_at ? new Date(row.last_used_at) : null,
    })),
    devices: security.devices.map((row) => ({ ...row, last_used_at: new Date(row.last_used_at) })),
  }
}

export type LoginSecurity = Awaited<ReturnType<typeof findSecurity>>

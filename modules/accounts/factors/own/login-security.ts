import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { factorsOf } from '../factor.ts'
import { countRecoveryCodes } from '../recovery-code.ts'

/** What an account's page about its login shows. */
export async function findSecurity(db: Db, viewer: Viewer) {
  const factors = await factorsOf(db, viewer.id).execute()
  return { factors, codesLeft: await countRecoveryCodes(db, viewer.id) }
}

export type LoginSecurity = Awaited<ReturnType<typeof findSecurity>>

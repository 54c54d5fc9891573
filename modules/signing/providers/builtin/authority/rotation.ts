import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { retireLogKey } from '../../../transparency/log-key.ts'
import { SigningFault } from '../pades/signing-fault.ts'
import { completeAuthorities, permitsIntermediate } from './making.ts'
import { type AuthorityRow, currentAuthority, listAuthorities, openOwnKey } from './own-key.ts'
import { revoke } from './revocations.ts'

/**
 * Retires the issuing authority and makes a new one; returns whether the root is new. The root is replaced
 * too if `root` is set, if it permits no intermediate or if its key was lost. Existing signatures stay
 * valid. The transparency log also gets a new key.
 */
export async function rotateKeys(db: Db, { root }: { root: boolean }): Promise<{ root: boolean }> {
  return db.transaction().execute(async (trx) => {
    const rows = await listAuthorities(trx)
    const currentRoot = rows.find(({ kind, retired_at }) => kind === 'root' && !retired_at)
    const replacesRoot =
      root || !currentRoot || !permitsIntermediate(currentRoot.certificate) || isLost(currentRoot)
    await trx
      .updateTable('signing.authority')
      .set({ retired_at: now() })
      .where('kind', 'in', replacesRoot ? ['root', 'intermediate'] : ['intermediate'])
      .where('retired_at', 'is', null)
      .execute()
    await completeAuthorities(trx)
    await retireLogKey(trx)
    return { root: replacesRoot }
  })
}

function isLost(row: AuthorityRow): boolean {
  try {
    openOwnKey(row)
    return false
  } catch (error) {
    if (error instanceof SigningFault) return true
    throw error
  }
}

/**
 * Revokes an intermediate from a point in time; the intermediate in use is replaced first. Throws for any
 * other id.
 */
export async function revokeIntermediate(db: Db, id: number, revokedAt: Date): Promise<void> {
  const rows = await listAuthorities(db)
  const row = rows.find((one) => one.id === id && one.kind === 'intermediate')
  if (!row) throw new Error(`There is no intermediate with the number ${id}`)
  if (currentAuthority(rows) === row) await rotateKeys(db, { root: false })
  await revoke(db, row.certificate, revokedAt)
}

import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'
import { sealKeyAgain } from '../pades/sealed-key.ts'
import { listAuthorities } from './own-key.ts'

/**
 * Re-encrypts the keys of our authorities. Throws if the former `SECRET_KEY` cannot decrypt a key in use;
 * the key of a retired authority may be lost, and is then left unchanged.
 */
export async function carryAuthorityKeys(trx: Db, change: KeyChange) {
  const rows = await listAuthorities(trx)
  const unreadable: string[] = []
  for (const { id, sealed_key, certificate, retired_at } of rows) {
    const sealed = sealKeyAgain(sealed_key, certificate, change)
    if (!sealed && !retired_at) throw new Error(`The key of authority ${id}, which is in use, does not open.`)
    if (!sealed) unreadable.push(`retired authority ${id}`)
    else await trx.updateTable('signing.authority').set({ sealed_key: sealed }).where('id', '=', id).execute()
  }
  return { carried: rows.length - unreadable.length, left: unreadable }
}

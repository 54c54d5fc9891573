import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'
import { sealKeysAgain } from '../sending/keys.ts'

/** Re-encrypts the keys of endpoints; returns the number of endpoints, and those it cannot decrypt. */
export async function carryEndpointKeys(trx: Db, change: KeyChange) {
  const endpoints = await trx
    .selectFrom('webhooks.endpoint')
    .select(['id', 'sealed_keys', 'former_keys'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const left: string[] = []
  for (const { id, sealed_keys, former_keys } of endpoints) {
    const sealed = sealKeysAgain(id, sealed_keys, change)
    if (!sealed) {
      left.push(`webhook endpoint ${id}`)
      continue
    }
    const former = former_keys && sealKeysAgain(id, former_keys, change)
    const again = { sealed_keys: sealed, former_keys: former, ...(!former && { former_until: null }) }
    await trx.updateTable('webhooks.endpoint').set(again).where('id', '=', id).execute()
  }
  return { carried: endpoints.length - left.length, left }
}

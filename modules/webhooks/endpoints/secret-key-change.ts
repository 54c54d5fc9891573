import type { KeyChange } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'
import { resealKeys } from '../sending/keys.ts'

/** Re-encrypts the keys of endpoints; returns the number of endpoints, and those it cannot decrypt. */
export async function carryEndpointKeys(trx: Db, change: KeyChange) {
  const endpoints = await trx
    .selectFrom('webhooks.endpoint')
    .select(['id', 'sealed_keys', 'former_keys'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const unreadableEndpoints: string[] = []
  for (const { id, sealed_keys, former_keys } of endpoints) {
    const sealedKeys = resealKeys(id, sealed_keys, change)
    if (!sealedKeys) {
      unreadableEndpoints.push(`webhook endpoint ${id}`)
      continue
    }
    const previousKeys = former_keys && resealKeys(id, former_keys, change)
    const resealed = {
      sealed_keys: sealedKeys,
      former_keys: previousKeys,
      ...(!previousKeys && { former_until: null }),
    }
    await trx.updateTable('webhooks.endpoint').set(resealed).where('id', '=', id).execute()
  }
  return { carried: endpoints.length - unreadableEndpoints.length, left: unreadableEndpoints }
}

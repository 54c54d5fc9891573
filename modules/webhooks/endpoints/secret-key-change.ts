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
  const left: string[] = []
  for (const { id, sealed_keys, former_keys } of endpoints) {
    const sealed = resealKeys(id, sealed_keys, change)
    if (!sealed) {
      left.push(`webhook endpoint ${id}`)
      continue
    }
    const formerKeys = former_keys && resealKeys(id, former_keys, change)
    const resealed = {
      sealed_keys: sealed,
      former_keys: formerKeys,
      ...(!formerKeys && { former_until: null }),
    }
    await trx.updateTable('webhooks.endpoint').set(resealed).where('id', '=', id).execute()
  }
  return { carried: endpoints.length - left.length, left }
}

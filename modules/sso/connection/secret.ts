import { config } from '#src/core/config.ts'
import { type KeyChange, seal, sealAgain, unseal } from '#src/core/sealing.ts'
import type { Db } from '#src/db/db.ts'

const sealingOf = (teamId: string) => ({
  use: 'qishu single sign-on secret',
  bound: new TextEncoder().encode(teamId),
})

/** Encrypts the client secret for use by this team only. */
export const sealSecret = (teamId: string, secret: string): Buffer =>
  seal(Buffer.from(secret), { ...sealingOf(teamId), secret: config.secretKey })

/** Null for a secret that was encrypted for another team, or with another `SECRET_KEY`. */
export const openSecret = (teamId: string, sealed: Uint8Array): string | null =>
  unseal(sealed, { ...sealingOf(teamId), secret: config.secretKey })?.toString() ?? null

/**
 * Re-encrypts the client secrets; returns their number, and the connections whose secret cannot be
 * decrypted.
 */
export async function carryClientSecrets(trx: Db, change: KeyChange) {
  const connections = await trx
    .selectFrom('sso.connection')
    .select(['team_id', 'sealed_secret'])
    .orderBy('team_id')
    .forUpdate()
    .execute()
  const unreadableSecrets: string[] = []
  for (const { team_id, sealed_secret } of connections) {
    const sealed = sealAgain(sealed_secret, change, sealingOf(team_id))
    if (!sealed) {
      unreadableSecrets.push(`single sign-on of team ${team_id}`)
      continue
    }
    await trx
      .updateTable('sso.connection')
      .set({ sealed_secret: sealed })
      .where('team_id', '=', team_id)
      .execute()
  }
  return { carried: connections.length - unreadableSecrets.length, left: unreadableSecrets }
}

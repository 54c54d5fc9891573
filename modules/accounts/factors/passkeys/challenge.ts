import { consumeNonce } from '#src/auth/nonce.ts'
import { fromNow, MINUTE, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { isToken, keyedHash, newToken, sameText } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'

/** The use of a challenge: adding a passkey to an account, its second step, or a login by passkey alone. */
export type ChallengeUse = `add ${string}` | `step ${string}` | 'login'

export interface ChallengeOwner {
  visitor: string
  use: ChallengeUse
}

const VALID_FOR = 10 * MINUTE

/**
 * A challenge for a passkey to sign. It is not stored, because strangers can request any number: a keyed
 * hash shows that we made it, for this browser and use, and only its use is recorded.
 */
export function newChallenge(owner: ChallengeOwner): string {
  const stamp = `${fromNow(VALID_FOR).getTime()}.${newToken()}`
  return `${stamp}.${markOf(owner, stamp)}`
}

const markOf = ({ visitor, use }: ChallengeOwner, stamp: string) =>
  keyedHash(config.secretKey, `passkey ${use} ${visitor} ${stamp}`)

/** Whether we made the challenge for this browser and use, in the last ten minutes. */
export function isOwnChallenge(challenge: string, owner: ChallengeOwner): boolean {
  const [expiresAt = '', token = '', mark = ''] = challenge.split('.')
  return (
    Number(expiresAt) > now().getTime() &&
    isToken(token) &&
    sameText(mark, markOf(owner, `${expiresAt}.${token}`))
  )
}

/** Uses up a challenge that `isOwnChallenge` accepted; returns true only the first time. */
export async function consumeChallenge(trx: Db, challenge: string): Promise<boolean> {
  const [expiresAt = '', token = ''] = challenge.split('.')
  return consumeNonce(trx, `passkey ${token}`, new Date(Number(expiresAt)))
}

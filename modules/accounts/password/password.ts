import { hash, verify } from '@node-rs/argon2'
import { limitFairly } from '#src/jobs/fair-queue.ts'

/**
 * Password hashing by argon2id, rather than bcrypt or scrypt, with the minimum parameters of OWASP ASVS 5.0
 * appendix C: 19 MiB, two passes, one lane.
 */
const HASH_PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Hashing is slow on purpose: at most two passwords are hashed concurrently, and teams and client networks
 * are served in turn.
 */
const hashing = limitFairly({ concurrency: 2, maxWaitingPerCustomer: 20, maxWaiting: 50 })

export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, HASH_PARAMETERS))
}

/** Whether a hash was made with other parameters than today's, so that the next login replaces it. */
export function isOutdated(storedHash: string): boolean {
  return !storedHash.startsWith(
    `$argon2id$v=19$m=${HASH_PARAMETERS.memoryCost},t=${HASH_PARAMETERS.timeCost},p=${HASH_PARAMETERS.parallelism}$`,
  )
}

let decoy: Promise<string> | null = null

/**
 * Whether the password is right. An unknown name takes as long as a wrong password, because the hash of a
 * decoy is checked.
 */
export async function passwordFits(storedHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', HASH_PARAMETERS)
  const checkedHash = storedHash ?? (await decoy)
  const isRight = await hashing(() => verify(checkedHash, password))
  return isRight && storedHash !== undefined
}

/** A hash that no password has, so that every login with a password fails. */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

import { randomBytes } from 'node:crypto'
import { encodeBase32NoPadding } from '@oslojs/encoding'
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { type KeyChange, seal, sealAgain, unseal } from '#src/core/sealing.ts'

/**
 * Time-based one-time passwords (RFC 6238) in the form that all authenticator apps support: SHA-1, six
 * digits.
 */
const SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20

/** An authenticator app that is being set up. */
export interface NewAuthenticator {
  /** The id that the factor will have, so that a repeated confirmation adds it once. */
  id: string
  secret: Uint8Array
}

export const newSecret = (): Uint8Array => new Uint8Array(randomBytes(SECRET_BYTES))

const sealingOf = (accountId: string, id: string) => ({
  use: 'qishu authenticator secret',
  bound: new TextEncoder().encode(`${accountId} ${id}`),
})

const sealing = (accountId: string, id: string) => ({
  ...sealingOf(accountId, id),
  secret: config.secretKey,
})

/** Encrypts the secret for this factor of this account only. */
export const sealSecret = (accountId: string, { id, secret }: NewAuthenticator): Buffer =>
  seal(secret, sealing(accountId, id))

/**
 * Decrypts a secret; null for one that was encrypted for another account or factor, or with another
 * `SECRET_KEY`.
 */
export const openSecret = (accountId: string, id: string, sealed: Uint8Array): Uint8Array | null =>
  unseal(sealed, sealing(accountId, id))

/** Encrypts a secret with the present key; null when the former key does not decrypt it. */
export const sealSecretAgain = (accountId: string, id: string, sealed: Uint8Array, change: KeyChange) =>
  sealAgain(sealed, change, sealingOf(accountId, id))

/** The address in the QR code; the app shows the service's name and the username. */
export const keyAddress = (username: string, secret: Uint8Array): string =>
  createTOTPKeyURI('Qishu', username, secret, SECONDS, DIGITS)

/** The secret in groups of four characters, for typing. */
export const typedSecret = (secret: Uint8Array): string =>
  encodeBase32NoPadding(secret).replace(/(.{4})(?=.)/g, '$1 ')

/**
 * The time step of a right code: the present step or one step before or after it, because clocks differ;
 * null for a wrong code.
 */
export function stepOf(secret: Uint8Array, code: string): number | null {
  const current = Math.floor(now().getTime() / 1000 / SECONDS)
  const steps = [current, current - 1, current + 1]
  return steps.find((step) => verifyHOTP(secret, BigInt(step), DIGITS, code)) ?? null
}

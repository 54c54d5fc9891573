import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding'
import { AppError } from '#src/core/errors.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { addFactor, type ChangeContext } from '../factor.ts'
import { type NewAuthenticator, newSecret, openSecret, sealSecret, stepOf } from '../totp.ts'

export const newAuthenticator = (): NewAuthenticator => ({ id: newId(), secret: newSecret() })

/**
 * The hidden fields that pass a set-up from one page to the next, because nothing is stored before the first
 * right code. The secret is encrypted, so that no other person can choose it.
 */
export const setUpFields = (viewer: Viewer, authenticator: NewAuthenticator) => ({
  id: authenticator.id,
  sealed: encodeBase64urlNoPadding(sealSecret(viewer.id, authenticator)),
})

/** The set-up in the fields of a form; null if it was made for another account. */
export function readSetUpFields(viewer: Viewer, { id = '', sealed = '' }: Record<string, string>) {
  if (!isId(id) || !/^[\w-]{1,200}$/.test(sealed)) return null
  const secret = openSecret(viewer.id, id, decodeBase64urlIgnorePadding(sealed))
  return secret && { id, secret: new Uint8Array(secret) }
}

/**
 * Adds an authenticator app whose code is right. Throws VERIFICATION_COED_ERROR, and the errors of
 * `addFactor`.
 */
export async function addAuthenticator(
  db: Db,
  viewer: Viewer,
  { id, secret, name, code }: NewAuthenticator & { name: string; code: string },
  context: ChangeContext,
) {
  const step = stepOf(secret, code)
  if (step === null) throw new AppError('VERIFICATION_COED_ERROR')
  const sealed_secret = sealSecret(viewer.id, { id, secret })
  return addFactor(db, viewer, { id, kind: 'totp', name, sealed_secret, last_step: step }, context)
}

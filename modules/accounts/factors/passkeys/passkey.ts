import { decodeBase64urlIgnorePadding } from '@oslojs/encoding'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import { log } from '#src/core/log.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { addFactor, type ChangeContext } from '../factor.ts'
import type { FactorTable } from '../tables.ts'
import { type ChallengeOwner, consumeChallenge, isOwnChallenge, newChallenge } from './challenge.ts'
import { CopiedPasskey } from './copied-passkey.ts'

type StoredPasskey = Selectable<FactorTable>

/** Loaded only with the first passkey, because it is a megabyte: a tenth of the code that a start reads. */
const webauthn = () => import('@simplewebauthn/server')

/** The host to which passkeys belong, and the origin from which their answers come. */
const rpOptions = () => {
  const { hostname, origin } = new URL(config.baseUrl)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/** Ed25519, P-256 and RSA, which all passkeys support; newer algorithms make Node warn. */
const ALGORITHMS = [-8, -7, -257]

const invalidPasskey = () => new AppError('LOGIN_INVALID', {}, 'security.problem.passkey')

const passkeysOf = (db: Db, accountId: string) =>
  db
    .selectFrom('accounts.factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', 'passkey')
    .execute()

const asCredential = ({ credential_id, transports }: StoredPasskey) => ({
  id: credential_id!,
  transports: transports ?? undefined,
})

/** The options with which a browser makes a passkey for the account, as JSON. */
export async function optionsToAdd(db: Db, viewer: Viewer, owner: ChallengeOwner): Promise<string> {
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: 'Qishu',
    rpID: rpOptions().expectedRPID,
    userName: viewer.username,
    userDisplayName: viewer.name,
    userID: new TextEncoder().encode(viewer.id),
    challenge: newChallenge(owner),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await passkeysOf(db, viewer.id)).map(asCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return JSON.stringify(options)
}

/**
 * The options with which a browser uses a passkey: for a second factor, one of the account's passkeys; for a
 * whole login, any passkey that verifies its user.
 */
export async function passkeyRequestOptions(
  db: Db,
  accountId: string | null,
  owner: ChallengeOwner,
): Promise<string> {
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: rpOptions().expectedRPID,
    challenge: newChallenge(owner),
    allowCredentials: accountId ? (await passkeysOf(db, accountId)).map(asCredential) : [],
    userVerification: accountId ? 'preferred' : 'required',
  })
  return JSON.stringify(options)
}

/** The text of a challenge in the browser's answer. */
const decodeChallenge = (challenge: string) =>
  new TextDecoder().decode(decodeBase64urlIgnorePadding(challenge))

/** Checks a challenge when the library asks for it; the challenge can then be used up. */
function challengeCheck(owner: ChallengeOwner) {
  const seenChallenge = { challenge: '' }
  const expectedChallenge = (challenge: string) => {
    seenChallenge.challenge = decodeChallenge(challenge)
    return isOwnChallenge(seenChallenge.challenge, owner)
  }
  return { met: seenChallenge, expectedChallenge }
}

/**
 * Adds the passkey that the browser made. Throws LOGIN_INVALID for an answer to another challenge or from
 * another site, or for a used answer, and the errors of `addFactor`.
 */
export async function addPasskey(
  db: Db,
  viewer: Viewer,
  { answer, name, owner }: { answer: object; name: string; owner: ChallengeOwner },
  context: ChangeContext,
) {
  const { met: seenChallenge, expectedChallenge } = challengeCheck(owner)
  const { registrationInfo } = await (await webauthn())
    .verifyRegistrationResponse({
      ...rpOptions(),
      response: answer as RegistrationResponseJSON,
      expectedChallenge,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    .catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw invalidPasskey()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const credential = { credential_id: id, public_key: Buffer.from(publicKey), counter, transports }
  if (!(await consumeChallenge(db, seenChallenge.challenge))) throw invalidPasskey()
  return addFactor(db, viewer, { ...credential, id: newId(), kind: 'passkey', name }, context)
}

/** The passkey that made an answer. */
export async function passkeyOf(db: Db, { id }: { id: string }): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('accounts.factor')
    .selectAll()
    .where('credential_id', '=', id)
    .where('kind', '=', 'passkey')
    .executeTakeFirst()
}

/**
 * Verifies an answer of a stored passkey and uses up its challenge. Throws LOGIN_INVALID for an answer to
 * another challenge or from another site, for a replayed answer, and for a cloned passkey, whose counter has
 * decreased.
 */
export async function checkPasskey(
  trx: Db,
  passkey: StoredPasskey | undefined,
  { answer, owner }: { answer: object; owner: ChallengeOwner },
) {
  if (!passkey) throw invalidPasskey()
  const { met: seenChallenge, expectedChallenge } = challengeCheck(owner)
  const { verified, authenticationInfo } = await (await webauthn())
    .verifyAuthenticationResponse({
      ...rpOptions(),
      response: answer as AuthenticationResponseJSON,
      expectedChallenge,
      credential: {
        id: passkey.credential_id!,
        publicKey: new Uint8Array(passkey.public_key!),
        counter: passkey.counter!,
      },
      requireUserVerification: owner.use === 'login',
    })
    .catch((error: Error) => handleVerificationError(passkey, error))
  if (!verified || !authenticationInfo || !(await consumeChallenge(trx, seenChallenge.challenge)))
    throw invalidPasskey()
  await trx
    .updateTable('accounts.factor')
    .set({ counter: authenticationInfo.newCounter, last_used_at: now() })
    .where('id', '=', passkey.id)
    .execute()
}

function handleVerificationError({ account_id }: StoredPasskey, { message }: Error) {
  if (message.startsWith('Response counter')) {
    log.warn({ event: 'passkey copied', account: account_id }, 'the counter of a passkey went back')
    throw new CopiedPasskey()
  }
  return { verified: false, authenticationInfo: undefined }
}

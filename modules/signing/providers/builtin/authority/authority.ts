import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { storedCertificates, storeIdentities } from '../identities/stored-identities.ts'
import { P256 } from '../pades/engine.ts'
import { readP12 } from '../pades/p12.ts'
import { SigningFault } from '../pades/signing-fault.ts'
import { type Authority, chainOf, type Issuer, issuerOf, type OwnAuthority } from './issuer.ts'
import { completeAuthorities, pointersTo } from './making.ts'
import { type AuthorityRow, currentAuthority, listAuthorities, openOwnKey } from './own-key.ts'
import { revokedBy } from './revocations.ts'

export type { Authority, OwnAuthority } from './issuer.ts'

interface CachedAuthority {
  /** A fingerprint of the tables at the time when the authority was read. */
  state: string
  authority: Promise<Authority>
}

const cachedAuthorities = new WeakMap<Db, CachedAuthority>()

/**
 * The certificate authority of all signatures; created on first use. Read again if the P12 file changed, or
 * if another process changed keys or revocations. Throws SigningFault if SECRET_KEY cannot decrypt the
 * authority's key, or if SIGNING_P12_FILE is unusable or expired.
 */
export async function openAuthority(db: Db): Promise<Authority> {
  const authority = await openedAuthority(db)
  try {
    if (authority.kind === 'operator') refuseLapsed(authority.identity.certificate)
  } catch (error) {
    cachedAuthorities.delete(db)
    throw error
  }
  return authority
}

/** Throws SigningFault outside the certificate's validity period. */
function refuseLapsed(der: Uint8Array) {
  const { validFromDate, validToDate } = new X509Certificate(der)
  if (validFromDate > now() || validToDate < now())
    throw new SigningFault(
      'signingCertificate',
      `The certificate in SIGNING_P12_FILE is valid from ${validFromDate.toISOString()} to ${validToDate.toISOString()}`,
    )
}

async function openedAuthority(db: Db): Promise<Authority> {
  const state = await authorityState(db)
  const cached = cachedAuthorities.get(db)
  if (cached?.state === state) return cached.authority
  const authority = findAuthority(db)
  cachedAuthorities.set(db, { state, authority })
  authority.catch(() => cachedAuthorities.delete(db))
  return authority
}

/** A text that changes with every new, retired or revoked authority and every revoked certificate. */
export async function authorityState(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`select concat_ws(' ', max(id), count(*), count(retired_at),
    (select count(*) from signing.revocation), (select sum(extract(epoch from revoked_at)) from signing.revocation))
    as state from signing.authority`.execute(db)
  return rows[0]!.state
}

/** The root certificate that makes the signatories' signatures trusted, as DER. */
export async function rootCertificate(db: Db): Promise<Uint8Array> {
  return chainOf(issuerOf(await openAuthority(db))).at(-1)!
}

/**
 * All certificates whose keys have ever signed or issued for us, as DER. Available even while signing is
 * impossible.
 */
export async function knownIdentities(db: Db): Promise<Uint8Array[]> {
  await openAuthority(db).catch((error) => {
    if (!(error instanceof SigningFault)) throw error
  })
  const stored = await storedCertificates(db, ['authority', 'operator'])
  const ownCertificates = (await listAuthorities(db)).map(({ certificate }) => new Uint8Array(certificate))
  return [
    ...stored,
    ...ownCertificates.filter((one) => !stored.some((other) => Buffer.compare(one, other) === 0)),
  ]
}

async function findAuthority(db: Db): Promise<Authority> {
  const { SIGNING_P12_FILE: file, SIGNING_P12_PASSWORD: password = '' } = config
  const identity = file ? await readP12(file, password) : null
  const own = await openOwnAuthority(db)
  await storeIdentities(db, { authorities: chainOf(own), operator: identity?.certificate ?? null })
  return identity ? { kind: 'operator', own, identity } : own
}

async function openOwnAuthority(db: Db): Promise<OwnAuthority> {
  const rows = await completeAuthorities(db)
  const current = currentAuthority(rows)!
  const root = rows.find(({ id }) => id === current.issuer_id)
  const otherRows = rows.filter((row) => row !== current && row !== root)
  const retired = await Promise.all(otherRows.map((row) => openRetired(db, row)))
  return {
    kind: 'own',
    ...(await openIssuer(db, current)),
    issuers: root ? [await openIssuer(db, root)] : [],
    retired: retired.filter((one) => one !== null),
    pointers: pointersTo(current.id),
  }
}

async function openIssuer(db: Db, row: AuthorityRow): Promise<Issuer> {
  const pkcs8 = new Uint8Array(openOwnKey(row))
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, P256, false, ['sign'])
  return {
    id: row.id,
    certificate: new Uint8Array(row.certificate),
    key,
    revoked: await revokedBy(db, row.id),
  }
}

/** Null if the authority's key is lost, because it was encrypted with an earlier SECRET_KEY. */
const openRetired = (db: Db, row: AuthorityRow): Promise<Issuer | null> =>
  openIssuer(db, row).catch((error) => {
    if (error instanceof SigningFault) return null
    throw error
  })

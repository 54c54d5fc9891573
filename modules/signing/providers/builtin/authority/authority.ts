import { X509Certificate } from 'node:crypto'
import { DAY, now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { storedCertificates, storeIdentities } from '../identities/stored-identities.ts'
import { P256 } from '../pades/engine.ts'
import { readP12 } from '../pades/p12.ts'
import { sealKey } from '../pades/sealed-key.ts'
import { SigningFault } from '../pades/signing-fault.ts'
import { makeRoot, type Pointers } from '../pades/x509.ts'
import { type Authority, issuerOf, type OwnAuthority } from './issuer.ts'
import { findOwnAuthority, openOwnKey } from './own-key.ts'

export type { Authority, OwnAuthority } from './issuer.ts'

const opened = new WeakMap<Db, Promise<Authority>>()

/**
 * The certificate authority of all signatures; created on first use. Throws SigningFault when SECRET_KEY
 * cannot open its key, or SIGNING_P12_FILE is unusable or expired; a changed file is read again.
 */
export async function openAuthority(db: Db): Promise<Authority> {
  const authority = await openedAuthority(db)
  try {
    if (authority.kind === 'operator') refuseLapsed(authority.identity.certificate)
  } catch (error) {
    opened.delete(db)
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

function openedAuthority(db: Db): Promise<Authority> {
  const known = opened.get(db)
  if (known) return known
  const authority = findAuthority(db)
  opened.set(db, authority)
  authority.catch(() => opened.delete(db))
  return authority
}

/** The root certificate that makes signatories' signatures trusted, as DER. */
export async function rootCertificate(db: Db): Promise<Uint8Array> {
  return issuerOf(await openAuthority(db)).certificate
}

/**
 * All certificates whose keys have ever signed or issued for us, as DER; available even while nothing can be
 * signed.
 */
export async function knownIdentities(db: Db): Promise<Uint8Array[]> {
  await openAuthority(db).catch((error) => {
    if (!(error instanceof SigningFault)) throw error
  })
  const kept = await storedCertificates(db, ['authority', 'operator'])
  const authority = await findOwnAuthority(db)
  return authority ? [...kept, new Uint8Array(authority.certificate)] : kept
}

async function findAuthority(db: Db): Promise<Authority> {
  const { SIGNING_P12_FILE: file, SIGNING_P12_PASSWORD: password = '' } = config
  const identity = file ? await readP12(file, password) : null
  const own = await openOwn(db)
  await storeIdentities(db, { authority: own.certificate, operator: identity?.certificate ?? null })
  return identity ? { kind: 'operator', own, identity } : own
}

async function openOwn(db: Db): Promise<OwnAuthority> {
  const row = (await findOwnAuthority(db)) ?? (await makeAuthority(db))
  const pkcs8 = new Uint8Array(openOwnKey(row))
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, P256, false, ['sign'])
  return { kind: 'own', certificate: new Uint8Array(row.certificate), key, pointers: pointers() }
}

/** Only for a public installation: readers would wait in vain for a URL on a laptop. */
function pointers(): Pointers | undefined {
  const { protocol, hostname } = new URL(config.baseUrl)
  const named = hostname.includes('.') && !/^[\d.]+$/.test(hostname)
  if (protocol !== 'https:' || !named) return undefined
  return { issuer: publicUrl('/authority.crt'), crl: publicUrl('/authority.crl') }
}

/** Two processes may create an authority at once: the first row is kept, and both use it. */
async function makeAuthority(db: Db) {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const at = now()
  // A signature may be dated slightly before the first use of the authority.
  const from = new Date(at.getTime() - DAY)
  const until = new Date(at)
  until.setUTCFullYear(at.getUTCFullYear() + 20)
  const certificate = Buffer.from(
    await makeRoot({ name: 'Qishu Root CA', publicKey, from, until }, privateKey),
  )
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))
  const sealed_key = sealKey(config.secretKey, pkcs8, certificate)
  await db
    .insertInto('signing.authority')
    .values({ id: 1, certificate, sealed_key, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findOwnAuthority(db))!
}

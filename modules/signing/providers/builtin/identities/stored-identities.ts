import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { now } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import type { IdentityKind } from '../../../schema.ts'
import { fingerprintOf } from '../pades/identity.ts'

/** The certificates in use now, as DER; null if the operator has none. */
interface CurrentIdentities {
  authorities: Uint8Array[]
  operator: Uint8Array | null
}

/** Stores the certificates used from now on, and marks the previous ones as ended. */
export async function storeIdentities(db: Db, { authorities, operator }: CurrentIdentities): Promise<void> {
  const current: Buffer[] = []
  for (const authority of authorities) current.push(await storeIdentity(db, 'authority', authority))
  if (operator) current.push(await storeIdentity(db, 'operator', operator))
  await db
    .updateTable('signing.identity')
    .set({ used_until: now() })
    .where('kind', 'in', ['authority', 'operator'])
    .where('used_until', 'is', null)
    .where('certificate_sha256', 'not in', current)
    .execute()
}

/**
 * Stores one certificate (DER) and returns its SHA-256. A certificate that is used again becomes current
 * again.
 */
export async function storeIdentity(db: Db, kind: IdentityKind, der: Uint8Array): Promise<Buffer> {
  const certificate = Buffer.from(der)
  const fingerprint = fingerprintOf(new X509Certificate(certificate))
  const certificate_sha256 = createHash('sha256').update(certificate).digest()
  const times = { used_from: now(), used_until: null, created_at: now() }
  await db
    .insertInto('signing.identity')
    .values({ kind, fingerprint, certificate, certificate_sha256, ...times })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'certificate_sha256']).doUpdateSet({ used_until: null }),
    )
    .execute()
  return certificate_sha256
}

/** All certificates that were used for one of these purposes, as DER, oldest first. */
export async function storedCertificates(db: Db, kinds: IdentityKind[]): Promise<Uint8Array[]> {
  const rows = await db
    .selectFrom('signing.identity')
    .select('certificate')
    .where('kind', 'in', kinds)
    .orderBy('created_at')
    .execute()
  return rows.map(({ certificate }) => new Uint8Array(certificate))
}

/**
 * The certificates of trusted time-stamp servers, as DER: those that we have used, and those in
 * TIMESTAMP_ROOTS_FILE.
 */
export async function trustedTimestampServers(db: Db): Promise<Uint8Array[]> {
  return [...(await storedCertificates(db, ['clock'])), ...(await rootsFromFile())]
}

async function rootsFromFile(): Promise<Uint8Array[]> {
  const file = config.TIMESTAMP_ROOTS_FILE
  if (!file) return []
  try {
    return certificatesIn(await readFile(file))
  } catch (error) {
    log.error(
      { file, error: String(error) },
      'TIMESTAMP_ROOTS_FILE cannot be read: no clock is trusted by it',
    )
    return []
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Reads one certificate as DER, or any number as PEM. Throws for anything else. */
export function certificatesIn(bytes: Buffer): Uint8Array[] {
  const blocks = bytes.toString('latin1').match(PEM) ?? []
  const encodedCertificates = blocks.length > 0 ? blocks : [bytes]
  return encodedCertificates.map((one) => new Uint8Array(new X509Certificate(one).raw))
}

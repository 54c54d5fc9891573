import { X509Certificate } from 'node:crypto'
import { now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import type { RevokedCertificate } from './issuer.ts'
import { type AuthorityRow, listAuthorities } from './own-key.ts'

/** The certificates that one of our authorities issued and that were revoked. */
export async function revokedBy(db: Db, authorityId: number): Promise<RevokedCertificate[]> {
  const rows = await db
    .selectFrom('signing.revocation')
    .select(['serial', 'revoked_at'])
    .where('authority_id', '=', authorityId)
    .orderBy('revoked_at')
    .execute()
  return rows.map(({ serial, revoked_at }) => ({ serial, at: revoked_at }))
}

/** All our revoked certificates. */
export async function allRevoked(db: Db): Promise<RevokedCertificate[]> {
  const rows = await db.selectFrom('signing.revocation').select(['serial', 'revoked_at']).execute()
  return rows.map(({ serial, revoked_at }) => ({ serial, at: revoked_at }))
}

/** Thrown if none of our authorities issued the certificate. */
export class NotOurs extends Error {}

/**
 * Revokes a certificate of ours (DER) from a point in time; if revoked twice, the earlier time counts.
 * Throws NotOurs.
 */
export async function revoke(db: Db, der: Uint8Array, revokedAt: Date): Promise<void> {
  const certificate = new X509Certificate(der)
  const issuer = issuerIn(await listAuthorities(db), certificate)
  if (!issuer) throw new NotOurs(`No authority of ours issued the certificate ${certificate.serialNumber}`)
  const row = {
    serial: certificate.serialNumber,
    authority_id: issuer.id,
    revoked_at: revokedAt,
    created_at: now(),
  }
  await db
    .insertInto('signing.revocation')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('serial').doUpdateSet((eb) => ({
        revoked_at: eb.fn<Date>('least', ['signing.revocation.revoked_at', 'excluded.revoked_at']),
      })),
    )
    .execute()
}

function issuerIn(rows: AuthorityRow[], certificate: X509Certificate): AuthorityRow | undefined {
  return rows.find((row) => {
    const issuer = new X509Certificate(row.certificate)
    const isRoot = certificate.fingerprint256 === issuer.fingerprint256
    return !isRoot && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  })
}

import { X509Certificate } from 'node:crypto'
import type { Db } from '#src/db/db.ts'

/** An authority for the operator's commands. This file loads the signing libraries only when needed. */
export interface AuthorityFacts {
  id: number
  kind: 'root' | 'intermediate'
  name: string
  validUntil: Date
  /** Null while the key is in use. */
  retiredAt: Date | null
}

export async function describeAuthorities(db: Db): Promise<AuthorityFacts[]> {
  const { listAuthorities } = await import('./providers/builtin/authority/own-key.ts')
  const rows = await listAuthorities(db)
  return rows.map(({ id, kind, certificate, retired_at }) => {
    const { subject, validToDate } = new X509Certificate(certificate)
    const name = subject.replace(/^CN=/, '')
    return { id, kind: kind as AuthorityFacts['kind'], name, validUntil: validToDate, retiredAt: retired_at }
  })
}

/** Makes a new intermediate, and with `root` also a new root; returns whether the root is new. */
export async function rotateKeys(db: Db, { root }: { root: boolean }): Promise<{ root: boolean }> {
  const rotation = await import('./providers/builtin/authority/rotation.ts')
  return rotation.rotateKeys(db, { root })
}

/** Throws if there is no such intermediate. */
export async function revokeIntermediate(db: Db, id: number, revokedAt: Date): Promise<void> {
  const rotation = await import('./providers/builtin/authority/rotation.ts')
  await rotation.revokeIntermediate(db, id, revokedAt)
}

/** A certificate from a file: that of a signature, or the only certificate. */
export interface FileCertificate {
  /** As DER. */
  certificate: Uint8Array
  signer: string
}

/** The certificates of a PDF's signatures, in order, or those in a PEM or DER file. */
export async function certificatesInFile(bytes: Buffer): Promise<FileCertificate[]> {
  if (bytes.includes('%PDF-')) {
    const { verifyPades } = await import('./providers/builtin/pades/verify.ts')
    const reports = await verifyPades(new Uint8Array(bytes))
    return reports.flatMap(({ certificate, signer }) => (certificate ? [{ certificate, signer }] : []))
  }
  const { certificatesIn } = await import('./providers/builtin/identities/stored-identities.ts')
  return certificatesIn(bytes).map((certificate) => {
    const signer = new X509Certificate(certificate).subject.replace(/^CN=/, '')
    return { certificate, signer }
  })
}

/** Revokes a certificate of ours (DER) from a point in time. Throws if none of our authorities issued it. */
export async function revokeCertificate(db: Db, certificate: Uint8Array, revokedAt: Date): Promise<void> {
  const { revoke } = await import('./providers/builtin/authority/revocations.ts')
  await revoke(db, certificate, revokedAt)
}

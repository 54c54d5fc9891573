import * as asn1 from 'asn1js'
import { AuthorityKeyIdentifier, CertificateRevocationList, Extensions } from 'pkijs'
import { type Authority, issuerOf } from '../../authority/issuer.ts'
import { derOf, engine, readCertificate } from '../engine.ts'
import { extension, keyIdentifier, timeOf } from '../x509.ts'

const AUTHORITY_KEY = '2.5.29.35'
const CRL_NUMBER = '2.5.29.20'

/**
 * The revocation list of our own authority, as DER. It is empty: each key signs once and is destroyed, so
 * that it cannot be stolen. An operator's authority publishes its own list.
 */
export async function makeCrl(
  authority: Authority,
  { from, until }: { from: Date; until: Date },
): Promise<Uint8Array> {
  const issued = issuerOf(authority)
  const root = readCertificate(issued.certificate)
  const issuer = new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(root) })
  const crl = new CertificateRevocationList({
    version: 1,
    issuer: root.subject,
    thisUpdate: timeOf(from),
    nextUpdate: timeOf(until < root.notAfter.value ? until : root.notAfter.value),
    crlExtensions: new Extensions({
      extensions: [
        extension(AUTHORITY_KEY, issuer.toSchema()),
        extension(CRL_NUMBER, asn1.Integer.fromBigInt(BigInt(from.getTime()))),
      ],
    }),
  })
  await crl.sign(issued.key, 'SHA-256', engine)
  return derOf(crl)
}

export const readCrl = (der: Uint8Array): CertificateRevocationList =>
  CertificateRevocationList.fromBER(new Uint8Array(der))

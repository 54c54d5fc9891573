import * as asn1 from 'asn1js'
import { AuthorityKeyIdentifier, CertificateRevocationList, Extensions, RevokedCertificate } from 'pkijs'
import type { Issuer, RevokedCertificate as Revoked } from '../../authority/issuer.ts'
import { derOf, engine, readCertificate } from '../engine.ts'
import { extension, keyIdentifier, timeOf } from '../x509.ts'

const AUTHORITY_KEY = '2.5.29.35'
const CRL_NUMBER = '2.5.29.20'

/** The revocation list of one of our authorities, as DER; valid no longer than the authority. */
export async function makeCrl(
  { certificate, key, revoked }: Issuer,
  { from, until }: { from: Date; until: Date },
): Promise<Uint8Array> {
  const root = readCertificate(certificate)
  const issuer = new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(root) })
  const crl = new CertificateRevocationList({
    version: 1,
    issuer: root.subject,
    thisUpdate: timeOf(from),
    nextUpdate: timeOf(until < root.notAfter.value ? until : root.notAfter.value),
    ...(revoked.length > 0 && { revokedCertificates: revoked.map(entryOf) }),
    crlExtensions: new Extensions({
      extensions: [
        extension(AUTHORITY_KEY, issuer.toSchema()),
        extension(CRL_NUMBER, asn1.Integer.fromBigInt(BigInt(from.getTime()))),
      ],
    }),
  })
  await crl.sign(key, 'SHA-256', engine)
  return derOf(crl)
}

const entryOf = ({ serial, at }: Revoked) =>
  new RevokedCertificate({
    userCertificate: new asn1.Integer({ valueHex: new Uint8Array(Buffer.from(serial, 'hex')).buffer }),
    revocationDate: timeOf(at),
  })

export const readCrl = (der: Uint8Array): CertificateRevocationList =>
  CertificateRevocationList.fromBER(new Uint8Array(der))

import { decoded } from '#src/pdf/lenient/decode.ts'
import type { LenientDocument } from '#src/pdf/lenient/document.ts'
import { Stream } from '#src/pdf/lenient/values.ts'
import type { Container } from '../containers.ts'
import { type CertificateParts, readCertificateParts } from '../general/certificate.ts'
import { readSignedData } from '../general/signed-data.ts'

/** Maximum number of certificates read; a file usually has a few dozen. */
const MAX_CERTIFICATES = 1000

/** The certificates in a file's signatures, in signature dictionaries, and in the document security store. */
export function certificatesIn(
  document: LenientDocument | null,
  containers: Container[],
): CertificateParts[] {
  const found = [
    ...containers.flatMap(({ contents, certificates }) => [
      ...certificatesInSignature(contents),
      ...certificates.flatMap(readCertificates),
    ]),
    ...(document ? certificatesInStore(document) : []),
  ]
  return [
    ...new Map(found.slice(0, MAX_CERTIFICATES).map((one) => [one.der.toString('latin1'), one])).values(),
  ]
}

function certificatesInSignature(contents: Uint8Array): CertificateParts[] {
  try {
    return readSignedData(Buffer.from(contents)).certificates
  } catch {
    return []
  }
}

function certificatesInStore(document: LenientDocument): CertificateParts[] {
  const store = document.dict(document.catalog?.entries.get('DSS'))
  return document
    .list(store?.entries.get('Certs'))
    .slice(0, MAX_CERTIFICATES)
    .map((entry) => document.resolve(entry))
    .flatMap((entry) => (entry instanceof Stream ? readStream(entry) : []))
}

function readStream(stream: Stream): CertificateParts[] {
  try {
    return readCertificates(decoded(stream))
  } catch {
    return []
  }
}

function readCertificates(der: Uint8Array): CertificateParts[] {
  try {
    return [readCertificateParts(Buffer.from(der))]
  } catch {
    return []
  }
}

import { AuthorityKeyIdentifier, BasicConstraints, type Certificate } from 'pkijs'
import { readCertificate } from '../../../providers/builtin/pades/engine.ts'
import { checkSignature } from '../../../providers/builtin/pades/general/algorithms.ts'
import { Ber, oidOf, TAG } from '../../../providers/builtin/pades/general/ber.ts'
import {
  type CertificateParts,
  readCertificateParts,
} from '../../../providers/builtin/pades/general/certificate.ts'
import { createPublicKey, type KeyObject } from './keys.ts'

const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const AUTHORITY_KEY = '2.5.29.35'
const SUBJECT_KEY = '2.5.29.14'
const KEY_CERT_SIGN = 0x04

/** A certificate with the interface of node:crypto, as far as checking a signature needs it. */
export class X509Certificate {
  private readonly parts: CertificateParts
  private readonly certificate: Certificate

  /** Throws if the bytes are not a certificate. */
  constructor(der: Uint8Array) {
    this.parts = readCertificateParts(Buffer.from(der))
    this.certificate = readCertificate(der)
  }

  get raw(): Buffer {
    return this.parts.der
  }

  get validFromDate(): Date {
    return this.certificate.notBefore.value
  }

  get validToDate(): Date {
    return this.certificate.notAfter.value
  }

  /** In upper-case hexadecimal. */
  get serialNumber(): string {
    return this.parts.serial.toUpperCase()
  }

  get publicKey(): KeyObject {
    return createPublicKey({ key: this.parts.publicKey })
  }

  get ca(): boolean {
    const constraints = this.extension(BASIC_CONSTRAINTS)?.parsedValue
    return constraints instanceof BasicConstraints && constraints.cA && this.maySignCertificates
  }

  /**
   * Whether the other certificate can have issued this one, according to names, key identifiers and usage.
   */
  checkIssued(other: X509Certificate): boolean {
    if (!this.certificate.issuer.isEqual(other.certificate.subject) || !other.maySignCertificates)
      return false
    const statedKey = this.extension(AUTHORITY_KEY)?.parsedValue
    const requiredId = statedKey instanceof AuthorityKeyIdentifier ? statedKey.keyIdentifier : undefined
    const actualId = other.extension(SUBJECT_KEY)?.parsedValue
    if (!requiredId || !actualId) return true
    return Buffer.from(requiredId.valueBlock.valueHexView).equals(
      Buffer.from(actualId.valueBlock.valueHexView),
    )
  }

  /** Whether this key signed the certificate. */
  verify(key: KeyObject): boolean {
    const [body, algorithm, bits] = new Ber(this.parts.der).children
    if (!body || !algorithm || bits?.tag !== TAG.bits) return false
    const result = checkSignature({
      algorithm: oidOf(algorithm.child(0)),
      digest: '',
      parameters: algorithm.children[1] ?? null,
      publicKey: key.export(),
      signature: Buffer.from(bits.content.subarray(1)),
      data: body.encoded,
    })
    return result === 'holds'
  }

  private get maySignCertificates(): boolean {
    const usage = this.extension(KEY_USAGE)?.parsedValue
    return !usage || (usage.valueBlock.valueHexView[0] & KEY_CERT_SIGN) !== 0
  }

  private extension(oid: string) {
    return this.certificate.extensions?.find(({ extnID }) => extnID === oid)
  }
}

import { createHash, randomBytes } from 'node:crypto'
import * as asn1 from 'asn1js'
import { AlgorithmIdentifier, EncapsulatedContentInfo, MessageImprint, TSTInfo } from 'pkijs'
import { derOf } from '../pades/engine.ts'
import type { SignerIdentity } from '../pades/identity.ts'
import { makeSignedData, signInfo } from '../pades/make-cms.ts'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SHA256 = '2.16.840.1.101.3.4.2.1'
/** The policy of the demo, under its own UUID (ITU-T X.667). */
const POLICY = '2.25.88197462313517095240867511382290475514'

/** An RFC 3161 time-stamp token for a SHA-256 digest, as DER. */
export async function makeToken(digest: Uint8Array, authority: SignerIdentity, at: Date) {
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: new Uint8Array(digest).buffer }),
    }),
    serialNumber: new asn1.Integer({ valueHex: positiveInteger(randomBytes(16)).buffer }),
    // In whole seconds, because fractions are optional and not every reader accepts them.
    genTime: new Date(Math.floor(at.getTime() / 1000) * 1000),
  })
  const content = derOf(info)
  const hash = createHash('sha256').update(content).digest()
  const { info: signer } = await signInfo(hash, authority, TST_INFO)
  const encapsulated = new EncapsulatedContentInfo({ eContentType: TST_INFO })
  // Set afterwards, because the constructor would cut the content into parts, which DER does not permit.
  encapsulated.eContent = new asn1.OctetString({ valueHex: new Uint8Array(content).buffer })
  return makeSignedData(signer, [authority.certificate, ...authority.chain], encapsulated)
}

/** Removes leading zeros, so that the DER is minimal. */
function positiveInteger(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const number = new Uint8Array(bytes)
  number[0] = (number[0]! & 0x7f) | 0x40
  return number
}

import * as asn1 from 'asn1js'
import { Certificate, CryptoEngine } from 'pkijs'

// @libpdf/core installs its own engine for the whole process, so our calls to pkijs pass our engine
// explicitly.
export const engine = new CryptoEngine({ name: 'qishu', crypto })

export const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const

export function readCertificate(der: Uint8Array): Certificate {
  return Certificate.fromBER(new Uint8Array(der))
}

export function derOf(part: { toSchema(): { toBER(): ArrayBuffer } }): Uint8Array {
  return new Uint8Array(part.toSchema().toBER())
}

/** Reads one DER value and its length. Throws if the bytes are not DER. */
export function readDer(bytes: Uint8Array): { value: asn1.AsnType; length: number } {
  const { offset, result } = asn1.fromBER(new Uint8Array(bytes))
  if (offset === -1) throw new Error(`These bytes are not DER: ${result.error}`)
  return { value: result, length: offset }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

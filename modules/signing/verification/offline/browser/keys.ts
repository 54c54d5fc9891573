import { ed448 } from '@noble/curves/ed448.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Ber, oidOf, TAG } from '../../../providers/builtin/pades/general/ber.ts'

/** A public key with the interface of node:crypto, as far as checking a signature needs it. */
export class KeyObject {
  readonly key: Key
  private readonly spki: Buffer

  constructor(spki: Buffer, key: Key) {
    this.spki = spki
    this.key = key
  }

  /** Always SubjectPublicKeyInfo as DER. */
  export(): Buffer {
    return this.spki
  }

  get asymmetricKeyDetails() {
    return this.key.kind === 'rsa' ? { modulusLength: this.key.modulus.toString(2).length } : {}
  }
}

type Key =
  | { kind: 'rsa'; modulus: bigint; exponent: bigint }
  | { kind: 'ec'; curve: Curve; point: Uint8Array }
  | { kind: 'eddsa'; curve: typeof ed25519 | typeof ed448; point: Uint8Array }

type Curve = typeof p256

const CURVES: Record<string, Curve> = {
  '1.2.840.10045.3.1.7': p256,
  '1.3.132.0.34': p384,
  '1.3.132.0.35': p521,
  '1.3.132.0.10': secp256k1,
  '1.3.36.3.3.2.8.1.1.7': brainpoolP256r1,
  '1.3.36.3.3.2.8.1.1.11': brainpoolP384r1,
  '1.3.36.3.3.2.8.1.1.13': brainpoolP512r1,
}

const RSA = new Set(['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.10'])
const ELLIPTIC = '1.2.840.10045.2.1'
const EDWARDS: Record<string, typeof ed25519 | typeof ed448> = {
  '1.3.101.112': ed25519,
  '1.3.101.113': ed448,
}

/** Throws for other kinds of keys, such as DSA, whose signatures cannot be checked in a browser. */
export function createPublicKey({ key: der }: { key: Uint8Array }): KeyObject {
  const spki = Buffer.from(der)
  const publicKeyInfo = new Ber(spki)
  const algorithm = publicKeyInfo.child(0, TAG.sequence)
  const bits = Buffer.from(publicKeyInfo.child(1, TAG.bits).content.subarray(1))
  return new KeyObject(spki, keyIn(oidOf(algorithm.child(0)), algorithm, bits))
}

function keyIn(oid: string, algorithm: Ber, bits: Buffer): Key {
  if (RSA.has(oid)) {
    const [modulus, exponent] = new Ber(bits).children.map(({ content }) => numberIn(content))
    return { kind: 'rsa', modulus: modulus!, exponent: exponent! }
  }
  const edwards = EDWARDS[oid]
  if (edwards) return { kind: 'eddsa', curve: edwards, point: new Uint8Array(bits) }
  const curve = oid === ELLIPTIC ? CURVES[oidOf(algorithm.child(1))] : undefined
  if (!curve) throw new Error(`No keys of the kind ${oid} here`)
  curve.Point.fromBytes(new Uint8Array(bits))
  return { kind: 'ec', curve, point: new Uint8Array(bits) }
}

export const numberIn = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)

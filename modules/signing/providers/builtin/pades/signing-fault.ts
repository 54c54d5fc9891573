/** The faults that prevent every signature, by their names in `/readyz`. */
export type SigningFaultPart = 'signingKey' | 'signingCertificate' | 'signingPassword' | 'timeStamp'

export const SIGNING_FAULT_PARTS: readonly SigningFaultPart[] = [
  'signingKey',
  'signingCertificate',
  'signingPassword',
  'timeStamp',
]

/**
 * A fault of ours that prevents signing, although the file and the signature are fine. After it is fixed, a
 * retry succeeds.
 */
export class SigningFault extends Error {
  readonly part: SigningFaultPart
  constructor(part: SigningFaultPart, message: string) {
    super(message)
    this.part = part
  }
}

/** The faults that prevent every signature, by their names in `/readyz`. */
export type StandstillPart = 'signingKey' | 'signingCertificate' | 'signingPassword' | 'timeStamp'

export const STANDSTILL_PARTS: readonly StandstillPart[] = [
  'signingKey',
  'signingCertificate',
  'signingPassword',
  'timeStamp',
]

/**
 * A fault of ours prevents signing; file and signature are fine. Once the fault is fixed, a retry succeeds.
 */
export class Standstill extends Error {
  readonly part: StandstillPart
  constructor(part: StandstillPart, message: string) {
    super(message)
    this.part = part
  }
}

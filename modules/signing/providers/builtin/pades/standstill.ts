/** What stands in the way of every signature, by the name it has in `/readyz`. */
export type StandstillPart = 'signingKey' | 'signingCertificate' | 'signingPassword' | 'timeStamp'

export const STANDSTILL_PARTS: readonly StandstillPart[] = [
  'signingKey',
  'signingCertificate',
  'signingPassword',
  'timeStamp',
]

/**
 * Nothing is wrong with the file or the signature: something of ours is, and once that is mended the same
 * works.
 */
export class Standstill extends Error {
  readonly part: StandstillPart
  constructor(part: StandstillPart, message: string) {
    super(message)
    this.part = part
  }
}

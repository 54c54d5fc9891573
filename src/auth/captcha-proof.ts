import { createHash } from 'node:crypto'
import { config } from '#src/core/config.ts'
import { hasZeros, PARTS, taskOf, tried } from '#views/scripts/proof/proof.ts'

/**
 * Zero bits of each part: half a million hashes in all, about a second of a telephone. Where the answer is
 * fixed, for tests, the work is next to nothing.
 */
export const workAsked = () => (config.CAPTCHA_ANSWER ? 4 : 16)

const PROOF = /^\d{1,12}(\.\d{1,12})*$/

/**
 * Whether the proof is one for this captcha; one that asks for no work needs none. The captcha's seal is not
 * looked at.
 */
export function provesWork(captchaId: string, proof: string): boolean {
  const { bits, seal } = taskOf(captchaId)
  if (bits === 0) return true
  const numbers = PROOF.test(proof) ? proof.split('.') : []
  return numbers.length === PARTS && numbers.every((number, part) => fits(tried(seal, part, number), bits))
}

const fits = (words: string, bits: number) =>
  hasZeros(createHash('sha256').update(words).digest().readInt32BE(), bits)

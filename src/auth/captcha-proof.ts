import { createHash } from 'node:crypto'
import { config } from '#src/core/config.ts'
import { hashedText, hasZeros, PARTS, taskOf } from '#views/scripts/proof/proof.ts'

/**
 * How many leading zero bits the hash of each part needs. 16 take about half a million hashes in total, a
 * second on a phone; 4, for tests that set the answer, almost none.
 */
export const requiredBits = () => (config.CAPTCHA_ANSWER ? 4 : 16)

const PROOF_PATTERN = /^\d{1,12}(\.\d{1,12})*$/

/**
 * Whether the proof solves this captcha; a captcha without work needs no proof. The seal of the captcha is
 * not checked.
 */
export function provesWork(captchaId: string, proof: string): boolean {
  const { bits, seal } = taskOf(captchaId)
  if (bits === 0) return true
  const numbers = PROOF_PATTERN.test(proof) ? proof.split('.') : []
  return (
    numbers.length === PARTS &&
    numbers.every((number, part) => isSolution(hashedText(seal, part, number), bits))
  )
}

const isSolution = (text: string, bits: number) =>
  hasZeros(createHash('sha256').update(text).digest().readInt32BE(), bits)

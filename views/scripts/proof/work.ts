import { firstWord } from './first-word.ts'
import { hashedText, hasZeros, PARTS, taskOf } from './proof.ts'

/**
 * Computes the proof that a captcha requires: its numbers, separated by dots. Does not use the browser's
 * SHA-256, which only exists on https.
 */
export function work(captchaId: string): string {
  const { bits, seal } = taskOf(captchaId)
  return Array.from({ length: PARTS }, (_, part) => numberFor(seal, part, bits)).join('.')
}

function numberFor(seal: string, part: number, bits: number): number {
  let number = 0
  while (!hasZeros(firstWord(hashedText(seal, part, number)), bits)) number++
  return number
}

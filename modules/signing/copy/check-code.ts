import { randomBytes } from 'node:crypto'
import { encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'
import type { CheckMark } from '#modules/printing/index.ts'
import { publicUrl } from '#src/http/envelope.ts'

const LENGTH = 10

/** A new check code: 50 random bits as ten letters and digits. */
export const newCheckCode = (): string => encodeBase32UpperCaseNoPadding(randomBytes(7)).slice(0, LENGTH)

/** A check code as printed: ABCDE-FGHIJ. */
export const spacedCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** A code as typed from paper: ignores case, spaces and dashes; 0, 1 and 8 count as O, I and B. */
export function readCheckCode(typed: string): string | null {
  const folded = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  const code = folded.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')
  return /^[A-Z2-7]{10}$/.test(code) ? code : null
}

/** The text with the check code to print on each page of the file to sign. */
export function checkMarkOf(number: string, code: string): CheckMark {
  const query = new URLSearchParams({ number, code })
  return {
    number,
    code: spacedCode(code),
    address: publicUrl(`/verify?${query}`),
    place: publicUrl('/verify').replace(/^https?:\/\//, ''),
  }
}

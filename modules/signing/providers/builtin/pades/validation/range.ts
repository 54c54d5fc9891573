import type { Container } from '../containers.ts'
import { endOf } from '../revisions.ts'

/**
 * The problem of a signature's byte range, or null: the range must begin at the start of the file and leave
 * out only the Contents string. The delimiters of the string may be within the range.
 */
export function rangeFault(bytes: Uint8Array, { range, contents }: Container): 'range' | 'cut' | null {
  const [start, length, next, rest] = range
  if (start !== 0 || length <= 0 || next <= length || rest < 0) return 'range'
  if (endOf(range) > bytes.length) return 'cut'
  const gap = Buffer.from(bytes.subarray(length, next)).toString('latin1')
  const withoutOpening = gap.startsWith('<') ? gap.slice(1) : bytes[length - 1] === 0x3c ? gap : null
  const digits = withoutOpening?.endsWith('>')
    ? withoutOpening.slice(0, -1)
    : bytes[next] === 0x3e
      ? withoutOpening
      : null
  if (digits === null || digits === undefined || !/^[0-9A-Fa-f\s\0]*$/.test(digits)) return 'range'
  const hexadecimal = digits.replace(/[\s\0]/g, '')
  const paddedDigits = hexadecimal.length % 2 ? `${hexadecimal}0` : hexadecimal
  return Buffer.from(paddedDigits, 'hex').equals(contents) ? null : 'range'
}

/** The bytes that a signature covers. */
export function signedBytes(bytes: Uint8Array, { range: [start, length, next, rest] }: Container): Buffer {
  return Buffer.concat([bytes.subarray(start, start + length), bytes.subarray(next, next + rest)])
}

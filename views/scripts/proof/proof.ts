/**
 * The proof of work of a captcha, shared by browser and server. For each part it has a number such that the
 * SHA-256 of `seal.part.number` begins with as many zero bits as the captcha requires. Many small parts take
 * a predictable time; one large part would depend on luck.
 */
export const PARTS = 8

/**
 * The required bits, and the part of the captcha's id that is hashed. That part is short, so that each
 * attempt hashes a single block.
 */
export function taskOf(captchaId: string): { bits: number; seal: string } {
  const [, , bits = '', seal = ''] = captchaId.split('.')
  return { bits: Number(bits), seal: seal.slice(0, 32) }
}

/** The text that is hashed. */
export const hashedText = (seal: string, part: number, number: string | number) => `${seal}.${part}.${number}`

/** Whether a hash whose first 32 bits are `word` begins with `bits` zeros. */
export const hasZeros = (word: number, bits: number) => Math.clz32(word) >= bits

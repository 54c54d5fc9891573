/**
 * A proof of work over a captcha, as browser and server agree on it: for each of its parts a number, so that
 * SHA-256 of `seal.part.number` begins with as many zero bits as the captcha asks for. Many small parts take
 * everybody about as long; one large one would be a matter of luck.
 */
export const PARTS = 8

/**
 * The required bits, and the part of the captcha's id that is hashed: short enough for one block of SHA-256 a
 * try.
 */
export function taskOf(captchaId: string): { bits: number; seal: string } {
  const [, , bits = '', seal = ''] = captchaId.split('.')
  return { bits: Number(bits), seal: seal.slice(0, 32) }
}

/** What is hashed. */
export const tried = (seal: string, part: number, number: string | number) => `${seal}.${part}.${number}`

/** Whether a hash whose first 32 bits are `word` begins with so many zeros. */
export const hasZeros = (word: number, bits: number) => Math.clz32(word) >= bits

/**
 * The first 32 bits of the SHA-256 (FIPS 180-4) of at most 55 ASCII characters. This code is six times as
 * fast as a library, so that in the same time on a phone more work can be required of an attacker who solves
 * a thousand tasks.
 */
export function firstWord(text: string): number {
  block.fill(0)
  for (let index = 0; index < text.length; index++) putByte(index, text.charCodeAt(index))
  putByte(text.length, 0x80)
  block[15] = 8 * text.length
  expand()
  return compress()
}

const FIRST_PRIMES = primes(64)

/** The first 32 bits of the fraction of a number. */
const fractionOf = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0

const H = Int32Array.from(FIRST_PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)))
const K = Int32Array.from(FIRST_PRIMES, (prime) => fractionOf(Math.cbrt(prime)))
const block = new Int32Array(64)

function primes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n)
  return primes
}

function putByte(index: number, byte: number) {
  block[index >> 2]! |= byte << (24 - 8 * (index & 3))
}

const rotateRight = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function expand() {
  for (let t = 16; t < 64; t++) {
    const x = block[t - 15]!
    const y = block[t - 2]!
    const small = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3)
    const large = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10)
    block[t] = (block[t - 16]! + small + block[t - 7]! + large) | 0
  }
}

function compress(): number {
  let a = H[0]!
  let b = H[1]!
  let c = H[2]!
  let d = H[3]!
  let e = H[4]!
  let f = H[5]!
  let g = H[6]!
  let h = H[7]!
  for (let t = 0; t < 64; t++) {
    const x =
      (h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        ((e & f) ^ (~e & g)) +
        K[t]! +
        block[t]!) |
      0
    const y =
      ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + x) | 0
    d = c
    c = b
    b = a
    a = (x + y) | 0
  }
  return (a + H[0]!) | 0
}

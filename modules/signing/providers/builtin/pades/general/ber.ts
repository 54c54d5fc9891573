/** Maximum nesting; signatures have about twenty levels. */
const MAX_DEPTH = 60

const CONSTRUCTED = 0x20

/**
 * One value of ASN.1 in BER, of definite or indefinite length (X.690). Parsed lazily, so that long
 * revocation lists cost nothing.
 */
export class Ber {
  private readonly bytes: Buffer
  /** The first octet: class, form and, if below 31, the tag number. */
  readonly tag: number
  readonly start: number
  readonly contentStart: number
  readonly contentEnd: number
  /** The offset after the value and its end marker. */
  readonly end: number
  private readonly depth: number

  /** Throws if no complete value begins at `start`. */
  constructor(bytes: Buffer, start = 0, limit = bytes.length, depth = 0) {
    if (depth > MAX_DEPTH) throw new Error('The value is nested too deeply')
    this.bytes = bytes
    this.start = start
    this.depth = depth
    this.tag = byteAt(bytes, start, limit)
    const { length, from } = readLength(bytes, offsetAfterTag(bytes, start, limit), limit)
    this.contentStart = from
    if (length === null) {
      if (!this.constructed) throw new Error('A value without length is not constructed')
      this.contentEnd = this.findEnd(limit)
      this.end = this.contentEnd + 2
    } else {
      this.contentEnd = from + length
      this.end = this.contentEnd
      if (this.end > limit) throw new Error('The value ends before its end')
    }
  }

  get constructed(): boolean {
    return (this.tag & CONSTRUCTED) !== 0
  }

  private findEnd(limit: number): number {
    for (let offset = this.contentStart; ; ) {
      if (byteAt(this.bytes, offset, limit) === 0 && byteAt(this.bytes, offset + 1, limit) === 0)
        return offset
      offset = new Ber(this.bytes, offset, limit, this.depth + 1).end
    }
  }

  get content(): Buffer {
    return this.bytes.subarray(this.contentStart, this.contentEnd)
  }

  /** The complete value, including tag and length. */
  get encoded(): Buffer {
    return this.bytes.subarray(this.start, this.end)
  }

  /** Empty for a primitive value. */
  get children(): Ber[] {
    if (!this.constructed) return []
    const elements: Ber[] = []
    for (let offset = this.contentStart; offset < this.contentEnd; ) {
      const child = new Ber(this.bytes, offset, this.contentEnd, this.depth + 1)
      elements.push(child)
      offset = child.end
    }
    return elements
  }

  /** The child at an index. Throws if it does not have this tag. */
  child(index: number, tag?: number): Ber {
    const element = this.children[index]
    if (!element || (tag !== undefined && element.tag !== tag))
      throw new Error('Another value was expected here')
    return element
  }

  /** The bytes of a string, with its segments joined. */
  get octets(): Buffer {
    return this.constructed ? Buffer.concat(this.children.map((child) => child.octets)) : this.content
  }

  /** The value in DER, with definite lengths, optionally with another tag. */
  der(tag = this.tag): Buffer {
    const isSegmented = this.constructed && (this.tag & 0xdf) === TAG.octets
    const content = isSegmented
      ? this.octets
      : this.constructed
        ? Buffer.concat(this.children.map((child) => child.der()))
        : this.content
    const head = this.bytes.subarray(this.start + 1, offsetAfterTag(this.bytes, this.start, this.end))
    return Buffer.concat([
      Buffer.from([isSegmented ? TAG.octets : tag]),
      head,
      lengthOf(content.length),
      content,
    ])
  }
}

export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

function byteAt(bytes: Buffer, offset: number, limit: number): number {
  if (offset >= limit) throw new Error('The value ends before its end')
  return bytes[offset]!
}

function offsetAfterTag(bytes: Buffer, start: number, limit: number): number {
  if ((bytes[start]! & 0x1f) !== 0x1f) return start + 1
  let offset = start + 1
  while (byteAt(bytes, offset, limit) & 0x80) offset++
  return offset + 1
}

function readLength(bytes: Buffer, offset: number, limit: number): { length: number | null; from: number } {
  const firstOctet = byteAt(bytes, offset, limit)
  if (firstOctet < 0x80) return { length: firstOctet, from: offset + 1 }
  if (firstOctet === 0x80) return { length: null, from: offset + 1 }
  const octets = firstOctet & 0x7f
  if (octets > 6) throw new Error('No value is so long')
  let length = 0
  for (let n = 1; n <= octets; n++) length = length * 256 + byteAt(bytes, offset + n, limit)
  return { length, from: offset + 1 + octets }
}

/** A value with this tag (below 31), in definite length. */
export const derOf = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const octets: number[] = []
  for (let remaining = length; remaining > 0; remaining = Math.floor(remaining / 256))
    octets.unshift(remaining % 256)
  return Buffer.from([0x80 | octets.length, ...octets])
}

/** An object identifier in dotted form; throws for any other value. */
export function oidOf(value: Ber): string {
  if (value.tag !== TAG.oid) throw new Error('This is no object identifier')
  const arcs: bigint[] = []
  let arc = 0n
  for (const byte of value.content) {
    arc = arc * 128n + BigInt(byte & 0x7f)
    if (byte & 0x80) continue
    arcs.push(arc)
    arc = 0n
  }
  const [firstArc = 0n, ...otherArcs] = arcs
  const root = firstArc < 80n ? firstArc / 40n : 2n
  return [root, firstArc - root * 40n, ...otherArcs].join('.')
}

/** A UTCTime or GeneralizedTime; null for any other value. */
export function timeOf(value: Ber): Date | null {
  const text = value.content.toString('latin1')
  const isGeneralizedTime = value.tag === TAG.time
  if (!isGeneralizedTime && value.tag !== TAG.utcTime) return null
  const match = /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,](\d{1,9}))?(Z|[+-]\d{4})?$/.exec(text)
  if (!match) return null
  const [, years = '', month, day, hour, minute = '00', second = '00', fraction = '', zone = 'Z'] = match
  if (years.length !== (isGeneralizedTime ? 4 : 2)) return null
  const year = isGeneralizedTime ? years : `${Number(years) < 50 ? '20' : '19'}${years}`
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const millis = fraction.padEnd(3, '0').slice(0, 3)
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}${offset}`)
  return Number.isNaN(date.getTime()) ? null : date
}

import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core'

/** An unexpected token; `at` is its byte offset. */
export class PdfSyntaxError extends Error {
  at: number

  constructor(problem: string, at: number) {
    super(`${problem} at byte ${at}`)
    this.at = at
  }
}

const SPACE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)))

export const isSpace = (byte: number | undefined): boolean => byte !== undefined && SPACE.has(byte)

/** Whether a byte belongs to a name, a number or a keyword. */
export const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && !SPACE.has(byte) && !DELIMITERS.has(byte)

const [LINE_FEED, RETURN, PERCENT, HASH, OPEN, CLOSE, SLASH, LESS, GREATER, BACKSLASH] = [
  10, 13, 37, 35, 40, 41, 47, 60, 62, 92,
] as const
const [OPEN_BRACKET, CLOSE_BRACKET] = [91, 93] as const

/** The nesting limit, which protects the reader's stack. */
const MAX_DEPTH = 200

/**
 * Reads objects from bytes (ISO 32000-2, 7.2 and 7.3). Names are strings with one character for each byte, so
 * that Chinese encodings survive. Every method throws PdfSyntaxError for unexpected bytes.
 */
export class Lexer {
  bytes: Uint8Array
  at: number
  /**
   * Whether to reject syntax that readers interpret differently: comments, duplicate keys, a number with two
   * signs.
   */
  strict: boolean

  constructor(bytes: Uint8Array, at = 0, strict = false) {
    this.bytes = bytes
    this.at = at
    this.strict = strict
  }

  /** Skips white space and comments; with `comments` false it stops at a comment. */
  skipSpace(comments = true): this {
    for (;;) {
      while (isSpace(this.bytes[this.at])) this.at++
      if (!comments || this.bytes[this.at] !== PERCENT) return this
      if (this.strict) throw new PdfSyntaxError('A comment', this.at)
      while (this.at < this.bytes.length && !this.atLineEnd()) this.at++
    }
  }

  private atLineEnd() {
    const byte = this.bytes[this.at]
    return byte === LINE_FEED || byte === RETURN
  }

  /** Consumes a run of regular characters; '' if there is none. */
  word(): string {
    const start = this.at
    while (isRegular(this.bytes[this.at])) this.at++
    return latin1(this.bytes, start, this.at)
  }

  /** Consumes this keyword if it is next as a complete word. */
  keyword(text: string): boolean {
    const end = this.at + text.length
    if (isRegular(this.bytes[end]) || latin1(this.bytes, this.at, end) !== text) return false
    this.at = end
    return true
  }

  /** Consumes an unsigned integer. */
  natural(): number {
    const start = this.at
    const text = this.word()
    if (!/^\d{1,15}$/.test(text)) throw new PdfSyntaxError('No whole number', start)
    return Number(text)
  }

  /** Reads the next object, after white space and comments. */
  object(depth = 0): PdfObject {
    if (depth > MAX_DEPTH) throw new PdfSyntaxError('Nested too deeply', this.at)
    const byte = this.skipSpace().bytes[this.at]
    if (byte === SLASH) return this.name()
    if (byte === OPEN) return this.literalString()
    if (byte === OPEN_BRACKET) return this.array(depth)
    if (byte === LESS) return this.bytes[this.at + 1] === LESS ? this.dict(depth) : this.hexString()
    return this.scalar()
  }

  private scalar(): PdfObject {
    const start = this.at
    const word = this.word()
    if (word === 'true' || word === 'false') return PdfBool.of(word === 'true')
    if (word === 'null') return PdfNull.instance
    const value = numberIn(word)
    if (this.strict && /^[+-]{2}/.test(word)) throw new PdfSyntaxError('A number with two signs', start)
    if (value === null) throw new PdfSyntaxError('No object', start)
    return /^\d{1,10}$/.test(word) ? this.refOrNumber(value) : PdfNumber.of(value)
  }

  private refOrNumber(value: number): PdfObject {
    const end = this.at
    const generation = this.skipSpace().word()
    if (/^\d{1,5}$/.test(generation) && this.skipSpace().keyword('R'))
      return PdfRef.of(value, Number(generation))
    this.at = end
    return PdfNumber.of(value)
  }

  private name(): PdfName {
    this.at++
    let name = ''
    while (isRegular(this.bytes[this.at])) {
      const byte = this.bytes[this.at]!
      const escaped =
        byte === HASH ? /^[0-9A-Fa-f]{2}$/.exec(latin1(this.bytes, this.at + 1, this.at + 3)) : null
      name += String.fromCharCode(escaped ? Number.parseInt(escaped[0], 16) : byte)
      this.at += escaped ? 3 : 1
    }
    return PdfName.of(name)
  }

  private array(depth: number): PdfArray {
    const start = this.at++
    const items: PdfObject[] = []
    while (this.skipSpace().bytes[this.at] !== CLOSE_BRACKET) {
      if (this.at >= this.bytes.length) throw new PdfSyntaxError('An array without an end', start)
      items.push(this.object(depth + 1))
    }
    this.at++
    return new PdfArray(items)
  }

  private dict(depth: number): PdfDict {
    const start = this.at
    this.at += 2
    const dict = new PdfDict()
    while (this.skipSpace().bytes[this.at] !== GREATER) {
      if (this.bytes[this.at] !== SLASH) throw new PdfSyntaxError('A dictionary without a key', this.at)
      const key = this.name()
      if (this.strict && dict.has(key)) throw new PdfSyntaxError('A key twice', this.at)
      dict.set(key, this.object(depth + 1))
    }
    if (this.bytes[this.at + 1] !== GREATER) throw new PdfSyntaxError('A dictionary without an end', start)
    this.at += 2
    return dict
  }

  private hexString(): PdfString {
    const start = this.at
    const end = this.bytes.indexOf(GREATER, start)
    const digits = end < 0 ? '?' : latin1(this.bytes, start + 1, end).replace(/[\0\t\n\f\r ]/g, '')
    if (!/^[0-9A-Fa-f]*$/.test(digits)) throw new PdfSyntaxError('No string', start)
    this.at = end + 1
    return PdfString.fromBytes(
      new Uint8Array(Buffer.from(digits.padEnd(digits.length + (digits.length % 2), '0'), 'hex')),
    )
  }

  private literalString(): PdfString {
    const start = this.at++
    const bytes: number[] = []
    for (let depth = 1; depth > 0; ) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) throw new PdfSyntaxError('A string without an end', start)
      if (byte === OPEN) depth++
      if (byte === CLOSE && --depth === 0) break
      if (byte === BACKSLASH) this.escaped(bytes)
      else if (byte === RETURN) {
        if (this.bytes[this.at] === LINE_FEED) this.at++
        bytes.push(LINE_FEED)
      } else bytes.push(byte)
    }
    return PdfString.fromBytes(new Uint8Array(bytes))
  }

  private escaped(bytes: number[]) {
    const octal = /^[0-7]{1,3}/.exec(latin1(this.bytes, this.at, this.at + 3))?.[0]
    if (octal) {
      this.at += octal.length
      bytes.push(Number.parseInt(octal, 8) & 0xff)
      return
    }
    const byte = this.bytes[this.at++]
    if (byte === undefined || byte === LINE_FEED) return
    if (byte === RETURN) {
      if (this.bytes[this.at] === LINE_FEED) this.at++
      return
    }
    bytes.push(ESCAPES[String.fromCharCode(byte)] ?? byte)
  }
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** The value of a number. Two signs before it count as one, as in other readers; null for anything else. */
function numberIn(word: string): number | null {
  const text = word.replace(/^([+-])[+-]+/, '$1')
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : null
}

export const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', start, end)

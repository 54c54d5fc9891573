import { Dict, Name, numberOf, Ref, Stream, Text, type Value } from './values.ts'

/** The limit on nested values. */
const MAX_DEPTH = 100

const TAB = 9
const LF = 10
const FF = 12
const CR = 13
const SPACE = 32
const PERCENT = 37
const OPEN = 40
const CLOSE = 41
const SLASH = 47
const LESS = 60
const MORE = 62
const OPEN_LIST = 91
const CLOSE_LIST = 93
const HASH = 35

const isSpace = (byte: number | undefined) =>
  byte === SPACE || byte === LF || byte === CR || byte === TAB || byte === FF || byte === 0

const isDelimiter = (byte: number) => '()<>[]{}/%'.includes(String.fromCharCode(byte))

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57

export interface IndirectObject {
  number: number
  generation: number
  value: Value
}

/** Returned at the end of a list, a dictionary or the file. */
const END = Symbol('end')

/**
 * Parses values, and tolerates what all readers tolerate: comments, odd white space, keys without values,
 * unknown words (read as null), and wrong stream lengths.
 */
export class Parser {
  readonly bytes: Buffer
  at: number
  /** Whether offsets in these bytes are offsets in the file. */
  readonly placed: boolean

  constructor(bytes: Buffer, at = 0, placed = true) {
    this.bytes = bytes
    this.at = at
    this.placed = placed
  }

  skipSpace(): void {
    while (this.at < this.bytes.length) {
      if (isSpace(this.bytes[this.at])) this.at++
      else if (this.bytes[this.at] === PERCENT) this.skipLine()
      else return
    }
  }

  private skipLine() {
    while (this.at < this.bytes.length && this.bytes[this.at] !== LF && this.bytes[this.at] !== CR) this.at++
  }

  /** The characters up to the next white space or delimiter. */
  word(): string {
    this.skipSpace()
    const start = this.at
    while (this.at < this.bytes.length && !isSpace(this.bytes[this.at]) && !isDelimiter(this.bytes[this.at]!))
      this.at++
    return this.bytes.toString('latin1', start, Math.min(this.at, start + 64))
  }

  /** Consumes the word if it is next, and returns whether it was. */
  take(word: string): boolean {
    this.skipSpace()
    const matches = this.bytes.toString('latin1', this.at, this.at + word.length) === word
    if (matches) this.at += word.length
    return matches
  }

  /** Consumes an unsigned integer; null, without consuming anything, if there is none. */
  takeInteger(): number | null {
    const initialOffset = this.at
    this.skipSpace()
    const start = this.at
    while (isDigit(this.bytes[this.at])) this.at++
    if (this.at > start && this.at - start <= 15) return Number(this.bytes.toString('latin1', start, this.at))
    this.at = initialOffset
    return null
  }

  value(depth = 0): Value {
    const value = this.nextValue(depth)
    return value === END ? null : value
  }

  /**
   * Reads `12 0 obj` and its value; null if there is none. `lengthOf` resolves an indirect stream length.
   */
  indirectObject(lengthOf: (ref: Ref) => number | null): IndirectObject | null {
    const number = this.takeInteger()
    const generation = this.takeInteger()
    if (number === null || generation === null || !this.take('obj')) return null
    const value = this.value()
    if (!(value instanceof Dict) || !this.take('stream')) return { number, generation, value }
    return { number, generation, value: new Stream(value, this.streamData(value, lengthOf)) }
  }

  private streamData(dict: Dict, lengthOf: (ref: Ref) => number | null): Buffer {
    if (this.bytes[this.at] === CR) this.at++
    if (this.bytes[this.at] === LF) this.at++
    const start = this.at
    const entry = dict.entries.get('Length')
    const length = entry instanceof Ref ? lengthOf(entry) : numberOf(entry)
    if (length !== null && length >= 0 && start + length <= this.bytes.length) {
      this.at = start + length
      if (this.take('endstream')) return this.bytes.subarray(start, start + length)
    }
    const end = this.bytes.indexOf('endstream', start, 'latin1')
    this.at = end < 0 ? this.bytes.length : end
    return this.bytes.subarray(start, this.at)
  }

  private nextValue(depth: number): Value | typeof END {
    if (depth > MAX_DEPTH) throw new Error('A value is nested too deeply')
    this.skipSpace()
    const byte = this.bytes[this.at]
    if (byte === undefined) return END
    if (byte === SLASH) return this.name()
    if (byte === OPEN) return this.literal()
    if (byte === LESS) return this.bytes[this.at + 1] === LESS ? this.dict(depth) : this.hexadecimal()
    if (byte === OPEN_LIST) return this.list(depth)
    if (byte === CLOSE_LIST || byte === MORE || byte === CLOSE) return END
    return this.plain()
  }

  private plain(): Value | typeof END {
    const start = this.at
    const word = this.word()
    if (word === '') {
      this.at++
      return null
    }
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'endobj' || word === 'endstream' || word === 'stream') {
      this.at = start
      return END
    }
    const number = Number(word)
    if (Number.isNaN(number)) return null
    return this.reference(number) ?? number
  }

  private reference(number: number): Ref | null {
    if (!Number.isSafeInteger(number) || number < 0) return null
    const start = this.at
    const generation = this.takeInteger()
    if (generation !== null && this.word() === 'R') return new Ref(number, generation)
    this.at = start
    return null
  }

  private name(): Name {
    const start = ++this.at
    let escaped = false
    while (
      this.at < this.bytes.length &&
      !isSpace(this.bytes[this.at]) &&
      !isDelimiter(this.bytes[this.at]!)
    ) {
      escaped ||= this.bytes[this.at] === HASH
      this.at++
    }
    const text = this.bytes.toString('latin1', start, this.at)
    if (!escaped) return new Name(text)
    return new Name(text.replace(/#([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16))))
  }

  private hexadecimal(): Text {
    const start = this.at
    const index = this.bytes.indexOf(MORE, start)
    this.at = index < 0 ? this.bytes.length : index + 1
    const digits = this.bytes.toString('latin1', start + 1, this.at - 1).replace(/[^0-9A-Fa-f]/g, '')
    const even = digits.length % 2 ? `${digits}0` : digits
    return this.text(Buffer.from(even, 'hex'), start)
  }

  private text(bytes: Buffer, start: number): Text {
    return this.placed ? new Text(bytes, start, this.at) : new Text(bytes, -1, -1)
  }

  private literal(): Text {
    const start = this.at++
    const decodedBytes: number[] = []
    for (let depth = 1; this.at < this.bytes.length; ) {
      const byte = this.bytes[this.at++]!
      if (byte === OPEN) depth++
      if (byte === CLOSE && --depth === 0) break
      if (byte === 92) this.escape(decodedBytes)
      else decodedBytes.push(byte)
    }
    return this.text(Buffer.from(decodedBytes), start)
  }

  private escape(decodedBytes: number[]) {
    const byte = this.bytes[this.at++] ?? 0
    const escapeIndex = 'nrtbf'.indexOf(String.fromCharCode(byte))
    if (escapeIndex >= 0) decodedBytes.push([10, 13, 9, 8, 12][escapeIndex]!)
    else if (byte >= 48 && byte <= 55) decodedBytes.push(this.octal(byte))
    else if (byte === CR) this.at += this.bytes[this.at] === LF ? 1 : 0
    else if (byte !== LF) decodedBytes.push(byte)
  }

  private octal(first: number): number {
    let code = first - 48
    for (let digits = 1; digits < 3; digits++) {
      const byte = this.bytes[this.at]
      if (byte === undefined || byte < 48 || byte > 55) break
      code = code * 8 + byte - 48
      this.at++
    }
    return code & 255
  }

  private list(depth: number): Value[] {
    this.at++
    const items: Value[] = []
    for (;;) {
      const item = this.nextValue(depth + 1)
      if (item !== END) items.push(item)
      else if (this.endsWith(CLOSE_LIST)) return items
    }
  }

  private dict(depth: number): Dict {
    const dict = new Dict(this.placed ? this.at : -1)
    this.at += 2
    for (;;) {
      const key = this.nextValue(depth + 1)
      if (key === END && this.endsWith(MORE)) break
      if (!(key instanceof Name)) continue
      const value = this.nextValue(depth + 1)
      // If a key occurs twice, readers use the last entry.
      dict.entries.set(key.value, value === END ? null : value)
    }
    if (this.bytes[this.at] === MORE) this.at++
    dict.end = this.at
    return dict
  }

  /**
   * Whether the list or dictionary ends here: at its delimiter, at a word such as `endobj`, or at the end of
   * the input.
   */
  private endsWith(delimiter: number): boolean {
    const byte = this.bytes[this.at]
    if (byte === undefined || (byte > 96 && byte < 123)) return true
    this.at++
    return byte === delimiter
  }
}

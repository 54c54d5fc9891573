/** The values of a PDF (ISO 32000-2, 7.3) with their offsets in the file, if any. */
export type Value = null | boolean | number | Name | Text | Ref | Value[] | Dict | Stream

export class Name {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

/** A string, literal or hexadecimal. */
export class Text {
  readonly bytes: Buffer
  /** The offset of its first delimiter; -1 within an object stream. */
  readonly start: number
  /** The offset behind its last delimiter. */
  readonly end: number
  constructor(bytes: Buffer, start: number, end: number) {
    this.bytes = bytes
    this.start = start
    this.end = end
  }
}

export class Ref {
  readonly number: number
  readonly generation: number
  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

export class Dict {
  readonly entries = new Map<string, Value>()
  /** The offset of `<<`; -1 within an object stream. */
  readonly start: number
  /** The offset behind `>>`. */
  end = -1
  constructor(start: number) {
    this.start = start
  }
}

export class Stream {
  readonly dict: Dict
  /** The encoded data, as in the file. */
  readonly data: Buffer
  constructor(dict: Dict, data: Buffer) {
    this.dict = dict
    this.data = data
  }
}

export const nameOf = (value: Value | undefined): string | null =>
  value instanceof Name ? value.value : null

export const numberOf = (value: Value | undefined): number | null =>
  typeof value === 'number' ? value : null

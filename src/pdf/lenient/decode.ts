import { constants, inflateSync } from 'node:zlib'
import { type Dict, nameOf, numberOf, type Stream, type Value } from './values.ts'

/** The maximum inflated size of a stream; tables of objects and page contents take a few megabytes. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024

/**
 * The decoded data of a stream without filter or with deflate, the filters of object and cross-reference
 * streams; throws for other filters.
 */
export function decoded({ dict, data }: Stream): Buffer {
  const filters = listOf(dict.entries.get('Filter')).map(nameOf)
  const parms = listOf(dict.entries.get('DecodeParms') ?? null)
  return filters.reduce<Buffer>((bytes, filter, index) => {
    if (filter !== 'FlateDecode' && filter !== 'Fl') throw new Error(`No filter ${filter} here`)
    const inflated = inflateSync(bytes, {
      maxOutputLength: MAX_INFLATED_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    })
    return unpredicted(inflated, entriesOf(parms[index]))
  }, data)
}

const listOf = (value: Value | undefined): Value[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

const entriesOf = (value: Value | undefined) =>
  value && typeof value === 'object' && 'entries' in value
    ? (value as Dict).entries
    : new Map<string, Value>()

/** Reverses the PNG predictors. */
function unpredicted(bytes: Buffer, parms: Map<string, Value>): Buffer {
  const parameter = (key: string, fallback: number) => numberOf(parms.get(key)) ?? fallback
  if (parameter('Predictor', 1) < 10) return bytes
  const pixelBytes = Math.max(1, Math.ceil((parameter('Colors', 1) * parameter('BitsPerComponent', 8)) / 8))
  const rowBytes = Math.ceil(
    (parameter('Colors', 1) * parameter('BitsPerComponent', 8) * parameter('Columns', 1)) / 8,
  )
  if (!(rowBytes >= 1 && rowBytes < 65_536)) throw new Error('Nobody writes rows of such a width')
  const rows = Math.floor(bytes.length / (rowBytes + 1))
  const output = Buffer.alloc(rows * rowBytes)
  for (let row = 0; row < rows; row++) {
    const kind = bytes[row * (rowBytes + 1)]!
    for (let column = 0; column < rowBytes; column++) {
      const index = row * rowBytes + column
      const left = column >= pixelBytes ? output[index - pixelBytes]! : 0
      const up = row > 0 ? output[index - rowBytes]! : 0
      const corner = row > 0 && column >= pixelBytes ? output[index - rowBytes - pixelBytes]! : 0
      output[index] = bytes[row * (rowBytes + 1) + 1 + column]! + predictionOf(kind, left, up, corner)
    }
  }
  return output
}

function predictionOf(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  return kind === 4 ? paeth(left, up, corner) : 0
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const a = Math.abs(guess - left)
  const b = Math.abs(guess - up)
  const c = Math.abs(guess - corner)
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

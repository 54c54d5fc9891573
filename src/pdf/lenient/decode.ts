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
  const parameter = (key: string, otherwise: number) => numberOf(parms.get(key)) ?? otherwise
  if (parameter('Predictor', 1) < 10) return bytes
  const pixel = Math.max(1, Math.ceil((parameter('Colors', 1) * parameter('BitsPerComponent', 8)) / 8))
  const width = Math.ceil(
    (parameter('Colors', 1) * parameter('BitsPerComponent', 8) * parameter('Columns', 1)) / 8,
  )
  if (!(width >= 1 && width < 65_536)) throw new Error('Nobody writes rows of such a width')
  const rows = Math.floor(bytes.length / (width + 1))
  const out = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row++) {
    const kind = bytes[row * (width + 1)]!
    for (let column = 0; column < width; column++) {
      const index = row * width + column
      const left = column >= pixel ? out[index - pixel]! : 0
      const up = row > 0 ? out[index - width]! : 0
      const corner = row > 0 && column >= pixel ? out[index - width - pixel]! : 0
      out[index] = bytes[row * (width + 1) + 1 + column]! + predictionOf(kind, left, up, corner)
    }
  }
  return out
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

/** The tables of a TrueType file, by tag, as views on its bytes. */
export type Tables = Map<string, DataView>

/** Reads the table directory of a TrueType file. */
export function readTables(bytes: Uint8Array): Tables {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables: Tables = new Map()
  for (let offset = 12; offset < 12 + 16 * file.getUint16(4); offset += 16) {
    const tag = String.fromCharCode(...bytes.subarray(offset, offset + 4))
    tables.set(
      tag,
      new DataView(bytes.buffer, bytes.byteOffset + file.getUint32(offset + 8), file.getUint32(offset + 12)),
    )
  }
  return tables
}

export function table(tables: Tables, tag: string): DataView {
  const entry = tables.get(tag)
  if (!entry) throw new Error(`The font has no ${tag} table`)
  return entry
}

/** The advance width and left side bearing of a glyph, in font units. */
export function metricsOf(tables: Tables, glyph: number): { advance: number; bearing: number } {
  const hmtx = table(tables, 'hmtx')
  const fullMetricCount = table(tables, 'hhea').getUint16(34)
  const bearing =
    glyph < fullMetricCount ? glyph * 4 + 2 : fullMetricCount * 4 + (glyph - fullMetricCount) * 2
  return {
    advance: hmtx.getUint16(Math.min(glyph, fullMetricCount - 1) * 4),
    bearing: hmtx.getInt16(bearing),
  }
}

/** The bytes of a glyph in the glyf table; empty for a blank. */
export function outlineOf(tables: Tables, glyph: number): Uint8Array {
  const loca = table(tables, 'loca')
  const glyf = table(tables, 'glyf')
  const hasLongOffsets = table(tables, 'head').getInt16(50) === 1
  const offset = (index: number) =>
    hasLongOffsets ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2
  return new Uint8Array(glyf.buffer, glyf.byteOffset + offset(glyph), offset(glyph + 1) - offset(glyph))
}

/** Writes a TrueType file from its tables. */
export function writeTables(tables: Map<string, Uint8Array>): Uint8Array {
  const tags = [...tables.keys()].sort()
  const power = 2 ** Math.floor(Math.log2(tags.length))
  const length =
    12 + 16 * tags.length + [...tables.values()].reduce((sum, { length }) => sum + padded(length), 0)
  const bytes = new Uint8Array(length)
  const file = new DataView(bytes.buffer)
  file.setUint32(0, 0x00010000)
  file.setUint16(4, tags.length)
  file.setUint16(6, power * 16)
  file.setUint16(8, Math.log2(power))
  file.setUint16(10, (tags.length - power) * 16)
  let offset = 12 + 16 * tags.length
  tags.forEach((tag, index) => {
    const data = tables.get(tag) as Uint8Array
    const entryOffset = 12 + 16 * index
    bytes.set(data, offset)
    for (let letter = 0; letter < 4; letter++) file.setUint8(entryOffset + letter, tag.charCodeAt(letter))
    file.setUint32(entryOffset + 4, checksum(file, offset, padded(data.length)))
    file.setUint32(entryOffset + 8, offset)
    file.setUint32(entryOffset + 12, data.length)
    offset += padded(data.length)
  })
  return bytes
}

export const padded = (length: number): number => (length + 3) & ~3

function checksum(file: DataView, start: number, length: number): number {
  let sum = 0
  for (let offset = start; offset < start + length; offset += 4) sum = (sum + file.getUint32(offset)) >>> 0
  return sum
}

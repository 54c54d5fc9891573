import { metricsOf, outlineOf, padded, type Tables, table, writeTables } from '#src/pdf/fonts/sfnt.ts'

/**
 * Builds a TrueType file with only these glyphs, in this order: `glyphs[n]` becomes glyph n; the first is
 * .notdef. A glyph may be listed twice, so that two characters with one outline keep their own texts.
 */
export function subsetFont(tables: Tables, glyphs: number[]): Uint8Array {
  const order = [...glyphs]
  const places = new Map<number, number>()
  for (let place = glyphs.length - 1; place > 0; place--) places.set(glyphs[place] as number, place)
  const outlines: Uint8Array[] = []
  for (let index = 0; index < order.length; index++) {
    outlines.push(withParts(outlineOf(tables, order[index] as number), order, places))
  }
  const result = new Map([
    ['head', copyOf(tables, 'head', (view) => view.setInt16(50, 1))],
    ['hhea', copyOf(tables, 'hhea', (view) => view.setUint16(34, order.length))],
    ['maxp', copyOf(tables, 'maxp', (view) => view.setUint16(4, order.length))],
    ['hmtx', hmtxOf(tables, order)],
    ['loca', locaOf(outlines)],
    ['glyf', glyfOf(outlines)],
  ])
  for (const tag of ['cvt ', 'fpgm', 'prep']) if (tables.has(tag)) result.set(tag, copyOf(tables, tag))
  return writeTables(result)
}

const MORE_COMPONENTS = 0x20

/** Appends a composite's parts to `order`, and points the copy of the composite at their new places. */
function withParts(outline: Uint8Array, order: number[], places: Map<number, number>): Uint8Array {
  if (outline.length === 0 || new DataView(outline.buffer, outline.byteOffset).getInt16(0) >= 0)
    return outline
  const copy = outline.slice()
  const view = new DataView(copy.buffer)
  for (let at = 10, flags = MORE_COMPONENTS; flags & MORE_COMPONENTS; at += componentLength(flags)) {
    flags = view.getUint16(at)
    const part = view.getUint16(at + 2)
    if (!places.has(part)) places.set(part, order.push(part) - 1)
    view.setUint16(at + 2, places.get(part) as number)
  }
  return copy
}

/** Offsets take two or four bytes; a scale takes one, two or four numbers of two bytes. */
const componentLength = (flags: number): number =>
  4 + (flags & 0x01 ? 4 : 2) + (flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)

function copyOf(tables: Tables, tag: string, change?: (view: DataView) => void): Uint8Array {
  const { buffer, byteOffset, byteLength } = table(tables, tag)
  const copy = new Uint8Array(buffer, byteOffset, byteLength).slice()
  change?.(new DataView(copy.buffer))
  return copy
}

function hmtxOf(tables: Tables, order: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(order.length * 4))
  order.forEach((glyph, index) => {
    const { advance, bearing } = metricsOf(tables, glyph)
    view.setUint16(index * 4, advance)
    view.setInt16(index * 4 + 2, bearing)
  })
  return new Uint8Array(view.buffer)
}

function locaOf(outlines: Uint8Array[]): Uint8Array {
  const view = new DataView(new ArrayBuffer((outlines.length + 1) * 4))
  let offset = 0
  outlines.forEach(({ length }, index) => {
    view.setUint32(index * 4, offset)
    offset += padded(length)
  })
  view.setUint32(outlines.length * 4, offset)
  return new Uint8Array(view.buffer)
}

function glyfOf(outlines: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(outlines.reduce((sum, { length }) => sum + padded(length), 0))
  let offset = 0
  for (const outline of outlines) {
    bytes.set(outline, offset)
    offset += padded(outline.length)
  }
  return bytes
}

import { metricsOf, outlineOf, padded, type Tables, table, writeTables } from '#src/pdf/fonts/sfnt.ts'

/** A glyph composed of other glyphs; lengths in font units, positions relative to the glyph's start. */
export interface Composite {
  advance: number
  parts: { id: number; x: number; y: number }[]
}

type GlyphOrder = (number | Composite)[]

/**
 * Builds a TrueType file with only these glyphs, in this order: `glyphs[n]` becomes glyph n, and the first
 * is .notdef. A glyph may be listed twice, so that two characters with the same outline keep their own
 * texts.
 */
export function subsetFont(tables: Tables, glyphs: GlyphOrder): Uint8Array {
  const order = [...glyphs]
  const places = new Map<number, number>()
  for (let place = glyphs.length - 1; place > 0; place--) {
    const glyph = glyphs[place]!
    if (typeof glyph === 'number') places.set(glyph, place)
  }
  const outlines: Uint8Array[] = []
  for (let index = 0; index < order.length; index++) {
    const glyph = order[index]!
    outlines.push(
      typeof glyph === 'number'
        ? withParts(outlineOf(tables, glyph), order, places)
        : composeOutline(tables, glyph, (id) => placeIn(order, places, id)),
    )
  }
  const result = new Map([
    ['head', copyOf(tables, 'head', (view) => view.setInt16(50, 1))],
    ['hhea', copyOf(tables, 'hhea', (view) => view.setUint16(34, order.length))],
    ['maxp', copyOf(tables, 'maxp', (view) => view.setUint16(4, order.length))],
    ['hmtx', hmtxOf(tables, order, outlines)],
    ['loca', locaOf(outlines)],
    ['glyf', glyfOf(outlines)],
  ])
  for (const tag of ['cvt ', 'fpgm', 'prep']) if (tables.has(tag)) result.set(tag, copyOf(tables, tag))
  return writeTables(result)
}

const MORE_COMPONENTS = 0x20

/**
 * Appends a composite's parts to `order`, and changes the copy of the composite to refer to their new
 * numbers.
 */
function withParts(outline: Uint8Array, order: GlyphOrder, places: Map<number, number>): Uint8Array {
  if (outline.length === 0 || new DataView(outline.buffer, outline.byteOffset).getInt16(0) >= 0)
    return outline
  const copy = outline.slice()
  const view = new DataView(copy.buffer)
  for (let offset = 10, flags = MORE_COMPONENTS; flags & MORE_COMPONENTS; offset += componentLength(flags)) {
    flags = view.getUint16(offset)
    const part = view.getUint16(offset + 2)
    view.setUint16(offset + 2, placeIn(order, places, part))
  }
  return copy
}

function placeIn(order: GlyphOrder, places: Map<number, number>, glyph: number): number {
  const place = places.get(glyph) ?? order.push(glyph) - 1
  places.set(glyph, place)
  return place
}

/** Flags for a component whose x and y offsets are two bytes each. */
const COMPONENT = { flags: 0x03, length: 8 }
const HEADER = 10

/** The outline of a composite; empty if all its parts are empty. */
function composeOutline(tables: Tables, { parts }: Composite, placeOf: (id: number) => number): Uint8Array {
  const visibleParts = parts.filter(({ id }) => outlineOf(tables, id).length > 0)
  if (visibleParts.length === 0) return new Uint8Array()
  const view = new DataView(new ArrayBuffer(HEADER + COMPONENT.length * visibleParts.length))
  const boxes = visibleParts.map(({ id, x, y }) => boxAt(outlineOf(tables, id), x, y))
  const min = (index: number) => Math.min(...boxes.map((box) => box[index]!))
  const max = (index: number) => Math.max(...boxes.map((box) => box[index]!))
  for (const [index, value] of [-1, min(0), min(1), max(2), max(3)].entries()) view.setInt16(index * 2, value)
  visibleParts.forEach(({ id, x, y }, index) => {
    const offset = HEADER + COMPONENT.length * index
    view.setUint16(offset, COMPONENT.flags | (index < visibleParts.length - 1 ? MORE_COMPONENTS : 0))
    view.setUint16(offset + 2, placeOf(id))
    view.setInt16(offset + 4, x)
    view.setInt16(offset + 6, y)
  })
  return new Uint8Array(view.buffer)
}

/** Left, bottom, right and top of an outline after it is moved. */
function boxAt(outline: Uint8Array, x: number, y: number): number[] {
  const view = new DataView(outline.buffer, outline.byteOffset)
  return [2, 4, 6, 8].map((offset, index) => view.getInt16(offset) + (index % 2 === 0 ? x : y))
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

function hmtxOf(tables: Tables, order: GlyphOrder, outlines: Uint8Array[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(order.length * 4))
  order.forEach((glyph, index) => {
    const { advance, bearing } =
      typeof glyph === 'number'
        ? metricsOf(tables, glyph)
        : { advance: glyph.advance, bearing: bearingOf(outlines[index]!) }
    view.setUint16(index * 4, advance)
    view.setInt16(index * 4 + 2, bearing)
  })
  return new Uint8Array(view.buffer)
}

const bearingOf = (outline: Uint8Array) => (outline.length ? boxAt(outline, 0, 0)[0]! : 0)

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

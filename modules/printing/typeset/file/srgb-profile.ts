/**
 * The sRGB colour space (IEC 61966-2-1) as an ICC profile of version 4.2 (ICC.1:2004-10): the primaries for
 * the white point D50, and the transfer curve as a formula. PDF/A requires a profile, because DeviceRGB
 * alone does not define its colours.
 */
export function srgbProfile(): Uint8Array {
  const curve = tag('para', [
    word(3 << 16),
    ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
  ])
  const tags: [name: string, data: Buffer][] = [
    ['desc', text('sRGB IEC61966-2.1')],
    ['cprt', text('No copyright')],
    ['wtpt', xyz(D50)],
    ['chad', tag('sf32', ADAPTATION.map(fixed))],
    ['rXYZ', xyz([0.43607, 0.22249, 0.01392])],
    ['gXYZ', xyz([0.38515, 0.71687, 0.09708])],
    ['bXYZ', xyz([0.14307, 0.06061, 0.7141])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  let offset = HEADER_SIZE + 4 + tags.length * 12
  const places = new Map<Buffer, number>()
  for (const [, data] of tags) {
    if (places.has(data)) continue
    places.set(data, offset)
    offset += data.length
  }
  const table = tags.map(([name, data]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), word(places.get(data)!), word(data.length)]),
  )
  return new Uint8Array(Buffer.concat([header(offset), word(tags.length), ...table, ...places.keys()]))
}

const HEADER_SIZE = 128

const D50 = [0.9642, 1, 0.8249]

/** Converts from the white point of sRGB, D65, to D50 (Bradford); row by row. */
const ADAPTATION = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168]

const word = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** A number with sixteen binary places. */
const fixed = (value: number) => word(Math.round(value * 65_536))

/** The data of a tag, padded to a multiple of four bytes. */
function tag(type: string, parts: Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.from(type, 'latin1'), word(0), ...parts])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

const xyz = (values: number[]) => tag('XYZ ', values.map(fixed))

function text(words: string): Buffer {
  const utf16 = Buffer.from(words, 'utf16le').swap16()
  const record = [word(1), word(12), Buffer.from('enUS', 'latin1'), word(utf16.length), word(28)]
  return tag('mluc', [...record, utf16])
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_SIZE)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x04_20_00_00, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36, 'latin1')
  for (const [index, value] of D50.entries()) fixed(value).copy(bytes, 68 + 4 * index)
  return bytes
}

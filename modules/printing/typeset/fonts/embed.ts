import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type PDFContext, type PDFObject, PDFRawStream, type PDFRef, PDFString } from 'pdf-lib'
import { hex, type UsedFont } from './font-book.ts'
import { type FontGlyph, UNITS } from './font-glyphs.ts'
import { subsetFont } from './subset.ts'

/** Adds a compressed stream; each character of `text` stands for one byte. */
export function addStream(
  context: PDFContext,
  contents: string | Uint8Array,
  entries: Record<string, string | number | number[] | PDFObject | undefined> = {},
): PDFRef {
  const uncompressed = typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents
  const bytes = deflateSync(uncompressed, { level: 3, memLevel: 9 })
  const dict = context.obj({ ...entries, Filter: 'FlateDecode', Length: bytes.length })
  return context.register(PDFRawStream.of(dict, bytes))
}

/** Embeds a subset of a face, with the Unicode text and the width for each code. */
export function embedFont(context: PDFContext, { face, codes }: UsedFont): PDFRef {
  const name = `${tagOf(codes)}+${face.name}`
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
    FontDescriptor: context.register(descriptorOf(context, name, { face, codes })),
    W: [0, codes.map(({ id, parts, width }) => Math.round((parts ? width : face.advance(id)) * UNITS))],
    CIDToGIDMap: 'Identity',
  })
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [context.register(descendant)],
    ToUnicode: addStream(context, toUnicode(codes)),
  })
  return context.register(font)
}

function descriptorOf(context: PDFContext, name: string, { face, codes }: Pick<UsedFont, 'face' | 'codes'>) {
  const program = subsetFont(
    face.tables,
    codes.map(({ id, parts, width }) => (parts ? compositeOf(parts, width) : id)),
  )
  return context.obj({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: [-1000, -1000, 3000, 2000],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -120,
    CapHeight: 729,
    StemV: 80,
    FontFile2: addStream(context, program, { Length1: program.length }),
  })
}

/** All lengths in font units. */
const compositeOf = (parts: NonNullable<FontGlyph['parts']>, width: number) => ({
  advance: Math.round(width * UNITS),
  parts: parts.map(({ id, x, y }) => ({ id, x: Math.round(x * UNITS), y: Math.round(y * UNITS) })),
})

/** Six letters that distinguish the subsets of one face, derived from the characters of the subset. */
function tagOf(codes: UsedFont['codes']): string {
  const digest = createHash('sha256')
    .update(codes.map(({ character }) => character).join(''))
    .digest()
  return String.fromCharCode(...digest.subarray(0, 6).map((byte) => 65 + (byte % 26)))
}

/** A CMap block may hold at most a hundred codes. */
const MAX_CODES_PER_BLOCK = 100

function toUnicode(codes: UsedFont['codes']): string {
  const entries = codes.slice(1).map(({ character }, index) => `<${hex(index + 1)}> <${utf16(character)}>`)
  const blocks = Array.from({ length: Math.ceil(entries.length / MAX_CODES_PER_BLOCK) }, (_, index) => {
    const block = entries.slice(index * MAX_CODES_PER_BLOCK, (index + 1) * MAX_CODES_PER_BLOCK)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

function utf16(character: string): string {
  let units = ''
  for (let index = 0; index < character.length; index++) units += hex(character.charCodeAt(index))
  return units
}

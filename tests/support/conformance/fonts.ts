import { type PdfDict, PdfNumber, PdfStream } from '@libpdf/core'
import { metricsOf, readTables, table } from '#src/pdf/fonts/sfnt.ts'
import { codesByFont } from './content.ts'
import { nameIn, type Reading } from './reading.ts'

const nameOfFont = (reading: Reading, font: PdfDict) => nameIn(reading, font, 'BaseFont') || 'a Type 3 font'

const descendantOf = ({ file }: Reading, font: PdfDict) =>
  file.dict(file.array(font.get('DescendantFonts'))?.at(0)) ?? font

function programOf(reading: Reading, font: PdfDict): PdfStream | null {
  const { file } = reading
  const descriptor = file.dict(descendantOf(reading, font).get('FontDescriptor'))
  const programs = ['FontFile', 'FontFile2', 'FontFile3'].map((key) => file.resolve(descriptor?.get(key)))
  return programs.find((one) => one instanceof PdfStream) ?? null
}

/** Used fonts without a font program. A Type 3 font counts as a font program. */
export function unembedded(reading: Reading): string[] {
  return [...codesByFont(reading).keys()]
    .filter((font) => nameIn(reading, font, 'Subtype') !== 'Type3' && !programOf(reading, font))
    .map((font) => nameOfFont(reading, font))
}

/** Used character codes without a Unicode text. */
export function withoutUnicode(reading: Reading): string[] {
  return [...codesByFont(reading)].flatMap(([font, codes]) => {
    const map = reading.file.resolve(font.get('ToUnicode'))
    const texts = map instanceof PdfStream ? unicodeIn(map) : new Map<number, string>()
    const missingCodes = [...codes].filter((code) => !/^[^\0\ufeff\ufffe]/u.test(texts.get(code) ?? ''))
    return missingCodes.map((code) => `code ${code} of ${nameOfFont(reading, font)}`)
  })
}

function unicodeIn(map: PdfStream): Map<number, string> {
  const text = Buffer.from(map.getDecodedData()).toString('latin1')
  const textByCode = new Map<number, string>()
  for (const [, block = ''] of text.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code = '', units = ''] of block.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>/gi))
      textByCode.set(Number.parseInt(code, 16), Buffer.from(units, 'hex').swap16().toString('utf16le'))
  return textByCode
}

/** Uses of the glyph for missing characters (.notdef). */
export function undefinedGlyphs(reading: Reading): string[] {
  return [...codesByFont(reading)]
    .filter(([font, codes]) => nameIn(reading, font, 'Subtype') === 'Type0' && codes.has(0))
    .map(([font]) => nameOfFont(reading, font))
}

/** Widths that differ from those of the font program by more than a thousandth of an em. */
export function wrongWidths(reading: Reading): string[] {
  return [...codesByFont(reading)].flatMap(([font, codes]) => {
    const widths = nameIn(reading, font, 'Subtype') === 'Type3' ? type3Widths : trueTypeWidths
    const { stated, drawn } = widths(reading, font)
    const wrongCodes = [...codes].filter(
      (code) => !(Math.abs((stated(code) ?? -9) - (drawn(code) ?? 9)) <= 1),
    )
    return wrongCodes.map((code) => `the width of code ${code} of ${nameOfFont(reading, font)}`)
  })
}

type WidthOf = (code: number) => number | undefined

function trueTypeWidths(reading: Reading, font: PdfDict): { stated: WidthOf; drawn: WidthOf } {
  const { file } = reading
  const program = programOf(reading, font)
  const list = file.array(file.array(descendantOf(reading, font).get('W'))?.at(1))?.toArray() ?? []
  const tables = program && readTables(program.getDecodedData().slice())
  const unitsPerEm = tables ? table(tables, 'head').getUint16(18) : 1
  return {
    stated: (code) => {
      const width = list[code]
      return width instanceof PdfNumber ? width.value : undefined
    },
    drawn: (code) => (tables ? (metricsOf(tables, code).advance * 1000) / unitsPerEm : undefined),
  }
}

function type3Widths({ file }: Reading, font: PdfDict): { stated: WidthOf; drawn: WidthOf } {
  const firstCode = font.getNumber('FirstChar')?.value ?? 0
  const names = file.array(file.dict(font.get('Encoding'))?.get('Differences'))?.toArray() ?? []
  const widths = file.array(font.get('Widths'))?.toArray() ?? []
  return {
    stated: (code) => {
      const width = widths[code - firstCode]
      return width instanceof PdfNumber ? width.value : undefined
    },
    drawn: () => {
      const name = names[1] as { value?: string } | undefined
      const glyph = file.resolve(file.dict(font.get('CharProcs'))?.get(name?.value ?? ''))
      const text = glyph instanceof PdfStream ? Buffer.from(glyph.getDecodedData()).toString('latin1') : ''
      return Number(/^(\d+) 0 d[01]/.exec(text)?.[1])
    },
  }
}

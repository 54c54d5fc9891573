import { PdfStream } from '@libpdf/core'
import { scanStructure } from '#src/pdf/structure.ts'
import { listOf, type Reading, type Rule } from './reading.ts'

const ifNot = (holds: unknown, failure: string): string[] => (holds ? [] : [failure])

const streams = ({ dicts }: Reading) => dicts.filter((dict) => dict instanceof PdfStream)

const filtersOf = ({ file }: Reading, stream: PdfStream) =>
  listOf(file, stream.get('Filter')).map((filter) => (filter as { value?: string }).value ?? '')

const FILTERS = new Set(
  'ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode'.split(
    ' ',
  ),
)

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** The structure of the file itself: ISO 19005-3, 6.1. */
export const FILE_RULES: Record<string, Rule> = {
  '6.1.2 the header is followed by four bytes of binary': ({ file }) =>
    ifNot(/^%PDF-1\.[0-7](?:\r\n|\r|\n)%[\x80-\xff]{4}/.test(latin1(file.bytes.subarray(0, 20))), 'header'),
  '6.1.3 the trailer has an identifier, and nothing is encrypted': ({ file }) => [
    ...ifNot(file.array(file.trailer.get('ID'))?.length === 2, 'ID'),
    ...ifNot(!file.trailer.has('Encrypt'), 'Encrypt'),
  ],
  '6.1.3 nothing follows the end': ({ file }) =>
    ifNot(/%%EOF(?:\r\n|\r|\n)?$/.test(latin1(file.bytes.subarray(-16))), 'bytes behind %%EOF'),
  '6.1.4 every byte belongs to an object or a section': ({ file }) => {
    const scan = scanStructure(file.bytes)
    return 'fault' in scan ? [`${scan.fault} at ${scan.at}`] : []
  },
  '6.1.7.1 streams are in the file': (reading) =>
    streams(reading)
      .filter((stream) => ['F', 'FFilter', 'FDecodeParms'].some((key) => stream.has(key)))
      .map(() => 'an external stream'),
  '6.1.7.2 filters are standard ones, without LZW': (reading) =>
    streams(reading).flatMap((stream) => filtersOf(reading, stream).filter((filter) => !FILTERS.has(filter))),
  '6.1.8 names are UTF-8': ({ names }) =>
    names
      .map(({ value }) => Buffer.from(value, 'latin1'))
      .filter((bytes) => !bytes.equals(Buffer.from(bytes.toString('utf8'), 'utf8')))
      .map((bytes) => bytes.toString('hex')),
  '6.1.12 nobody has further permissions': ({ file }) =>
    [...(file.dict(file.catalog.get('Perms')) ?? [])]
      .map(([{ value }]) => value)
      .filter((key) => !['UR3', 'DocMDP'].includes(key)),
  '6.1.13 strings and names are not too long': ({ strings, names }) => [
    ...strings.filter(({ bytes }) => bytes.length > 32_767).map(({ bytes }) => `${bytes.length} bytes`),
    ...names.filter(({ value }) => value.length > 127).map(({ value }) => value),
  ],
  '6.1.13 pages are of a usual size': ({ file, pages }) =>
    pages.flatMap(({ dict }, page) => {
      const box = file.array(dict.get('MediaBox'))?.toArray() ?? []
      const [left = 0, bottom = 0, right = 0, top = 0] = box.map(
        (side) => (side as { value?: number }).value ?? 0,
      )
      const sides = [right - left, top - bottom]
      return ifNot(
        sides.every((side) => side >= 3 && side <= 14_400),
        `page ${page + 1}`,
      )
    }),
  '6.4.3 a signature covers the file up to its revision': ({ file, dicts }) =>
    dicts
      .filter((dict) => dict.has('ByteRange'))
      .flatMap((dict) => {
        const range = file.array(dict.get('ByteRange'))!.toArray()
        const [from, length = 0, next = 0, rest = 0] = range.map(
          (one) => (one as { value?: number }).value ?? 0,
        )
        const endText = latin1(file.bytes.subarray(next + rest - 7, next + rest))
        const gap = latin1(file.bytes.subarray(length, next))
        return ifNot(from === 0 && /%%EOF\s?\n?$/.test(endText) && /^<[\dA-Fa-f]+>$/.test(gap), `${range}`)
      }),
}

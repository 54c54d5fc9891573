import { deflateSync } from 'node:zlib'
import { PdfRef } from '@libpdf/core'
import { ExactPdf } from '#src/pdf/exact.ts'
import { startOfXref } from '#src/pdf/xref.ts'
import type { Dice } from './document.ts'
import { latin, type Part, stream } from './parts.ts'

/** The manipulations of a signed file; `partsOf` returns the objects that each of them appends. */
export const MANIPULATIONS = [
  'contentReplaced',
  'contentAdded',
  'pageTurned',
  'pageCropped',
  'pageRemoved',
  'pageRepeated',
  'resourcesReplaced',
  'annotationAdded',
  'annotationsRemoved',
  'catalogReplaced',
  'layersAdded',
  'needAppearances',
  'fieldAdded',
  'scriptAdded',
  'storeAdded',
  'infoChanged',
  'strayObject',
  'nothing',
  'junkBehind',
  'junkBefore',
] as const

/** The ways to write the appended revision. */
export const SPELLINGS = [
  'table',
  'xrefStream',
  'objectStream',
  'hybrid',
  'doubledOldFirst',
  'doubledOldLast',
  'twoSpaces',
  'tabs',
  'leadingZeros',
  'commentWithin',
  'commentBetween',
  'generation',
  'prevWrong',
  'prevZero',
  'prevSkips',
  'noPrev',
  'spaceBeforeXref',
  'noEnd',
  'startxrefOff',
  'freedFirst',
  'twice',
] as const

export type Manipulation = (typeof MANIPULATIONS)[number]
export type Spelling = (typeof SPELLINGS)[number]

const UNUSED_NUMBER = 9000

/** A signed file after one manipulation, with the revision written in one of the ways. */
export function manipulated(
  file: Uint8Array,
  manipulation: Manipulation,
  spelling: Spelling,
  dice: Dice,
): Uint8Array {
  if (manipulation === 'junkBefore') return Buffer.concat([latin('junk\n'), file])
  if (manipulation === 'junkBehind') return Buffer.concat([file, latin('\n1 0 obj\nnull\nendobj\n')])
  const manipulatedFile = appended(file, partsOf(file, manipulation, dice), spelling)
  return spelling === 'twice'
    ? appended(manipulatedFile, new Map([[UNUSED_NUMBER + 9, '<< /More 1 >>']]), 'table')
    : manipulatedFile
}

function partsOf(file: Uint8Array, manipulation: Manipulation, dice: Dice): Map<number, Part> {
  const pdf = new ExactPdf(file)
  const root = pdf.trailer.get('Root') as PdfRef
  const pages = pdf.pages()
  const page = pages[dice(pages.length)]!
  const text = (number: number) => textOf(file, pdf, number)
  const pageNumber = page.ref.objectNumber
  const withEntry = (number: number, entry: string) => text(number).replace(/>>$/, `${entry}>>`)
  const without = (number: number, key: string) =>
    text(number).replace(new RegExp(`/${key} (\\d+ 0 R|\\[[^\\]]*\\]|\\S+)`), '')
  const box = stream('1 1 1 rg 0 0 400 400 re f', '/Type /XObject /Subtype /Form /BBox [0 0 400 400]')
  const contents = page.dict.get('Contents')
  const tree = (pdf.catalog.get('Pages') as PdfRef).objectNumber
  switch (manipulation) {
    case 'contentReplaced':
      return new Map([[numberIn(contents, pageNumber), stream('0 0 1 rg 20 20 200 200 re f')]])
    case 'contentAdded':
      return new Map<number, Part>([
        [UNUSED_NUMBER, stream('1 0 0 rg 20 20 200 200 re f')],
        [
          pageNumber,
          `${without(pageNumber, 'Contents').replace(/>>$/, `/Contents [${UNUSED_NUMBER} 0 R]>>`)}`,
        ],
      ])
    case 'pageTurned':
      return new Map([[pageNumber, `${without(pageNumber, 'Rotate').replace(/>>$/, '/Rotate 180>>')}`]])
    case 'pageCropped':
      return new Map([
        [pageNumber, `${without(pageNumber, 'CropBox').replace(/>>$/, '/CropBox [0 0 99 99]>>')}`],
      ])
    case 'pageRemoved':
      return new Map([[tree, `<< /Type /Pages /Kids [${pages[0]!.ref.objectNumber} 0 R] /Count 1 >>`]])
    case 'pageRepeated':
      return new Map([
        [
          tree,
          `<< /Type /Pages /Kids [${pages.map(({ ref }) => `${ref.objectNumber} 0 R`).join(' ')} ${pageNumber} 0 R] /Count ${pages.length + 1} >>`,
        ],
      ])
    case 'resourcesReplaced':
      return new Map([
        [pageNumber, `${without(pageNumber, 'Resources').replace(/>>$/, '/Resources << >> >>')}`],
      ])
    case 'annotationAdded':
      return new Map<number, Part>([
        [UNUSED_NUMBER, box],
        [
          UNUSED_NUMBER + 1,
          `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [10 10 200 200] /AP << /N ${UNUSED_NUMBER} 0 R >> >>`,
        ],
        [pageNumber, without(pageNumber, 'Annots').replace(/>>$/, `/Annots [${UNUSED_NUMBER + 1} 0 R]>>`)],
      ])
    case 'annotationsRemoved':
      return new Map([[pageNumber, without(pageNumber, 'Annots')]])
    case 'catalogReplaced':
      return new Map([[root.objectNumber, withEntry(root.objectNumber, '/PageLayout /TwoPageLeft')]])
    case 'layersAdded':
      return new Map([
        [UNUSED_NUMBER, '<< /Type /OCG /Name (L) >>'],
        [
          root.objectNumber,
          withEntry(
            root.objectNumber,
            `/OCProperties << /OCGs [${UNUSED_NUMBER} 0 R] /D << /OFF [${UNUSED_NUMBER} 0 R] >> >>`,
          ),
        ],
      ])
    case 'needAppearances': {
      const form = numberIn(pdf.catalog.get('AcroForm'), root.objectNumber)
      return new Map([[form, withEntry(form, '/NeedAppearances true')]])
    }
    case 'fieldAdded': {
      const form = numberIn(pdf.catalog.get('AcroForm'), root.objectNumber)
      return new Map([
        [
          UNUSED_NUMBER,
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (more) /V (more) /Rect [10 10 90 30] /F 4 >>`,
        ],
        [form, text(form).replace(/\/Fields \[/, `/Fields [${UNUSED_NUMBER} 0 R `)],
      ])
    }
    case 'scriptAdded':
      return new Map([
        [root.objectNumber, withEntry(root.objectNumber, '/OpenAction << /S /JavaScript /JS (1) >>')],
      ])
    case 'storeAdded':
      return new Map([
        [UNUSED_NUMBER, '<< /Type /DSS /Certs [] >>'],
        [
          root.objectNumber,
          `${without(root.objectNumber, 'DSS').replace(/>>$/, `/DSS ${UNUSED_NUMBER} 0 R>>`)}`,
        ],
      ])
    case 'infoChanged':
      return new Map([[numberIn(pdf.trailer.get('Info'), UNUSED_NUMBER), '<< /Title (Other) >>']])
    default:
      return manipulation === 'strayObject' ? new Map([[UNUSED_NUMBER, '<< /Stray true >>']]) : new Map()
  }
}

const numberIn = (value: unknown, otherwise: number) =>
  value instanceof PdfRef ? value.objectNumber : otherwise

/** The text of an object outside object streams. */
function textOf(file: Uint8Array, pdf: ExactPdf, number: number): string {
  const entry = pdf.entries.get(number)
  if (entry?.kind !== 'offset') throw new Error(`Object ${number} does not stand by itself`)
  const fileBuffer = Buffer.from(file.buffer, file.byteOffset, file.length)
  const objectEnd = fileBuffer.indexOf('endobj', entry.offset)
  return fileBuffer
    .toString('latin1', entry.offset, objectEnd)
    .replace(/^\s*\d+\s+\d+\s+obj\s*/, '')
    .trim()
}

function appended(file: Uint8Array, parts: Map<number, Part>, spelling: Spelling): Uint8Array {
  const pdf = new ExactPdf(file)
  const chunks: Buffer[] = [Buffer.from(file)]
  let offset = file.length
  const write = (bytes: Buffer) => {
    chunks.push(bytes)
    offset += bytes.length
  }
  const entries: [number: number, at: number, generation: number][] = []
  const packed =
    spelling === 'objectStream' || spelling === 'hybrid'
      ? [...parts].filter(([, part]) => typeof part === 'string')
      : []
  for (const [number, part] of parts) {
    if (packed.some(([other]) => other === number)) continue
    if (spelling === 'commentBetween') write(latin(`% ${number} 0 obj\n`))
    entries.push([number, offset, spelling === 'generation' ? 1 : 0])
    write(objectBytes(number, part, spelling))
  }
  const startBefore = startOfXref(file)
  const previous = previousOf(pdf, startBefore, spelling)
  const root = pdf.trailer.get('Root') as PdfRef
  const trailerEntries = `/Root ${root.objectNumber} 0 R ${previous}`
  let pack: number | null = null
  if (packed.length) {
    pack = UNUSED_NUMBER + 20
    entries.push([pack, offset, 0])
    write(packBytes(pack, packed as [number, string][]))
  }
  if (spelling === 'spaceBeforeXref') write(latin('\n\n'))
  const section = offset
  if (spelling === 'xrefStream' || spelling === 'objectStream')
    write(streamSection(entries, packed, pack, offset, trailerEntries))
  else if (spelling === 'hybrid') {
    write(streamSection([], packed, pack, offset, `/Root ${root.objectNumber} 0 R`))
    const table = offset
    write(tableSection(entries, spelling, pdf, `${trailerEntries} /XRefStm ${section}`))
    write(latin(`startxref\n${table}\n%%EOF\n`))
    return Buffer.concat(chunks)
  } else write(tableSection(entries, spelling, pdf, trailerEntries))
  const pointed = spelling === 'startxrefOff' ? section - 1 : section
  write(latin(spelling === 'noEnd' ? `startxref\n${pointed}\n` : `startxref\n${pointed}\n%%EOF\n`))
  return Buffer.concat(chunks)
}

function previousOf(pdf: ExactPdf, before: number, spelling: Spelling): string {
  if (spelling === 'noPrev') return ''
  if (spelling === 'prevZero') return '/Prev 0'
  if (spelling === 'prevWrong') return `/Prev ${before - 1}`
  const oldest = pdf.sections.at(-1)!
  return `/Prev ${spelling === 'prevSkips' ? oldest.at : before}`
}

function objectBytes(number: number, part: Part, spelling: Spelling): Buffer {
  const shownNumber = spelling === 'leadingZeros' ? String(number).padStart(6, '0') : String(number)
  const space =
    spelling === 'twoSpaces'
      ? '  '
      : spelling === 'tabs'
        ? '\t'
        : spelling === 'commentWithin'
          ? ' %x\n'
          : ' '
  const head = latin(`${shownNumber}${space}${spelling === 'generation' ? 1 : 0} obj\n`)
  if (typeof part === 'string') return Buffer.concat([head, latin(`${part}\nendobj\n`)])
  const dict = latin(`<< ${part.entries} /Length ${part.data.length} >>\nstream\n`)
  return Buffer.concat([head, dict, part.data, latin('\nendstream\nendobj\n')])
}

function packBytes(number: number, packed: [number, string][]): Buffer {
  let at = 0
  const heads = packed.map(([key, text]) => {
    const head = `${key} ${at}`
    at += text.length + 1
    return head
  })
  const first = `${heads.join(' ')} `
  const data = deflateSync(latin(first + packed.map(([, text]) => `${text}\n`).join('')))
  const entries = `/Type /ObjStm /N ${packed.length} /First ${first.length} /Filter /FlateDecode`
  return objectBytes(number, { entries, data }, 'table')
}

function tableSection(
  entries: [number, number, number][],
  spelling: Spelling,
  pdf: ExactPdf,
  rest: string,
): Buffer {
  const row = (at: number, generation: number, kind = 'n') =>
    `${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} ${kind} \n`
  const lines = [...entries]
    .sort(([one], [other]) => one - other)
    .map(([number, at, generation]) => {
      const knownEntry = pdf.entries.get(number)
      const oldRow = knownEntry?.kind === 'offset' ? `${number} 1\n${row(knownEntry.offset, 0)}` : ''
      const freshRow = `${number} 1\n${row(at, generation)}`
      if (spelling === 'doubledOldFirst') return oldRow + freshRow
      if (spelling === 'doubledOldLast') return freshRow + oldRow
      return spelling === 'freedFirst' ? `${number} 1\n${row(0, 1, 'f')}${freshRow}` : freshRow
    })
  return latin(
    `xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${UNUSED_NUMBER + 40} ${rest} >>\n`,
  )
}

function streamSection(
  entries: [number, number, number][],
  packed: [number, Part][],
  pack: number | null,
  at: number,
  rest: string,
): Buffer {
  const own = UNUSED_NUMBER + 30
  const rows: [number, number, number, number][] = [
    ...entries.map(([number, place, generation]): [number, number, number, number] => [
      number,
      1,
      place,
      generation,
    ]),
    ...packed.map(([number], index): [number, number, number, number] => [number, 2, pack ?? 0, index]),
    [own, 1, at, 0],
  ]
  rows.sort(([one], [other]) => one - other)
  const data = Buffer.concat(
    rows.map(([, kind, place, last]) => {
      const row = Buffer.alloc(6)
      row.writeUInt8(kind, 0)
      row.writeUInt32BE(place, 1)
      row.writeUInt8(last, 5)
      return row
    }),
  )
  const index = rows.map(([number]) => `${number} 1`).join(' ')
  return objectBytes(
    own,
    { entries: `/Type /XRef /Size ${UNUSED_NUMBER + 40} /W [1 4 1] /Index [${index}] ${rest}`, data },
    'table',
  )
}

import { deflateSync } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** An object of a PDF: its text, or a stream with the entries of its dictionary and its data. */
export type Piece = string | { entries: string; data: Uint8Array }

const latin = (text: string) => Buffer.from(text, 'latin1')

function writeObject(piece: Piece): Buffer {
  if (typeof piece === 'string') return latin(piece)
  const head = latin(`<< ${piece.entries} /Length ${piece.data.length} >>\nstream\n`)
  return Buffer.concat([head, piece.data, latin('\nendstream')])
}

/** A PDF of these objects, numbered from 1. The first object is the catalog. */
export function handMadePdf(pieces: Piece[], trailer = ''): Bytes {
  const chunks = [latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  const offsets: number[] = []
  let at = chunks[0]!.length
  for (const [index, piece] of pieces.entries()) {
    offsets.push(at)
    const chunk = Buffer.concat([latin(`${index + 1} 0 obj\n`), writeObject(piece), latin('\nendobj\n')])
    chunks.push(chunk)
    at += chunk.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = pieces.length + 1
  chunks.push(
    latin(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return new Uint8Array(Buffer.concat(chunks))
}

interface Parts {
  catalog?: string
  page?: string
  pages?: number
  /** Further objects, from object 10. */
  more?: Piece[]
  trailer?: string
}

const FIRST_NUMBER = 10

/** A valid file of one or more pages, with additions to its catalog, its pages and its trailer. */
export function pdfWith({ catalog = '', page = '', pages = 1, more = [], trailer }: Parts = {}): Bytes {
  const tenth = FIRST_NUMBER + more.length
  const kids = Array.from({ length: pages }, (_, index) => `${tenth + index} 0 R`)
  const text = { entries: '', data: latin('BT /F1 24 Tf 72 700 Td (Lease) Tj ET') }
  const one = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> ${page} >>`
  return handMadePdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
      text,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...Array.from({ length: FIRST_NUMBER - 5 }, () => 'null'),
      ...more,
      ...kids.map(() => one),
    ],
    trailer,
  )
}

/** `megabytes` of zeros, compressed. */
export const bomb = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 })

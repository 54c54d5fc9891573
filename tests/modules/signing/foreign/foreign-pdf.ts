import { deflateSync } from 'node:zlib'

const latin = (text: string) => Buffer.from(text, 'latin1')

const ROOM = 12_000
const RANGE = '[0 0000000000 0000000000 0000000000]'

/** The ways to write the signed file; poppler reads all of them. */
export type Structure =
  | 'classic'
  | 'space-before-table'
  | 'comment-before-table'
  | 'previous-zero'
  | 'object-streams'
  | 'hybrid'
  | 'byte-order-mark'
  | 'table-missing'
  | 'updated'

export interface SignedFile {
  subFilter: string
  /** The DER-encoded signature over the signed bytes. */
  sign(data: Buffer): Buffer | Promise<Buffer>
  structure?: Structure
  /** The space for the signature in bytes. */
  room?: number
  /** Additional entries of the signature dictionary. */
  entries?: string
  /** The text of the byte range, which by default is padded with zeros. */
  spell?(range: number[], width: number): string
  /** The bytes after the signature in its gap, in hexadecimal. */
  padding?: string
}

const CONTENT = 'BT /F1 14 Tf 72 760 Td (The price is CNY 1,000.00.) Tj ET'

const bodies = (value: string): [number, string][] => [
  [1, '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 8 0 R] /SigFlags 3 >> >>'],
  [2, '<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 /MediaBox [0 0 595 842] >>'],
  [
    3,
    '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [6 0 R 8 0 R] >>',
  ],
  [4, `<< /Length ${CONTENT.length} >>\nstream\n${CONTENT}\nendstream`],
  [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  [6, field('Signature1', 7, 3)],
  [7, value],
  [8, '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /F 4 /Rect [72 200 272 220] /P 3 0 R >>'],
  [9, '<< /Type /Page /Parent 2 0 R /Resources << >> >>'],
]

const signatureValue = ({ subFilter, entries = '', room = ROOM }: SignedFile) =>
  `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} /M (D:20261120100000+08'00') ${entries} /ByteRange ${RANGE} /Contents <${'0'.repeat(room * 2)}> >>`

const field = (name: string, value: number, page: number) =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /F 132 /Rect [72 72 272 122] /P ${page} 0 R /V ${value} 0 R >>`

/** A file of two pages signed by another program. */
export async function foreignPdf(wish: SignedFile): Promise<Uint8Array> {
  return fill(write(bodies(signatureValue(wish)), wish.structure ?? 'classic'), wish)
}

/** The file signed again, with a revision and a field on page 2. */
export async function signedAgain(bytes: Uint8Array, wish: SignedFile): Promise<Uint8Array> {
  const form = '<< /Fields [6 0 R 8 0 R 20 0 R] /SigFlags 3 >>'
  const again = update(bytes, [
    [1, `<< /Type /Catalog /Pages 2 0 R /AcroForm ${form} >>`],
    [9, '<< /Type /Page /Parent 2 0 R /Resources << >> /Annots [20 0 R] >>'],
    [20, field('Signature2', 21, 9)],
    [21, signatureValue(wish)],
  ])
  return fill(again, wish)
}

async function fill(
  file: Buffer,
  { sign, spell, padding = '', room = ROOM }: SignedFile,
): Promise<Uint8Array> {
  const start = file.lastIndexOf(`<${'0'.repeat(room * 2)}>`)
  const next = start + room * 2 + 2
  const range = [0, start, next, file.length - next]
  const text = (spell ?? plainRange)(range, RANGE.length)
  if (text.length !== RANGE.length) throw new Error('The range has no room')
  file.write(text, file.lastIndexOf(RANGE), 'latin1')
  const signature = await sign(Buffer.concat([file.subarray(0, start), file.subarray(next)]))
  if (signature.length > room) throw new Error(`${signature.length} bytes are too many`)
  file.write(signature.toString('hex') + padding, start + 1, 'latin1')
  return new Uint8Array(file)
}

const plainRange = (range: number[], width: number) => `[${range.join(' ')}]`.padEnd(width)

function write(objects: [number, string][], structure: Structure): Buffer {
  if (structure === 'object-streams' || structure === 'hybrid') return packed(objects, structure === 'hybrid')
  const head = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  if (structure === 'byte-order-mark')
    return Buffer.concat([latin('\xef\xbb\xbf'), classic(head, objects, '')])
  const before =
    { 'space-before-table': ' \n', 'comment-before-table': '% the table\n' }[structure as string] ?? ''
  if (structure === 'updated' || structure === 'previous-zero') {
    const first = classic(
      head,
      objects.filter(([number]) => number !== 6 && number !== 7),
      '',
    )
    const again = objects.filter(([number]) => number === 6 || number === 7)
    return structure === 'updated' ? update(first, again) : update(first, objects, { prev: 0 })
  }
  const file = classic(head, objects, before)
  if (structure !== 'table-missing') return file
  return Buffer.concat([file.subarray(0, file.lastIndexOf('startxref')), latin('startxref\n7\n%%EOF\n')])
}

/** A file with a classic cross-reference table; `before` is placed before the table. */
function classic(head: string, objects: [number, string][], before: string): Buffer {
  let text = head
  const rows = new Map<number, number>()
  for (const [number, body] of objects) {
    rows.set(number, text.length)
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const start = text.length
  const row = (number: number) =>
    rows.has(number) ? `${String(rows.get(number)).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n'
  const table = Array.from({ length: 10 }, (_, number) => row(number)).join('')
  text += `${before}xref\n0 10\n${table}trailer\n<< /Size 10 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return latin(text)
}

/** Another revision, with a classic table. */
export function update(
  bytes: Uint8Array,
  objects: [number, string][],
  { prev, root = 1, trailer = '' }: { prev?: number; root?: number; trailer?: string } = {},
): Buffer {
  const file = Buffer.from(bytes)
  const last = prev ?? Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1'))?.[1] ?? 0)
  let text = ''
  let rows = ''
  for (const [number, body] of objects) {
    rows += `${number} 1\n${String(file.length + text.length).padStart(10, '0')} 00000 n \n`
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const start = file.length + text.length
  text += `xref\n${rows}trailer\n<< /Size 40 /Root ${root} 0 R /Prev ${last} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([file, latin(text)])
}

/**
 * A file with everything except the content and the signature in an object stream. A hybrid file also has a
 * classic table.
 */
function packed(objects: [number, string][], hybrid: boolean): Buffer {
  const plain = objects.filter(([number]) => number === 4 || number === 7 || (hybrid && number < 4))
  const inner = objects.filter((one) => !plain.includes(one))
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const places = new Map<number, number>()
  for (const [number, body] of plain) {
    places.set(number, text.length)
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const heads: string[] = []
  let packedText = ''
  for (const [number, body] of inner) {
    heads.push(`${number} ${packedText.length}`)
    packedText += `${body} `
  }
  const head = `${heads.join(' ')} `
  const data = deflateSync(latin(head + packedText)).toString('latin1')
  places.set(10, text.length)
  text += `10 0 obj\n<< /Type /ObjStm /N ${inner.length} /First ${head.length} /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\n`
  const start = text.length
  places.set(11, start)
  const entry = (kind: number, one: number, other: number) => {
    const row = Buffer.alloc(7)
    row[0] = kind
    row.writeUInt32BE(one, 1)
    row.writeUInt16BE(other, 5)
    return row
  }
  const rows = Array.from({ length: 12 }, (_, number) => {
    const index = inner.findIndex(([one]) => one === number)
    if (index >= 0) return entry(2, 10, index)
    return places.has(number) ? entry(1, places.get(number)!, 0) : entry(0, 0, 0)
  })
  const table = deflateSync(Buffer.concat(rows)).toString('latin1')
  text += `11 0 obj\n<< /Type /XRef /W [1 4 2] /Size 12 /Root 1 0 R /Filter /FlateDecode /Length ${table.length} >>\nstream\n${table}\nendstream\nendobj\n`
  if (!hybrid) return latin(`${text}startxref\n${start}\n%%EOF\n`)
  const classicStart = text.length
  const row = (number: number) =>
    places.has(number)
      ? `${String(places.get(number)).padStart(10, '0')} 00000 n \n`
      : '0000000000 00000 f \n'
  text += `xref\n0 12\n${Array.from({ length: 12 }, (_, number) => row(number)).join('')}`
  text += `trailer\n<< /Size 12 /Root 1 0 R >>\nstartxref\n${classicStart}\n%%EOF\n`
  // As Word writes it.
  const last = text.length
  const trailer = `<< /Size 12 /Root 1 0 R /Prev ${classicStart} /XRefStm ${start} >>`
  return latin(`${text}xref\n0 0\ntrailer\n${trailer}\nstartxref\n${last}\n%%EOF\n`)
}

const NINE = 'BT /F1 14 Tf 72 760 Td (The price is CNY 9,000,000.00.) Tj ET'

/** A later change of a signed file, with the expected finding. */
export const LATER: Record<
  string,
  { change: (bytes: Uint8Array) => Uint8Array; what: string; accused: boolean }
> = {
  'another price': {
    change: (bytes) => update(bytes, [[4, `<< /Length ${NINE.length} >>\nstream\n${NINE}\nendstream`]]),
    what: 'content',
    accused: true,
  },
  'a white box over page 2': {
    change: (bytes) =>
      update(bytes, [
        [9, '<< /Type /Page /Parent 2 0 R /Resources << >> /Annots [12 0 R] >>'],
        [12, '<< /Type /Annot /Subtype /Square /Rect [0 0 400 400] /IC [1 1 1] /AP << /N 13 0 R >> >>'],
        [
          13,
          '<< /Type /XObject /Subtype /Form /BBox [0 0 400 400] /Length 23 >>\nstream\n1 1 1 rg 0 0 400 400 re f\nendstream',
        ],
      ]),
    what: 'annotation',
    accused: true,
  },
  'a page less': {
    change: (bytes) =>
      update(bytes, [[2, '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>']]),
    what: 'page',
    accused: true,
  },
  'a script that runs when it is opened': {
    change: (bytes) =>
      update(bytes, [
        [
          1,
          '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 8 0 R] /SigFlags 3 >> /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
        ],
      ]),
    what: 'catalog',
    accused: true,
  },
  'a signature taken out': {
    change: (bytes) =>
      update(bytes, [
        [
          6,
          '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /F 132 /Rect [72 72 272 122] /P 3 0 R >>',
        ],
      ]),
    what: 'removed',
    accused: true,
  },
  'a field filled in': {
    change: (bytes) =>
      update(bytes, [
        [
          8,
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /F 4 /Rect [72 200 272 220] /P 3 0 R /V (Shanghai) >>',
        ],
      ]),
    what: 'form',
    accused: false,
  },
  'validation data': {
    change: (bytes) =>
      update(bytes, [
        [
          1,
          '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 8 0 R] /SigFlags 3 >> /DSS << /Type /DSS >> >>',
        ],
      ]),
    what: 'validation',
    accused: false,
  },
  'another title': {
    change: (bytes) => update(bytes, [[12, '<< /Title (Offer) >>']], { trailer: '/Info 12 0 R' }),
    what: 'metadata',
    accused: false,
  },
  'bytes behind the end': {
    change: (bytes) => Buffer.concat([bytes, Buffer.from('<!-- served by a portal -->')]),
    what: 'data',
    accused: false,
  },
}

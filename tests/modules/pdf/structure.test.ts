import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PdfArray, PdfNumber, PdfRef } from '@libpdf/core'
import { expect, test } from 'vitest'
import { Update } from '#src/pdf/append.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import { type Scan, scanRevision, scanStructure } from '#src/pdf/structure.ts'
import { inFolder } from '#tests/modules/signing/pades/signing-kit.ts'
import { handMadePdf } from '#tests/support/hand-made-pdf.ts'
import { runTool } from '#tests/support/pdf-tools.ts'

const BASE = handMadePdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.303937007874 842] /Contents 4 0 R >>',
  { entries: '', data: Buffer.from('0 0 m') },
])

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const faultOf = (scan: Scan) => ('fault' in scan ? scan.fault : null)

interface Tail {
  /** The objects with their numbers and their text from head to body. */
  objects?: [number, string][]
  /** Additional rows of the table, before and after the correct ones. */
  before?: string
  behind?: string
  unlisted?: number[]
  trailer?: string
  size?: number
  prev?: number
  end?: string
  between?: string
}

/** A revision after the base with a classic table, composed by hand. */
function withTail({ objects = [], before = '', behind = '', trailer = '', end = '', ...more }: Tail) {
  const { unlisted = [], between = '', size = 9 } = more
  let text = textOf(BASE)
  const rows: string[] = []
  for (const [number, object] of objects) {
    text += between
    if (!unlisted.includes(number)) rows.push(`${number} 1\n${row(text.length)}`)
    text += `${object}\nendobj\n`
  }
  const tableOffset = text.length
  const prev = more.prev ?? textOf(BASE).lastIndexOf('xref\n0')
  text += `xref\n${before}${rows.join('')}${behind}trailer\n<< /Size ${size} /Root 1 0 R /Prev ${prev} ${trailer} >>\n`
  return bytesOf(`${text}startxref\n${tableOffset}\n%%EOF\n${end}`)
}

const row = (at: number) => `${String(at).padStart(10, '0')} 00000 n \n`
const withChange = (from: string, to: string) => {
  expect(textOf(BASE)).toContain(from)
  return bytesOf(textOf(BASE).replace(from, to))
}
/** The offset of object 4 in the base. */
const FOURTH = textOf(BASE).indexOf('4 0 obj')

test('a file of plain revisions is read to the last byte, with the offset of each object', () => {
  const bytes = withTail({ objects: [[5, '5 0 obj\n(new)']] })
  const scan = scanStructure(bytes)
  if ('fault' in scan) throw new Error(`${scan.fault} at ${scan.at}`)
  expect(scan.revisions.map(({ objects }) => objects.map(({ number }) => number))).toEqual([
    [1, 2, 3, 4],
    [5],
  ])
  const [first, second] = scan.revisions
  expect([first!.end, second!.start, second!.end]).toEqual([BASE.length, BASE.length, bytes.length])
  const [fifth] = second!.objects
  expect(textOf(bytes.subarray(fifth!.start, fifth!.end))).toBe('5 0 obj\n(new)\nendobj')
  expect(scanRevision(new ExactPdf(bytes), BASE.length, first!.sectionOffset)).toMatchObject({
    revisions: [{ sectionOffset: second!.sectionOffset, kind: 'table' }],
  })
})

/** Two entries for the page's content, of which some readers use the first and others the last. */
const doubled = (head: string): Tail => ({
  objects: [[4, `${head}\n<< /Length 1 >>\nstream\n \nendstream`]],
  behind: `4 1\n${row(FOURTH)}`,
})

/** A third revision that repeats the first version of an object that the second one changed. */
function backToOlder() {
  const text = textOf(withTail({ objects: [[4, '4 0 obj\n<< /Length 1 >>\nstream\n \nendstream']] }))
  const table = `xref\n4 1\n${row(FOURTH)}trailer\n<< /Size 9 /Root 1 0 R /Prev ${text.lastIndexOf('xref\n4 1')} >>\n`
  return bytesOf(`${text}${table}startxref\n${text.length}\n%%EOF\n`)
}

const HARMLESS: [string, () => Uint8Array][] = [
  ['white space behind the end', () => withTail({ objects: [[5, '5 0 obj\n1']], end: '\n\n' })],
  ['places said again that have not changed', () => withTail({ behind: `4 1\n${row(FOURTH)}` })],
  ['a comment between trailer and startxref', () => withChange('\nstartxref', '\n%iText-5.5.8\nstartxref')],
  ['a space behind the numbers of a table', () => withChange('xref\n0 5\n', 'xref\n0 5 \n')],
]

test.each(HARMLESS)('%s is read as other readers read it', (_, make) => {
  expect(faultOf(scanStructure(make()))).toBe(null)
})

const FAULTS: [string, () => Uint8Array, string][] = [
  ['bytes before the header', () => bytesOf(`\n${textOf(BASE)}`), 'header'],
  ['no header', () => withChange('%PDF-1.7', '%PDX-1.7'), 'header'],
  ['something behind the end', () => withTail({ objects: [[5, '5 0 obj\n1']], end: 'HTML' }), 'end'],
  ['an object twice in a section', () => withTail(doubled('4 0 obj')), 'twice'],
  ['the same with two spaces', () => withTail(doubled('4  0 obj')), 'twice'],
  ['the same with a tab', () => withTail(doubled('4\t0 obj')), 'twice'],
  ['the same with a line feed', () => withTail(doubled('4\n0 obj')), 'twice'],
  ['the same with a comment', () => withTail(doubled('4%\n0 obj')), 'twice'],
  ['the same with leading zeros', () => withTail(doubled('0004 0 obj')), 'twice'],
  ['a head with two spaces', () => withTail({ objects: [[5, '5  0 obj\n1']] }), 'syntax'],
  ['a head with a tab', () => withTail({ objects: [[5, '5\t0 obj\n1']] }), 'syntax'],
  ['a head with a form feed', () => withTail({ objects: [[5, '5 0\fobj\n1']] }), 'syntax'],
  ['a head over two lines', () => withTail({ objects: [[5, '5\n0 obj\n1']] }), 'syntax'],
  ['a head with a comment', () => withTail({ objects: [[5, '5 %\n0 obj\n1']] }), 'syntax'],
  ['a head with leading zeros', () => withTail({ objects: [[5, '05 0 obj\n1']] }), 'syntax'],
  ['a head with a sign', () => withTail({ objects: [[5, '+5 0 obj\n1']] }), 'syntax'],
  ['a comment in an object', () => withTail({ objects: [[5, '5 0 obj\n[1 %]\n]']] }), 'syntax'],
  [
    'a comment between objects',
    () => withTail({ objects: [[5, '5 0 obj\n1']], between: '% hi\n' }),
    'syntax',
  ],
  ['loose bytes between objects', () => withTail({ objects: [[5, '5 0 obj\n1']], between: 'x\n' }), 'syntax'],
  ['a key twice', () => withTail({ objects: [[5, '5 0 obj\n<< /A 1 /A 2 >>']] }), 'syntax'],
  [
    'a key twice, spelled otherwise',
    () => withTail({ objects: [[5, '5 0 obj\n<< /A 1 /#41 2 >>']] }),
    'syntax',
  ],
  ['a number with two signs', () => withTail({ objects: [[5, '5 0 obj\n--5']] }), 'syntax'],
  ['an object without an entry', () => withTail({ objects: [[5, '5 0 obj\n1']], unlisted: [5] }), 'unlisted'],
  [
    'an object twice, one of them without an entry',
    () =>
      withTail({
        objects: [
          [5, '5 0 obj\n1'],
          [6, '5 0 obj\n2'],
        ],
        unlisted: [6],
      }),
    'twice',
  ],
  ['an entry for another number', () => withTail({ objects: [[6, '5 0 obj\n1']] }), 'unlisted'],
  ['an entry that leads to another object', () => withTail({ behind: `5 1\n${row(FOURTH)}` }), 'entry'],
  ['an entry back to an older version', backToOlder, 'entry'],
  ['an entry into the middle of an object', () => withTail({ behind: `5 1\n${row(FOURTH + 3)}` }), 'entry'],
  ['another generation', () => withTail({ objects: [[5, '5 1 obj\n1']] }), 'entry'],
  [
    'an object set free that stands there',
    () => withTail({ objects: [[5, '5 0 obj\n1']], unlisted: [5], behind: '5 1\n0000000000 00001 f \n' }),
    'entry',
  ],
  ['a row of nineteen bytes', () => withTail({ behind: '5 1\n0000000000 00001 f\n' }), 'section'],
  ['a row of twenty-one bytes', () => withTail({ behind: '5 1\n0000000000 00001 f  \n' }), 'section'],
  [
    'a second section for newer readers',
    () =>
      withTail({ objects: [[5, '5 0 obj\n1']], trailer: `/XRefStm ${textOf(BASE).lastIndexOf('xref\n0')}` }),
    'hybrid',
  ],
  ['a version skipped', () => withTail({ objects: [[5, '5 0 obj\n1']], prev: 0 }), 'end'],
  ['a number beyond the size', () => withTail({ objects: [[5, '5 0 obj\n1']], size: 5 }), 'size'],
  ['a head inside a string', () => withTail({ objects: [[5, '5 0 obj\n(6 0 obj 1 endobj)']] }), 'hidden'],
  ['a stream shorter than it says', () => withChange('/Length 5', '/Length 4'), 'syntax'],
  ['a startxref before white space', () => bytesOf(textOf(BASE).replace(/xref\n0/, ' xref\n0')), 'end'],
]

test.each(FAULTS)('%s is rejected', (_, make, fault) => {
  const outcome = scanStructure(make())
  expect(outcome).toEqual({ fault, at: expect.any(Number) })
})

test('our own appended revision passes', () => {
  const append = () => {
    const update = new Update(new ExactPdf(BASE))
    update.edit(PdfRef.of(3)).set('Rotate', PdfNumber.of(90))
    update.register(PdfArray.of(PdfNumber.of(1)))
    return update.bytes()
  }
  expect(Buffer.compare(append(), append())).toBe(0)
  const scan = scanStructure(append())
  expect(faultOf(scan)).toBe(null)
  expect(textOf(append())).toContain('/MediaBox [0 0 595.303937007874 842]')
  expect(textOf(append()).slice(BASE.length)).toContain('3 1\n')
})

/** A section as a stream: fields of one, two and one byte. */
function withStreamSection(rows: number[][], index: string, objects: string, size = 9): Uint8Array {
  const streamOffset = BASE.length + objects.length
  const filled = rows.map(([kind = 0, at = 0, rest = 0]) => [kind, at >> 8, at & 255, rest])
  const data = Buffer.from([...filled, [1, streamOffset >> 8, streamOffset & 255, 0]].flat()).toString(
    'latin1',
  )
  const prev = textOf(BASE).lastIndexOf('xref\n0')
  const dict = `<< /Type /XRef /W [1 2 1] /Index [${index} 8 1] /Size ${size} /Root 1 0 R /Prev ${prev} /Length ${data.length} >>`
  return bytesOf(
    `${textOf(BASE)}${objects}8 0 obj\n${dict}\nstream\n${data}\nendstream\nendobj\nstartxref\n${streamOffset}\n%%EOF\n`,
  )
}

const PACK = '7 0 obj\n<< /Type /ObjStm /N 2 /First 8 /Length 11 >>\nstream\n5 0 6 2 1 2\nendstream\nendobj\n'
const PACK_AT = BASE.length

test('an object in an object stream is read once, by its own entry', () => {
  const rightEntries = [
    [2, 7, 0],
    [2, 7, 1],
    [1, PACK_AT, 0],
  ]
  expect(faultOf(scanStructure(withStreamSection(rightEntries, '5 3', PACK)))).toBe(null)
  const [five, six, pack] = rightEntries
  const wrongEntries: [string, number[][], string, string][] = [
    ['two places in each other’s stead', [six!, five!, pack!], '5 3', PACK],
    ['one without an entry', [five!, pack!], '5 1 7 1', PACK],
    ['an entry for one that is not in it', [five!, six!, pack!, [2, 7, 2]], '5 3 4 1', PACK],
    ['one twice in the stream', [five!, pack!], '5 1 7 1', PACK.replace('5 0 6 2', '5 0 5 2')],
    ['one beside the stream too', [five!, six!, pack!], '5 3', `${PACK}6 0 obj\n3\nendobj\n`],
  ]
  for (const [name, rows, index, objects] of wrongEntries)
    expect([name, faultOf(scanStructure(withStreamSection(rows, index, objects)))]).not.toEqual([name, null])
})

test.each([
  ['linearised', ['--linearize']],
  ['linearised with object streams', ['--linearize', '--object-streams=generate']],
  ['of object streams', ['--object-streams=generate']],
])('a file that is %s passes, and so does our revision after it', async (_, how) => {
  const repaired = await inFolder(async (folder) => {
    const inputPath = join(folder, 'from.pdf')
    const outputPath = join(folder, 'to.pdf')
    await writeFile(inputPath, BASE)
    await runTool('qpdf', [...how, inputPath, outputPath])
    return new Uint8Array(await readFile(outputPath))
  })
  expect(faultOf(scanStructure(repaired))).toBe(null)
  const update = new Update(new ExactPdf(repaired))
  update.register(PdfNumber.of(1))
  expect(scanStructure(update.bytes())).toHaveProperty('revisions.length', 2)
})

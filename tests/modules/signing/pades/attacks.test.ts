import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core'
import { beforeAll, expect, test } from 'vitest'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { CLOSING_SEAL } from '#modules/signing/providers/builtin/pades/certificate.ts'
import type { ChangeKind } from '#modules/signing/providers/builtin/pades/changes/changes.ts'
import type { SignerIdentity } from '#modules/signing/providers/builtin/pades/identity.ts'
import { revisionsOf } from '#modules/signing/providers/builtin/pades/revisions.ts'
import {
  type SignatureReport,
  verdictOn,
  verifyPades,
} from '#modules/signing/providers/builtin/pades/verify.ts'
import { pdfFonts } from '#tests/support/pdf-tools.ts'
import { sampled } from '#tests/support/runs.ts'
import { CHANGES, form, page, widget } from './later-changes.ts'
import { addDss } from './libpdf-writer.ts'
import * as kit from './signing-kit.ts'

const LONG = process.env.LONG === '1'

let authority: Authority & { kind: 'own' }
let forger: SignerIdentity
let unsigned: Uint8Array
let signedOnce: Uint8Array
let signedTwice: Uint8Array
let sealed: Uint8Array

beforeAll(async () => {
  authority = await kit.temporaryAuthority()
  forger = await kit.identityOf(await kit.temporaryAuthority(), { name: CLOSING_SEAL.name })
  const file = await kit.unsignedFile()
  unsigned = file.bytes
  const [left, right] = kit.signPlaces(file)
  signedOnce = await kit.signAs(authority, file.bytes, { name: '林静', place: left })
  signedTwice = await kit.signAs(authority, signedOnce, { name: '周明', place: right })
  sealed = await kit.seal(authority, signedTwice)
})

const verify = (bytes: Uint8Array) => verifyPades(bytes, [authority.certificate])

test.each(CHANGES)(
  '%s is reported for every signature, whoever signs the revision',
  async (name, change, what, at) => {
    const insider = await kit.identityOf(authority, { name: '林静' })
    const variants = [
      ['insider', () => kit.signBlindly(insider, sealed, { change })],
      ['none', () => kit.alter(sealed, change)],
      ['forged', () => kit.signBlindly(forger, sealed, { change })],
    ] as const
    // A daily run makes each change in only one of the three variants, which take turns.
    for (const [closedBy, make] of LONG
      ? variants
      : [variants[CHANGES.findIndex(([one]) => one === name) % 3]!]) {
      const reports = await verify(await make())
      expect(verdictOn(reports), closedBy).not.toBe('sealed')
      for (const report of reports.slice(0, 3)) {
        const expected = expect.objectContaining({ what, ...(at && { page: at }) })
        expect(report.changes, closedBy).toContainEqual(expected)
        expect(report, closedBy).toMatchObject({ changedAfterwards: true })
      }
      const whats = reports[0]!.changes.map((one) => one.what)
      expect(whats.includes('unsigned'), closedBy).toBe(closedBy === 'none')
      expect(whats.includes('foreign'), closedBy).toBe(closedBy === 'forged')
    }
  },
)

test('a file that was changed between two signatures gets no further signature', async () => {
  for (const [name, change] of sampled(CHANGES, 3))
    await expect(
      kit.signAs(authority, await kit.alter(signedOnce, change), { name: '周明' }),
      name,
    ).rejects.toThrow(/changed since it was signed|unsound/)
  const reports = await verify(await kit.signBlindly(forger, signedOnce, { change: CHANGES[0]![1] }))
  expect(reports.map(({ changedAfterwards }) => changedAfterwards)).toEqual([true, false])
})

interface Tail {
  objects: [number, string][]
  /** The numbers of the objects in the table; by default all. */
  listed?: number[]
  freed?: number[]
  prev?: number
  root?: number
  trailer?: string
  /** Raw lines of the table. */
  raw?: string
}

const lastTable = (bytes: Uint8Array) => revisionsOf(bytes).at(-1)!.startxref
const rootOf = async (bytes: Uint8Array) =>
  (await PDF.load(bytes)).context.info.trailer.getRef('Root')!.objectNumber

/** A revision with a classic table, composed by hand. */
async function withTail(bytes: Uint8Array, { objects, freed = [], trailer = '', raw = '', ...given }: Tail) {
  const root = given.root ?? (await rootOf(bytes))
  const places = new Map<number, number>()
  let text = '\n'
  for (const [number, body] of objects) {
    places.set(number, bytes.length + text.length)
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const start = bytes.length + text.length
  const listed = given.listed ?? [...places.keys()]
  const used = listed.map((n) => `${n} 1\n${String(places.get(n)).padStart(10, '0')} 00000 n \n`)
  const free = freed.map((n) => `${n} 1\n0000000000 00001 f \n`)
  text += `xref\n${[...used, ...free, raw].join('') || '0 0\n'}`
  text += `trailer\n<< /Size 9999 /Root ${root} 0 R /Prev ${given.prev ?? lastTable(bytes)} ${trailer} >>\n`
  text += `startxref\n${start}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(text, 'latin1')])
}

const copyOf = (bytes: Uint8Array) => new Uint8Array(bytes)

async function cutOut(bytes: Uint8Array, from: number, to: number) {
  const start = revisionsOf(bytes)[from]!.withLineEnd
  const end = revisionsOf(bytes)[to]!.withLineEnd
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
}

/** Attacks on the bytes. None of the results may pass as the sealed file. */
const FORGERIES: [string, () => Promise<Uint8Array>][] = [
  ['the seal cut off', async () => copyOf(signedTwice)],
  ['the seal and a signature cut off', async () => copyOf(signedOnce)],
  [
    'a false seal in place of the real one',
    () => kit.signBlindly(forger, signedTwice, { fieldName: CLOSING_SEAL.fieldName }),
  ],
  ['a false seal behind the real one', () => kit.signBlindly(forger, sealed)],
  [
    'all signatures replaced by those of another authority',
    () => kit.signBlindly(forger, unsigned, { fieldName: CLOSING_SEAL.fieldName }),
  ],
  [
    'another catalog',
    async () => withTail(sealed, { objects: [[9000, '<< /Type /Catalog /Pages 2 0 R >>']], root: 9000 }),
  ],
  [
    'the catalog overwritten',
    async () => withTail(sealed, { objects: [[await rootOf(sealed), '<< /Type /Catalog /Pages 2 0 R >>']] }),
  ],
  ['a table that lists nothing new', () => withTail(sealed, { objects: [] })],
  ['an object that the table hides', () => withTail(sealed, { objects: [[5, '(shadow)']], listed: [] })],
  [
    'an object twice',
    () =>
      withTail(sealed, {
        objects: [
          [9000, '(one)'],
          [9000, '(other)'],
        ],
      }),
  ],
  [
    'a second table for newer readers',
    () => withTail(sealed, { objects: [], trailer: `/XRefStm ${lastTable(signedOnce)}` }),
  ],
  [
    'an object set free',
    async () => withTail(sealed, { objects: [], freed: [await contentNumberOf(sealed)] }),
  ],
  ['a revision skipped', () => withTail(sealed, { objects: [], prev: lastTable(signedOnce) })],
  ['all revisions skipped', () => withTail(sealed, { objects: [], prev: lastTable(unsigned) })],
  [
    'encryption claimed',
    () => withTail(sealed, { objects: [], trailer: '/Encrypt << /Filter /Standard >>' }),
  ],
  ['a signature taken out of the middle', () => cutOut(sealed, 1, 2)],
  ['the last two revisions in the other order', () => inOtherOrder(sealed)],
  ['bytes behind the end', async () => Buffer.concat([sealed, Buffer.from('5 0 obj (x) endobj')])],
  ['bytes before the beginning', async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), sealed])],
  ['the fields taken away', () => kit.alter(sealed, (pdf) => form(pdf).set('Fields', new PdfArray([])))],
  ['one signature shown twice', () => kit.alter(sealed, showTwice)],
  [
    'an empty end of file',
    async () => Buffer.concat([sealed, Buffer.from(`startxref\n${lastTable(sealed)}\n%%EOF\n`)]),
  ],
  ['tables that lead back to themselves', () => loopedTables(sealed)],
  [
    'an offset below nothing',
    () => withTail(sealed, { objects: [], listed: [], freed: [], raw: '5 1\n-000000012 00000 n \n' }),
  ],
  [
    'a range of bytes given twice',
    async () => withTail(sealed, { objects: [[await valueNumber(sealed), twiceRanged(sealed)]] }),
  ],
  [
    'a range that begins below nothing',
    async () =>
      withTail(sealed, {
        objects: [[await valueNumber(sealed), '<< /Type /Sig /ByteRange [-1 10 20 30] /Contents <00> >>']],
      }),
  ],
  ['the catalog in a stream of objects', () => withObjectStream(sealed)],
  ['two signatures in each other’s places', async () => withSignaturesSwapped(sealed)],
  ['the whole file rewritten by another program', () => rewrittenFile(sealed)],
  ['the sealed file inside another one', async () => Buffer.concat([unsigned, sealed])],
  [
    'an end of file that names no table',
    async () => Buffer.concat([sealed, Buffer.from('startxref\n-5\n%%EOF\n')]),
  ],
]

const contentNumberOf = async (bytes: Uint8Array) =>
  page(await PDF.load(bytes), 1).getRef('Contents')!.objectNumber

async function inOtherOrder(bytes: Uint8Array) {
  const [, first, second, third] = revisionsOf(bytes).map(({ withLineEnd }) => withLineEnd)
  const one = bytes.subarray(first, second)
  const two = bytes.subarray(second, third)
  return Buffer.concat([bytes.subarray(0, first), two, one])
}

const valueNumber = async (bytes: Uint8Array) => widget(await PDF.load(bytes)).getRef('V')!.objectNumber

function twiceRanged(bytes: Uint8Array): string {
  const [range = []] = kit.rangesOf(bytes)
  return `<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /ByteRange [${range.join(' ')}] /Contents <00> >>`
}

/** Two cross-reference tables, each of which names the other as the previous one. */
async function loopedTables(bytes: Uint8Array) {
  const root = await rootOf(bytes)
  const first = await withTail(bytes, { objects: [[9000, '(one)']], root })
  const ahead = first.length + 1
  const back = await withTail(bytes, { objects: [[9000, '(one)']], prev: ahead, root })
  return withTail(back, { objects: [], prev: lastTable(back), root })
}

/** A catalog in an object stream, referenced by a cross-reference stream. */
async function withObjectStream(bytes: Uint8Array) {
  const root = await rootOf(bytes)
  const packed = `${root} 0 << /Type /Catalog /Pages 2 0 R >>`
  const first = packed.indexOf('<<')
  const head = `<< /Type /ObjStm /N 1 /First ${first} /Length ${packed.length} >>`
  const holder = `9001 0 obj\n${head}\nstream\n${packed}\nendstream\nendobj\n`
  const at = bytes.length + 1
  const start = bytes.length + 1 + holder.length
  const entry = (kind: number, one: number, other: number) => {
    const row = Buffer.alloc(7)
    row.writeUInt8(kind, 0)
    row.writeUInt32BE(one, 1)
    row.writeUInt16BE(other, 5)
    return row
  }
  const rows = Buffer.concat([entry(2, 9001, 0), entry(1, at, 0), entry(1, start, 0)])
  const table = `<< /Type /XRef /W [1 4 2] /Index [${root} 1 9001 2] /Size 9003 /Root ${root} 0 R /Prev ${lastTable(bytes)} /Length ${rows.length} >>`
  return Buffer.concat([
    bytes,
    Buffer.from(`\n${holder}9002 0 obj\n${table}\nstream\n`),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ])
}

function withSignaturesSwapped(bytes: Uint8Array) {
  const [[, one = 0, past = 0] = [], [, other = 0, end = 0] = []] = kit.rangesOf(bytes)
  const size = Math.min(past - one, end - other)
  const swapped = Buffer.from(bytes)
  swapped.set(bytes.subarray(other, other + size), one)
  swapped.set(bytes.subarray(one, one + size), other)
  return swapped
}

/** The file rewritten by qpdf, which keeps the look of every page. */
function rewrittenFile(bytes: Uint8Array) {
  return kit.inFolder(async (folder) => {
    const from = join(folder, 'from.pdf')
    const to = join(folder, 'to.pdf')
    await writeFile(from, bytes)
    await kit.runTool('qpdf', '--object-streams=generate', from, to)
    return new Uint8Array(await readFile(to))
  })
}

function showTwice(pdf: PDF) {
  const value = widget(pdf).getRef('V')!
  const copy = PdfDict.of({ FT: PdfName.of('Sig'), T: PdfString.fromString('Again'), V: value })
  form(pdf).getArray('Fields')!.push(pdf.register(copy))
}

const forged = new Map<string, Promise<{ bytes: Uint8Array; reports: SignatureReport[] }>>()

/** A forgery and its report; both are created once. */
function cachedForgery([name, forge]: (typeof FORGERIES)[number]) {
  const forgery = forged.get(name) ?? newForgery(forge)
  forged.set(name, forgery)
  return forgery
}

async function newForgery(forge: (typeof FORGERIES)[number][1]) {
  const bytes = await forge()
  return { bytes, reports: await verify(bytes) }
}

test('the file itself is sealed', async () => {
  expect(verdictOn(await verify(sealed))).toBe('sealed')
})

test.each(FORGERIES)('%s: not accepted as the sealed file', async (...forgery) => {
  const { bytes, reports } = await cachedForgery(forgery)
  expect(Buffer.compare(bytes, sealed)).not.toBe(0)
  expect(verdictOn(reports)).not.toBe('sealed')
  const genuine = Buffer.compare(bytes.subarray(0, signedTwice.length), signedTwice) === 0
  if (genuine && bytes.length > signedTwice.length)
    expect(reports[0]!.changedAfterwards || reports.some(({ problems }) => problems.length > 0)).toBe(true)
})

test('at least sixty kinds of attack are each reported by kind', async () => {
  const kinds = new Set([...CHANGES, ...FORGERIES].map(([name]) => name))
  expect(kinds.size).toBe(CHANGES.length + FORGERIES.length)
  expect(kinds.size).toBeGreaterThanOrEqual(60)
  for (const forgery of FORGERIES) {
    const [name] = forgery
    const { reports } = await cachedForgery(forgery)
    const findings = reports.flatMap(({ problems, changes }) => [
      ...problems,
      ...changes.map(({ what }) => what),
    ])
    const cut = verdictOn(reports) === 'unsealed' || verdictOn(reports) === 'foreign'
    // After truncation only the missing seal can be reported.
    expect([name, findings.length > 0 || cut]).toEqual([name, true])
  }
})

const STRUCTURE_FORGERIES = [
  'a table that lists nothing new',
  'an object that the table hides',
  'an object twice',
  'a revision skipped',
  'an empty end of file',
]

test('a revision with another structure than ours is reported', async () => {
  const changesBy = new Map<string, ChangeKind[]>()
  for (const forgery of FORGERIES) {
    const [first] = (await cachedForgery(forgery)).reports
    changesBy.set(forgery[0], first?.changes.map(({ what }) => what) ?? [])
  }
  const odd = (what: ChangeKind) => what === 'structure' || what === 'unreadable'
  expect(STRUCTURE_FORGERIES.filter((name) => !changesBy.get(name)?.some(odd))).toEqual([])
})

test('an object hidden in an unread part is reported, even if we sign it ourselves', async () => {
  const { certificate } = await kit.identityOf(authority, { name: '\n5 0 obj\n(shadow)\nendobj\n' })
  const bytes = await kit.signBlindly(await kit.identityOf(authority, { name: '李' }), signedTwice, {
    change: (pdf) => {
      const hidden = pdf.register(derStream(certificate))
      pdf.getCatalog().set('DSS', pdf.register(PdfDict.of({ Certs: PdfArray.of(hidden) })))
    },
  })
  const [first] = await verify(bytes)
  expect(first?.changes).toEqual([{ what: 'structure', page: null, object: '' }])
})

/** The bytes as an uncompressed stream; our own writer would compress them. */
const derStream = (der: Uint8Array) => PdfStream.fromDict({}, der)

test('a change beside legitimate validation data is reported, but not the data', async () => {
  const insider = await kit.identityOf(authority, { name: '李' })
  for (const [name, change, what] of sampled(CHANGES, 3)) {
    const bytes = await kit.signBlindly(insider, signedTwice, {
      change: (pdf) => {
        addDss(pdf, { certificates: [insider.certificate], crls: [] })
        change(pdf)
      },
    })
    const changes = (await verify(bytes))[0]!.changes.map((one) => one.what)
    expect([name, changes.includes(what)]).toEqual([name, true])
  }
  const change = (pdf: PDF) => addDss(pdf, { certificates: [insider.certificate], crls: [] })
  expect((await verify(await kit.signBlindly(insider, signedTwice, { change })))[0]!.changes).toEqual([])
})

test('unsigned validation data is reported as an addition, and anything beside it as a change', async () => {
  const add = (pdf: PDF) => addDss(pdf, { certificates: [forger.certificate], crls: [] })
  const reports = await verify(await kit.alter(sealed, add))
  expect(verdictOn(reports)).toBe('sealed')
  expect(reports.map(({ changes, additions }) => [changes, additions])).toEqual(
    Array(3).fill([[], ['validation-data']]),
  )
  for (const [name, change, what] of sampled(CHANGES, 3)) {
    const bytes = await kit.alter(sealed, (pdf) => {
      add(pdf)
      change(pdf)
    })
    const kinds = (await verify(bytes))[0]!.changes.map((one) => one.what)
    expect([name, kinds.includes(what), kinds.includes('unsigned')]).toEqual([name, true, true])
  }
})

test('a truncated seal leaves valid signatures without a seal; a forged seal is not ours', async () => {
  const cut = await verify(signedTwice)
  expect([verdictOn(cut), cut.map(({ closingSeal }) => closingSeal)]).toEqual(['unsealed', [false, false]])
  const replaced = await verify(
    await kit.signBlindly(forger, signedTwice, { fieldName: CLOSING_SEAL.fieldName }),
  )
  expect(verdictOn(replaced)).toBe('changed')
  expect(replaced.map(({ closingSeal }) => closingSeal)).toEqual([false, false, false])
  expect(replaced[0]!.changes).toEqual([{ what: 'foreign', page: null, object: '' }])
})

test('after the seal, which locks the document, not even our authority may sign', async () => {
  const insider = await kit.identityOf(authority, { name: '李' })
  const reports = await verify(await kit.signBlindly(insider, sealed))
  expect(verdictOn(reports)).toBe('changed')
  expect(reports[0]!.changes).toEqual([{ what: 'locked', page: null, object: expect.stringContaining(' R') }])
  await expect(kit.signAs(authority, sealed, { name: '李' })).rejects.toThrow('locked')
})

test('a foreign certification is respected: it prevents or permits our signatures', async () => {
  const certified = (permission: number) =>
    kit.signBlindly(forger, unsigned, {
      adjust: (field, value) => {
        field.delete('Lock')
        const params = PdfDict.of({ P: PdfNumber.of(permission) })
        const certification = { TransformMethod: PdfName.of('DocMDP'), TransformParams: params }
        value.set('Reference', PdfArray.of(PdfDict.of(certification)))
      },
    })
  const changesAfter = async (permission: number) => {
    const insider = await kit.identityOf(authority, { name: '李' })
    const signed = await kit.signBlindly(insider, await certified(permission), { fieldName: 'Signature 1' })
    return (await verify(signed))[0]!.changes.map(({ what }) => what)
  }
  expect([await changesAfter(1), await changesAfter(2)]).toEqual([['locked'], []])
})

test('a lock with other entries than ours makes the field one of another kind', async () => {
  const insider = await kit.identityOf(authority, { name: '李' })
  const bytes = await kit.signBlindly(insider, signedTwice, {
    adjust: (_, value) =>
      value.set('Reference', PdfArray.of(PdfDict.of({ TransformMethod: PdfName.of('UR3') }))),
  })
  expect((await verify(bytes))[0]!.changes.map(({ what }) => what)).toContain('field')
})

test('a file from before signatures had locks stays valid', async () => {
  const [bytes, root] = await earlierFile('before-locks')
  expect(Buffer.from(bytes).includes('/Lock')).toBe(false)
  const reports = await verifyPades(bytes, [root])
  expect(verdictOn(reports)).toBe('sealed')
  expect(reports.map(({ signer, trusted, changes }) => [signer, trusted, changes])).toEqual([
    ['林静', true, []],
    ['Oliver Grant', true, []],
    ['Qishu Closing Seal', true, []],
  ])
})

test('a file from before fields were tagged, with a cross-page seal, stays valid', async () => {
  const [bytes, root] = await earlierFile('before-tagged-fields')
  expect(Buffer.from(bytes).includes('/StructParent ')).toBe(false)
  expect(await pdfFonts(bytes)).toContainEqual(expect.stringMatching(/^Helvetica .* no {2}no {2}no /))
  const reports = await verifyPades(bytes, [root])
  expect(verdictOn(reports)).toBe('sealed')
  expect(reports.map(({ fieldName, trusted, changes }) => [fieldName, trusted, changes])).toEqual([
    ['Seal 1', true, []],
    ['Signature 1', true, []],
    ['Signature 2', true, []],
    ['Closing seal', true, []],
  ])
})

/**
 * A stored file that an earlier version of the product signed, and the root certificate of its authority.
 */
const earlierFile = (folder: string) =>
  Promise.all([readFixture(folder, 'sealed.pdf'), readFixture(folder, 'root.crt')])

const readFixture = async (folder: string, name: string) =>
  new Uint8Array(await readFile(join(import.meta.dirname, folder, name)))

test('a person with the name of the seal is not accepted as the seal, whatever the field’s name', async () => {
  const hand = { name: CLOSING_SEAL.name }
  const [report] = await verify(
    await kit.signAs(authority, unsigned, hand, { fieldName: CLOSING_SEAL.fieldName }),
  )
  expect(report).toMatchObject({ signer: CLOSING_SEAL.name, trusted: true, closingSeal: false })
})

test('a seal from before certificates had a policy is recognised by its field', async () => {
  const old = await kit.oldIdentity(authority, CLOSING_SEAL.name)
  const bytes = await kit.signBlindly(old, signedTwice, { fieldName: CLOSING_SEAL.fieldName })
  const reports = await verify(bytes)
  expect([verdictOn(reports), reports.at(-1)!.closingSeal]).toEqual(['sealed', true])
  const person = await kit.signBlindly(await kit.oldIdentity(authority, CLOSING_SEAL.name), signedTwice)
  expect((await verify(person)).map(({ closingSeal }) => closingSeal)).toEqual([false, false, false])
  const renamed = await kit.alter(person, (pdf) => {
    pdf.getForm()!.getFields().at(-1)!.getDict().set('T', PdfString.fromString(CLOSING_SEAL.fieldName))
  })
  expect((await verify(renamed)).map(({ closingSeal }) => closingSeal)).toEqual([false, false, false])
})

test('our own later signatures and validation data are never reported', async () => {
  let bytes = unsigned
  const places = kit.signPlaces(await kit.unsignedFile())
  for (const [index, name] of ['林静', '周明', '𠮷野', 'Škoda', '王'].entries())
    bytes = await kit.signAs(authority, bytes, {
      name,
      place: index < 4 ? places[index % places.length] : undefined,
    })
  bytes = await kit.signBlindly(await kit.identityOf(authority, { name: '李' }), bytes, {
    fieldName: 'With validation data',
    change: (pdf) => {
      addDss(pdf, { certificates: [authority.certificate], crls: [] })
    },
  })
  const reports = await verify(await kit.seal(authority, bytes))
  expect(reports.map(({ problems, changes }) => [...problems, ...changes])).toEqual(Array(7).fill([]))
  expect(verdictOn(reports)).toBe('sealed')
})

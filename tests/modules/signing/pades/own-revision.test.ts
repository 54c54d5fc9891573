import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignaturePlace } from '#modules/printing/typeset/typeset.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { issueSeal } from '#modules/signing/providers/builtin/pades/certificate.ts'
import { isOwnRevision } from '#modules/signing/providers/builtin/pades/changes/own-revision.ts'
import { signatureEntries } from '#modules/signing/providers/builtin/pades/field.ts'
import { rootFields } from '#modules/signing/providers/builtin/pades/form.ts'
import { makeCms } from '#modules/signing/providers/builtin/pades/make-cms.ts'
import { fillGap } from '#modules/signing/providers/builtin/pades/signature-gap.ts'
import { writeStep } from '#modules/signing/providers/builtin/pades/step.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import { scanStructure } from '#src/pdf/structure.ts'
import { handMadePdf, type Piece } from '#tests/support/hand-made-pdf.ts'
import { qpdfComplaints } from '#tests/support/pdf-tools.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
beforeAll(async () => {
  authority = await kit.temporaryAuthority()
})

const verify = (bytes: Uint8Array) => verifyPades(bytes, [authority.certificate])
const place = (page: number): SignaturePlace => ({
  party: 'A',
  kind: 'sign',
  page,
  x: 72,
  y: 90,
  width: 160,
  height: 50,
})

/** A file signed by two people on different pages, the second page first, with the closing seal. */
async function signedByTwo(bytes: Uint8Array, pages: number) {
  const once = await kit.signAs(authority, bytes, { name: '林静', place: place(pages) })
  const twice = await kit.signAs(authority, once, { name: '周明', place: place(1) })
  return kit.seal(authority, twice)
}

/** Expects no findings from either checker. */
async function expectSealed(sealed: Uint8Array) {
  const reports = await verify(sealed)
  const ours = reports.map(({ problems, changes, trusted }) => [...problems, ...changes, trusted])
  const theirs = (await kit.pdfsig(sealed)).map(({ valid }) => valid)
  expect([verdictOn(reports), ours, theirs]).toEqual(['sealed', Array(3).fill([true]), Array(3).fill(true)])
}

const WIDGET =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (price) /V (CNY 100) /Rect [72 500 400 530] /DA (/Helv 14 Tf 0 g) /F 4 /P 3 0 R >>'
const pieces = (catalog: string, page = '', more: Piece[] = []): Piece[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.303937007874 842] /Contents 4 0 R ${page} >>`,
  { entries: '', data: Buffer.from('0 0 m') },
  WIDGET,
  ...more,
]

/** Form fields as other programs write them. */
const FORMS: [string, Piece[]][] = [
  ['no form', pieces('')],
  ['an empty form in the catalog', pieces('/AcroForm << /Fields [] >>')],
  [
    'a form in the catalog',
    pieces('/AcroForm << /Fields [5 0 R] /DA (/Helv 12 Tf 0 g) >>', '/Annots [5 0 R]'),
  ],
  ['a form without fields', pieces('/AcroForm 6 0 R', '', ['<< /DA (/Helv 12 Tf 0 g) >>'])],
  ['a form that is not there', pieces('/AcroForm 99 0 R')],
  [
    'the fields in an array of their own',
    pieces('/AcroForm 6 0 R', '/Annots [5 0 R]', ['<< /Fields 7 0 R /SigFlags 3 >>', '[5 0 R]']),
  ],
  [
    'the fields in an array of their own, the form in the catalog',
    pieces('/AcroForm << /Fields 6 0 R >>', '/Annots [5 0 R]', ['[5 0 R]']),
  ],
  ['annotations in an array of their own', pieces('', '/Annots 6 0 R', ['[5 0 R]'])],
  ['annotations that are not there', pieces('', '/Annots 6 0 R', ['null'])],
  [
    'a form that asks for appearances',
    pieces('/AcroForm << /Fields [5 0 R] /NeedAppearances true >>', '/Annots [5 0 R]'),
  ],
]

test.each(FORMS)('%s: signed by two people and closed, valid for every reader', async (_, parts) => {
  const base = handMadePdf(parts)
  const sealed = await signedByTwo(base, 1)
  await expectSealed(sealed)
  expect(await qpdfComplaints(sealed)).toBe('')
  expect(scanStructure(sealed)).toHaveProperty('revisions.length', 4)
  const file = new ExactPdf(sealed)
  expect(file.dict(file.catalog.get('AcroForm'))?.has('NeedAppearances')).toBe(false)
})

test('a LibreOffice file with long numbers is signed on different pages and closed', async () => {
  const path = join(import.meta.dirname, 'cases', 'libreoffice-a4-two-pages.pdf')
  const sealed = await signedByTwo(new Uint8Array(await readFile(path)), 2)
  await expectSealed(sealed)
  const boxes = new ExactPdf(sealed).pages().map(({ dict }) => dict.getArray('MediaBox')!.toArray())
  expect(boxes.map((box) => box.map((side) => ('value' in side ? side.value : null)))).toEqual(
    Array(2).fill([0, 0, 595.303937007874, 841.889763779528]),
  )
})

describe('a file with cross-reference streams and object streams', () => {
  const packed = () =>
    kit.inFolder(async (folder) => {
      const from = join(folder, 'from.pdf')
      const to = join(folder, 'to.pdf')
      await writeFile(from, (await kit.unsignedFile()).bytes)
      await kit.runTool('qpdf', '--object-streams=generate', from, to)
      return new Uint8Array(await readFile(to))
    })

  test('is signed and closed, with revisions of the same kind', async () => {
    const base = await packed()
    const sealed = await signedByTwo(base, 2)
    await expectSealed(sealed)
    expect(new ExactPdf(sealed).sections.map(({ kind }) => kind)).toEqual(Array(4).fill('stream'))
    expect(await qpdfComplaints(sealed)).toBe('')
  })
})

test('no byte of a later revision may differ, except the signature itself', async () => {
  const base = handMadePdf(pieces(''))
  const once = await kit.signAs(authority, base, { name: '林静', place: place(1) })
  const sealed = await kit.seal(authority, once)
  const [, [, start = 0, end = 0] = []] = kit.rangesOf(sealed)
  for (let at = once.length; at < sealed.length; at += 101) {
    if (at >= start && at < end) continue
    const bytes = sealed.slice()
    bytes[at]! ^= 1
    expect([at, verdictOn(await verify(bytes))]).not.toEqual([at, 'sealed'])
  }
})

test('our objects do not take the places of missing objects that the file refers to', async () => {
  const base = handMadePdf(pieces('', '/More [6 0 R 8 0 R 900 0 R]'))
  const sealed = await signedByTwo(base, 1)
  await expectSealed(sealed)
  const file = new ExactPdf(sealed)
  expect([6, 8, 900].map((number) => file.object(number))).toEqual([null, null, null])
})

test('a file signed by two others is signed after them, unless it was changed since', async () => {
  const others = await kit.temporaryAuthority()
  let bytes: Uint8Array = handMadePdf(pieces('/AcroForm << /Fields [5 0 R] >>', '/Annots [5 0 R]'))
  for (const name of ['First', 'Second'])
    bytes = await kit.signBlindly(await kit.identityOf(others, { name }), bytes, { fieldName: name })
  const reports = await verify(await signedByTwo(bytes, 1))
  expect(reports.map(({ signer, changes, ofAuthority }) => [signer, changes, ofAuthority])).toEqual([
    ['First', [], false],
    ['Second', [], false],
    ['林静', [], true],
    ['周明', [], true],
    ['Qishu Closing Seal', [], true],
  ])
  expect(verdictOn(reports)).toBe('foreign')
  const changed = await kit.alter(bytes, (pdf) => pdf.setTitle('Another contract'))
  await expect(kit.signAs(authority, changed, { name: '林静' })).rejects.toThrow('changed since')
  const once = await kit.signAs(authority, bytes, { name: '林静' })
  const forger = await kit.identityOf(others, { name: 'First' })
  const changedAfterUs = await kit.signBlindly(forger, once, {
    change: (pdf) => pdf.setTitle('Another contract'),
  })
  await expect(kit.signAs(authority, changedAfterUs, { name: '周明' })).rejects.toThrow('changed since')
})

describe('the closing seal', () => {
  /** Expects both checkers to accept the signature of one person and the seal, without changes. */
  async function expectIntactSeal(sealed: Uint8Array) {
    const reports = await verify(sealed)
    expect([verdictOn(reports), reports.flatMap(({ changes }) => changes)]).toEqual(['sealed', []])
    expect(await kit.pdfsig(sealed)).toMatchObject([{ valid: true }, { valid: true, total: true }])
    expect(await qpdfComplaints(sealed)).toBe('')
  }

  test('is invisible, and its PDF 1.7 file declares its validation data', async () => {
    const { bytes } = await kit.unsignedFile()
    const sealed = await kit.seal(
      authority,
      await kit.signAs(authority, bytes, { name: '林静', place: place(1) }),
    )
    await expectIntactSeal(sealed)
    const file = new ExactPdf(sealed)
    const field = file.dict(rootFields(file).at(-1))!
    expect([field.has('P'), field.has('AP')]).toEqual([false, false])
    const added = Buffer.from(sealed.subarray(bytes.length)).toString('latin1')
    expect(added.match(/\/ESIC\s*<<\s*\/BaseVersion\s*\/1\.7\s*\/ExtensionLevel\s*5\s*>>/g)).toHaveLength(1)
  })

  test('without a declaration, on a named page, as earlier versions wrote it, is still recognised as ours', async () => {
    const { bytes } = await kit.unsignedFile()
    const once = await kit.signAs(authority, bytes, { name: '林静', place: place(1) })
    const before = new ExactPdf(once)
    const signer = await issueSeal(authority, new Date())
    const signatureOptions = {
      fieldName: 'Closing seal',
      name: 'Qishu',
      reason: 'Closed',
      signedAt: new Date(),
      lock: 'all' as const,
    }
    const field = signatureEntries(before, signatureOptions, 4096)
    field.signature!.namedPage = 1
    const validationData = { certificates: [authority.certificate], crls: [] }
    const gap = writeStep(before, { field, validationData, declares: false })
    const sealed = await fillGap(gap, (digest) => makeCms(digest, signer))
    expect(isOwnRevision(before, new ExactPdf(sealed, before))).toBe(true)
    await expectIntactSeal(sealed)
  })
})

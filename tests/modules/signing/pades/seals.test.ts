import { PDF, type PdfDict, PdfName, type PdfRef } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import type { SignaturePlace } from '#modules/printing/typeset/typeset.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { figureOf, type SealFigure, type SealPicture } from '#modules/seals/index.ts'
import { a4Pages } from '#modules/signing/copy/signing-copy.ts'
import type { Authority } from '#modules/signing/providers/builtin/authority/authority.ts'
import { sealAppearance } from '#modules/signing/providers/builtin/pades/drawing/seal-appearance.ts'
import { prepareFields } from '#modules/signing/providers/builtin/pades/prepared/prepare.ts'
import { crossPageFieldName, groupsOf } from '#modules/signing/providers/builtin/pades/seal/strips.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { writePng } from '#src/files/pictures/pixels.ts'
import { handMadePdf, type Piece } from '#tests/support/hand-made-pdf.ts'
import { pdfColours, qpdfComplaints } from '#tests/support/pdf-tools.ts'
import { sampleSource } from '#tests/support/sample-source.ts'
import type { PageBox } from '#views/signature-places/plane.ts'
import * as kit from './signing-kit.ts'

let authority: Authority & { kind: 'own' }
beforeAll(async () => {
  authority = await kit.temporaryAuthority()
})

const drawn = (name: string, line = ''): SealPicture => ({
  look: { way: 'drawn', design: { shape: 'round', name, line, code: '3101150123456' } },
  picture: null,
})

/** A red square of 40 mm, half of it transparent. */
function uploaded(): SealPicture {
  const data = new Uint8ClampedArray(40 * 40 * 4)
  for (let pixel = 0; pixel < 1600; pixel++) data.set([212, 20, 30, pixel % 40 < 20 ? 255 : 0], pixel * 4)
  const picture = writePng({ width: 40, height: 40, data })
  return { look: { way: 'uploaded', width: 40, height: 40 }, picture }
}

const COMPANIES = [
  { name: '陈莲', picture: drawn('莲花贸易（上海）有限公司', '合同专用章') },
  { name: 'Oliver Grant', picture: drawn('Kestrel Robotics Ltd') },
  { name: '周明', picture: uploaded() },
].map(({ name, picture }, index) => ({ name, position: index + 1, figure: figureOf(picture) }))

type Company = (typeof COMPANIES)[number]

const place = (index: number): SignaturePlace => ({
  party: 'a',
  kind: 'sign',
  page: 1,
  x: 60,
  y: 120 + index * 140,
  width: 160,
  height: 50,
})

const sealPlace = (index: number): SignaturePlace => ({
  ...place(index),
  kind: 'seal',
  x: 300,
  width: 120,
  height: 120,
})

/** Adds a signature with the seal of one company, then one with the name of the other. */
async function signAndSeal(bytes: Uint8Array, { name, position, figure }: Company) {
  const at = sealPlace(position - 1)
  const sealed = await kit.signAs(
    authority,
    bytes,
    { name },
    {
      fieldName: `Seal ${position}`,
      place: at,
      appearance: sealAppearance(figure, at),
      seal: { figure, crossPageField: crossPageFieldName(position) },
    },
  )
  return kit.signAs(authority, sealed, { name, place: place(position - 1) })
}

const fieldsFor = (companies: Company[]) =>
  companies.map(({ position, figure: { width, height } }) => ({
    fieldName: crossPageFieldName(position),
    label: `Cross-page seal ${position}`,
    width,
    height,
  }))

const prepareAcross = (bytes: Uint8Array, pages: PageBox[], companies: Company[]) =>
  prepareFields(bytes, { pages, signatures: [], crossPage: fieldsFor(companies), isTagged: false })

async function contract() {
  const { bytes } = await typeset(assemble(sampleSource()), { createdAt: new Date('2026-11-21T02:00:00Z') })
  const pages = (await PDF.load(bytes)).getPageCount()
  return { bytes: prepareAcross(bytes, a4Pages(pages), COMPANIES), pages }
}

const verify = (bytes: Uint8Array) => verifyPades(bytes, [authority.certificate])

/** The share of red points in a rectangle, in points from the upper left corner. */
async function redIn(
  pdf: Uint8Array,
  page: number,
  crop: { x: number; y: number; width: number; height: number },
) {
  const { width, colours } = await pdfColours(pdf, page, 72)
  let red = 0
  for (let y = Math.floor(crop.y); y < crop.y + crop.height; y++)
    for (let x = Math.floor(crop.x); x < crop.x + crop.width; x++) {
      const [r = 0, g = 0, b = 0] = colours.subarray((y * width + x) * 3)
      if (r > 150 && g < 130 && b < 130) red++
    }
  return red / (crop.width * crop.height)
}

describe('a contract with the seals of three companies, also across its pages', () => {
  test('is valid in pdfsig, in qpdf and here, after each signature and after the closing', async () => {
    let { bytes } = await contract()
    for (const [index, company] of COMPANIES.entries()) {
      bytes = await signAndSeal(bytes, company)
      const results = await kit.pdfsig(bytes)
      expect(results.map(({ valid }) => valid)).toEqual(Array(2 * (index + 1)).fill(true))
    }
    const closed = await kit.seal(authority, bytes)
    const reports = await verify(closed)
    expect(reports.map(({ problems, changes }) => [...problems, ...changes])).toEqual(Array(7).fill([]))
    expect(verdictOn(reports)).toBe('sealed')
    expect((await kit.pdfsig(closed)).map(({ valid }) => valid)).toEqual(Array(7).fill(true))
    expect(await qpdfComplaints(closed)).toBe('')
    const { outcome, changes, signatures } = await inspectSignatures(closed, authority.certificate)
    expect([outcome, changes, signatures.map(({ state }) => state)]).toEqual([
      'sealed',
      [],
      Array(7).fill('holds'),
    ])
  })

  test('is red at the places of the seals and on the edge of every page, and nowhere else', async () => {
    const { bytes, pages } = await contract()
    let signed = bytes
    for (const company of COMPANIES) signed = await signAndSeal(signed, company)
    for (const index of [0, 1, 2]) {
      const { x, y, width, height } = sealPlace(index)
      const crop = { x, y: 841.89 - y - height, width, height }
      expect(await redIn(bytes, 1, crop)).toBe(0)
      expect(await redIn(signed, 1, crop)).toBeGreaterThan(0.1)
    }
    for (let page = 1; page <= pages; page++)
      for (const [index, { figure }] of COMPANIES.entries()) {
        const width = figure.width / pages
        const middle = (841.89 * (index + 1)) / 4
        const strip = { x: 595 - width, y: middle - figure.height / 2, width, height: figure.height }
        // The right half of the uploaded picture is transparent.
        const expected = index === 2 && page > pages / 2 ? 0 : 0.02
        const red = await redIn(signed, page, strip)
        if (expected) expect([page, index, red > expected]).toEqual([page, index, true])
        const beside = { ...strip, x: strip.x - width - 2 }
        if (page > 1) expect(await redIn(signed, page, beside)).toBe(0)
      }
  })

  test('stays valid when one company omits its seal', async () => {
    let { bytes } = await contract()
    bytes = await signAndSeal(bytes, COMPANIES[0]!)
    bytes = await kit.signAs(authority, bytes, { name: '周明', place: place(1) })
    bytes = await kit.seal(authority, bytes)
    expect(verdictOn(await verify(bytes))).toBe('sealed')
    expect(await qpdfComplaints(bytes)).toBe('')
  })
})

describe('later changes of a prepared field', () => {
  const widgetsOf = (pdf: PDF, name: string): PdfDict[] => {
    const resolve = pdf.getObject.bind(pdf)
    const fields = pdf.getCatalog().getDict('AcroForm', resolve)!.getArray('Fields', resolve)!.toArray()
    const field = fields
      .map((ref) => resolve(ref as PdfRef) as PdfDict)
      .find((dict) => dict.getString('T')?.asString() === name)
    return field!
      .getArray('Kids', resolve)!
      .toArray()
      .map((ref) => resolve(ref as PdfRef) as PdfDict)
  }

  /** Shows the first company's strip in a widget of another company. */
  const copyStrip = (pdf: PDF, to = crossPageFieldName(2)) => {
    const [from] = widgetsOf(pdf, crossPageFieldName(1))
    for (const widget of widgetsOf(pdf, to)) widget.set('AP', from!.get('AP')!)
  }

  test('are changes, whether the change is unsigned or signed by a stranger or our own key', async () => {
    const signed = await signAndSeal((await contract()).bytes, COMPANIES[0]!)
    const stranger = await kit.temporaryAuthority()
    const changed = [
      await kit.alter(signed, copyStrip),
      await kit.signBlindly(await kit.identityOf(stranger, { name: 'Mallory' }), signed, {
        change: copyStrip,
      }),
      await kit.signBlindly(await kit.identityOf(authority, { name: '周明' }), signed, { change: copyStrip }),
    ]
    for (const bytes of changed) expect(verdictOn(await verify(bytes))).toBe('changed')
  })

  test('are changes when a filled field is filled again, moved or emptied', async () => {
    const signed = await signAndSeal((await contract()).bytes, COMPANIES[0]!)
    const hand = await kit.identityOf(authority, { name: '周明' })
    for (const change of [
      (pdf: PDF) => {
        const [first, second] = widgetsOf(pdf, crossPageFieldName(1))
        first!.set('AP', second!.get('AP')!)
      },
      (pdf: PDF) => widgetsOf(pdf, crossPageFieldName(1))[0]!.delete('AP'),
      (pdf: PDF) => widgetsOf(pdf, crossPageFieldName(2))[0]!.set('F', PdfName.of('x')),
    ])
      expect(verdictOn(await verify(await kit.signBlindly(hand, signed, { change })))).toBe('changed')
  })
})

test('a long document has several cross-page seals, each over twenty pages at most', () => {
  expect(groupsOf(2)).toEqual([2])
  expect(groupsOf(20)).toEqual([20])
  expect(groupsOf(21)).toEqual([11, 10])
  for (let pages = 2; pages < 200; pages++) {
    const groups = groupsOf(pages)
    expect(groups.reduce((sum, size) => sum + size, 0)).toBe(pages)
    expect(Math.max(...groups)).toBeLessThanOrEqual(20)
    expect(Math.max(...groups) - Math.min(...groups)).toBeLessThanOrEqual(1)
  }
})

test.each([0, 90, 180, 270] as const)(
  'on pages rotated by %i degrees the strips are on the right edge as displayed',
  async (rotate) => {
    const page = (contents: number): string =>
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate ${rotate} /Contents ${contents} 0 R >>`
    const pieces: Piece[] = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      page(5),
      page(5),
      { entries: '', data: Buffer.from('0 0 m') },
    ]
    const boxes = [1, 2].map(
      (number): PageBox => ({ page: number, x: 0, y: 0, width: 600, height: 800, rotate }),
    )
    const company: Company = { name: '周明', position: 1, figure: square() }
    const prepared = prepareAcross(handMadePdf(pieces), boxes, [company])
    const signed = await signAndSeal(prepared, company)
    const [width, height] = rotate === 90 || rotate === 270 ? [800, 600] : [600, 800]
    for (const number of [1, 2]) {
      const strip = { x: width - 40, y: height / 2 - 40, width: 40, height: 80 }
      expect(await redIn(signed, number, strip)).toBeGreaterThan(0.9)
      expect(await redIn(signed, number, { ...strip, x: 0 })).toBe(0)
    }
  },
)

const square = (): SealFigure => ({
  kind: 'path',
  width: 80,
  height: 80,
  content: '0.83 0.08 0.12 rg 0 0 80 80 re f',
})

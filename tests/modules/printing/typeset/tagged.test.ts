import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, PDFStream, PDFString } from 'pdf-lib'
import { expect, test } from 'vitest'
import { withSignatories } from '#modules/printing/signatories.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { DRAFT } from '#modules/printing/watermark.ts'
import { pdfStructText, qpdfComplaints, withoutSpace } from '#tests/support/pdf-tools.ts'
import { randomTree, sampleTree } from '#tests/support/random-tree.ts'
import { caseCount } from '#tests/support/runs.ts'
import { openTagged, readTagged } from '#tests/support/tagged-pdf.ts'
import { joinTexts, sourceOf } from './sources.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')
const runs = { numRuns: caseCount(12, 1000), endOnFailure: true }

async function printed(...[tree, watermark]: [Parameters<typeof typeset>[0], typeof DRAFT?]) {
  const { bytes } = await typeset(tree, { createdAt, watermark })
  return { bytes, pdf: await openTagged(bytes) }
}

test('a screen reader reads a random contract in the order of its source, each clause whole in one language and then in the other', async () => {
  await fc.assert(
    fc.asyncProperty(randomTree, async (tree) => {
      const { elements, faults } = readTagged((await printed(tree)).pdf)
      expect(faults).toEqual([])
      expect(joinTexts(elements)).toEqual(sourceOf(tree))
    }),
    runs,
  )
})

test.each([
  ['Chinese and English', {}],
  ['English and traditional Chinese', { primary: 'en' as const, script: 'Hant' as const }],
  ['English', { primary: 'en' as const, bilingual: false }],
])('poppler reads %s in the order of the source', async (_, choice) => {
  const tree = sampleTree(choice)
  const { bytes } = await printed(tree, DRAFT)
  expect(await qpdfComplaints(bytes)).toBe('')
  const text = sourceOf(tree)
    .map((words) => words.text)
    .join('')
  expect(withoutSpace(await pdfStructText(bytes))).toBe(text)
})

test('the signing copy is tagged in the order of its source, and declares PDF/UA', async () => {
  const signatories = [
    { id: 's1', party: 'a', name: '林晓', title: '总经理' },
    { id: 's2', party: 'b', name: 'Anna Müller', title: 'Director' },
    { id: 's3', party: 'b', name: 'Jonas Weber', title: '' },
  ]
  const tree = withSignatories(sampleTree(), signatories)
  const { pdf } = await printed(tree)
  const { elements, faults } = readTagged(pdf)
  expect(faults).toEqual([])
  expect(joinTexts(elements)).toEqual(sourceOf(tree))
  expect(xmpOf(pdf)).toContain('<pdfuaid:part>1</pdfuaid:part>')
})

test('words at line ends are separated, and headings, tables and lists are tagged', async () => {
  const { elements } = readTagged((await printed(sampleTree({ primary: 'en', bilingual: false }, 3))).pdf)
  const words = new Set(
    elements
      .map(({ text }) => text)
      .join(' ')
      .split(/[\s/]+/),
  )
  expect([...words].filter((word) => /^[a-z]{18,}$/.test(word))).toEqual([])
  const texts = (role: string) => elements.filter((one) => one.role === role).map(({ text }) => text.trim())
  expect(texts('H1')).toEqual(['Services Agreement'])
  expect(texts('H2')[0]).toMatch(/^Article 1 \w/)
  expect(texts('TH')[0]).toMatch(/^Party A \(.+\):$/)
  expect(texts('Lbl').slice(0, 2)).toEqual(['(1)', '(2)'])
  expect(texts('LBody').length).toBe(texts('Lbl').length)
})

const xmpOf = (pdf: PDFDocument) => {
  const stream = pdf.catalog.lookup(PDFName.of('Metadata'), PDFStream)
  return Buffer.from(stream.getContents()).toString('utf8')
}

test('the XMP metadata equal the Info dictionary, in every language', async () => {
  const tree = sampleTree()
  tree.title = { zh: '合同<一>', en: 'Sale & "Purchase"' }
  tree.name = 'A & B'
  const { pdf } = await printed(tree)
  const xmp = xmpOf(pdf)
  expect(xmp).toContain(
    '<rdf:li xml:lang="x-default">A &#38; B · 合同&#60;一&#62; · Sale &#38; &#34;Purchase&#34;</rdf:li>',
  )
  expect(xmp).toContain('<rdf:li xml:lang="zh-Hans">合同&#60;一&#62;</rdf:li>')
  expect(xmp).toContain('<rdf:li xml:lang="en">Sale &#38; &#34;Purchase&#34;</rdf:li>')
  expect(xmp).toContain('<rdf:Bag><rdf:li>zh-Hans</rdf:li><rdf:li>en</rdf:li></rdf:Bag>')
  expect(xmp).toContain('<xmp:CreateDate>2026-11-21T02:00:00Z</xmp:CreateDate>')
  expect(xmp).toContain(`<pdf:Producer>${pdf.getProducer()}</pdf:Producer>`)
})

const elements = (pdf: PDFDocument, role: string) =>
  pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
    .filter((dict) => dict.get(PDFName.of('S')) === PDFName.of(role))

function addContent(pdf: PDFDocument, content: string) {
  const { node } = pdf.getPage(0)
  node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream(content)))
}

test.each<[string, (pdf: PDFDocument) => unknown, RegExp]>([
  ['an untagged drawing', (pdf) => addContent(pdf, '0 0 m 9 9 l S'), /neither tagged/],
  [
    'text that is never read out',
    (pdf) => addContent(pdf, '/P <</MCID 0>> BDC EMC'),
    /\d+ sequences are drawn/,
  ],
  ['a label without a scope', (pdf) => elements(pdf, 'TH')[0]!.delete(PDFName.of('A')), /without a scope/],
  ['a heading skipped', (pdf) => elements(pdf, 'H2')[0]!.set(PDFName.of('S'), PDFName.of('H3')), /H3 after/],
  [
    'an empty language',
    (pdf) => elements(pdf, 'Span')[0]!.set(PDFName.of('Lang'), PDFString.of('')),
    /no language/,
  ],
  [
    'an item without a list',
    (pdf) => elements(pdf, 'L')[0]!.set(PDFName.of('S'), PDFName.of('P')),
    /LI within P/,
  ],
  [
    'a paragraph read twice',
    (pdf) => {
      const [one, other] = elements(pdf, 'P')
      one!.set(PDFName.of('K'), other!.get(PDFName.of('K'))!)
    },
    /another parent|is read twice/,
  ],
  [
    'a page with a wrong StructParents number',
    (pdf) => pdf.getPage(0).node.set(PDFName.of('StructParents'), PDFNumber.of(99)),
    /0 parents/,
  ],
  [
    'a table row with a missing cell',
    (pdf) => elements(pdf, 'TR')[0]!.lookup(PDFName.of('K'), PDFArray).remove(1),
    /lines of the table differ/,
  ],
  ['no structure', (pdf) => pdf.catalog.delete(PDFName.of('StructTreeRoot')), /no structure/],
])('the checker finds %s', async (_, break_, fault) => {
  const { pdf } = await printed(sampleTree())
  expect(readTagged(pdf).faults).toEqual([])
  break_(pdf)
  expect(readTagged(pdf).faults.join('\n')).toMatch(fault)
})

test('header and footer of every page are artifacts of their kind', async () => {
  const { pdf } = await printed(sampleTree({}))
  for (const page of pdf.getPages()) {
    const content = inflateSync((page.node.Contents() as PDFStream).getContents()).toString('latin1')
    expect(content).toContain('/Artifact <</Type /Pagination /Subtype /Header>> BDC')
    expect(content).toContain('/Artifact <</Type /Pagination /Subtype /Footer>> BDC')
  }
})

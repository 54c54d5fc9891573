import { PDF } from '@libpdf/core'
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { expect, test } from 'vitest'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { DRAFT } from '#modules/printing/watermark.ts'
import { pdfFonts, qpdfComplaints } from '#tests/support/pdf-tools.ts'
import { sampleTree } from '#tests/support/random-tree.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')
const watermark = DRAFT

test('the same document gives the same bytes, another one gives others', async () => {
  const firstFile = await typeset(sampleTree(), { createdAt, watermark })
  const secondFile = await typeset(sampleTree(), { createdAt, watermark })
  expect(Buffer.compare(firstFile.bytes, secondFile.bytes)).toBe(0)
  const laterFile = await typeset(sampleTree(), { createdAt: new Date('2026-11-22T02:00:00Z'), watermark })
  expect(Buffer.compare(firstFile.bytes, laterFile.bytes)).not.toBe(0)
})

test('qpdf reports nothing, and a signer can append to the file without rewriting it', async () => {
  const { bytes } = await typeset(sampleTree({}, 4), { createdAt, watermark })
  expect(await qpdfComplaints(bytes)).toBe('')
  const pdf = await PDF.load(bytes, { lenient: false })
  expect(pdf.canSaveIncrementally()).toBeNull()
})

test('fonts are embedded as small subsets with their text', async () => {
  const { bytes, pages } = await typeset(sampleTree({}, 14), { createdAt })
  expect(pages).toBeGreaterThan(20)
  expect(bytes.length).toBeLessThan(250_000)
  const fonts = await pdfFonts(bytes)
  expect(fonts.length).toBe(2)
  for (const font of fonts) expect(font).toMatch(/CID TrueType\s+Identity-H\s+yes yes yes/)
})

test('the file states its type and language, and opens on its articles', async () => {
  const tree = sampleTree()
  const { bytes } = await typeset(tree, { createdAt, producer: 'Qishu 1.0' })
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(pdf.getTitle()).toBe('莲花贸易品牌网站建设服务合同 · 服务合同 · Services Agreement')
  expect(pdf.getProducer()).toBe('Qishu 1.0')
  expect(pdf.getCreationDate()).toEqual(createdAt)
  expect(pdf.catalog.get(PDFName.of('Lang'))).toEqual(PDFString.of('zh-Hans'))
  expect(bookmarks(pdf)).toEqual(
    tree.articles.map(({ label, title }) => `${label.zh} ${title.zh} · ${label.en} ${title.en}`),
  )
})

function bookmarks(pdf: PDFDocument): string[] {
  const titles: string[] = []
  let item = pdf.catalog.lookup(PDFName.of('Outlines'), PDFDict).lookupMaybe(PDFName.of('First'), PDFDict)
  for (; item; item = item.lookupMaybe(PDFName.of('Next'), PDFDict)) {
    titles.push(item.lookup(PDFName.of('Title'), PDFHexString).decodeText())
  }
  return titles
}

import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFRef } from 'pdf-lib'
import { expect, test } from 'vitest'
import { serialize } from '#modules/printing/typeset/file/serialize.ts'
import { qpdfComplaints } from '#tests/support/pdf-tools.ts'

/** A PDF with one page and `count` numbers as separate objects. */
async function withNumbers(count: number) {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.addPage([200, 100])
  pdf.setTitle('契书（草稿）\\')
  const { context } = pdf
  const refs = Array.from({ length: count }, (_, n) => context.register(PDFNumber.of(n)))
  pdf.catalog.set(PDFName.of('Numbers'), context.obj(refs))
  const id = PDFHexString.of('0a'.repeat(16))
  context.trailerInfo.ID = context.obj([id, id])
  return pdf
}

test.each([1, 499, 500, 501, 2000])('%i objects are found again, each at its offset', async (count) => {
  const bytes = serialize((await withNumbers(count)).context)
  expect(await qpdfComplaints(bytes)).toBe('')
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  expect([pdf.getPageCount(), pdf.getTitle()]).toEqual([1, '契书（草稿）\\'])
  const numbers = pdf.catalog.lookup(PDFName.of('Numbers'), PDFArray)
  const read = Array.from({ length: count }, (_, n) => numbers.lookup(n, PDFNumber).asNumber())
  expect(read).toEqual(Array.from({ length: count }, (_, n) => n))
})

test('the number of a deleted object is marked as free', async () => {
  const pdf = await withNumbers(3)
  pdf.context.delete(pdf.catalog.lookup(PDFName.of('Numbers'), PDFArray).get(1) as PDFRef)
  const read = await PDFDocument.load(serialize(pdf.context))
  const numbers = read.catalog.lookup(PDFName.of('Numbers'), PDFArray)
  expect([numbers.lookup(0), numbers.lookup(2)].map(String)).toEqual(['0', '2'])
  expect(numbers.lookup(1)).toBeUndefined()
})

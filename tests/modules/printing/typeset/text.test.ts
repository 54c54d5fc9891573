import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from '#assembly/plain.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { DRAFT } from '#modules/printing/watermark.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'
import { randomTree, sampleTree } from '#tests/support/random-tree.ts'
import { caseCount } from '#tests/support/runs.ts'
import { bodyText, columnOf, columnText, headOf } from './printed.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')
const runs = {
  numRuns: caseCount(6, 1000),
  endOnFailure: true,
}

test('extracting the text of a random contract yields every character of each side, in order', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomTree, async (tree) => {
      const { bytes, pages } = await typeset(tree, { createdAt })
      if (tree.sides.length === 1) {
        expect(await bodyText(bytes)).toBe(withoutSpace(plainText(tree, tree.sides[0]!)))
        return
      }
      expect(await columnText(bytes, pages, tree, 0)).toBe(columnOf(tree, 0))
      expect(await columnText(bytes, pages, tree, 1)).toBe(columnOf(tree, 1))
    }),
    runs,
  )
})

test('centred lines are read from first to last, whichever is the widest', async () => {
  const tree = sampleTree({ bilingual: false })
  const title = { zh: `${'关于'.repeat(14)}${'服务合同'.repeat(8)}补充协议`, en: '' }
  const { bytes } = await typeset({ ...tree, title }, { createdAt })
  expect(withoutSpace(await pdfText(bytes))).toContain(title.zh)
  const text = `Copy of ${'the record '.repeat(6)}${'0'.repeat(64)}. Where the two differ, it prevails.`
  const copy = { mark: 'copy', text }
  const noted = await typeset({ ...tree, copy }, { createdAt })
  expect(withoutSpace(await pdfText(noted.bytes, { page: 1 }))).toContain(withoutSpace(text))
})

test('the watermark leaves the text of a bilingual contract unchanged', async () => {
  const tree = sampleTree()
  const plainFile = await typeset(tree, { createdAt })
  const watermarkedFile = await typeset(tree, { createdAt, watermark: DRAFT })
  expect(watermarkedFile.bytes.length).toBeGreaterThan(plainFile.bytes.length)
  expect(await pdfText(watermarkedFile.bytes)).toBe(await pdfText(plainFile.bytes))
  expect(withoutSpace(await pdfText(plainFile.bytes))).toContain(headOf(tree))
})

test('the footer counts pages in the printed languages only', async () => {
  const footer = async (choice: Parameters<typeof sampleTree>[0]) => {
    const { bytes } = await typeset(sampleTree(choice), { createdAt })
    return (await pdfText(bytes, { page: 2, crop: { x: 0, y: 780, width: 595, height: 60 } })).trim()
  }
  expect(withoutSpace(await footer({}))).toBe('第2页，共5页·Page2of5')
  expect(withoutSpace(await footer({ bilingual: false }))).toBe('第2页，共5页')
  expect(withoutSpace(await footer({ bilingual: false, script: 'Hant' }))).toBe('第2頁，共5頁')
  expect(withoutSpace(await footer({ bilingual: false, primary: 'en' }))).toBe('Page2of5')
})

test('a dropped clause is not printed', async () => {
  const tree = sampleTree({ bilingual: false })
  const droppedClause = tree.articles.flatMap(({ clauses }) => clauses).find(({ kept }) => !kept)
  expect(droppedClause, 'the sample needs a dropped clause for this test to mean anything').toBeDefined()
  const { bytes, clausePlaces } = await typeset(tree, { createdAt })
  expect(clausePlaces.map(({ id }) => id)).not.toContain(droppedClause?.id)
  expect(await bodyText(bytes)).not.toContain(
    withoutSpace(droppedClause!.text.zh.map(({ text }) => text).join('')),
  )
})

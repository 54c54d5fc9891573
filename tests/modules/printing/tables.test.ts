import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LanguageChoice } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { plainText } from '#assembly/plain.ts'
import { columnWidths } from '#assembly/tables/column-widths.ts'
import type { TableRow } from '#assembly/template/template.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { Paper } from '#modules/printing/views/paper.tsx'
import { makeWord } from '#modules/printing/word/word.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { caseCount } from '#tests/support/runs.ts'
import { BOTH_LANGUAGES, goodsRow, tableAnswers, tableTemplate } from '#tests/support/table-template.ts'
import { openTagged, readTagged } from '#tests/support/tagged-pdf.ts'
import { unzipped } from '#tests/support/zip.ts'
import { joinTexts, sourceOf } from './typeset/sources.ts'
import { readWord } from './word/read-word.ts'
import { wordsOf } from './word/words-of.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')
const template = tableTemplate()

const treeOf = (rows: TableRow[], languages: LanguageChoice = BOTH_LANGUAGES) =>
  assemble({ name: '', number: 'QS-2026-0001', template, answers: tableAnswers(rows, languages, template) })

const tableOf = (tree: ReturnType<typeof treeOf>) => tree.articles.at(-1)!.clauses[0]!.table!

const rowsOf = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    price: fc.integer({ min: 0, max: 1e9 }),
    name: fc.constantFrom('', '伺服电机', 'ISO 9001', 'x'),
  }),
  { minLength: 1, maxLength: 40 },
)
const languages = fc.constantFrom<LanguageChoice>(
  BOTH_LANGUAGES,
  { ...BOTH_LANGUAGES, primary: 'en', script: 'Hant' },
  { ...BOTH_LANGUAGES, bilingual: false },
  { ...BOTH_LANGUAGES, bilingual: false, primary: 'en' },
)

test('every row is printed once, in order, on page, PDF, Word and in the text', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, languages, async (given, choice) => {
      const rows = given.map(({ name, ...figures }, n) =>
        goodsRow(`r${n}`, { ...figures, name: name && { zh: `${name}第${n}款`, en: `${name} kind ${n}` } }),
      )
      const tree = treeOf(rows, choice)
      const kinds = [...plainText(tree, 'en').matchAll(/kind (\d+)/g)].map(([, n]) => Number(n))
      expect(kinds).toEqual(given.flatMap(({ name }, n) => (name ? [n] : [])))
      const { elements, faults } = readTagged(await openTagged((await typeset(tree, { createdAt })).bytes))
      expect(faults).toEqual([])
      expect(joinTexts(elements)).toEqual(sourceOf(tree))
      const word = readWord(await makeWord(tree))
      expect(withoutSpace(word.map(({ number, text }) => number + text).join(''))).toBe(wordsOf(tree))
      const page = renderToStaticMarkup(createElement(Paper, { tree }))
      const cells = [...page.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, inner]) =>
        inner!.replace(/<[^>]*>/g, ' ').trim(),
      )
      const { columns, rows: printed } = tableOf(tree)
      expect(cells).toHaveLength(columns.length + printed.reduce((sum, row) => sum + row.cells.length, 0))
      for (const [n, { quantity, price }] of given.entries()) {
        const cent = BigInt(quantity) * BigInt(price)
        const amount = `${(cent / 100n).toLocaleString('en')}.${String(cent % 100n).padStart(2, '0')}`
        expect(cells[columns.length * (n + 1) + 5]).toBe(amount)
      }
    }),
    { numRuns: caseCount(6, 200), endOnFailure: true },
  )
})

test('the text of a table is read in the order of its cells', () => {
  const rows = [
    goodsRow('r1'),
    goodsRow('r2', { quantity: 0.5, model: '', delivery: '' }),
    goodsRow('r3', { quantity: '' }),
  ]
  const lines = (side: 'zh' | 'en') => plainText(treeOf(rows), side).split('\n').slice(-6)
  expect(lines('zh')).toEqual([
    '1 乙方向甲方供应下列货物：',
    '序号 | 名称 | 型号 | 数量 | 单价（人民币元） | 金额（人民币元） | 交货日',
    '1 | 伺服电机r1 | SM-400 | 3 | 1,200.50 | 3,601.50 | 2026年12月1日',
    '2 | 伺服电机r2 | — | 0.5 | 1,200.50 | 600.25 | —',
    '3 | 伺服电机r3 | SM-400 | ＿＿＿ | 1,200.50 | ＿＿＿ | 2026年12月1日',
    '合计（大写：人民币肆仟贰佰零壹元柒角伍分） | 3.5 |  | 4,201.75 | ',
  ])
  expect(lines('en').at(-1)).toBe('Total | 3.5 |  | 4,201.75 | ')
  expect(lines('en')[1]).toBe(
    'No. | Item | Model | Quantity | Unit price (CNY) | Amount (CNY) | Delivery date',
  )
})

test('a word wider than the table is broken, and the other columns keep their width', () => {
  const widths = (rows: TableRow[]) =>
    columnWidths(tableOf(treeOf(rows)), ['zh', 'en'], { room: 50, gap: 1 }).map(Math.round)
  const usual = widths([goodsRow('r1')])
  const address = `https://lotus.example/${'A'.repeat(150)}`
  const longWidths = widths([goodsRow('r1', { model: address })])
  expect(longWidths.reduce((sum, width) => sum + width)).toBeCloseTo(50, -1)
  const narrower = longWidths.flatMap((width, column) => (width < usual[column]! / 2 ? [column] : []))
  expect(narrower, `${usual} and ${longWidths}`).toEqual([])
  const widthsOfTwo = widths([goodsRow('r1', { model: address, name: { zh: address, en: address } })])
  expect(widthsOfTwo[1]).toBe(widthsOfTwo[2])
  expect(Math.min(...widthsOfTwo), String(widthsOfTwo)).toBeGreaterThan(2)
})

test('the head of a table is repeated on every page, and no row is divided that fits on a page', async () => {
  const rows = Array.from({ length: 50 }, (_, n) =>
    goodsRow(`r${n}`, { model: n % 7 ? 'SM' : 'long words '.repeat(30) }),
  )
  const tree = treeOf(rows)
  const { bytes, pages } = await typeset(tree, { createdAt })
  const pdf = await openTagged(bytes)
  expect(pages).toBeGreaterThan(4)
  const { elements } = readTagged(pdf)
  expect(joinTexts(elements)).toEqual(sourceOf(tree))
  const word = unzipped(await makeWord(tree)).get('word/document.xml')!
  expect(word.match(/<w:tblHeader\/>/g)).toHaveLength(1)
})

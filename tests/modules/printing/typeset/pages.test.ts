import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sheetOf } from '#modules/printing/typeset/column-share.ts'
import { compose } from '#modules/printing/typeset/compose.ts'
import { place } from '#modules/printing/typeset/place.ts'
import type { Cell, PageRow } from '#modules/printing/typeset/rows.ts'
import { sheetFor } from '#modules/printing/typeset/styles.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { pdfWords } from '#tests/support/pdf-tools.ts'
import { randomTree, sampleTree } from '#tests/support/random-tree.ts'
import { caseCount } from '#tests/support/runs.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')
const runs = { numRuns: caseCount(60, 2000), endOnFailure: true }

function placed(tree: Parameters<typeof compose>[1]) {
  const sheet = sheetOf(tree)
  const context = { sheet, script: tree.languages.script, missing: new Set<string>() }
  return { sheet, pages: place(compose(context, tree), sheet) }
}

test('no page ends with a heading', () => {
  fc.assert(
    fc.property(randomTree, (tree) => {
      const { pages } = placed(tree)
      for (const { marks, bookmarks } of pages.slice(0, -1)) {
        const foot = Math.min(...marks.filter(({ kind }) => kind === 'text').map(({ y }) => y))
        for (const { top } of bookmarks) expect(top - foot).toBeGreaterThan(24)
      }
    }),
    runs,
  )
})

test('everything is between the margins', () => {
  fc.assert(
    fc.property(randomTree, (tree) => {
      const { sheet, pages } = placed(tree)
      for (const mark of pages.flatMap(({ marks }) => marks)) {
        if (mark.kind === 'squares' || mark.kind === 'logo') throw new Error('a mark that was not asked for')
        const [left, width] =
          mark.kind === 'rule' ? [mark.x, mark.width] : [mark.part.x, mark.part.line.width * mark.part.size]
        expect(left).toBeGreaterThanOrEqual(sheet.full.x - 0.01)
        expect(left + width).toBeLessThanOrEqual(sheet.full.x + sheet.full.width + 0.01)
        expect(mark.y).toBeGreaterThan(sheet.bottom - 1)
        expect(mark.y).toBeLessThan(sheet.height - sheet.top + 1)
      }
    }),
    runs,
  )
})

test('the two columns never touch', () => {
  fc.assert(
    fc.property(randomTree, (tree) => {
      fc.pre(tree.sides.length === 2)
      for (const { marks } of placed(tree).pages) {
        const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []))
        for (const { part, y } of texts) {
          const neighbours = texts.filter((other) => Math.abs(other.y - y) < 2 && other.part.x > part.x)
          for (const other of neighbours)
            expect(part.x + part.line.width * part.size).toBeLessThan(other.part.x + 0.01)
        }
      }
    }),
    runs,
  )
})

const sheet = sheetFor({ primary: 'zh', bilingual: false, script: 'Hans' }, ['zh'])
const line = { glyphs: [], positions: [], width: 1, first: 0 }
const cellOf = (count: number): Cell => ({
  size: 11,
  leading: 18,
  lines: Array.from({ length: count }, () => [{ line, x: 100, size: 11 }]),
})
const rowOf = (...counts: number[]): PageRow => ({ before: 6, cells: counts.map(cellOf) })
const linesOn = (rows: PageRow[]) => place(rows, sheet).map(({ marks }) => marks.length)

test('a divided clause has at least two lines on both pages', () => {
  for (let fillerCount = 1; fillerCount < 60; fillerCount++) {
    for (let count = 2; count < 9; count++) {
      const filler = Array.from({ length: fillerCount }, () => rowOf(1))
      const pages = place([...filler, { ...rowOf(count), clause: 'clause' }], sheet)
      const startPage = pages.findIndex(({ clauses }) => clauses.length > 0)
      const alone = place(filler, sheet)
      const here = pages[startPage]!.marks.length - (alone[startPage]?.marks.length ?? 0)
      expect(here).toBeGreaterThanOrEqual(2)
      expect([0, ...Array.from({ length: count }, (_, index) => index).slice(2)]).toContain(count - here)
    }
  }
})

test('a row longer than a page continues on the next ones', () => {
  const pages = linesOn([rowOf(100)])
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.reduce((sum, lines) => sum + lines, 0)).toBe(100)
})

test('a signature page always contains some text of the contract', () => {
  for (let times = 1; times < 8; times++) {
    for (const choice of [{}, { bilingual: false }, { bilingual: false, primary: 'en' as const }]) {
      const { sheet: used, pages } = placed(sampleTree(choice, times))
      const firstPage = pages.find(({ areas }) => areas.length > 0)!
      const highestMark = Math.max(...firstPage.marks.map(({ y }) => y))
      const head = Math.max(...firstPage.areas.map(({ y, height }) => y + height))
      expect(highestMark).toBeGreaterThan(head + 40)
      expect(highestMark).toBeLessThan(used.height)
    }
  }
})

test('twins start at the same height, and signature places are where stated', async () => {
  const tree = sampleTree({}, 6)
  const { bytes, pages, clausePlaces, signaturePlaces } = await typeset(tree, { createdAt })
  const words = await pdfWords(bytes)
  expect(pages).toBeGreaterThan(5)
  const rightColumnX = sheetOf(tree).columns[1]!.x
  const numbered = words.filter(
    ({ text, x }) => /^\d+\.\d+$/.test(text) && (x < 60 || Math.abs(x - rightColumnX) < 6),
  )
  const leftMarks = numbered.filter(({ x }) => x < 60)
  expect(leftMarks.length).toBeGreaterThan(60)
  for (const word of leftMarks) {
    const twin = numbered.find(
      (other) =>
        other.x > 60 &&
        other.page === word.page &&
        other.text === word.text &&
        Math.abs(other.y - word.y) < 2,
    )
    expect(twin, `${word.text} on page ${word.page}`).toBeDefined()
    expect(
      clausePlaces.some(({ page, top }) => page === word.page && Math.abs(841.89 - top - word.y) < 8),
    ).toBe(true)
  }
  expect(signaturePlaces.map(({ party, kind }) => `${party} ${kind}`)).toEqual([
    'a seal',
    'a sign',
    'a date',
    'b seal',
    'b sign',
    'b date',
  ])
  for (const { page, x, y, width, height } of signaturePlaces) {
    const inside = words.filter(
      (word) =>
        word.page === page &&
        word.x + word.width > x &&
        word.x < x + width &&
        841.89 - word.y > y &&
        841.89 - word.y - word.height < y + height,
    )
    expect(inside.map(({ text }) => text)).toEqual([])
  }
})

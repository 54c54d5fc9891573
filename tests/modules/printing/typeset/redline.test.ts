import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import { runsText } from '#assembly/plain.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { typesetRedline } from '#modules/printing/typeset/redline/redline.ts'
import { pdfPicture, pdfText, pdfWords, qpdfComplaints, withoutSpace } from '#tests/support/pdf-tools.ts'
import { sampleTree } from '#tests/support/random-tree.ts'
import { readTagged } from '#tests/support/tagged-pdf.ts'

const WORDS = {
  note: { zh: '版本比对：第 1 轮 → 目前文本', en: 'Versions compared: round 1 → now' },
  legend: { zh: '下划线为新增文字。', en: 'Inserted words are underlined.' },
  same: { zh: '两个版本内容相同', en: 'The two versions are the same' },
  author: 'Lin',
  stamp: '2026-11-22 18:03',
  changesOnly: false,
}

const printed = (before: DocumentTree, after: DocumentTree, changesOnly = false) =>
  typesetRedline({ before, after, ...WORDS, changesOnly }, new Date('2026-11-22T10:03:00Z'))

const before = sampleTree()
const clauseIn = ({ articles }: DocumentTree, article: number) =>
  articles[article]!.clauses.find(({ kept }) => kept)!

/** The contract with one clause extended in both languages, and another removed. */
function editSample(): DocumentTree {
  const after = structuredClone(before)
  const { text } = clauseIn(after, 1)
  const addedText = { zh: '磋商未果的除外。', en: ' Failing which Kestrel decides.' }
  for (const side of ['zh', 'en'] as const) text[side].push({ kind: 'text', text: addedText[side] })
  clauseIn(after, 2).kept = false
  return after
}

const removedText = runsText(clauseIn(before, 2).text.en)

describe('two versions as one PDF', () => {
  let pdf: Uint8Array

  beforeAll(async () => {
    pdf = await printed(before, editSample())
  })

  test('shows additions and deletions in both languages, and the compared versions', async () => {
    const text = withoutSpace(await pdfText(pdf))
    for (const words of [
      '磋商未果的除外。',
      'Failing which Kestrel decides.',
      removedText,
      ...two(WORDS.note),
    ])
      expect(text).toContain(withoutSpace(words))
    expect(text).toMatch(/Page1of\d/)
    expect(await qpdfComplaints(pdf)).toBe('')
  })

  test('is tagged, and the tags mark additions and deletions', async () => {
    const document = await PDFDocument.load(pdf)
    const { elements, faults } = readTagged(document)
    expect(faults).toEqual([])
    const wholeText = elements.map(({ text }) => text).join('')
    expect(withoutSpace(wholeText)).toContain(withoutSpace(removedText))
    // The removed clause with its number, in two languages.
    expect(decorated(document)).toEqual({ Underline: 2, LineThrough: 4 })
  })

  test('strikes through deletions, underlines additions, and nothing else', async () => {
    const words = await pdfWords(pdf)
    const occursOnce = (text: string) => words.filter((word) => word.text === text).length === 1
    const droppedWord = words.find(
      ({ text }) => occursOnce(text) && removedText.split(' ').includes(text) && text.length > 3,
    )!
    const addedWord = words.find(({ text }) => text === 'Kestrel')!
    const plainWord = words.find(({ text, page }) => text === 'Services' && page === 1)!
    expect(await darkest(pdf, droppedWord, [0.45, 0.75])).toBeGreaterThan(0.95)
    expect(await darkest(pdf, addedWord, [0.8, 1.1])).toBeGreaterThan(0.95)
    expect(await darkest(pdf, addedWord, [0.45, 0.75])).toBeLessThan(0.9)
    expect(await darkest(pdf, plainWord, [0.8, 1.1])).toBeLessThan(0.7)
  })

  test('shows only the changes on request, and says so if there are none', async () => {
    const changes = withoutSpace(await pdfText(await printed(before, editSample(), true)))
    expect(changes).toContain(withoutSpace(removedText))
    expect(changes).not.toContain(withoutSpace(runsText(clauseIn(before, 0).text.en)))
    const textOfSame = withoutSpace(await pdfText(await printed(before, before, true)))
    for (const words of two(WORDS.same)) expect(textOfSame).toContain(withoutSpace(words))
  })
})

const two = ({ zh, en }: { zh: string; en: string }) => [zh, en]

/** The number of elements tagged as underlined, and as struck through. */
function decorated({ context }: PDFDocument): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [, object] of context.enumerateIndirectObjects()) {
    const type = /\/TextDecorationType \/(\w+)/.exec(object.toString())?.[1]
    if (type) counts[type] = (counts[type] ?? 0) + 1
  }
  return counts
}

/** The largest share of a word's width that a row of pixels between two heights covers. */
async function darkest(
  pdf: Uint8Array,
  word: { page: number; x: number; y: number; width: number; height: number },
  [from, to]: [number, number],
): Promise<number> {
  const scale = 4
  const { grey, width } = await pdfPicture(pdf, word.page, 72 * scale)
  const [left, right] = [word.x + 0.5, word.x + word.width - 0.5].map((x) => Math.round(x * scale))
  const rows = []
  for (let y = word.y + word.height * from; y < word.y + word.height * to; y += 1 / scale) {
    const row = grey.subarray(Math.round(y * scale) * width + left!, Math.round(y * scale) * width + right!)
    rows.push(row.filter((pixel) => pixel < 160).length / row.length)
  }
  return Math.max(...rows)
}

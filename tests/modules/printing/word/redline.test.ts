import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf } from '#assembly/compare/blocks.ts'
import { plainText } from '#assembly/plain.ts'
import type { DocumentTree } from '#assembly/tree.ts'
import { makeRedline } from '#modules/printing/word/redline.ts'
import { arbitraryDice } from '#tests/support/dice.ts'
import { scriptOf, withMoved } from '#tests/support/edit-script.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { sampleTree } from '#tests/support/random-tree.ts'
import { caseCount } from '#tests/support/runs.ts'
import { onPath } from '#tests/support/tools.ts'
import { problemsOf, settled } from '#tests/support/tracked-word.ts'
import { columnText, convertedOnce } from './libreoffice.ts'
import { partOf, readParts, textIn, type WordParagraph } from './read-word.ts'

const SAVED_VERSION = { author: '林月 <Lin>', stamp: '2026-11-22 18:03' }
const NOTE = { zh: '版本比对：第 1 轮 → 目前文本', en: 'Compared: round 1 → now' }

const WORDS = { note: NOTE, legend: NOTE, same: NOTE, changesOnly: false }

const redlined = (before: DocumentTree, after: DocumentTree) =>
  makeRedline({ before, after, ...WORDS, ...SAVED_VERSION })

/** The text of each printed side with its numbers, and the number of its paragraphs. */
function saysOf(paragraphs: WordParagraph[], { sides, number }: DocumentTree) {
  expect(paragraphs.at(-1)!.text).toBe('')
  const titles = paragraphs.slice(0, sides.length)
  const otherParagraphs = paragraphs.slice(sides.length + (number ? 1 : 0), -1)
  return sides.map((_, column) => {
    const ownParagraphs = [
      titles[column]!,
      ...otherParagraphs.filter((_, index) => index % sides.length === column),
    ]
    return {
      count: ownParagraphs.length,
      text: withoutSpace(ownParagraphs.map((one) => one.number + one.text).join('')),
    }
  })
}

/** The text of a version in the printed sides. */
const saidBy = (version: DocumentTree, { sides }: DocumentTree) =>
  sides.map((side) => ({
    count: blocksOf(version).length,
    text: withoutSpace(plainText({ ...version, number: '' }, side)),
  }))

describe('tracked changes', () => {
  test('accepted give the newer version, rejected the older one, after any series of edits', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDice(), async (dice) => {
        const script = scriptOf(dice)
        const treeBefore = script.before
        const treeAfter = withMoved(dice, script.after)
        const docx = await redlined(treeBefore, treeAfter)
        expect(problemsOf(docx)).toEqual([])
        expect(saysOf(readParts(settled(docx, 'accepted')), treeAfter)).toEqual(saidBy(treeAfter, treeAfter))
        expect(saysOf(readParts(settled(docx, 'rejected')), treeAfter)).toEqual(saidBy(treeBefore, treeAfter))
      }),
      { numRuns: caseCount(6, 200) },
    )
  })

  test('name author and time, and do not include unchanged text', async () => {
    const treeBefore = sampleTree()
    const treeAfter = structuredClone(treeBefore)
    const clause = treeAfter.articles[1]!.clauses.find(({ kept }) => kept)!
    clause.text.en = [{ kind: 'text', text: `${clause.text.en.map(({ text }) => text).join('')} So be it.` }]
    const xml = partOf(await redlined(treeBefore, treeAfter), /document\.xml/)
    const changes = [...xml.matchAll(/<w:(ins|del) .*?<\/w:\1>/gs)].map(([change]) => change)
    expect(changes.map(textIn)).toEqual([' So be it.'])
    expect(changes[0]).toContain('w:author="林月 &lt;Lin&gt;" w:date="2026-11-22T18:03:00Z"')
  })

  test('of the same text twice are none; the head names the compared versions', async () => {
    const docx = await redlined(sampleTree(), sampleTree())
    expect(partOf(docx, /document\.xml/)).not.toMatch(/<w:(ins|del)\b/)
    const header = textIn(partOf(docx, /header\d\.xml/))
    expect(header).toContain(NOTE.zh)
    expect(header).toContain(NOTE.en)
  })

  test('show a moved clause as removed in one place and added in the other', async () => {
    const treeBefore = sampleTree({ bilingual: false })
    const article = treeBefore.articles.find(({ clauses }) => clauses.length > 2)!
    const [first, ...rest] = article.clauses.filter(({ kept, items }) => kept && !items.length)
    expect(rest.length).toBeGreaterThan(1)
    article.clauses = [first!, ...rest]
    const changedArticle = { ...article, clauses: [...rest, first!] }
    const treeAfter = {
      ...treeBefore,
      articles: treeBefore.articles.map((one) => (one === article ? changedArticle : one)),
    }
    const xml = partOf(await redlined(treeBefore, treeAfter), /document\.xml/)
    const text = first!.text.zh.map((run) => run.text).join('')
    const paragraphs = [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([one]) => one)
    const markedParagraphs = paragraphs.filter((one) => /<w:rPr><w:(ins|del) /.test(one))
    expect(markedParagraphs.map((one) => /<w:rPr><w:(ins|del) /.exec(one)![1])).toEqual(['del', 'ins'])
    expect(markedParagraphs[0]).toContain(`<w:delText xml:space="preserve">${text}</w:delText>`)
    expect(textIn(markedParagraphs[1]!)).toBe(text)
  })
})

// LibreOffice takes half a gigabyte, so the daily run accepts and rejects the changes with our own parser.
describe.skipIf(process.env.LONG !== '1' || !onPath('soffice'))('in LibreOffice', () => {
  test.each(['Accept', 'Reject'] as const)('%s all', { timeout: 300_000 }, async (how) => {
    const [dice] = fc.sample(arbitraryDice(), { numRuns: 1, seed: 7 })
    const { before, after } = scriptOf(dice!)
    const printedFile = await convertedOnce(how, await redlined(before, after))
    const version = how === 'Accept' ? after : before
    for (const [column, side] of after.sides.entries()) {
      const text = plainText({ ...version, number: '' }, side)
        .split('\n')
        .slice(1)
        .join('')
      expect(await columnText(printedFile, column, after.sides.length, 98)).toContain(withoutSpace(text))
    }
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClauseNode, DocumentTree } from '#assembly/tree.ts'
import { annexLabel, articleLabel } from '#assembly/words.ts'
import { DRAFT } from '#modules/printing/watermark.ts'
import { makeWord } from '#modules/printing/word/word.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { randomTree, sampleTree } from '#tests/support/random-tree.ts'
import { runs } from '#tests/support/runs.ts'
import { partOf, readWord, textIn, type WordParagraph } from './read-word.ts'
import { wordsOf } from './words-of.ts'

const printed = (paragraphs: WordParagraph[]) =>
  withoutSpace(paragraphs.map(({ number, text }) => number + text).join(''))

test('one language prints the plain text, numbers included, in order', async () => {
  for (const primary of ['zh', 'en'] as const) {
    for (const script of ['Hans', 'Hant'] as const) {
      const tree = sampleTree({ bilingual: false, primary, script })
      expect(printed(readWord(await makeWord(tree)))).toBe(wordsOf(tree))
    }
  }
})

test('two languages print title, parties, twins side by side and signatures', async () => {
  await fc.assert(
    fc.asyncProperty(randomTree, async (drawn) => {
      const tree = consecutive(drawn)
      fc.pre(tree.sides.length === 2)
      expect(printed(readWord(await makeWord(tree)))).toBe(wordsOf(tree))
    }),
    runs(10),
  )
})

test('articles are headings and numbered in Chinese on the Chinese side', async () => {
  const headings = readWord(await makeWord(sampleTree({}, 3))).filter(({ style }) => style === 'Heading1')
  expect(headings.length).toBe(42)
  expect(headings.slice(20, 22).map(({ number }) => number)).toEqual(['第十一条', 'Article 11'])
  expect(headings.slice(32, 34).map(({ number }) => number)).toEqual(['附件二', 'Annex 2'])
})

test('the footer counts pages in the printed languages and the header names the document', async () => {
  const docx = await makeWord(sampleTree())
  const footer = partOf(docx, /footer\d\.xml/)
  expect(textIn(footer)).toBe('第  页，共  页 · Page  of ')
  expect(footer.match(/NUMPAGES/g)?.length).toBe(2)
  expect(textIn(partOf(docx, /header\d\.xml/))).toContain('QS-2026-0142')
  expect(textIn(partOf(await makeWord(sampleTree({ bilingual: false })), /footer\d\.xml/))).toBe(
    '第  页，共  页',
  )
})

test('Chinese text uses a Chinese font of its script', async () => {
  expect(partOf(await makeWord(sampleTree()), /document\.xml/)).toContain('w:eastAsia="SimSun"')
  const hant = partOf(await makeWord(sampleTree({ script: 'Hant' })), /document\.xml/)
  expect(hant).toContain('w:eastAsia="PMingLiU"')
  expect(hant).not.toContain('SimSun')
})

test('titles have the title style, and Chinese headings a heading font, not a bold Song', async () => {
  for (const [script, face] of [
    ['Hans', 'SimHei'],
    ['Hant', 'Microsoft JhengHei'],
  ] as const) {
    const docx = await makeWord(sampleTree({ script }))
    const titles = readWord(docx).filter(({ style }) => style === 'Title')
    expect(titles.map(({ text }) => text)).toHaveLength(2)
    const xml = partOf(docx, /document\.xml/)
    const bold = [...xml.matchAll(/<w:r>(?:(?!<\/w:r>).)*<w:b\/>(?:(?!<\/w:r>).)*<\/w:r>/gs)].map(
      ([run]) => run,
    )
    expect(bold.length).toBeGreaterThan(5)
    expect(bold.filter((run) => /\p{Script=Han}/u.test(textIn(run)) && !/\(/.test(textIn(run)))).toEqual([])
    const headings = [...xml.matchAll(/<w:r>(?:(?!<\/w:r>).)*<\/w:r>/gs)].filter(([run]) =>
      run.includes(face),
    )
    expect(headings.length).toBeGreaterThan(10)
    expect(partOf(docx, /numbering\.xml/)).toContain(`w:eastAsia="${face}"`)
    expect(partOf(docx, /styles\.xml/)).toMatch(/<w:style [^>]*w:styleId="Title"/)
  }
})

test('a draft has its watermark behind every page, in the languages of the document', async () => {
  const markOf = async (docx: Uint8Array) =>
    /<v:textpath [^>]*string="(.*?)"/.exec(partOf(docx, /header\d\.xml/))?.[1]
  expect(await markOf(await makeWord(sampleTree(), DRAFT))).toBe('草稿 Draft')
  expect(await markOf(await makeWord(sampleTree({ bilingual: false, primary: 'en' }), DRAFT))).toBe('Draft')
  expect(await markOf(await makeWord(sampleTree()))).toBeUndefined()
  expect(printed(readWord(await makeWord(sampleTree(), DRAFT)))).toBe(
    printed(readWord(await makeWord(sampleTree()))),
  )
})

test('characters that XML cannot contain are in no part of the file', async () => {
  const tree = sampleTree()
  const forbiddenCharacters = '\ufffe\u0001\ud800\uffff\u000b'
  tree.title.zh += forbiddenCharacters
  tree.articles[0]!.title.zh += forbiddenCharacters
  tree.prevailing.en += forbiddenCharacters
  tree.parties[0]!.lines[0]!.value.zh += forbiddenCharacters
  const allXml = partOf(await makeWord(tree, DRAFT), /\.xml$/)
  expect(allXml).not.toMatch(/(?![\t\n\r])\p{Cc}|[\ufffd-\uffff]/u)
  expect(allXml.isWellFormed()).toBe(true)
})

test('the same document gives the same bytes', async () => {
  const firstFile = await makeWord(sampleTree())
  await new Promise((resolve) => setTimeout(resolve, 2100))
  expect(Buffer.compare(firstFile, await makeWord(sampleTree()))).toBe(0)
})

/** Word computes numbers itself, so the numbers of the document must be consecutive. */
function consecutive(tree: DocumentTree): DocumentTree {
  const close = (clauses: ClauseNode[], name: (count: number) => string): ClauseNode[] => {
    let count = 0
    return clauses.map((clause) => {
      const number = clause.kept ? name(++count) : ''
      return { ...clause, number, items: close(clause.items, (item) => `(${item})`) }
    })
  }
  const counts = { article: 0, annex: 0 }
  const articles = tree.articles.map((article) => {
    const kind = article.annex ? 'annex' : 'article'
    const number = article.kept ? ++counts[kind] : 0
    const { script } = tree.languages
    const label = article.annex ? annexLabel(number) : articleLabel(number, 'contract', script)
    const name = (count: number) => (article.annex ? `${count}` : `${number}.${count}`)
    return { ...article, number, label, clauses: close(article.clauses, name) }
  })
  return { ...tree, articles }
}

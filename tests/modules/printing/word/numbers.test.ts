import { describe, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers } from '#assembly/blank.ts'
import type { ClauseNode, DocumentTree } from '#assembly/tree.ts'
import { makeWord } from '#modules/printing/word/word.ts'
import { libraryTemplates } from '#modules/templates/library.ts'
import { withoutSpace } from '#tests/support/pdf-tools.ts'
import { sampleSource } from '#tests/support/sample-source.ts'
import { LANGUAGES } from './languages.ts'
import { partOf, readWord } from './read-word.ts'
import { wordsOf } from './words-of.ts'

describe.each(libraryTemplates())('the Word file of $code', (template) => {
  test.each(LANGUAGES)('has the numbers and references of our own pages: %s', async (_, languages) => {
    const tree = assemble({ name: '', number: '', template, answers: blankAnswers(template, languages) })
    const docx = await makeWord(tree)
    expect(
      withoutSpace(
        readWord(docx)
          .map(({ number, text }) => number + text)
          .join(''),
      ),
    ).toBe(wordsOf(tree))
    expect(linksOf(docx)).toHaveLength(referencesIn(tree))
    for (const { result, leadsTo } of linksOf(docx)) expect(leadsTo).toEqual([result])
  })
})

test('a reference to an item has a field for its clause and one for itself, in each language', async () => {
  const source = sampleSource()
  const { template, answers } = source
  const clause = template.articles.flatMap(({ clauses }) => clauses).find(({ items }) => items?.length)!
  const item = clause.items!.at(-1)!.id
  answers.added = [{ id: 'added-1', article: template.articles[0]!.id, after: null }]
  answers.clauses['added-1'] = { custom: { zh: `依{ref:${item}}办理。`, en: `As {ref:${item}} says.` } }
  for (const [, languages] of LANGUAGES) {
    const tree = assemble({ ...source, answers: { ...answers, languages } })
    const [number, mark] = numbersOf(tree, item)
    const referring = readWord(await makeWord(tree)).filter(({ text }) =>
      /^依.*办理。$|^As .* says\.$/.test(text),
    )
    expect(referring).toHaveLength(tree.sides.length)
    for (const { fields } of referring) expect(fields.map(({ result }) => result)).toEqual([number, mark])
  }
})

test('a reference to a dropped part names its container, and one without any is plain text', async () => {
  const source = sampleSource()
  const { template, answers } = source
  const article = template.articles.find(({ clauses }) => clauses.length > 2)!
  const droppedClause = article.clauses.find(({ droppable }) => droppable)!.id
  answers.clauses[droppedClause] = { dropped: true }
  answers.added = [{ id: 'added-1', article: article.id, after: null }]
  const text = `{ref:${droppedClause}}{ref:no-such-clause}`
  answers.clauses['added-1'] = { custom: { zh: `见${text}`, en: `See ${text}` } }
  const docx = await makeWord(assemble(source))
  const referring = readWord(docx).filter(({ text }) => /^见|^See /.test(text))
  const number = template.articles.indexOf(article) + 1
  expect(referring.map(({ fields }) => fields.map(({ result }) => result))).toEqual([
    [expect.stringMatching(/^第.条$/)],
    [`Article ${number}`],
  ])
})

test('bookmarks have valid and unique names', async () => {
  const docx = await makeWord(assemble(sampleSource()))
  const xml = partOf(docx, /document\.xml/)
  const names = readWord(docx).flatMap(({ bookmarks }) => bookmarks)
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) expect(name).toMatch(/^[A-Za-z_]\w{0,39}$/)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  const starts = [...xml.matchAll(/<w:bookmarkStart [^>]*w:id="(\d+)"/g)].map(([, id]) => id)
  const bookmarkEnds = [...xml.matchAll(/<w:bookmarkEnd w:id="(\d+)"/g)].map(([, id]) => id)
  expect(starts).toEqual(bookmarkEnds)
  expect(new Set(starts).size).toBe(names.length)
})

test('clause numbers follow their articles, without requiring a reader to convert Chinese numbers to figures', async () => {
  const xml = partOf(await makeWord(assemble(sampleSource())), /numbering\.xml/)
  expect(xml).not.toContain('isLgl')
  const instances = [...xml.matchAll(/<w:num w:numId="\d+"><w:abstractNumId w:val="0"\/>(.*?)<\/w:num>/g)]
  expect(instances.map(([, overrides]) => overrides!.includes('startOverride'))).toEqual([false, false])
})

/** The references of a Word file: their text, and the numbers of their target paragraphs. */
function linksOf(docx: Uint8Array) {
  const paragraphs = readWord(docx)
  return paragraphs
    .flatMap(({ fields }) => fields)
    .map(({ code, result }) => {
      const name = /^REF (\S+) \\n \\h$/.exec(code)?.[1]
      const targets = paragraphs.filter(({ bookmarks }) => bookmarks.some((one) => one === name))
      return { result, leadsTo: targets.map(({ number }) => number) }
    })
}

const partsOf = (clauses: ClauseNode[]) =>
  clauses.flatMap((clause) => [clause, ...clause.items]).filter(({ kept }) => kept)

/** The number of numbers that the references of a document print; a reference to an item prints two. */
function referencesIn(tree: DocumentTree): number {
  const parts = partsOf([...tree.recitals, ...tree.articles.flatMap(({ clauses }) => clauses)])
  const labels = tree.articles.flatMap(({ label }) => [label.zh, label.en])
  const references = parts
    .flatMap(({ text }) => tree.sides.flatMap((side) => text[side]))
    .filter(({ kind }) => kind === 'ref')
  const numbers = references.map(({ text }) => {
    if (labels.includes(text)) return 1
    // 附件一第2条 includes the number of its annex.
    if (/^(附件|Annex )/.test(text)) return 2 + (text.match(/\(\d+\)/g) ?? []).length
    // A reference without a target is printed as text: 本订单相关约定.
    return (text.match(/\d+\.\d+|\(\d+\)/g) ?? []).length
  })
  return numbers.reduce((sum, count) => sum + count, 0)
}

function numbersOf(tree: DocumentTree, item: string): [string, string] {
  for (const clause of tree.articles.flatMap(({ clauses }) => clauses))
    for (const { id, number } of clause.items) if (id === item) return [clause.number, number]
  throw new Error(`${item} is not in the document`)
}

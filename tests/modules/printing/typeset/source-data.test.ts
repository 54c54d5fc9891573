import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { withSignatories } from '#modules/printing/signatories.ts'
import { sourceOf } from '#modules/printing/typeset/file/source.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { ExactPdf } from '#src/pdf/exact.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

const createdAt = new Date('2026-11-21T02:00:00Z')

const treeOf = (choice = {}) => {
  const source = sampleSource()
  Object.assign(source.answers.languages, choice)
  return assemble(source)
}

const dataOf = (tree: ReturnType<typeof treeOf>) => JSON.parse(new TextDecoder().decode(sourceOf(tree)))

/** Every text in the data, except its format and the codes of the languages. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test.each([
  ['both languages', {}],
  ['English only', { bilingual: false, primary: 'en' }],
  ['Chinese only', { bilingual: false }],
])('the attached data contain the texts of the pages, in %s, and nothing else', async (_, choice) => {
  const tree = treeOf(choice)
  const { format, languages, ...data } = dataOf(tree)
  expect(format).toBe('qishu-document-1')
  expect(languages).toHaveLength(tree.sides.length)
  const { bytes } = await typeset(tree, { createdAt })
  const printedText = withoutSpace(await pdfText(bytes)).replaceAll('-', '')
  const texts = textsIn(data).filter((text) => text.length < 40)
  expect(texts.length).toBeGreaterThan(60)
  for (const text of texts) expect(printedText).toContain(withoutSpace(text).replaceAll('-', ''))
})

test('the attached data contain signatories with the texts of their blocks, without an identifier', () => {
  const tree = withSignatories(treeOf(), [
    { id: '0198c7f2-internal', party: 'a', name: '林晓', title: '总经理' },
  ])
  const data = dataOf(tree)
  expect(JSON.stringify(data)).not.toMatch(/0198c7f2|"(?:id|key|of|state|email)":/)
  const [signatory] = data.signatures[0].signatories
  expect(signatory.map(({ value }: { value: { zh: string } }) => value.zh)).toEqual([
    '',
    '林晓',
    '总经理',
    '',
    '',
  ])
})

test('dropped clauses are not in the attached data', () => {
  const tree = treeOf()
  const clause = tree.articles[0]!.clauses[0]!
  clause.kept = false
  clause.text.en = [{ kind: 'text', text: 'A clause that was dropped' }]
  expect(JSON.stringify(dataOf(tree))).not.toContain('A clause that was dropped')
})

test('only files that ask for it have an attachment', async () => {
  const hasAttachment = async (hasSource?: boolean) =>
    new ExactPdf((await typeset(treeOf(), { createdAt, hasSource })).bytes).catalog.has('AF')
  expect([await hasAttachment(), await hasAttachment(true)]).toEqual([false, true])
})

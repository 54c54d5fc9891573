import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { plainText } from '#assembly/plain.ts'
import { LANGUAGES } from '#assembly/proving/prove.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { Paper } from '#modules/printing/views/paper.tsx'
import { makeWord } from '#modules/printing/word/word.ts'
import { CONSULTING } from '#tests/support/consulting.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'
import { unzipped } from '#tests/support/zip.ts'

const COVER = `articles:
  - id: key-terms
    title: { zh: 关键条款, en: Key Terms }
    unnumbered: true
    pageBreak: after
    clauses:
      - { id: key-subject, zh: '咨询事项：{subject}', en: 'Subject: {subject}' }
      - { id: key-fee, zh: '服务费：{fee}', en: 'Fee: {fee}' }
`
const source = CONSULTING.replace('articles:\n', COVER)

function opened(yaml: string) {
  const parsed = parseTemplate(yaml, '')
  if (!('template' in parsed)) throw new Error(JSON.stringify(parsed.problems))
  return parsed
}

function tree() {
  const { template, notes } = opened(source)
  const answers = sampleAnswers(template, notes, LANGUAGES['zh-en']!)
  return assemble({ name: 'Cover', number: 'QS-1', template, answers })
}

test('key terms are printed without numbers, and the next article is the first', () => {
  const document = tree()
  expect(document.articles[0]).toMatchObject({ number: 0, label: { zh: '', en: '' }, unnumbered: true })
  const text = plainText(document, 'en')
  expect(text).toMatch(/\nKey Terms\nSubject: /)
  expect(text).toContain('\nArticle 1 Services\n1.1 ')
})

test('page, PDF and Word print the same cover, and begin a page behind it', async () => {
  const document = tree()
  const html = renderToStaticMarkup(<Paper tree={document} />)
  expect(html).toContain('<h3>Key Terms</h3>')
  expect(html).toContain('break-after-page')
  const { bytes } = await typeset(document, { createdAt: new Date('2026-11-22T02:00:00Z') })
  const pdf = await pdfText(bytes)
  expect(pdf).toMatch(/Key Terms[\s\S]*\f[\s\S]*Article 1/)
  const word = unzipped(await makeWord(document)).get('word/document.xml')!
  const [before, after] = word.split('pageBreakBefore')
  expect(before).toContain('Key Terms')
  expect(before).not.toContain('w:numPr')
  expect(after).toContain('Services')
})

test('nothing can refer to an unnumbered part', () => {
  const parsed = parseTemplate(source.replaceAll('{ref:fee-clause}', '{ref:key-fee}'), '')
  expect('problems' in parsed && parsed.problems.map(({ fault }) => fault.code)).toEqual([
    'referenceToUnnumbered',
    'referenceToUnnumbered',
  ])
})

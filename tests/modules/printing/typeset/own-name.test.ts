import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { typeset } from '#modules/printing/typeset/typeset.ts'
import { makeWord } from '#modules/printing/word/word.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'
import { sampleSource } from '#tests/support/sample-source.ts'
import { partOf, textIn } from '../word/read-word.ts'

const OWN_NAME = 'Lease, 5/F Nanjing Rd'
const { title } = sampleSource().template
const HEADER = { x: 0, y: 0, width: 596, height: 56 }
const named = (name: string) => assemble({ ...sampleSource(), name })

async function printed(name: string) {
  const tree = named(name)
  const { bytes } = await typeset(tree, { createdAt: new Date('2026-11-21T02:00:00Z') })
  const docx = await makeWord(tree)
  return {
    pdfTitle: (await PDFDocument.load(bytes, { updateMetadata: false })).getTitle(),
    pdfHeader: (await pdfText(bytes, { crop: HEADER, page: 1 })).trim().replace(/\s+/g, ' '),
    wordTitle: /<dc:title>(.*)<\/dc:title>/.exec(partOf(docx, /core\.xml/))?.[1],
    wordHeader: textIn(partOf(docx, /header\d*\.xml/)),
  }
}

test('a document’s own name is in the properties and on every page of its PDF and Word file', async () => {
  const { pdfTitle, pdfHeader, wordTitle, wordHeader } = await printed(OWN_NAME)
  expect([pdfTitle, wordTitle]).toEqual([
    `${OWN_NAME} · ${title.zh} · ${title.en}`,
    `${OWN_NAME} · ${title.zh} · ${title.en}`,
  ])
  expect(pdfHeader).toContain(`${title.zh} · ${OWN_NAME}`)
  expect(wordHeader).toContain(`${title.zh} · ${OWN_NAME}`)
})

test.each([title.zh, title.en, `${title.en} (2)`, title.zh.toUpperCase(), ''])(
  'a document named like its title, “%s”, shows the title only',
  async (name) => {
    const { pdfTitle, pdfHeader, wordTitle, wordHeader } = await printed(name)
    expect([pdfTitle, wordTitle]).toEqual([`${title.zh} · ${title.en}`, `${title.zh} · ${title.en}`])
    expect([pdfHeader, wordHeader].filter((header) => header!.includes(' · '))).toEqual([])
  },
)

test.each(['租'.repeat(100), 'W'.repeat(100)])(
  'a name too long for the line is truncated with an ellipsis',
  async (name) => {
    const { pdfHeader, pdfTitle } = await printed(name)
    expect(pdfTitle).toContain(name.trim())
    expect(pdfHeader).toMatch(new RegExp(`${name.slice(0, 4)}.*… ${sampleSource().number}`))
  },
)

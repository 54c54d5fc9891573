import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readWord } from '#modules/templates/authoring/word/read-word.ts'
import { wordSource } from '#modules/templates/authoring/word/word-source.ts'

const MOST = 5 * 1024 * 1024
const ABOUT = {
  code: 'short-nda',
  title: { zh: '保密协议', en: 'Non-Disclosure Agreement' },
  category: 'confidentiality',
  parties: [
    { zh: '披露方', en: 'Discloser' },
    { zh: '接收方', en: 'Recipient' },
  ],
}

const paragraphs = (...texts: string[]) => texts.map((text) => new Paragraph(text))
const wordOf = async (children: (Paragraph | Table)[]) =>
  new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })))
const table = (...rows: string[][]) =>
  new Table({
    rows: rows.map(
      (cells) =>
        new TableRow({
          children: cells.map((text) => new TableCell({ children: paragraphs(...text.split('\n')) })),
        }),
    ),
  })

async function imported(children: (Paragraph | Table)[]) {
  const read = readWord(await wordOf(children), MOST)
  if ('problem' in read) throw new Error(read.problem)
  return parse(wordSource(ABOUT, read))
}

describe('a Word file becomes articles, clauses and items', () => {
  test('from two columns, with its numbers taken off and the parties as marks', async () => {
    const { articles, recitals } = await imported([
      table(
        ['保密协议', 'Non-Disclosure Agreement'],
        ['鉴于双方拟开展合作。', 'Whereas the Parties intend to co-operate.'],
        ['第一条 保密义务', 'Article 1 Confidentiality'],
        ['1.1 乙方应当为甲方保密:', "1.1 Party B shall keep Party A's secrets:"],
        ['（1）技术信息；\n（2）经营信息。', '(1) technical information;\n(2) business information.'],
        ['第二条 期限', 'Article 2 Term'],
        ['2.1 保密期限为三年。', '2.1 The term is three years.'],
      ),
    ])
    expect(recitals).toMatchObject([{ zh: '鉴于双方拟开展合作。' }])
    expect(articles).toMatchObject([
      {
        id: 'confidentiality',
        title: { zh: '保密义务', en: 'Confidentiality' },
        clauses: [
          {
            zh: '{party:b}应当为{party:a}保密：',
            en: '{party:b} shall keep {party:a}’s secrets:',
            items: [{ zh: '技术信息；', en: 'technical information;' }, { zh: '经营信息。' }],
          },
        ],
      },
      { title: { en: 'Term' }, clauses: [{ zh: '保密期限为三年。', en: 'The term is three years.' }] },
    ])
  })

  test('from paragraphs below each other, or in one language', async () => {
    const below = await imported(
      paragraphs('第一条 期限', 'Article 1 Term', '保密期限为三年。', 'The term is three years.'),
    )
    expect(below.articles).toMatchObject([
      {
        title: { zh: '期限', en: 'Term' },
        clauses: [{ zh: '保密期限为三年。', en: 'The term is three years.' }],
      },
    ])
    const one = await imported(paragraphs('1. Term', 'The term is three years.', 'It is {not} longer.'))
    expect(one.articles).toMatchObject([
      {
        title: { en: 'Term' },
        clauses: [{ en: 'The term is three years.' }, { en: 'It is {{not}} longer.' }],
      },
    ])
    const plain = await imported(paragraphs('One sentence.', 'Another sentence.'))
    expect(plain.articles).toMatchObject([{ id: 'terms', clauses: [{}, {}] }])
  })
})

test('other files are refused with the reason', async () => {
  const problem = (bytes: Uint8Array | undefined, most = MOST) => {
    const read = readWord(bytes, most)
    return 'problem' in read ? read.problem.replace('authoring.problem.', '') : 'read'
  }
  const text = new TextEncoder()
  const zip = (xml: string) => zipSync({ 'word/document.xml': text.encode(xml) })
  expect(problem(undefined)).toBe('noFile')
  expect(problem(text.encode('%PDF-1.7'))).toBe('notWord')
  expect(problem(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]))).toBe('oldWord')
  expect(problem(await wordOf(paragraphs('x')), 100)).toBe('wordLarge')
  expect(problem(zipSync({ 'a.txt': text.encode('x') }))).toBe('notWord')
  expect(problem(zip('<w:document><w:body>'))).toBe('wordBroken')
  expect(problem(zip('<w:document/>'))).toBe('wordEmpty')
  expect(problem(zip(`<a>${'<p><t>x</t></p>'.repeat(4000)}</a>`))).toBe('wordLarge')
  // 17 MB of spaces take 17 KB in the archive.
  expect(problem(zip(' '.repeat(17 * 1024 * 1024)))).toBe('wordLarge')
  const cut = (await wordOf(paragraphs('x'))).slice(0, 3000)
  expect(problem(cut)).toBe('notWord')
})

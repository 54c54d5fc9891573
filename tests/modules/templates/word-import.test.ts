import { AlignmentType, Document, LevelFormat, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openSource } from '#modules/templates/authoring/source.ts'
import { omittedLines } from '#modules/templates/authoring/starts.ts'
import { readWord } from '#modules/templates/authoring/word/read-word.ts'
import { wordSource } from '#modules/templates/authoring/word/word-source.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024
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
const list = (reference: string, ...texts: string[]) => ({
  reference,
  levels: texts.map((text, level) => ({
    level,
    text,
    format: LevelFormat.DECIMAL,
    alignment: AlignmentType.START,
  })),
})
const NUMBERING = { config: [list('zh', '第%1条', '%1.%2', '（%3）'), list('en', '%1.', '%1.%2', '(%3)')] }
const wordOf = async (children: (Paragraph | Table)[]) =>
  new Uint8Array(await Packer.toBuffer(new Document({ numbering: NUMBERING, sections: [{ children }] })))
const rowOf = (...cells: Paragraph[][]) =>
  new TableRow({ children: cells.map((children) => new TableCell({ children })) })
const table = (...rows: string[][]) =>
  new Table({ rows: rows.map((cells) => rowOf(...cells.map((text) => paragraphs(...text.split('\n'))))) })
/** A row whose texts Word numbers automatically. */
const numberedRow = (level: number, zh: string, en: string) =>
  rowOf(
    [new Paragraph({ text: zh, numbering: { reference: 'zh', level } })],
    [new Paragraph({ text: en, numbering: { reference: 'en', level } })],
  )

async function sourceOf(children: (Paragraph | Table)[]) {
  const wordFile = readWord(await wordOf(children), MAX_FILE_BYTES)
  if ('problem' in wordFile) throw new Error(wordFile.problem)
  return wordSource(ABOUT, wordFile)
}

const importWord = async (children: (Paragraph | Table)[]) => parse(await sourceOf(children))

describe('a Word file becomes articles, clauses and items', () => {
  test('from two columns, with its numbers removed and the parties as marks', async () => {
    const { articles, recitals } = await importWord([
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

  test('from paragraphs one below the other, or in one language', async () => {
    const pairedSource = await importWord(
      paragraphs('第一条 期限', 'Article 1 Term', '保密期限为三年。', 'The term is three years.'),
    )
    expect(pairedSource.articles).toMatchObject([
      {
        title: { zh: '期限', en: 'Term' },
        clauses: [{ zh: '保密期限为三年。', en: 'The term is three years.' }],
      },
    ])
    const englishSource = await importWord(
      paragraphs('1. Term', 'The term is three years.', 'It is {not} longer.'),
    )
    expect(englishSource.articles).toMatchObject([
      {
        title: { en: 'Term' },
        clauses: [{ en: 'The term is three years.' }, { en: 'It is {{not}} longer.' }],
      },
    ])
    const plainSource = await importWord(paragraphs('One sentence.', 'Another sentence.'))
    expect(plainSource.articles).toMatchObject([{ id: 'terms', clauses: [{}, {}] }])
  })
})

describe('a typical precedent of a lawyer', () => {
  test('is numbered by Word, not in its text', async () => {
    const { articles, recitals } = await importWord([
      new Table({
        rows: [
          numberedRow(0, '服务', 'Services'),
          numberedRow(1, '乙方应当：', 'Party B shall:'),
          numberedRow(2, '提供服务；', 'provide the services;'),
          numberedRow(2, '遵守指示。', 'follow instructions.'),
          numberedRow(0, '期限', 'Term'),
          numberedRow(1, '期限为一年。', 'The term is one year.'),
        ],
      }),
    ])
    expect(recitals).toEqual([])
    expect(articles).toMatchObject([
      {
        title: { zh: '服务', en: 'Services' },
        clauses: [{ zh: '{party:b}应当：', items: [{ zh: '提供服务；' }, { zh: '遵守指示。' }] }],
      },
      { title: { zh: '期限' }, clauses: [{ zh: '期限为一年。' }] },
    ])
  })

  test('has blanks, which become fields of the right type', async () => {
    const { fields, articles } = await importWord([
      table(
        ['第一条 服务', 'Article 1 Services'],
        [
          '乙方自[●]年[●]月[●]日起至____年__月__日止提供【产品名称】。',
          'Party B shall provide [Product Name] from [●] to ____.',
        ],
        [
          '服务费为人民币____元，税率为__%，在收到发票后____日内支付。',
          'The fee is CNY ____ at a rate of __%, to be paid within ____ days of the invoice.',
        ],
        ['服务地点为____。', 'The place of services is ____ or ____.'],
      ),
    ])
    expect(
      fields.map((one: { type: string; label: { zh_CN: string } }) => [one.type, one.label.zh_CN]),
    ).toEqual([
      ['date', '日期1'],
      ['date', '日期2'],
      ['text', '产品名称'],
      ['money', '服务费'],
      ['number', '税率'],
      ['period', '在收到发票后'],
    ])
    const [firstClause, secondClause, thirdClause] = articles[0].clauses
    expect(firstClause.en).toBe(
      `{party:b} shall provide {${fields[2].id}} from {${fields[0].id}} to {${fields[1].id}}.`,
    )
    expect(firstClause.zh).toMatch(/^\{party:b\}自\{[a-z0-9-]+\}起至/)
    expect(secondClause.zh).toMatch(
      /^服务费为\{[a-z0-9-]+\}，税率为\{[a-z0-9-]+\}%，在收到发票后\{[a-z0-9-]+\}内支付。$/,
    )
    expect(secondClause.en).toMatch(/^The fee is \{[a-z0-9-]+\} at a rate of \{[a-z0-9-]+\}%/)
    // The import cannot know which English blank corresponds to the Chinese one.
    expect(thirdClause).toMatchObject({
      zh: '服务地点为____。',
      en: 'The place of services is ____ or ____.',
    })
  })

  test('has annexes, and lines for parties and signatures, which are omitted and listed', async () => {
    const source = await sourceOf([
      table(
        ['合同编号：____', 'Contract No.: ____'],
        ['甲方（委托方）：____\n住所：____', 'Party A (Client): ____\nAddress: ____'],
        ['第一条 服务', 'Article 1 Services'],
        ['服务见附件一。', 'The services are set out in Annex 1.'],
        ['甲方负责下列事项：', 'Party A is responsible for the following:'],
        ['开户行：工商银行', 'Bank: ICBC'],
        ['甲方（盖章）：____', 'Party A (seal): ____'],
        ['附件一 服务内容', 'Annex 1 Services'],
        ['市场调研。', 'Market research.'],
        ['联系人：____', 'Contact: ____'],
      ),
    ])
    expect(omittedLines(openSource(source)!)).toEqual([
      '合同编号：____ / Contract No.: ____',
      '甲方（委托方）：____ / Party A (Client): ____',
      '住所：____ / Address: ____',
      '甲方（盖章）：____ / Party A (seal): ____',
    ])
    const { articles, annexes, fields } = parse(source)
    expect(fields).toMatchObject([{ label: { en_US: 'Contact' } }])
    expect(articles[0].clauses).toMatchObject([
      { zh: `服务见{ref:${annexes[0].id}}。`, en: `The services are set out in {ref:${annexes[0].id}}.` },
      { zh: '{party:a}负责下列事项：' },
      { zh: '开户行：工商银行', en: 'Bank: ICBC' },
    ])
    expect(annexes).toMatchObject([
      {
        title: { zh: '服务内容', en: 'Services' },
        clauses: [{ zh: '市场调研。' }, { zh: '联系人：{contact}' }],
      },
    ])
  })
})

test('other files are refused with the reason', async () => {
  const problem = (bytes: Uint8Array | undefined, max = MAX_FILE_BYTES) => {
    const result = readWord(bytes, max)
    return 'problem' in result ? result.problem.replace('authoring.problem.', '') : 'read'
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

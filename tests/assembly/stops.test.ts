import { expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { runsText } from '#assembly/plain.ts'
import { sampleSource } from '#tests/support/sample-source.ts'

/** The text that a clause prints for this text around the field `subject` and the name of party A. */
function printText(text: { zh: string; en: string }, subject: { zh: string; en: string }, name = '莲花') {
  const source = sampleSource()
  source.answers.fields.subject = subject
  source.answers.parties[0] = { ...source.answers.parties[0]!, name, nameEn: name }
  source.answers.clauses.subcontracting = { custom: text }
  const clauses = assemble(source).articles.flatMap((article) => article.clauses)
  const clause = clauses.find(({ id }) => id === 'subcontracting')!
  return [runsText(clause.text.zh), runsText(clause.text.en)]
}

test('a filled value and the following text never print two full stops', () => {
  const around = { zh: '甲方委托{subject}。', en: 'Party A requires {subject}.' }
  expect(printText(around, { zh: '网站的设计。', en: 'a website.' })).toEqual([
    '甲方委托网站的设计。',
    'Party A requires a website.',
  ])
  expect(printText(around, { zh: '网站的设计；', en: 'a website;' })).toEqual([
    '甲方委托网站的设计。',
    'Party A requires a website.',
  ])
  expect(
    printText({ zh: '（一）{subject}；', en: '{subject}; and' }, { zh: '设计。', en: 'design;' }),
  ).toEqual(['（一）设计；', 'design; and'])
})

test('the point of an abbreviation stays and serves as a full stop', () => {
  const around = { zh: '本合同由{party:a.name}签署。', en: 'Signed by {party:a.name}.' }
  const name = 'Kestrel Robotics Co., Ltd.'
  expect(printText(around, { zh: '', en: '' }, name)).toEqual([`本合同由${name}签署。`, `Signed by ${name}`])
  const inside = { zh: '{party:a.name}，', en: '{party:a.name}, and {party:a.name}...' }
  expect(printText(inside, { zh: '', en: '' }, name)).toEqual([`${name}，`, `${name}, and ${name}...`])
})

test('a text without filled values is printed as written', () => {
  const writtenTexts = { zh: '“完。”。甲方。。', en: 'and so on.. “etc.”.' }
  expect(printText(writtenTexts, { zh: '', en: '' })).toEqual([writtenTexts.zh, writtenTexts.en])
})

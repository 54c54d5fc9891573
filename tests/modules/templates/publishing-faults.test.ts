import { describe, expect, test } from 'vitest'
import { openProblems } from '#assembly/open-points/open.ts'
import { CHOICES, FAULTS, type FaultCode, faultWords, SHAPES } from '#assembly/template/faults.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import { refreshLibrary } from '#modules/templates/index.ts'
import { now } from '#src/core/clock.ts'
import { LOCALES, translate } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { CONSULTING } from '#tests/support/consulting.ts'
import { postFiles } from '#tests/support/upload.ts'
import { dynamicKey } from '#views/language/messages.ts'

const context = setUpCast()

const HAN = /\p{Script=Han}/u

/** Replaces the typographic quotation marks of pages by straight ones. */
const withPlainQuotes = (words: string) => words.replace(/[“”]/g, '"')

/** A value for every placeholder, with braces as in marks. */
const filling = (words: string) =>
  Object.fromEntries(
    [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, name === 'side' ? 'en' : `{${name}}`]),
  )

describe('every fault and choice has a text in three languages, in English the parser’s own', () => {
  test.each(Object.entries(FAULTS))('%s', (code, words) => {
    const fault = { code: code as FaultCode, values: filling(words) }
    delete fault.values.prevailing
    const translations = LOCALES.map((locale) =>
      translate(locale)(`publishing.fault.${fault.code}`, fault.values),
    )
    const [simplified, traditional, english] = translations
    expect(withPlainQuotes(english!)).toBe(faultWords(fault))
    for (const chinese of [simplified!, traditional!]) {
      expect(chinese).toMatch(HAN)
      for (const value of Object.values(fault.values)) if (value !== 'en') expect(chinese).toContain(value)
    }
  })

  test.each(Object.keys(CHOICES) as (keyof typeof CHOICES)[])('choice: %s', (code) => {
    const choice = { code, values: filling(CHOICES[code]) }
    const [simplified, traditional, english] = LOCALES.map((locale) =>
      translate(locale)(`publishing.choice.${code}`, choice.values),
    )
    // The messages for places and identities use words for these values.
    if (!('way' in choice.values && 'key' in choice.values))
      for (const value of Object.values(choice.values)) expect(english).toContain(value)
    expect([simplified, traditional]).toEqual([expect.stringMatching(HAN), expect.stringMatching(HAN)])
  })

  test('values of placeholders', () => {
    for (const [shape, words] of Object.entries(SHAPES))
      expect(translate('en_US')(dynamicKey(`publishing.shape.${shape}`))).toBe(words)
    for (const problem of openProblems)
      expect(translate('zh_CN')(`editor.problem.${problem}`, { detail: '' })).toMatch(HAN)
  })
})

/** The example with these changes. */
function broken(...changes: [string, string][]) {
  return changes.reduce((yaml, [from, to]) => {
    expect(yaml).toContain(from)
    return yaml.replace(from, to)
  }, CONSULTING)
}

async function checked(yaml: string): Promise<string> {
  await refreshLibrary(context.db)
  const { client } = context.cast.ruo
  const response = await postFiles(client, '/desk/templates', { yaml }, [])
  expect(response.status).toBe(303)
  return response.headers.get('location')!
}

/** The faults on the page of a draft, one per line: the place, then the message. */
async function messagesOf(draft: string, locale: string): Promise<string[]> {
  const page = await (await context.cast.ruo.client.get(`${draft}?locale=${locale}`)).text()
  return [...page.matchAll(/<li class="py-1\.5[\s\S]*?<\/li>/g)].map(([item]) =>
    item
      .replace(/<pre[\s\S]*?<\/pre>|<a [\s\S]*?<\/a>|<span class="block">[^<]*<\/span>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

const SHAPE: [string, string][] = [
  ['minutes: 5', 'minutes: soon\nminuts: 5'],
  ['eSign: true', 'eSign: maybe'],
  ['zh: 因本协议引起的争议，提交{forum}解决。', 'text: 争议'],
  ['type: money', 'type: cash'],
  ['zh: 提交书面报告；, en: a written report; }', 'zh: 提交书面报告； }'],
  ['id: scope-calls', 'id: Scope Calls'],
]

const RULES: [string, string][] = [
  ['支付服务费{fee}。', '支付服务费{price}。'],
  ['{ref:fee-clause}。', '{ref:fees}。'],
  ['field: expenses, is: true', 'field: forum, is: moon'],
  ['{party:b}就{subject}向', '{party:c}就{subject}向'],
  ['count: 10', 'count: 100'],
  ['key: b,', 'key: c,'],
  ['zh: 服务内容, en', 'zh: "服务{fee}", en'],
]

describe('the desk reports faults in its own language, with line and clause', () => {
  test.each([
    [
      'what no template looks like',
      SHAPE,
      [
        /^第 \d+ 行，第 \d+ 列 “minutes”应为数字，不能是“soon”$/,
        /^第 \d+ 行，第 \d+ 列 没有名为“minuts”的键$/,
        /^第 \d+ 行，第 \d+ 列 disputes-clause “text”应为键值对，不能是“争议”$/,
        /^第 \d+ 行，第 \d+ 列 “eSign”的写法无法识别$/,
        /^第 \d+ 行，第 \d+ 列 “type”只能取 .*“period”.* 之一，不能是“cash”$/,
        /^第 \d+ 行，第 \d+ 列 scope-report 缺少“en”$/,
        /^第 \d+ 行，第 \d+ 列 Scope Calls “id”只能使用小写字母、数字和单个连字符$/,
      ],
    ],
    [
      'what does not go together',
      RULES,
      [
        /^第 \d+ 行，第 \d+ 列 fee-clause 没有填写项“price”$/,
        /^第 \d+ 行，第 \d+ 列 fee-clause 这一语言的文字缺少 \{fee\}，而其他语言中有$/,
        /^第 \d+ 行，第 \d+ 列 expenses-clause 引用的“fees”不存在$/,
        /^第 \d+ 行，第 \d+ 列 expenses-clause “forum”没有选项“moon”$/,
        /^第 \d+ 行，第 \d+ 列 scope 当事人“c”可能不存在：本条款须设条件“parties: \{ atLeast: 3 \}”$/,
        /^第 \d+ 行，第 \d+ 列 默认值大于“max”$/,
        /^第 \d+ 行，第 \d+ 列 此处的键应为“b”，不能是“c”$/,
        /^第 \d+ 行，第 \d+ 列 此处文字不得使用标记或花括号$/,
      ],
    ],
    [
      'what is printed wrong',
      [
        ['zh: 解答后续问题。', 'zh: 解答后续，。问题。'],
        ['{pay-within}内预付', '{pay-within}内，，预付'],
      ] as [string, string][],
      [
        /^第 \d+ 行，第 \d+ 列 scope-calls 中文中两个标点连用 解答后续，。问题。$/,
        /^第 \d+ 行，第 \d+ 列 fee-clause 中文中两个标点连用 .*，，预付.* 出现于：“.*”为“in-advance”/,
      ],
    ],
    [
      'what is no YAML',
      [['minutes: 5', 'minutes: [5'] as [string, string]],
      [/^第 \d+ 行，第 \d+ 列 该行与所属各行没有对齐，或者前面的括号没有闭合 Flow sequence/],
    ],
  ])('%s', async (_, changes, expected) => {
    const draft = await checked(broken(...changes))
    const messages = await messagesOf(draft, 'zh_CN')
    for (const words of expected) expect(messages).toContainEqual(expect.stringMatching(words))
    for (const line of messages) expect(line.replace(/^第 .*? 列/, '')).toMatch(HAN)
  })

  test('a fault of a shared block names the block', () => {
    const yaml = broken(['articles:\n', 'articles:\n  - { block: notices }\n'])
    const notices = 'articles:\n  - id: n\n    title: { zh: 通知, en: Notices }\n    clauses: []\n'
    const parsed = parseTemplate(yaml, '', { notices })
    expect('problems' in parsed && parsed.problems[0]).toMatchObject({
      message: 'in the block "notices": "clauses" has no clause',
      fault: { code: 'noClauses', values: { name: 'clauses' } },
      block: 'notices',
    })
  })

  test('a draft checked before faults had codes, or with an unknown code, shows its English text', async () => {
    const draft = await checked(broken(RULES[0]!))
    expect(await messagesOf(draft, 'zh_TW')).toContainEqual(expect.stringContaining('沒有填寫項「price」'))
    const place = { kind: 'source', line: 1, column: 1, message: 'there is no field "price"' }
    for (const problem of [place, { ...place, fault: { code: 'gone', values: {} } }]) {
      const id = newId()
      await context.db
        .insertInto('templates.template_draft')
        .values({
          id,
          yaml: 'code: x',
          checked_by: context.cast.ruo.viewer.id,
          checked_at: now(),
          code: null,
          version: null,
          template: null,
          notes: null,
          problems: JSON.stringify([problem]),
        })
        .execute()
      expect(await messagesOf(`/desk/templates/drafts/${id}`, 'zh_TW')).toEqual([
        '第 1 行，第 1 欄 there is no field "price"',
      ])
    }
  })
})

import { describe, expect, it, test } from 'vitest'
import type { Answers, Party } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { blankAnswers, blankParty } from '#assembly/blank.ts'
import { plainText } from '#assembly/plain.ts'
import { parseTemplate } from '#assembly/template/parse.ts'
import type { FieldValue, Template } from '#assembly/template/template.ts'

const NOTICES = `
fields:
  - { id: notice-days, type: period, group: dates, label: { zh_CN: 答复期, en_US: Time to answer }, units: [day], default: { count: 5, unit: day } }
articles:
  - id: notices
    title: { zh: 通知, en: Notices }
    clauses:
      - { id: notice-answer, droppable: false, zh: '{this}的通知应在{notice-days}内答复。', en: 'Notices under {this} are answered within {notice-days}.' }
      - { id: notice-form, zh: 通知采用书面形式。, en: Notices are in writing. }
rules:
  - id: notice-address
    each: true
    must: { party: it, has: [address, email] }
    at: address
    message: { zh_CN: 请填写住所或者邮箱。, en_US: Give an address or an email. }
`

const YAML = `
code: rules-sample
version: 1
title: { zh: 试用合同, en: Trial Contract }
category: test
tags: []
type: I
payType: usage
feeCategory: paid
languages: [zh-Hans, zh-Hant, en]
jurisdictions: [CN]
eSign: licensed
form: contract
self: { zh: 本合同, en: this Contract }
prevailing: { zh: 以中文文本为准。, en: The Chinese text prevails. }
prevails: zh
needs: zh
purpose: { zh_CN: 试, en_US: trial }
notFor: { zh_CN: 无, en_US: none }
minutes: 1
parties:
  - { key: a, role: { zh: 公司, en: Company }, label: { zh: 公司, en: the Company }, identity: company, signs: true, requires: [idNumber, address] }
moreParties: { role: { zh: 股东, en: Shareholder }, label: { zh: '股东{n}', en: 'Shareholder {n}' }, identity: any, upTo: 4, votes: true }
fields:
  - { id: start, type: date, group: dates, label: { zh_CN: 起, en_US: Start } }
  - { id: end, type: date, group: dates, label: { zh_CN: 止, en_US: End } }
  - { id: probation, type: period, group: dates, label: { zh_CN: 试用期, en_US: Probation }, units: [day, month], max: { day: 180, month: 6 } }
  - { id: price, type: money, group: money, label: { zh_CN: 价款, en_US: Price }, currencies: [CNY, USD], inWords: true }
  - { id: earnest, type: money, group: money, label: { zh_CN: 定金, en_US: Earnest }, currencies: [CNY, USD] }
  - { id: first, type: number, group: money, label: { zh_CN: 首期, en_US: First } }
  - { id: second, type: number, group: money, label: { zh_CN: 二期, en_US: Second } }
articles:
  - id: term
    title: { zh: 期限, en: Term }
    clauses:
      - { id: dates, droppable: false, zh: '自{start}至{end}。', en: 'From {start} to {end}.' }
      - { id: trial, when: { filled: probation }, zh: '试用期{probation}。', en: 'Probation of {probation}.' }
      - id: duties
        join: or
        zh: '乙方可以：'
        en: 'The other may:'
        items:
          - { id: duty-one, zh: 退货, en: return it }
          - { id: duty-two, zh: 换货；, en: change it; }
          - { id: duty-three, when: { party: any, from: abroad }, zh: 寄回。, en: send it back. }
      - { id: locals, when: { party: every, from: mainland }, zh: 各方均在内地。, en: All are of the mainland. }
      - { id: stated, droppable: false, fixed: true, emphasis: true, zh: 法定文本。, en: The text of the law. }
  - id: money
    title: { zh: 价款, en: Price }
    clauses:
      - { id: pay, zh: '价款{price}，定金{earnest}，首期{first}%，二期{second}%，见{ref:list}。', en: 'Price {price}, earnest {earnest}, first {first}%, second {second}%, see {ref:list}.' }
  - { block: notices, without: [notice-form], defaults: { notice-days: { count: 9, unit: day } } }
annexes:
  - id: list
    title: { zh: 清单, en: List }
    clauses:
      - { id: list-one, zh: '{this}的清单，见{ref:list-two}。', en: 'The list of {this}, see {ref:list-two}.' }
      - { id: list-two, zh: 第二项。, en: The second. }
rules:
  - id: order
    must: { less: [start, end] }
    at: end
    message: { zh_CN: 终止日应晚于起始日。, en_US: The end comes after the start. }
  - id: probation-length
    when: { less: [end, { after: start, by: { count: 12, unit: month } }] }
    must: { atMost: [probation, { count: 1, unit: month }] }
    at: probation
    message: { zh_CN: 不得超过一个月。, en_US: One month at most. }
  - id: hundred
    must: { atMost: [{ sum: [first, second] }, 100] }
    at: second
    message: { zh_CN: 合计不得超过百分之百。, en_US: Not above a hundred per cent. }
  - id: fifth
    when: { sameCurrency: [price, earnest] }
    must: { atMost: [earnest, { times: [price, 0.2] }] }
    at: earnest
    message: { zh_CN: 不得超过百分之二十。, en_US: Twenty per cent at most. }
  - id: same-money
    must: { sameCurrency: [price, earnest] }
    at: earnest
    message: { zh_CN: 币种应当一致。, en_US: In one currency. }
  - id: yuan
    when: { party: every, from: mainland }
    must: { currency: price, is: CNY }
    at: price
    message: { zh_CN: 境内以人民币计价。, en_US: In renminbi within the mainland. }
  - id: majority
    must: { less: [50, { votes: for }] }
    at: dates
    message: { zh_CN: 未过半数。, en_US: No majority. }
`

const parsed = parseTemplate(YAML, 'rules-sample.yaml', { notices: NOTICES })
if (!('template' in parsed)) throw new Error(JSON.stringify(parsed.problems))
const { template } = parsed

const company: Party = {
  ...blankParty('a', 'company'),
  name: '莲花贸易',
  nameEn: 'Lotus',
  idNumber: '91310115MA1K4TEXTU',
  address: 'Shanghai',
  email: 'a@lotus.example',
  signerName: 'Chen Ming',
}
const shareholder = (key: string, change: Partial<Party>): Party => ({
  ...blankParty(key, 'individual'),
  name: `Holder ${key}`,
  email: `${key}@lotus.example`,
  address: 'Shanghai',
  share: '50',
  vote: 'for',
  ...change,
})

interface Given {
  fields?: Record<string, FieldValue>
  parties?: Party[]
  change?: Partial<Answers>
}

function treeOf({ fields = {}, parties = [company], change = {} }: Given = {}, of: Template = template) {
  const blank = blankAnswers(of, { primary: 'zh', bilingual: true, script: 'Hans' })
  const answers = { ...blank, fields: { ...blank.fields, ...fields }, parties, ...change }
  return assemble({ name: 'n', number: 'Q-1', template: of, answers })
}

const brokenRulesOf = (given: Given) => treeOf(given).open.flatMap(({ rule }) => rule ?? [])
const openPlacesOf = (given: Given) =>
  treeOf(given).open.map(({ at, problem }) => `${at} ${problem ?? ''}`.trim())

const dates = { start: '2026-12-01', end: '2027-05-31' }
const money = (amount: number, currency = 'CNY') => ({ amount: amount * 100, currency })

describe('a rule', () => {
  it.each<[string, Record<string, FieldValue>, string[]]>([
    ['dates in order', dates, []],
    ['an end before its start', { start: '2026-12-01', end: '2026-11-30' }, ['order']],
    ['an end on its start', { start: '2026-12-01', end: '2026-12-01' }, ['order']],
    ['an end that is not given', { start: '2026-12-01' }, []],
    ['a month of probation in half a year', { ...dates, probation: { count: 1, unit: 'month' } }, []],
    ['31 days in half a year', { ...dates, probation: { count: 31, unit: 'day' } }, ['probation-length']],
    ['two months in half a year', { ...dates, probation: { count: 2, unit: 'month' } }, ['probation-length']],
    [
      'two months in a year to the day',
      { start: '2026-02-28', end: '2027-02-28', probation: { count: 2, unit: 'month' } },
      [],
    ],
    ['a hundred per cent in three parts', { first: 33.3, second: 66.7 }, []],
    ['more than a hundred', { first: 90, second: 10.1 }, ['hundred']],
    ['a fifth as earnest money', { price: money(1000), earnest: money(200) }, []],
    ['a cent above a fifth', { price: money(1000), earnest: { amount: 20001, currency: 'CNY' } }, ['fifth']],
    ['two currencies', { price: money(1000), earnest: money(1, 'USD') }, ['same-money']],
    ['dollars within the mainland', { price: money(5, 'USD') }, ['yuan']],
  ])('judges %s', (_, fields, expected) => {
    expect(brokenRulesOf({ fields })).toEqual(expected)
  })

  it('reports its message at its field, in the clause that prints it', () => {
    const [point] = treeOf({ fields: { first: 90, second: 20 } }).open.filter(({ rule }) => rule)
    expect(point).toMatchObject({
      kind: 'invalid',
      problem: 'rule',
      at: 'second',
      field: 'second',
      clause: 'pay',
    })
    expect(point!.message!.en_US).toBe('Not above a hundred per cent.')
    const parties = [company, shareholder('b', { vote: 'against' })]
    const [votes] = treeOf({ parties }).open.filter(({ rule }) => rule)
    expect(votes).toMatchObject({ rule: 'majority', at: 'dates', clause: 'dates' })
    expect(votes).not.toHaveProperty('field')
  })

  it('is silent about fields that no clause prints', () => {
    const change = { clauses: { pay: { dropped: true as const } } }
    expect(brokenRulesOf({ fields: { first: 90, second: 20 }, change })).toEqual([])
  })

  it('about each party is reported at that party', () => {
    const homeless = shareholder('b', { address: '', email: '', phone: '021 12345678', share: '60' })
    expect(openPlacesOf({ parties: [company, homeless] })).toEqual(['party:b.address rule'])
  })

  it('counts votes once everybody has voted', () => {
    const two = (b: Partial<Party>, c: Partial<Party>) => [company, shareholder('b', b), shareholder('c', c)]
    expect(brokenRulesOf({ parties: two({ share: '50.1' }, { share: '49.9', vote: 'against' }) })).toEqual([])
    expect(brokenRulesOf({ parties: two({}, { vote: 'against' }) })).toEqual(['majority'])
    expect(brokenRulesOf({ parties: two({}, { vote: undefined }) })).toEqual([])
    expect(openPlacesOf({ parties: two({}, { vote: undefined, share: '101' }) })).toEqual([
      'party:c.vote',
      'party:c.share shareInvalid',
    ])
  })
})

describe('a party', () => {
  it('has the attributes that its role requires', () => {
    expect(openPlacesOf({ parties: [{ ...company, idNumber: '', address: ' ' }] })).toEqual([
      'party:a.idNumber',
      'party:a.address',
    ])
  })

  it('has the name that the template gives it', () => {
    const tree = treeOf({ parties: [company, shareholder('b', {}), shareholder('c', {})] })
    expect(tree.parties.map(({ label }) => label.zh)).toEqual(['公司', '股东一', '股东二'])
    expect(tree.parties.map(({ label }) => label.en)).toEqual([
      'the Company',
      'Shareholder 1',
      'Shareholder 2',
    ])
  })

  it('signs unless it voted against or was absent', () => {
    const parties = [
      company,
      ...(['for', 'against', 'abstain', 'absent'] as const).map((vote, at) =>
        shareholder('bcde'.charAt(at), { vote }),
      ),
    ]
    expect(treeOf({ parties: parties.slice(0, 4) }).signatures.map(({ key }) => key)).toEqual(['a', 'b', 'd'])
    expect(treeOf({ parties: [company, parties[4]!] }).signatures.map(({ key }) => key)).toEqual(['a'])
  })

  it('from abroad has a registration number of any form, and a representative', () => {
    const abroad: Party = {
      ...company,
      place: 'abroad',
      idNumber: 'HRB 12345',
      legalRepresentative: 'Kurt Weil',
    }
    const [node] = treeOf({ parties: [abroad] }).parties
    expect(node!.lines.map(({ label }) => label.en)).toEqual([
      'Registration No.',
      'Domicile',
      'Authorised Representative',
      'Email',
    ])
    expect(openPlacesOf({ parties: [abroad] })).toEqual([])
  })
})

describe('a list', () => {
  const listOf = (given: Given, side: 'zh' | 'en') =>
    plainText(treeOf(given), side)
      .split('\n')
      .filter((line) => /^\(\d\)/.test(line))

  it('is punctuated according to its remaining items', () => {
    expect(listOf({}, 'zh')).toEqual(['(1) 退货；或者', '(2) 换货。'])
    expect(listOf({}, 'en')).toEqual(['(1) return it; or', '(2) change it.'])
    const abroad = { parties: [{ ...company, place: 'abroad' as const }] }
    expect(listOf(abroad, 'en')).toEqual(['(1) return it;', '(2) change it; or', '(3) send it back.'])
    const one = { change: { clauses: { 'duty-one': { dropped: true as const } } } }
    expect(listOf(one, 'zh')).toEqual(['(1) 换货。'])
  })

  it('loses its lead when all its items are dropped', () => {
    const droppedItems = { 'duty-one': { dropped: true as const }, 'duty-two': { dropped: true as const } }
    expect(plainText(treeOf({ change: { clauses: droppedItems } }), 'en')).not.toContain('The other may')
    const rewritten = { ...droppedItems, duties: { custom: { zh: '乙方无其他权利。', en: 'Nothing else.' } } }
    expect(plainText(treeOf({ change: { clauses: rewritten } }), 'en')).toContain('Nothing else.')
  })
})

test('annexes have their own numbers and can be referenced', () => {
  const text = plainText(treeOf(), 'zh')
  expect(text).toContain('见附件一。')
  expect(text.split('\n').slice(-3)).toEqual(['附件一 清单', '1 本合同的清单，见附件一第2条。', '2 第二项。'])
  expect(plainText(treeOf(), 'en')).toContain('1 The list of this Contract, see Annex 1, Section 2.')
})

test('mandatory parts do not change', () => {
  const clauses = { stated: { dropped: true as const, custom: { zh: '别的', en: 'other' } } }
  const node = treeOf({ change: { clauses } }).articles[0]!.clauses.find(({ id }) => id === 'stated')!
  expect(node).toMatchObject({ kept: true, emphasis: true, state: 'template' })
})

test('a required language is reported when missing, and the prevailing one is named', () => {
  const languages = { primary: 'en' as const, bilingual: false, script: 'Hans' as const }
  expect(openPlacesOf({ change: { languages } })).toContain('languages languageNeeded')
  const bilingualAnswers = { ...languages, bilingual: true }
  expect(treeOf({ change: { languages: bilingualAnswers } }).prevailing.en).toBe('The Chinese text prevails.')
})

test('conditions can test where parties are domiciled', () => {
  expect(plainText(treeOf(), 'en')).toContain('All are of the mainland.')
  const parties = [company, shareholder('b', { place: 'hmt' })]
  expect(plainText(treeOf({ parties }), 'en')).not.toContain('All are of the mainland.')
})

test('a sum can be printed in English words', () => {
  expect(plainText(treeOf({ fields: { price: money(1_234_567.5) } }), 'en')).toContain(
    'CNY 1,234,567.50 (in words: one million two hundred and thirty-four thousand five hundred and sixty-seven Renminbi yuan and 50/100)',
  )
})

describe('a shared block', () => {
  it('is included where it is named, without omitted parts, with the values that the template sets', () => {
    expect(template.articles.map(({ id }) => id)).toEqual(['term', 'money', 'notices'])
    expect(template.articles[2]!.clauses.map(({ id }) => id)).toEqual(['notice-answer'])
    expect(plainText(treeOf(), 'en')).toContain(
      'Notices under this Contract are answered within nine (9) days.',
    )
  })

  it('is overridden by a field of the template', () => {
    const ownYaml = `fields:\n  - { id: notice-days, type: period, group: dates, label: { zh_CN: 日, en_US: Days }, units: [working-day] }\n`
    const result = parseTemplate(YAML.replace('fields:\n', ownYaml), 'own.yaml', { notices: NOTICES })
    const fields = 'template' in result ? result.template.fields.filter(({ id }) => id === 'notice-days') : []
    expect(fields.map(({ units }) => units)).toEqual([['working-day']])
  })

  it('reports its mistakes where the template names it', () => {
    const wrongBlock = NOTICES.replace('{notice-days}内', '{notice-weeks}内')
    const result = parseTemplate(YAML, 'wrong.yaml', { notices: wrongBlock })
    const line = YAML.split('\n').findIndex((one) => one.includes('block: notices')) + 1
    expect('problems' in result && result.problems[0]).toMatchObject({
      line,
      message: expect.stringContaining('in the block "notices"'),
    })
    const parsedWithoutBlocks = parseTemplate(YAML, 'none.yaml', {})
    expect('problems' in parsedWithoutBlocks && parsedWithoutBlocks.problems[0]).toMatchObject({ line })
  })
})

describe('the check', () => {
  it.each([
    ['a rule about no field', ['less: [start, end]', 'less: [start, finish]'], 'there is no field "finish"'],
    ['a rule shown nowhere', ['at: end', 'at: nowhere'], 'there is no field or clause "nowhere"'],
    ['a party that never is', ['party: any, from', 'party: h, from'], 'there is no party "h"'],
    [
      'a fixed text that can go',
      ['droppable: false, fixed', 'fixed'],
      'a fixed clause needs "droppable: false"',
    ],
    [
      'bounds by unit the wrong way',
      ['max: { day: 180', 'min: { day: 200 }, max: { day: 180'],
      '"min" is above "max"',
    ],
    ['a name used twice', ['id: hundred', 'id: order'], 'the id "order" is already taken'],
  ])('finds %s', (_, [from, to], message) => {
    const result = parseTemplate(YAML.replace(from!, to!), 'x.yaml', { notices: NOTICES })
    const messages = 'problems' in result ? result.problems.map((one) => one.message) : []
    expect(messages.join('\n')).toContain(message)
  })
})

import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { assemble } from '#assembly/assemble.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
import { isTextField } from '#assembly/fields.ts'
import { sampleAnswers } from '#assembly/proving/sample.ts'
import type { Template } from '#assembly/template/template.ts'
import { readTemplate, templateFiles } from '#modules/templates/library/template-files.ts'

const BILINGUAL = { primary: 'zh', bilingual: true, script: 'Hans' } as const

function readSample(file: string): { template: Template; answers: Answers } {
  const read = readTemplate(file)
  if (!('template' in read)) throw new Error(`${file} cannot be read`)
  const { template, notes } = read
  return { template, answers: sampleAnswers(template, notes, BILINGUAL, { all: true }) }
}

const sampleOf = (code: string) =>
  readSample(templateFiles().find((file) => file.endsWith(join('/', `${code}.yaml`)))!)

const findings = (template: Template, answers: Answers) =>
  assemble({ name: '', number: '', template, answers }).open.filter(({ kind }) => kind === 'mismatch')

const filledIn = (answers: Answers, fields: Answers['fields']): Answers => ({
  ...answers,
  fields: { ...answers.fields, ...fields },
})

it.each([
  [
    'purchase-order',
    'quality',
    { zh: '全新原装，不接受翻新件', en: 'new and original; refurbished parts are accepted' },
  ],
  [
    'power-of-attorney',
    'contract-detail',
    { zh: '签订价款不超过50万元的采购合同', en: 'to sign a purchase contract of up to CNY 5,000,000' },
  ],
  [
    'data-processing',
    'kinds',
    { zh: '姓名、手机号', en: 'name, mobile number, bank account, health records' },
  ],
  ['loan', 'use', { zh: '偿还银行贷款', en: 'purchase of raw materials' }],
  [
    'service-agreement',
    'services',
    { zh: '提供软件维护，不包括现场服务', en: 'software maintenance including on-site services' },
  ],
])(
  '%s: the texts filled in for %s are compared, and a difference can be acknowledged',
  (code, field, text) => {
    const { template, answers } = sampleOf(code)
    expect(template.fields.some(({ id }) => id === field)).toBe(true)
    const changed = filledIn(answers, { [field]: text })
    const points = findings(template, changed)
    expect(points.map((point) => point.field)).toContain(field)
    const confirmed = points.reduce((now, point) => confirmPoint(now, template, point), changed)
    expect(findings(template, confirmed)).toEqual([])
    // A different wording is compared again.
    const again = filledIn(confirmed, { [field]: { zh: `${text.zh}。`, en: `${text.en}.` } })
    expect(findings(template, again).map((point) => point.field)).toContain(field)
  },
)

it('the sample of every template has no finding in what is filled in', () => {
  const counts = templateFiles().map((file) => {
    const { template, answers } = readSample(file)
    expect([template.code, findings(template, answers)]).toEqual([template.code, []])
    return template.fields.filter((one) => isTextField(one) && typeof answers.fields[one.id] === 'object')
      .length
  })
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(150)
})

const withParty = (answers: Answers, detail: Partial<Answers['parties'][number]>): Answers => ({
  ...answers,
  parties: answers.parties.map((party, at) => (at === 0 ? { ...party, ...detail } : party)),
})

it.each([
  ['numbers', 'different', { address: '上海市徐汇区衡山路100号', addressEn: '10 Hengshan Road, Shanghai' }],
  [
    'numbers',
    'different',
    { address: '北京市三里屯路19号三层', addressEn: '19 Sanlitun Road, 4th Floor, Beijing' },
  ],
  ['numbers', 'look', { address: '上海市衡山路100号1203室', addressEn: '100 Hengshan Road, Shanghai' }],
  ['place', 'different', { address: '南京市中山路1号', addressEn: '1 Zhongshan Road, Nanjing, Singapore' }],
  ['office', 'different', { signerTitle: '董事长', signerTitleEn: 'General Manager' }],
  ['office', 'different', { signerTitle: '授权代表', signerTitleEn: 'Legal Representative' }],
  ['numbers', 'different', { bank: '工商银行 6222 0210 0111 2233', bankEn: 'ICBC 6222 0210 0111 2234' }],
])('a difference of %s (%s) in the details of a party is found and confirmed', (check, grade, detail) => {
  const { template, answers } = sampleOf('service-agreement')
  const changed = withParty(answers, detail)
  const points = findings(template, changed).filter(({ at }) => at.startsWith('party:'))
  if (check === 'place') expect(points.map((point) => point.check)).toEqual([check])
  else expect(points.map((point) => [point.check, point.grade])).toEqual([[check, grade]])
  const confirmed = points.reduce((now, point) => confirmPoint(now, template, point), changed)
  expect(findings(template, confirmed)).toEqual([])
  expect(confirmed.clauses).toEqual(changed.clauses)
})

it.each([
  {
    address: '上海市徐汇区衡山路100号12楼1203室',
    addressEn: 'Room 1203, 12/F, 100 Hengshan Road, Shanghai 200031',
  },
  { address: '上海市徐汇区衡山路一百号三层', addressEn: '3rd Floor, 100 Hengshan Road, Shanghai' },
  {
    address: '北京市朝阳区建国门外大街１号',
    addressEn: '1 Jianguomenwai Avenue, Chaoyang District, Beijing',
  },
  { address: '德国柏林弗里德里希大街12号', addressEn: 'Friedrichstrasse 12, Berlin, Germany' },
  { address: '青岛市上海路8号', addressEn: '8 Shanghai Road, Qingdao' },
  { signerTitle: '董事兼总经理', signerTitleEn: 'Director and General Manager' },
  { signerTitle: '执行董事', signerTitleEn: 'Executive Director' },
  { signerTitle: '采购经理', signerTitleEn: 'Head of Purchasing' },
  { bank: '招商银行上海分行，账号 1219 0001 2345 678', bankEn: 'CMB Shanghai, account no. 121900012345678' },
])('the same details in two languages are no difference: %j', (detail) => {
  const { template, answers } = sampleOf('service-agreement')
  expect(findings(template, withParty(answers, detail))).toEqual([])
})

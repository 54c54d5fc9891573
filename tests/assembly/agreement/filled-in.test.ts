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

const found = (template: Template, answers: Answers) =>
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
])('%s: what is filled in for %s is compared, and acknowledged', (code, field, text) => {
  const { template, answers } = sampleOf(code)
  expect(template.fields.some(({ id }) => id === field)).toBe(true)
  const changed = filledIn(answers, { [field]: text })
  const points = found(template, changed)
  expect(points.map((point) => point.field)).toContain(field)
  const confirmed = points.reduce((now, point) => confirmPoint(now, template, point), changed)
  expect(found(template, confirmed)).toEqual([])
  // Another wording is compared again.
  const again = filledIn(confirmed, { [field]: { zh: `${text.zh}。`, en: `${text.en}.` } })
  expect(found(template, again).map((point) => point.field)).toContain(field)
})

it('the sample of every template has no finding in what is filled in', () => {
  const counts = templateFiles().map((file) => {
    const { template, answers } = readSample(file)
    expect([template.code, found(template, answers)]).toEqual([template.code, []])
    return template.fields.filter((one) => isTextField(one) && typeof answers.fields[one.id] === 'object')
      .length
  })
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(150)
})

import { expect, it } from 'vitest'
import { deriveTraditional, traditionalText } from '#modules/templates/traditional.ts'
import { sampleTemplate } from '#tests/support/sample-source.ts'

it('keeps the terms of PRC law in document texts and uses Taiwan’s on the screen', () => {
  const template = sampleTemplate()
  template.purpose.zh_CN = '软件与信息服务合同'
  const derived = deriveTraditional(template)
  expect(derived.title.hant).toBe('服務合同')
  expect(derived.purpose.zh_TW).toBe('軟體與資訊服務合同')
  template.purpose.zh_CN = '内地货物的质量依《产品质量法》，境内地点不限'
  expect(deriveTraditional(template).purpose.zh_TW).toBe('大陸貨物的品質依《產品質量法》，境內地點不限')
  expect(traditionalText('保密信息、软件、签署、质量、法定代表人')).toBe(
    '保密信息、軟件、簽署、質量、法定代表人',
  )
})

it('covers every text: items, alternatives, options, roles, headings', () => {
  const derived = deriveTraditional(sampleTemplate())
  const [services, payment] = derived.articles
  expect(services?.title.hant).toBe('服務內容與期限')
  expect(services?.clauses[0]?.items?.[0]?.text.hant).toBe('制訂工作計劃；')
  expect(payment?.clauses[0]?.alternatives?.[0]?.text.hant).toContain('分之五十')
  expect(derived.fields.find(({ id }) => id === 'forum')?.options?.[0]?.text.hant).toContain('人民法院')
  expect(derived.parties[0]?.role.hant).toBe('委託方')
})

it('keeps marks, overrides and the Chinese of PRC texts', () => {
  const template = sampleTemplate()
  template.title.hant = '服務契約'
  const derived = deriveTraditional(template)
  expect(derived.title).toEqual({ zh: '服务合同', en: 'Services Agreement', hant: '服務契約' })
  expect(derived.recitals[0]?.text.hant).toContain('{party:a}需要{subject}服務')
  expect(deriveTraditional(derived)).toEqual(derived)
})

it('writes the verb 係, and 系 in 系统', () => {
  expect(traditionalText('本条所称“损失”系指直接损失；均系自愿')).toContain('係指')
  expect(traditionalText('关系为合作，体系由双方建立')).toBe('關係為合作，體系由雙方建立')
})

it('quotes as Taiwan and Hong Kong do, and keeps apostrophes', () => {
  expect(traditionalText('以下称“甲方”，包括‘关联方’及其“‘代表’”')).toBe(
    '以下稱「甲方」，包括『關聯方』及其「『代表』」',
  )
  expect(traditionalText('O’Neill 与 D’Arcy')).toBe('O’Neill 與 D’Arcy')
  const template = sampleTemplate()
  template.recitals[0]!.text.zh = '下称“服务”。'
  expect(deriveTraditional(template).recitals[0]!.text).toMatchObject({
    zh: '下称“服务”。',
    hant: '下稱「服務」。',
  })
})

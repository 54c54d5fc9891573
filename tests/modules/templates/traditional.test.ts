import { expect, it } from 'vitest'
import { libraryEntries } from '#modules/templates/library.ts'
import { deriveTraditional, traditionalText } from '#modules/templates/traditional.ts'
import { sampleTemplate } from '#tests/support/sample-source.ts'

it('keeps the terms of PRC law in document texts and uses Taiwan’s terms on the screen', () => {
  const template = sampleTemplate()
  template.purpose.zh_CN = '软件与信息服务合同'
  const derived = deriveTraditional(template)
  expect(derived.title.hant).toBe('服務合同')
  expect(derived.purpose.zh_TW).toBe('軟體與資訊服務合同')
  template.purpose.zh_CN = '内地货物的质量依《产品质量法》，境内地点不限'
  expect(deriveTraditional(template).purpose.zh_TW).toBe('大陸貨物的品質依《產品質量法》，境內地點不限')
  template.purpose.zh_CN = '短信营销和小程序接口的响应；请添加附件，可以从电子表格粘贴'
  expect(deriveTraditional(template).purpose.zh_TW).toBe(
    '簡訊行銷和小程式介面的回應；請新增附件，可以從試算表貼上',
  )
  expect(traditionalText('保密信息、软件、签署、质量、法定代表人')).toBe(
    '保密信息、軟件、簽署、質量、法定代表人',
  )
})

it('writes 簽 for signing and does not replace legal words by IT terms', () => {
  expect(traditionalText('以数字证书签名；另签合同；加贴标签')).toBe('以數字證書簽名；另簽合同；加貼標籤')
  const template = sampleTemplate()
  template.purpose.zh_CN = '注销前须经法定程序；交接对象、审批权限、设备、银行账户、数据电文、个人信息'
  expect(deriveTraditional(template).purpose.zh_TW).toBe(
    '註銷前須經法定程序；交接對象、審批權限、設備、銀行帳戶、數據電文、個人資料',
  )
})

const FORBIDDEN = /(?<!小)程式(?!設計師)|登出|物件|許可權|裝置|釋出|支援|聯絡|稽核|資料電文|賬|公佈|籤/
/** Words in which a forbidden character is correct. */
const RIGHT_WORDS = /標籤|檔案/g

it('leaves no IT term in any legal text of the library', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, entry]) =>
            key === 'hant' || key === 'zh_TW' || typeof entry === 'object' ? texts(entry) : [],
          )
        : []
  const wrongTexts = libraryEntries().flatMap(({ template }) =>
    texts(template)
      .filter((text) => FORBIDDEN.test(text.replaceAll(RIGHT_WORDS, '')))
      .map((text) => `${template.code}: ${text.slice(0, 60)}`),
  )
  expect(wrongTexts).toEqual([])
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

it('quotes as in Taiwan and Hong Kong, and keeps apostrophes', () => {
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

import { describe, expect, test } from 'vitest'
import { LOCALES, messages, preferredLocale, translate } from '#src/core/i18n.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { plainLanguage } from '#views/language.tsx'
import { catalogue } from './support/catalogue.ts'

const english = catalogue.en_US

test.each([
  ['zh-HK', 'zh_TW'],
  ['zh-HK,zh;q=0.9,en;q=0.8', 'zh_TW'],
  ['zh-Hant', 'zh_TW'],
  ['zh-Hant-HK', 'zh_TW'],
  ['zh-MO', 'zh_TW'],
  ['zh-TW', 'zh_TW'],
  ['zh-Hans', 'zh_CN'],
  ['zh-Hans-HK', 'zh_CN'],
  ['zh-CN,en;q=0.8', 'zh_CN'],
  ['zh', 'zh_CN'],
  ['fr, EN-gb;q=0.8, zh-HK;q=0.5', 'en_US'],
  ['fr', 'zh_CN'],
  [undefined, 'zh_CN'],
])('a browser that requests %s gets %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale)
})

test('every message exists in three languages', () => {
  expect(english.size).toBeGreaterThan(200)
  for (const locale of LOCALES)
    expect([...catalogue[locale].keys()].sort()).toEqual([...english.keys()].sort())
})

test('every message has the same placeholders in all languages', () => {
  const blanks = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((m) => m[1]))].sort()
  for (const [key, text] of english)
    for (const locale of LOCALES)
      expect([key, blanks(catalogue[locale].get(key)!)]).toEqual([key, blanks(text)])
})

test('the texts of an island contain placeholders only, and no other message syntax', () => {
  const spoken = [...english.keys()].filter((key) => /^(editor|signing\.setting|chat\.island)\./.test(key))
  expect(spoken.length).toBeGreaterThan(150)
  for (const key of spoken)
    for (const locale of LOCALES) {
      const text = catalogue[locale].get(key)!
      expect([key, text.replace(/\{\w+\}/g, '')]).not.toEqual([key, expect.stringMatching(/[{}]|''/)])
    }
})

test('Chinese messages contain Han characters and English ones none', () => {
  const names = /language\.|^common\.brand$|[sS]eparator$/
  const wordless = /^[\s\d\p{P}\p{S}{}\w]*$/u
  const hasWords = (text = '') => /\p{L}/u.test(text.replace(/\{[^}]*\}/g, ''))
  for (const [key, text] of english)
    if (!names.test(key)) expect([key, text]).not.toEqual([key, expect.stringMatching(/\p{Script=Han}/u)])
  for (const locale of ['zh_CN', 'zh_TW'] as const)
    for (const [key, text] of catalogue[locale])
      if (!names.test(key) && hasWords(english.get(key)) && english.get(key) !== text)
        expect([key, wordless.test(text)]).toEqual([key, false])
})

test('traditional Chinese contains no simplified form of common characters', () => {
  for (const [key, text] of catalogue.zh_TW)
    if (!/language\./.test(key))
      expect([key, text]).not.toEqual([key, expect.stringMatching(/[签书当时这来个们为说请发设]/)])
})

/** Mainland terms in traditional characters, which a converter leaves in the text. */
const CONVERTED =
  /軟件|硬件|數據|信息|賬[戶號]|默認|網絡|鏈接|屏幕|短信|二維碼|服務器|打印|用戶|許可權|查看|添加|生成|篡改|日誌|核實|識別|發送|暫無|辦結|律所|貴司|自研|用工|樣例|月度|當前|提交|電子郵件|知識產權|區別|登錄|郵箱|文檔|模板/

test('traditional Chinese uses the terms of Taiwan and Hong Kong', () => {
  for (const [key, text] of catalogue.zh_TW)
    expect([key, text]).not.toEqual([key, expect.stringMatching(CONVERTED)])
})

test('every message can be formatted', () => {
  for (const locale of LOCALES)
    for (const [key, text] of catalogue[locale]) {
      const blanks = Object.fromEntries([...text.matchAll(/\{(\w+)[,}]/g)].map((m) => [m[1]!, 2]))
      expect([key, translate(locale)(dynamicKey(key), blanks)]).not.toEqual([key, key])
    }
})

test('an error whose text has placeholders also has a text without, for pages that know only its code', () => {
  const codes = [...english].flatMap(([key, text]) =>
    key.startsWith('common.error.') && text.includes('{') ? [key.replace('error', 'errorAlone')] : [],
  )
  expect(codes.length).toBeGreaterThan(3)
  expect(codes.filter((key) => english.get(key) === undefined || english.get(key)!.includes('{'))).toEqual([])
})

describe('a placeholder in a Chinese message', () => {
  const joinMessage = (locale: 'zh_CN' | 'zh_TW', who: string, team: string) =>
    translate(locale)('messaging.message.memberJoined', { who, team })

  test('is separated by a space from Han when its value is Latin, but not when it is Chinese', () => {
    expect(joinMessage('zh_CN', '周远 Zhou Yuan', 'Lotus')).toBe('周远 Zhou Yuan 已加入 Lotus')
    expect(joinMessage('zh_TW', 'Ada', '3M 有限公司')).toBe('Ada 已加入 3M 有限公司')
    expect(joinMessage('zh_CN', 'Qinghe Ltd.', 'Lotus')).toBe('Qinghe Ltd. 已加入 Lotus')
    expect(joinMessage('zh_CN', '周远', '莲花贸易')).toBe('周远已加入莲花贸易')
    expect(joinMessage('zh_CN', '𠮷', 'Lotus（上海）')).toBe('𠮷已加入 Lotus（上海）')
  })

  test('keeps punctuation, explicit spaces and its value unchanged', () => {
    const values = { who: 'Oliver Grant', document: 'NDA模板', number: 'QS-2026-0011' }
    expect(translate('zh_CN')('messaging.message.reviewReturned', values)).toBe(
      'Oliver Grant 退回了《NDA模板》（QS-2026-0011）',
    )
    expect(translate('zh_CN')('messaging.message.feedbackAnswered', { number: '7789D769' })).toBe(
      '您的反馈 7789D769 已通过邮件答复',
    )
  })

  test('is formatted the same way in an island', () => {
    const words = { ...messages.zh_CN.chat.island, file: '{name}已列入文档', send: '{column}合计：{count}' }
    const says = (tag: string) => plainLanguage(tag, 'chat.island', words).translator('chat.island')
    const say = says('zh-CN')
    expect(say('file', { name: 'Type II' })).toBe('Type II 已列入文档')
    expect(say('file', { name: '第三条' })).toBe('第三条已列入文档')
    expect(say('send', { column: '金额', count: 3 })).toBe('金额合计：3')
    expect(says('en-US')('file', { name: 'Type II' })).toBe('Type II已列入文档')
  })
})

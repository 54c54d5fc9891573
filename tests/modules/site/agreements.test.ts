import { describe, expect, test } from 'vitest'
import {
  AGREEMENT_TYPES,
  type AgreementText,
  findAgreement,
  versionInForce,
  versionsOf,
} from '#modules/site/agreements.ts'
import { agreementVersions } from '#src/core/agreement-versions.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

const HAN = /\p{Script=Han}/u
const shapeOf = (text: AgreementText) =>
  text.sections.map(({ paragraphs, table }) => [paragraphs.length, table?.rows.map((row) => row.length)])
const wordsOf = ({ title, lead, sections }: AgreementText) => [
  title,
  lead,
  ...sections.flatMap(({ title, paragraphs, table }) => [
    title,
    ...paragraphs,
    ...(table?.columns ?? []),
    ...(table?.rows.flat() ?? []),
  ]),
]

describe.each(AGREEMENT_TYPES)('%s', (type) => {
  const { version, date, texts } = findAgreement(type)!

  test('states its version and effective date', () => {
    expect(version).toMatch(/^\d+\.\d+$/)
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  test('is complete without other documents', () => {
    expect(texts.en_US.sections.length).toBeGreaterThanOrEqual(7)
    for (const locale of LOCALES)
      for (const words of wordsOf(texts[locale])) expect(words.length).toBeGreaterThan(1)
  })

  test('has the same sections and paragraphs in every language', () => {
    for (const locale of LOCALES)
      expect([locale, shapeOf(texts[locale])]).toEqual([locale, shapeOf(texts.en_US)])
  })

  test('cites the same articles in both Chinese scripts', () => {
    const cited = (text: AgreementText) =>
      wordsOf(text)
        .join('')
        .match(/第[一二三四五六七八九十百]+[条條]/g)
        ?.map((one) => one.slice(0, -1))
    expect(cited(texts.zh_TW)).toEqual(cited(texts.zh_CN))
  })

  test('contains Han characters in Chinese and none in English', () => {
    for (const words of wordsOf(texts.en_US)) expect(words).not.toMatch(HAN)
    for (const locale of ['zh_CN', 'zh_TW'] as const)
      for (const words of wordsOf(texts[locale]).filter((one) => !/Cookie$/.test(one)))
        expect(words).toMatch(HAN)
  })

  test('uses each Chinese script’s own characters and quotation marks', () => {
    for (const words of wordsOf(texts.zh_TW))
      expect(words).not.toMatch(/[签书当时这来个们为说请发设务协议条]|[“”]/)
    for (const words of wordsOf(texts.zh_CN))
      expect(words).not.toMatch(/[簽書當時這來個們為說請發設務協議條「」]/)
  })

  test('has no word that a mechanical conversion gets wrong', () => {
    for (const words of wordsOf(texts.zh_TW))
      expect(words).not.toMatch(/(?<!標)籤|宣告|指明瞭|聯系|鏈接|登錄|賬|短信|郵箱/)
  })
})

const db = await testDatabase()

test.each(AGREEMENT_TYPES)('the page of %s responds in every language with the whole text', async (type) => {
  for (const locale of LOCALES) {
    const answer = await newClient(db).get(`/privacy-notice?type=${type}&locale=${locale}`)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    const { texts, version, date } = findAgreement(type)!
    for (const section of texts[locale].sections) expect(page).toContain(section.title)
    expect(page).toContain(version)
    expect(page).toContain(date)
  }
})

test('an unknown type shows the privacy statement', async () => {
  const answer = await newClient(db).get('/privacy-notice?type=NO_SUCH_THING&locale=en_US')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Qishu Privacy Statement</h1>')
})

test('every version stays readable at its own URL, and an unknown version is not found', async () => {
  for (const type of AGREEMENT_TYPES) {
    expect(versionsOf(type).length).toBeGreaterThan(0)
    for (const version of versionsOf(type)) {
      const answer = await newClient(db).get(`/privacy-notice?type=${type}&version=${version}`)
      expect([type, version, answer.status]).toEqual([type, version, 200])
      expect(await answer.text()).toContain(`/privacy-notice?type=${type}&amp;version=${version}`)
    }
    for (const never of ['0.9', '', '..', '1.0.yaml', '../service-agreement/1.0']) {
      const answer = await newClient(db).get(
        `/privacy-notice?type=${type}&version=${encodeURIComponent(never)}`,
      )
      expect([type, never, answer.status]).toEqual([type, never, 404])
    }
  }
})

test('versions are in numerical order, not alphabetical', () => {
  const file = (version: string) => `./agreements/service-agreement/${version}.yaml`
  const names = [...['1.9', '1.10', '1.2'].map(file), './agreements/account-agreement/3.0.yaml']
  expect(versionsOf('SERVICE_AGREEMENT', names)).toEqual(['1.10', '1.9', '1.2'])
})

test('a consent given today names the version of each agreement in force, with the time', () => {
  const inForce = agreementVersions()
  expect(inForce.map(({ document }) => document)).toEqual([...AGREEMENT_TYPES])
  for (const type of AGREEMENT_TYPES) {
    const { version, date } = findAgreement(type)!
    expect(inForce).toContainEqual({ document: type, version: versionInForce(type) })
    expect([type, version]).toEqual([type, versionInForce(type)])
    expect(date <= shanghaiDay()).toBe(true)
    expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
  }
})

import { expect, test } from 'vitest'
import { demoService } from '#modules/real-name/demo.ts'
import { settingsFrom } from '#modules/real-name/settings.ts'
import { ConfigError } from '#src/core/configuration/config-error.ts'

const KEYS = { REAL_NAME_TENCENT_SECRET_ID: 'id', REAL_NAME_TENCENT_SECRET_KEY: 'key' }

test('without the keys nothing is checked; with only one of them the server does not start', () => {
  expect(settingsFrom({ REAL_NAME_TENCENT_OCR: 'https://ocr.tencentcloudapi.com' })).toBeNull()
  const half = (name: string) => () => settingsFrom({ [name]: 'one' })
  expect(half('REAL_NAME_TENCENT_SECRET_ID')).toThrow(ConfigError)
  expect(half('REAL_NAME_TENCENT_SECRET_ID')).toThrow('REAL_NAME_TENCENT_SECRET_KEY is missing')
  expect(half('REAL_NAME_TENCENT_SECRET_KEY')).toThrow('REAL_NAME_TENCENT_SECRET_ID is missing')
})

test('the default addresses are those of the mainland', () => {
  expect(settingsFrom(KEYS)).toMatchObject({
    secretId: 'id',
    secretKey: 'key',
    faceid: 'https://faceid.tencentcloudapi.com',
    ocr: 'https://ocr.tencentcloudapi.com',
  })
  const local = { REAL_NAME_TENCENT_FACEID: 'http://faceid.localhost:4000' }
  expect(settingsFrom({ ...KEYS, ...local })).toMatchObject({ faceid: 'http://faceid.localhost:4000' })
})

test.each([
  'http://faceid.tencentcloudapi.com',
  'https://faceid.tencentcloudapi.com/v3',
  'faceid',
  'ftp://localhost',
])('ID numbers are not sent to %s', (address) => {
  const settings = () => settingsFrom({ ...KEYS, REAL_NAME_TENCENT_FACEID: address })
  expect(settings).toThrow('REAL_NAME_TENCENT_FACEID should be as https://host')
})

test('in the demo only numbers that end in X do not match', async () => {
  const person = { elements: 'two', name: '韦小宝' } as const
  const outcomes = ['110101199003077758', '11010119900307001X'].map(async (idNumber) => {
    const { outcome } = await demoService.checkIndividual({ ...person, idNumber })
    return outcome
  })
  expect(await Promise.all(outcomes)).toEqual(['match', 'mismatch'])
})

import { describe, expect, test } from 'vitest'
import { ESIGN_WARNINGS, settingsFrom } from '#modules/signing/providers/esign/settings.ts'

const complete = { ESIGN_APP_ID: '7438', ESIGN_APP_SECRET: 'secret' }

describe('settings', () => {
  test('are empty without any variable', () => {
    expect([settingsFrom({}), settingsFrom({ ESIGN_APP_ID: '', OTHER: '1' })]).toEqual([null, null])
  })

  test('are those of production by default', () => {
    expect(settingsFrom(complete)).toEqual({
      host: 'https://openapi.esign.cn',
      fileOrigins: ['https://esignoss.esign.cn', 'https://oss.esign.cn'],
      appId: '7438',
      appSecret: 'secret',
      evidenceReports: false,
      timeout: 15_000,
      pollEvery: 1000,
    })
  })

  test('can be those of the sandbox, or of another address', () => {
    expect(settingsFrom({ ...complete, ESIGN_HOST: 'sandbox' })!.host).toBe('https://smlopenapi.esign.cn')
    const other = {
      ESIGN_HOST: 'https://proxy.example/',
      ESIGN_FILE_ORIGINS: 'https://a.example, https://b.example/x',
      ESIGN_EVIDENCE_REPORTS: '1',
    }
    expect(settingsFrom({ ...complete, ...other })).toMatchObject({
      host: 'https://proxy.example',
      fileOrigins: ['https://a.example', 'https://b.example'],
      evidenceReports: true,
    })
  })

  test('can be those of a stub on this machine', () => {
    const stub = { ESIGN_HOST: 'http://127.0.0.1:4001', ESIGN_FILE_ORIGINS: 'http://127.0.0.1:4001' }
    expect(settingsFrom({ ...complete, ...stub })).toMatchObject({
      host: 'http://127.0.0.1:4001',
      fileOrigins: ['http://127.0.0.1:4001'],
    })
  })

  test.each([
    [{ ESIGN_APP_SECRET: 'secret' }, 'ESIGN_APP_ID is missing'],
    [{ ESIGN_APP_ID: '7438' }, 'ESIGN_APP_SECRET is missing'],
    [{ ESIGN_HOST: 'sandbox' }, 'ESIGN_APP_ID is missing'],
    [{ ...complete, ESIGN_HOST: 'http://openapi.esign.cn' }, 'ESIGN_HOST should be'],
    [{ ...complete, ESIGN_HOST: 'http://127.0.0.1.evil.example' }, 'ESIGN_HOST should be'],
    [{ ...complete, ESIGN_HOST: 'http://127.0.0.1@evil.example' }, 'ESIGN_HOST should be'],
    [{ ...complete, ESIGN_HOST: 'openapi.esign.cn' }, 'ESIGN_HOST should be'],
    [{ ...complete, ESIGN_FILE_ORIGINS: 'http://a.example' }, 'ESIGN_FILE_ORIGINS should be'],
  ])('%o say what is wrong', (env, message) => {
    expect(() => settingsFrom(env)).toThrow(message)
  })

  test('tell an operator what to arrange', () => {
    for (const word of ['高级版', 'allow-list', 'redirect domains', '118.31.35.8', '海外签'])
      expect(ESIGN_WARNINGS.some((warning) => warning.includes(word))).toBe(true)
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DOCUSIGN_WARNINGS, settingsFrom } from '#modules/signing/providers/docusign/settings.ts'
import { ACCOUNT, INTEGRATION_KEY, USER } from '#tests/stubs/docusign/oauth.ts'

const folder = mkdtempSync(join(tmpdir(), 'docusign-'))
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keyFile = join(folder, 'private.pem')
const publicFile = join(folder, 'public.pem')
writeFileSync(keyFile, privateKey.export({ type: 'pkcs1', format: 'pem' }))
writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))

const COMPLETE = {
  DOCUSIGN_INTEGRATION_KEY: INTEGRATION_KEY,
  DOCUSIGN_USER_ID: USER,
  DOCUSIGN_ACCOUNT_ID: ACCOUNT,
  DOCUSIGN_PRIVATE_KEY_FILE: keyFile,
  DOCUSIGN_HMAC_KEYS: 'first=, second=',
}
const CONNECT = {
  DOCUSIGN_CONNECT_ISSUER: 'https://login.qishu.example',
  DOCUSIGN_CONNECT_AUDIENCE: 'docusign-connect',
  DOCUSIGN_CONNECT_PUBLIC_KEY_FILE: publicFile,
}

test('without variables DocuSign is not configured', () => {
  expect(settingsFrom({ PATH: '/bin', DOCUSIGN_USER_ID: '' })).toBeNull()
})

test('a complete configuration is for production, unless it names the sandbox', () => {
  const settings = settingsFrom(COMPLETE)
  expect(settings).toMatchObject({
    authBase: 'https://account.docusign.com',
    audience: 'account.docusign.com',
    apiDomain: 'docusign.net',
    hmacKeys: ['first=', 'second='],
    connectTokens: null,
    sms: false,
  })
  const sandbox = settingsFrom({
    ...COMPLETE,
    ...CONNECT,
    DOCUSIGN_ENVIRONMENT: 'sandbox',
    DOCUSIGN_SMS: '1',
  })
  expect(sandbox).toMatchObject({ audience: 'account-d.docusign.com', sms: true })
  expect(sandbox!.connectTokens!.issuer).toBe('https://login.qishu.example')
})

test('a stub on this machine has one address for all purposes', () => {
  expect(settingsFrom({ ...COMPLETE, DOCUSIGN_ENVIRONMENT: 'http://127.0.0.1:4003' })).toMatchObject({
    authBase: 'http://127.0.0.1:4003',
    apiDomain: '127.0.0.1',
    pageDomain: '127.0.0.1',
  })
})

test.each(Object.keys(COMPLETE))('without %s the error names it', (name) => {
  expect(() => settingsFrom({ ...COMPLETE, [name]: undefined })).toThrow(name)
})

test.each(Object.keys(CONNECT))('without %s but with the other variables the error names it', (name) => {
  expect(() => settingsFrom({ ...COMPLETE, ...CONNECT, [name]: '' })).toThrow(name)
})

test.each([
  ['DOCUSIGN_USER_ID', 'mei@lotus.example'],
  ['DOCUSIGN_ACCOUNT_ID', '12345678'],
  ['DOCUSIGN_INTEGRATION_KEY', 'key'],
  ['DOCUSIGN_PRIVATE_KEY_FILE', publicFile],
  ['DOCUSIGN_PRIVATE_KEY_FILE', join(folder, 'missing.pem')],
  ['DOCUSIGN_HMAC_KEYS', ' , '],
  ['DOCUSIGN_ENVIRONMENT', 'staging'],
  ['DOCUSIGN_ENVIRONMENT', 'https://docusign.example'],
  ['DOCUSIGN_ENVIRONMENT', 'http://docusign.example'],
])('%s cannot be %s', (name, value) => {
  expect(() => settingsFrom({ ...COMPLETE, [name]: value })).toThrow(name)
})

test('errors for operators are English sentences about DocuSign', () => {
  expect(DOCUSIGN_WARNINGS.length).toBeGreaterThan(4)
  for (const text of DOCUSIGN_WARNINGS) expect(text).toMatch(/^DocuSign: \w/)
})

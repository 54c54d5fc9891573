import { expect, test } from 'vitest'
import { lastMailTo } from '#tests/cast/mail.ts'
import { codeFor } from '#tests/cast/registration.ts'
import { accountOf, logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()

const localeOf = async (name: 'lin' | 'zhou' | 'hannah') =>
  (await accountOf(context.db, context.cast[name].viewer.id)).locale

test('a person who changes the language of the site gets later mails in that language', async () => {
  expect(await localeOf('lin')).toBe('en_US')
  await context.cast.lin.client.get('/mgmt/home?locale=zh_TW')
  expect(await localeOf('lin')).toBe('zh_TW')
  await codeFor(context.db, newClient(context.db), 'lin@example.com', 'login')
  expect((await lastMailTo(context.db, 'lin@example.com')).subject).toBe('您的契書驗證碼')
  await context.cast.lin.client.get('/mgmt/home?locale=xx_XX')
  await context.cast.lin.client.get('/mgmt/home?lang=zh_CN')
  expect(await localeOf('lin')).toBe('zh_TW')
})

test('a language chosen before the login is stored, the browser’s default is not', async () => {
  const client = newClient(context.db)
  expect((await logIn(client, { login: 'zhou' }, { 'accept-language': 'zh-CN' })).status).toBe(303)
  expect(await localeOf('zhou')).toBe('en_US')
  const otherClient = newClient(context.db)
  await otherClient.get('/acct/login?locale=zh_CN')
  expect((await logIn(otherClient, { login: 'zhou' })).status).toBe(303)
  expect(await localeOf('zhou')).toBe('zh_CN')
})

test('the choice of an anonymous visitor changes no account', async () => {
  await newClient(context.db).get('/acct/login?locale=zh_CN')
  expect(await localeOf('hannah')).toBe('en_US')
})

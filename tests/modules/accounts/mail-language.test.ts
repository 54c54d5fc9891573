import { expect, test } from 'vitest'
import { accountOf, heldCast, logIn } from '#tests/cast/held.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { codeFor } from '#tests/cast/registration.ts'
import { newClient } from '#tests/support/client.ts'

const held = heldCast()

const localeOf = async (name: 'lin' | 'zhou' | 'hannah') =>
  (await accountOf(held.db, held.cast[name].viewer.id)).locale

test('a person who changes the language of the site gets later mails in it', async () => {
  expect(await localeOf('lin')).toBe('en_US')
  await held.cast.lin.client.get('/mgmt/home?locale=zh_TW')
  expect(await localeOf('lin')).toBe('zh_TW')
  await codeFor(held.db, newClient(held.db), 'lin@example.com', 'login')
  expect((await lastMailTo(held.db, 'lin@example.com')).subject).toBe('您的契書驗證碼')
  await held.cast.lin.client.get('/mgmt/home?locale=xx_XX')
  await held.cast.lin.client.get('/mgmt/home?lang=zh_CN')
  expect(await localeOf('lin')).toBe('zh_TW')
})

test('a language chosen before the login counts, the browser’s default does not', async () => {
  const client = newClient(held.db)
  expect((await logIn(client, { login: 'zhou' }, { 'accept-language': 'zh-CN' })).status).toBe(303)
  expect(await localeOf('zhou')).toBe('en_US')
  const other = newClient(held.db)
  await other.get('/acct/login?locale=zh_CN')
  expect((await logIn(other, { login: 'zhou' })).status).toBe(303)
  expect(await localeOf('zhou')).toBe('zh_CN')
})

test('an anonymous visitor’s choice changes no account', async () => {
  await newClient(held.db).get('/acct/login?locale=zh_CN')
  expect(await localeOf('hannah')).toBe('en_US')
})

import { beforeAll, expect, test } from 'vitest'
import { LOCALES, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})

const BANNER = 'id="cookie-consent"'
const productOf = async (client: ReturnType<typeof newClient>, query = '') =>
  (await client.get(`/product${query}`)).text()

test('is requested in the language of the site until the visitor accepts', async () => {
  for (const locale of LOCALES) {
    const html = await productOf(newClient(db), `?locale=${locale}`)
    expect(html).toContain(BANNER)
    expect(html).toContain(translate(locale)('common.cookies.text'))
  }
  const client = newClient(db)
  expect(await productOf(client)).toContain(BANNER)
  const answer = await client.post('/cookie-consent', { returnUrl: '/pricing?x=1' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/pricing?x=1'])
  expect(answer.headers.getSetCookie().join()).toMatch(
    /cookie-consent=accepted; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/,
  )
  expect(await productOf(client)).not.toContain(BANNER)
})

test('does not cover the statements that it links to', async () => {
  const statement = await newClient(db).get('/privacy-notice?type=PRIVACY_STATEMENT')
  expect([statement.status, (await statement.text()).includes(BANNER)]).toEqual([200, false])
})

test('for htmx closes the banner without loading a page', async () => {
  const answer = await newClient(db).post('/cookie-consent', { returnUrl: '/' }, { 'hx-request': 'true' })
  expect([answer.status, await answer.text(), answer.headers.get('hx-redirect')]).toEqual([200, '', null])
})

test('redirects only within this site', async () => {
  for (const bad of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
  ]) {
    const answer = await newClient(db).post('/cookie-consent', { returnUrl: bad })
    expect([bad, answer.headers.get('location')]).toEqual([bad, '/product'])
  }
})

test('lists exactly the cookies that we set', async () => {
  const client = newClient(db)
  const set = new Set<string>()
  for (const path of ['/product', '/pricing', '/faq', '/feedback', '/acct/login', '/product?locale=zh_TW'])
    for (const line of (await client.get(path)).headers.getSetCookie()) set.add(line.split('=')[0]!)
  expect([...set].sort()).toEqual(['locale', 'visitor'])
})

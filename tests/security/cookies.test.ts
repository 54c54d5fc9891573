// Over https: there the cookies have other names.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '#src/app/database.ts'
import { readConfig } from '#src/core/config.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { newClient } from '#tests/support/client.ts'
import { addressOf, bodyFor, clientFor, encoded, siteRoutes } from '#tests/support/routes.ts'

let db: Db
let world: World

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
})

/** Every Set-Cookie line of every route, as a stranger and as whoever may open it gets it. */
async function allCookies(): Promise<string[]> {
  const lines: string[] = []
  for (const route of siteRoutes(db))
    for (const client of [newClient(db), clientFor(route, world)]) {
      const body = route.method === 'GET' ? undefined : encoded(route, await bodyFor(route, world))
      const address = `${addressOf(route, world)}${route.method === 'GET' ? '?locale=zh_TW' : ''}`
      const answer = await client.send(route.method, address, {
        body: body?.text,
        headers: body && { 'content-type': body.type },
      })
      lines.push(...answer.headers.getSetCookie())
    }
  return lines
}

describe('over https', () => {
  test('every cookie of every route is bound to this host; what opens something is hidden from scripts', async () => {
    const entered = await newClient(db).post('/acct/login', {
      login: 'lin',
      password: 'Lotus2026',
      agreement: 'yes',
    })
    const lines = [...(await allCookies()), ...entered.headers.getSetCookie()]
    const names = new Set(lines.map((line) => line.split('=')[0]!))
    const expected = ['__Host-device', '__Host-session', '__Host-visitor', 'cookie-consent', 'locale']
    expect([...names].sort()).toEqual(expected)
    expect(lines.length).toBeGreaterThan(50)
    for (const line of lines) {
      const attributes = line.split('; ').slice(1)
      expect([line, attributes]).toEqual([line, expect.arrayContaining(['Path=/', 'SameSite=Lax', 'Secure'])])
      expect(line).not.toMatch(/domain=/i)
      if (!line.startsWith('locale='))
        expect([line, attributes]).toEqual([line, expect.arrayContaining(['HttpOnly'])])
    }
  })

  test('a signatory’s entrance is a __Host- cookie too', () => {
    const name = `__Host-sign-${world.signing.signatoryId}`
    expect([...world.signer.cookies.keys()]).toContain(name)
  })
})

describe('over http', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/qishu',
    SECRET_KEY: '5d2c8f0b7a914e36b8d1c07f2e6a95347c1b',
    SMTP_URL: 'smtps://mail.example',
  }

  test('production is refused, except on localhost', () => {
    expect(readConfig({ ...PRODUCTION, BASE_URL: 'https://qishu.example' }).secure).toBe(true)
    for (const host of ['qishu.example', '192.168.1.4', 'localhost.qishu.example'])
      expect(() => readConfig({ ...PRODUCTION, BASE_URL: `http://${host}` })).toThrow(
        /BASE_URL should start with https/,
      )
    expect(readConfig({ ...PRODUCTION, BASE_URL: 'http://localhost:3000' }).secure).toBe(false)
  })

  test('a demo on a laptop has plain names and no Secure, which a browser would not send back', async () => {
    vi.resetModules()
    vi.stubEnv('BASE_URL', 'http://localhost:3000')
    const { createApp } = await import('#src/app/app.tsx')
    const body = new URLSearchParams({ login: 'lin', password: 'Lotus2026', agreement: 'yes' }).toString()
    const headers = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await createApp(db).request('/acct/login', { method: 'POST', body, headers })
    const session = answer.headers.getSetCookie().find((line) => line.startsWith('session='))!
    const [pair, ...attributes] = session.split('; ')
    expect(pair).toMatch(/^session=[a-z2-7]{40}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
  })
})

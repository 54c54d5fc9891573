// Over https: cookies have different names there.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { sourceFiles } from '#tests/support/files.ts'
import { PRODUCTION } from '#tests/support/production.ts'

let db: Db
let world: World

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
})

describe('over https', () => {
  test('a signatory’s session is a __Host- cookie too', () => {
    const name = `__Host-sign-${world.signing.signatoryId}`
    expect([...world.signer.cookies.keys()]).toContain(name)
  })
})

describe('over http', () => {
  const production = { ...PRODUCTION, SECRET_KEY: '5d2c8f0b7a914e36b8d1c07f2e6a95347c1b' }

  test('production is refused, except on localhost', () => {
    expect(readConfig({ ...production, BASE_URL: 'https://qishu.example' }).secure).toBe(true)
    for (const host of ['qishu.example', '192.168.1.4', 'localhost.qishu.example'])
      expect(() => readConfig({ ...production, BASE_URL: `http://${host}` })).toThrow(
        /BASE_URL should start with https/,
      )
    expect(readConfig({ ...production, BASE_URL: 'http://localhost:3000' }).secure).toBe(false)
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

test('the cookies are the eight kinds of the privacy statement', () => {
  const written = sourceFiles(['src', 'modules']).flatMap((file) => {
    const names = [...readFileSync(file, 'utf8').matchAll(/writeCookie\(c, (\w+)/g)].map(([, name]) => name!)
    return names.map((name) => (name === 'COOKIE' ? file : name))
  })
  expect([...new Set(written)].sort()).toEqual(
    [
      'CONSENT_COOKIE',
      'DEVICE_COOKIE',
      'LOCALE_COOKIE',
      // These three cookies identify a session.
      'SESSION_COOKIE',
      'entranceCookie',
      'name',
      'VISITOR_COOKIE',
      // Set for our staff only, to whom the statement does not apply: the shortcuts of the desk are off.
      'KEYS_COOKIE',
      'modules/accounts/factors/login/second-step.ts',
      'modules/accounts/factors/remembered-device.ts',
      'modules/chat/visitor-routes.tsx',
    ].sort(),
  )
})

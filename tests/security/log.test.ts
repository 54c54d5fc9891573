import { beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '#src/database.ts'
import { newId } from '#src/ids.ts'
import { SESSION_COOKIE } from '#src/session.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { askForCode, codeFor, registration } from '#tests/cast/registration.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'

/** The log as it would be written, line by line; the options are the product's own. */
const lines = vi.hoisted((): string[] => [])

vi.mock('pino', async (original) => {
  const { default: pino } = await original<typeof import('pino')>()
  const written = { write: (line: string) => void lines.push(line) }
  const spied = (options: object) => pino({ ...options, level: 'debug' }, written)
  return { default: Object.assign(spied, { stdTimeFunctions: pino.stdTimeFunctions }) }
})

let db: Db
let world: World

beforeAll(async () => {
  db = await testDatabase()
  world = await openWorld(db)
})

const WRONG = 'WrongSecret77'
const events = () => lines.map((line) => JSON.parse(line)).filter((line) => line.event)
const eventsNamed = (name: string) => events().filter((line) => line.event === name)

test('a whole run leaves every entry, refusal and misuse in the log, in UTC, and no secret', async () => {
  const client = newClient(db)
  const secrets: string[] = [WRONG, 'Lotus2026', 'Kestrel2026', 'TypedAsName99']
  const log = (fields: Record<string, string>) => client.post('/acct/login', { agreement: 'yes', ...fields })

  await log({ login: 'zhou', password: WRONG })
  await log({ login: 'TypedAsName99', password: WRONG })
  await log({ login: 'zhou', password: 'Lotus2026' })
  secrets.push(
    client.cookies.get(SESSION_COOKIE)!,
    client.cookies.get('device')!,
    client.cookies.get('visitor')!,
  )

  client.cookies.delete(SESSION_COOKIE)
  const code = await codeFor(db, client, 'zhou@example.com', 'login')
  secrets.push(code)
  const wrong = code === '000000' ? '000001' : '000000'
  await log({ way: 'email', email: 'zhou@example.com', code: wrong })
  await log({ way: 'email', email: 'zhou@example.com', code })
  client.cookies.delete(SESSION_COOKIE)
  await askForCode(client, 'zhou@example.com', 'login')
  await askForCode(client, 'other@example.com', 'login', 'not-it')
  const fresh = await codeFor(db, client, 'fresh@kestrel.example')
  secrets.push(fresh)
  await client.post('/acct/register', registration({ email: 'fresh@kestrel.example', code: fresh }))
  await client.get(`/acct/login-wechat/return?state=${'s'.repeat(40)}&code=secret-code-of-wechat`)
  secrets.push('s'.repeat(40), 'secret-code-of-wechat')

  await newClient(db).send('POST', '/mgmt/new-doc', { headers: { origin: 'https://evil.example' } })
  await newClient(db).get('/api/customer/user-info')
  const { link } = world.signing
  secrets.push(link.split('/').at(-1)!)
  await newClient(db).send('POST', `${link}/code`, {
    headers: { origin: 'https://evil.example' },
  })
  await newClient(db).get(`/mgmt/${newId()}/view-doc%0d%0aforged`)

  const written = lines.join('')
  expect(secrets.every((secret) => secret.length > 5)).toBe(true)
  for (const secret of secrets) expect([secret, written.includes(secret)]).toEqual([secret, false])
  for (const line of lines) {
    expect(line.match(/\n/g)).toHaveLength(1)
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }

  expect(eventsNamed('entered').map((line) => line.way)).toEqual(['password', 'email', 'register'])
  const refused = eventsNamed('entry refused').map((line) => `${line.way} ${line.reason}`)
  expect(refused).toEqual([
    'password LOGIN_INVALID',
    'password LOGIN_INVALID',
    'email VERIFICATION_COED_ERROR',
    'social SOCIAL_FAILED',
  ])
  expect(eventsNamed('code misused')).toHaveLength(1)
  expect(eventsNamed('code refused').map((line) => line.reason)).toEqual([
    'ACCESS_DENIED',
    'CAPTCHA_VERIFICATION_COED_ERROR',
  ])
  const denied = eventsNamed('access refused')
  expect(denied.filter((line) => line.reason === 'FOREIGN_ORIGIN')).toHaveLength(2)
  expect(denied.map((line) => line.route).join(' ')).toContain('/sign/:token/code')
  for (const line of events())
    expect(['info', 'warn'].map((level) => ({ info: 30, warn: 40 })[level])).toContain(line.level)
  expect((await lastMailTo(db, 'fresh@kestrel.example')).code).toBe(fresh)
  note('secrets in the log of a run', `0 of ${secrets.length} in ${lines.length} lines`)
})

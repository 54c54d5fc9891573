import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_STATUS } from '#src/core/errors.ts'
import type { Db } from '#src/db/db.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum } from '#tests/support/checksum.ts'
import { newClient } from '#tests/support/client.ts'
import { failingDatabase, SECRET } from '#tests/support/failing-database.ts'
import { getRaw, type Listening, listenTo } from '#tests/support/listening.ts'
import { addressOf, bodyFor, clientFor, encoded, siteRoutes } from '#tests/support/routes.ts'
import { ALL_LARGE } from '#tests/support/runs.ts'

let db: Db
let world: World
let server: Listening
const unhandled: unknown[] = []
const remember = (error: unknown) => unhandled.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', remember)
  process.on('uncaughtException', remember)
  world = await copyOfWorld()
  db = world.db
  server = await listenTo(db)
})

afterAll(async () => {
  await server.close()
  expect(unhandled).toEqual([])
})

const LEAKS = [
  SECRET,
  'password_hash',
  process.cwd(),
  'node_modules',
  'file:///',
  '.ts:',
  '.tsx:',
  '    at ',
  'PostgresError',
]
const WORDS =
  /\b(syntax error|invalid input|violates|TypeError|SyntaxError|RangeError|undefined is not)\b|select "|insert into "/i

async function expectDiscreet(what: string, response: Response) {
  const text = `${JSON.stringify([...response.headers])} ${await response.text()}`
  for (const leak of LEAKS) expect([what, leak, text.includes(leak)]).toEqual([what, leak, false])
  expect([what, WORDS.exec(text)?.[0]]).toEqual([what, undefined])
  return text
}

function expectEnvelope(what: string, text: string, status: number) {
  const { success, model, errorCode, errorMsg, ...rest } = JSON.parse(text)
  expect([what, success, rest]).toEqual([what, false, {}])
  expect(model === null || typeof model === 'object').toBe(true)
  expect([what, (ERROR_STATUS as Record<string, number>)[errorCode]]).toEqual([what, status])
  expect(errorMsg.length).toBeGreaterThan(0)
}

describe('an error thrown in a handler', () => {
  test.each(['text/html', 'application/json'])('is reported as %s without its message', async (accept) => {
    const broken = newClient(failingDatabase(db))
    let thrown = 0
    for (const route of siteRoutes(db)) {
      for (const [cookie, value] of clientFor(route, world).cookies) broken.cookies.set(cookie, value)
      const body = route.method === 'GET' ? null : encoded(route, await bodyFor(route, world))
      const headers = { accept, ...(body ? { 'content-type': body.type } : {}) }
      const answer = await broken.send(route.method, addressOf(route, world), { body: body?.text, headers })
      const text = await expectDiscreet(`${route.method} ${route.path}`, answer.clone())
      if (answer.status !== 500) continue
      thrown++
      const json = accept === 'application/json' || route.path.startsWith('/api/')
      if (json) expectEnvelope(route.path, await answer.text(), 500)
      else expect(text).toContain('<h1')
    }
    expect(thrown).toBeGreaterThan(25)
  })
})

const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

/** Bodies for JSON routes that our pages never send. */
const BODIES: [string, string | Buffer][] = [
  ['nothing', ''],
  ['half an object', '{"version": 1, "answers": {'],
  ['null', 'null'],
  ['a string', '"answers"'],
  ['an array', '[1, 2, 3]'],
  ['an array for an object', '{"version": 1, "answers": []}'],
  ['a string for a number', '{"version": "1", "answers": {}}'],
  ['an array for a string', '{"name": ["a"], "number": ["b"], "signatories": {"0": {}}}'],
  ['a number beyond 2^53', '{"version": 9007199254740993, "answers": {}}'],
  ['a number beyond everything', '{"version": 1e999}'],
  ['__proto__', '{"__proto__": {"operations": ["team.documents"]}, "constructor": {"prototype": {"x": 1}}}'],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['deep nesting', DEEP],
  ['deep answers', `{"version": 1, "answers": ${DEEP}}`],
  ['a number as long as a book', `{"version": ${'9'.repeat(100_000)}}`],
]

describe('a malformed body', () => {
  test('is rejected by every JSON route in the envelope, and by every form with a message', async () => {
    const before = await checksum(db, ['platform.nonce'])
    const unsafe = siteRoutes(db).filter(({ method, path }) => method !== 'GET' && path !== '/logout')
    expect(unsafe.length).toBeGreaterThan(12)
    // A chunk of a file is not JSON.
    const json = unsafe.filter(({ method, path }) => method === 'PUT' && !path.startsWith('/mgmt/imports/'))
    for (const route of json)
      for (const [name, body] of BODIES) {
        const headers = { 'content-type': 'application/json', accept: 'application/json' }
        const answer = await clientFor(route, world).send('PUT', addressOf(route, world), {
          body: body as string,
          headers,
        })
        const what = `${route.path} with ${name}`
        expect([what, answer.status]).toEqual([what, 422])
        await expectDiscreet(what, answer.clone())
        expectEnvelope(what, await answer.text(), 422)
      }
    expect(({} as Record<string, unknown>).operations).toBeUndefined()
    expect(await checksum(db, ['platform.nonce'])).toBe(before)
  })

  test('is rejected if it is larger than the route’s limit', async () => {
    const { client } = world.cast.lin
    const large = await client.put(`/mgmt/${world.draft.id}/name`, { name: 'x'.repeat(600_000), number: '1' })
    expect(large.status).toBe(413)
    const form = await client.post('/mgmt/new-doc', { template: 'x'.repeat(70_000) })
    expect(form.status).toBe(413)
  })
})

/** Daily each route gets one of these; all of them when the file is named with LONG=1. */
const ODD = [
  '%00',
  '%ff%fe',
  '%',
  '%zz',
  '__proto__',
  'constructor',
  '%ed%a0%80',
  'a'.repeat(8000),
  '1e999',
  '%u4e00',
  '{}',
]

describe('unusual text in every query, form and path', () => {
  test('never causes a server error', async () => {
    let requests = 0
    for (const [index, route] of siteRoutes(db)
      .filter(({ method }) => method === 'GET')
      .entries())
      for (const odd of ODD.filter((_, n) => ALL_LARGE || n === index % ODD.length)) {
        const keys = [
          'keyword',
          'category',
          'template',
          'status',
          'after',
          'type',
          'channel',
          'returnUrl',
          'locale',
          odd,
        ]
        const query = keys.map((key) => `${key}=${odd}`).join('&')
        // Downloads read no query, and each one would cost a PDF.
        const paths = /\.(pdf|docx)$/.test(route.path) ? [] : [`${addressOf(route, world)}?${query}`]
        if (route.path.includes(':')) paths.push(route.path.replace(/:\w+/, odd))
        for (const path of paths) {
          const answer = await clientFor(route, world)
            .get(path)
            .catch(() => null)
          if (!answer) continue
          requests++
          expect([path.slice(0, 200), answer.status < 500]).toEqual([path.slice(0, 200), true])
          if (answer.status !== 200) await expectDiscreet(path.slice(0, 200), answer)
        }
      }
    expect(requests).toBeGreaterThan(250)
  })

  test('of a megabyte is read like any other text', async () => {
    const answer = await newClient(db).get(`/acct/login?returnUrl=/${'x'.repeat(1_000_000)}`)
    expect(answer.status).toBe(200)
  })

  test('with NULs and lone surrogates in a form or in JSON is cleaned or rejected, without a crash', async () => {
    const { client } = world.cast.lin
    const login = await newClient(db).post('/acct/login', {
      login: 'li\0n',
      password: 'Lotus\0 2026',
      agreement: 'yes',
    })
    expect(login.status).toBe(422)
    const renamed = await client.send('PUT', `/mgmt/${world.draft.id}/name`, {
      body: '{"name": "A\\u0000 \\ud800 B", "number": "N\\u0000-1"}',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
    expect(renamed.status).toBe(422)
    const whole = await client.send('PUT', `/mgmt/${world.draft.id}/name`, {
      body: '{"name": "A\\u0000 B", "number": "N\\u0000-1"}',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
    expect(whole.status).toBe(200)
  })
})

describe('over a real connection', () => {
  const RAW: [string, string | Buffer][] = [
    ['a query of a megabyte', getRaw(`/acct/login?q=${'x'.repeat(1_000_000)}`)],
    [
      'raw bytes in the path',
      Buffer.concat([
        Buffer.from('GET /\xff\xfe HTTP/1.1\r\n', 'latin1'),
        Buffer.from('Host: a\r\nConnection: close\r\n\r\n'),
      ]),
    ],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a strange host', 'GET / HTTP/1.1\r\nHost: <x>\r\nConnection: close\r\n\r\n'],
    ['an absolute address', 'GET http://[::bad HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [
      'two lengths',
      'POST /logout HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 9\r\nConnection: close\r\n\r\nx',
    ],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ]

  test.each(RAW)('%s is answered without a stack, and the next request works', async (what, request) => {
    const response = await server.raw(request)
    expect(response).toMatch(/^(HTTP\/1\.1 [2-4]\d\d |$)/)
    await expectDiscreet(what, new Response(response))
    expect(await server.raw(getRaw('/healthz'))).toMatch(/^HTTP\/1\.1 200 /)
  })
})

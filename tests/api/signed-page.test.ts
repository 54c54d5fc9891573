import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signatureOf } from '#src/auth/signature.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { stubPage } from '#tests/support/bare-page.ts'
import { wasClockWrong } from '#views/scripts/requests/call.ts'

const context = setUpCast()

type Send = (action: string, request: RequestInit) => Promise<Response>

/** The function that the page's script passes to htmx, in a browser whose requests `answers` answers. */
async function sender(answers: ((url: string) => Response)[]) {
  vi.resetModules()
  const sentRequests: string[] = []
  let listener: (event: unknown) => void = () => {}
  vi.stubGlobal('location', { href: 'https://qishu.example/mgmt/my-docs' })
  vi.stubGlobal('document', {
    documentElement: { lang: 'en-US' },
    addEventListener: (_: string, one: typeof listener) => {
      listener = one
    },
  })
  vi.stubGlobal('fetch', async (path: string) => {
    sentRequests.push(path)
    const answer = (answers.shift() ?? (() => new Response('')))(path)
    return Object.defineProperty(answer, 'url', { value: `https://qishu.example${path}`, configurable: true })
  })
  const { startSigning } = await import('#views/scripts/requests/sign-script.ts')
  startSigning()
  const ctx = { request: { headers: {} as Record<string, string> }, fetch: (() => {}) as unknown as Send }
  listener({ detail: { ctx } })
  return { sent: sentRequests, send: ctx.fetch, headers: ctx.request.headers }
}

beforeEach(() => {
  vi.useRealTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a request of htmx is signed as the server expects, once, and without empty fields', async () => {
  const { sent, send, headers } = await sender([])
  const answer = await send('/mgmt/my-docs?keyword=NDA+%E5%90%88&status=&sort=recent', { method: 'GET' })
  await send('/mgmt/client-feedback', { method: 'POST', body: new URLSearchParams({ question: 'Why? é' }) })
  vi.unstubAllGlobals()
  expect(headers).toEqual({ 'x-requested-with': 'XMLHttpRequest' })
  expect(new URL(answer.url).search).toBe('?keyword=NDA+%E5%90%88&sort=recent')
  const [read, written] = sent as [string, string]
  expect(read).not.toContain('status=')
  const { client } = context.cast.lin
  const asHtmx = { 'hx-request': 'true' }
  const firstAnswer = await client.get(read, asHtmx)
  const html = await firstAnswer.text()
  expect([firstAnswer.status, html.includes('nonce='), html.includes('sign=')]).toEqual([200, false, false])
  const secondAnswer = await client.get(read, asHtmx)
  expect([secondAnswer.status, secondAnswer.headers.get('hx-redirect')]).toEqual([
    422,
    '/mgmt/error?code=INVALID_FIELD',
  ])
  const post = (questionText: string) => client.post(written, { question: questionText }, asHtmx)
  expect((await post('Another')).headers.get('hx-redirect')).toBe('/mgmt/error?code=INVALID_FIELD')
  expect((await post('Why? é')).headers.get('hx-redirect')).toBeNull()
})

test('the call of an island is signed, marked and limited, and follows no redirect', async () => {
  vi.resetModules()
  stubPage()
  const sentRequests: { path: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sentRequests.push({ path, init })
    return new Response()
  })
  const { send } = await import('#islands/client.ts')
  const contact = {
    name: 'Wáng \ud800 王',
    places: [{ page: 1 }],
    email: 'wang@kestrel.example',
    mobile: null,
  }
  await send(fetch, 'PUT', '/mgmt/contacts/suggestions', contact)
  vi.unstubAllGlobals()
  const [{ path, init }] = sentRequests as [(typeof sentRequests)[0]]
  expect(init).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) })
  expect(init.headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' })
  expect(JSON.parse(init.body as string)).not.toHaveProperty('mobile')
  const query = new URLSearchParams(path.split('?')[1])
  expect(query.get('sign')).toBe(signatureOf('pages', query, JSON.parse(init.body as string)))
})

test('a wrong clock is corrected by the server’s clock, and the request is sent again', async () => {
  const hour = 3_600_000
  const lateAnswer = () =>
    new Response('', { status: 422, headers: { date: new Date(Date.now() + hour).toUTCString() } })
  const { sent, send } = await sender([lateAnswer])
  await send('/mgmt/my-docs', { method: 'GET' })
  await send('/mgmt/my-docs', { method: 'GET' })
  const ahead = sent.map(
    (path) => Number(new URLSearchParams(path.split('?')[1]).get('timestamp')) - Date.now(),
  )
  expect(ahead.map((one) => Math.abs(Math.round(one / hour)))).toEqual([0, 1, 1])
  // Later test files of this worker use the same module.
  wasClockWrong(422, new Date().toUTCString())
})

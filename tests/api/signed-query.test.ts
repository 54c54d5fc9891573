import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredNonces } from '#src/auth/nonce.ts'
import { SIGNED_FOR } from '#src/auth/signature.ts'
import { now, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum } from '#tests/support/checksum.ts'
import { newClient } from '#tests/support/client.ts'
import { addressOf, bodyFor, clientFor, encoded, type Route, siteRoutes } from '#tests/support/routes.ts'
import { asSigned, signed } from '#tests/support/signed.ts'

const INFO = '/api/customer/user-info'

let world: World
const lin = () => world.cast.lin.client

beforeAll(async () => {
  world = await copyOfWorld()
})
afterEach(() => setClock(null))

async function refusalOf(path: string) {
  const answer = await lin().get(path)
  return [answer.status, (await answer.json()).errorCode]
}

// The tests depend on each other, in order.
describe('signed requests of one person', { shuffle: false }, () => {
  test('a signed request is answered once', async () => {
    const path = signed(INFO)
    expect((await lin().get(path)).status).toBe(200)
    expect(await refusalOf(path)).toEqual([422, 'INVALID_FIELD'])
  })

  test('of fifty concurrent requests with the same nonce, one is answered', async () => {
    const path = signed(INFO)
    const answers = await Promise.all(Array.from({ length: 50 }, () => lin().get(path)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a nonce is remembered for as long as its signature is valid', async () => {
    const start = now().getTime()
    setClock(() => new Date(start))
    const path = signed(INFO, { timestamp: start + SIGNED_FOR * 1000 })
    expect((await lin().get(path)).status).toBe(200)
    setClock(() => new Date(start + 2 * SIGNED_FOR * 1000))
    await deleteExpiredNonces(world.db)
    expect(await refusalOf(path)).toEqual([422, 'INVALID_FIELD'])
  })

  test('the return address contains no signature, because a signature is valid only once', async () => {
    const path = signed('/mgmt/my-docs', { api: 'pages', query: { status: 'draft' } })
    const { headers } = await newClient(world.db).get(path)
    expect(headers.get('location')).toBe(
      `/acct/login?returnUrl=${encodeURIComponent('/mgmt/my-docs?status=draft')}`,
    )
    expect(await (await lin().get(path)).text()).not.toContain('sign=')
    const feedback = await lin().get(signed('/feedback', { api: 'pages', query: { faq: 'none' } }))
    expect(feedback.headers.get('location')).toBe('/mgmt/client-feedback?faq=none')
  })

  test('a request whose body cannot be signed is answered like an unsigned request', async () => {
    const path = `/mgmt/${world.draft.id}/name`
    const deep = `{"name": ${'['.repeat(50_000)}${']'.repeat(50_000)}, "number": "1"}`
    const half = '{"name": "A \\ud800 B", "number": "S-4"}'
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    for (const [body, status] of [
      [deep, 422],
      [half, 422],
    ] as const)
      for (const address of [path, asSigned(path, { body, headers })])
        expect((await lin().send('PUT', address, { body, headers })).status).toBe(status)
  })

  test('a file can be sent with a signature, which covers only the query', async () => {
    const form = new FormData()
    form.set('question', 'Where is the seal?')
    form.set('email', 'lin@example.com')
    const request = new Request('http://localhost:3000/', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type')! }
    const path = signed('/mgmt/client-feedback', { api: 'pages' })
    expect((await lin().send('POST', path, { body: await request.text(), headers })).status).toBe(303)
  })

  test.each([
    ['no signature', INFO],
    ['another pair than was signed', `${signed(INFO)}&locale=zh_CN`],
    ['a wrong signature', signed(INFO).replace(/sign=./, 'sign=x')],
    ['the salt of another API', signed(INFO, { api: 'public' })],
    ['a nonce too short to be one', signed(INFO, { nonce: 'short' })],
  ])('the customer API refuses %s', async (_, path) => {
    expect(await refusalOf(path)).toEqual([422, 'INVALID_FIELD'])
  })

  test('a signature is valid for five minutes in both directions, to the millisecond', async () => {
    const start = now().getTime()
    setClock(() => new Date(start))
    for (const [away, status] of [
      [SIGNED_FOR * 1000, 200],
      [SIGNED_FOR * 1000 + 1, 422],
      [-SIGNED_FOR * 1000, 200],
      [-SIGNED_FOR * 1000 - 1, 422],
    ] as const)
      expect([away, (await lin().get(signed(INFO, { timestamp: start + away }))).status]).toEqual([
        away,
        status,
      ])
  })

  test('a body that was changed after signing is rejected and changes nothing', async () => {
    const body = { name: 'Signed name', number: 'S-1' }
    const path = signed(`/mgmt/${world.draft.id}/name`, { api: 'pages', body })
    const changedAnswer = await lin().put(path, { ...body, name: 'Changed name' })
    expect([changedAnswer.status, (await changedAnswer.json()).errorCode]).toEqual([422, 'INVALID_FIELD'])
    const freshPath = signed(`/mgmt/${world.draft.id}/name`, { api: 'pages', body })
    expect((await lin().put(freshPath, body)).status).toBe(200)
  })

  test('a valid signature gives access only to the signer’s own records', async () => {
    const body = { name: 'Stolen', number: 'S-2' }
    const signedNamePath = (id: string) => signed(`/mgmt/${id}/name`, { api: 'pages', body })
    const answers = await Promise.all(
      [world.draft.id, newId()].map((id) => world.cast.hannah.client.put(signedNamePath(id), body)),
    )
    const [foreign, never] = await Promise.all(answers.map((one) => one.text()))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(foreign).toBe(never)
  })

  test('a body larger than the route’s limit is rejected, signed or not', async () => {
    const body = { name: 'x'.repeat(600_000), number: 'S-3' }
    const path = signed(`/mgmt/${world.draft.id}/name`, { api: 'pages', body })
    expect((await lin().put(path, body)).status).toBe(413)
  })

  test('no route accepts the same signed request twice within its window', async () => {
    // Probes, gateways and e-signing services do not check our signatures, and a logout would end the
    // session.
    const routes = siteRoutes(world.db).filter(
      ({ path }) =>
        !['/healthz', '/readyz', '/logout'].includes(path) && !/^\/(payments|e-sign)\//.test(path),
    )
    const sentRequests: {
      route: Route
      path: string
      init: { headers: Record<string, string>; body?: string }
    }[] = []
    for (const route of routes) {
      const { type, text } =
        route.method === 'GET' ? { type: '', text: undefined } : encoded(route, await bodyFor(route, world))
      const init = { headers: { accept: 'application/json', 'content-type': type }, body: text }
      const path = asSigned(addressOf(route, world), init)
      sentRequests.push({ route, path, init })
      const { status } = await clientFor(route, world).send(route.method, path, init)
      expect([route.path, [415, 500].includes(status)]).toEqual([route.path, false])
    }
    const checksumBefore = await checksum(world.db)
    for (const { route, path, init } of sentRequests) {
      const secondAnswer = await clientFor(route, world).send(route.method, path, init)
      expect([route.path, secondAnswer.status, (await secondAnswer.json()).errorCode]).toEqual([
        route.path,
        422,
        'INVALID_FIELD',
      ])
    }
    expect(await checksum(world.db)).toBe(checksumBefore)
    expect(sentRequests.length).toBeGreaterThan(80)
  })
})

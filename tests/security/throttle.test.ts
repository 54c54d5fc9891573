import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { throttle } from '#src/app/throttle.ts'
import type { Env } from '#src/http/web.ts'
import { asCustomer } from '#src/jobs/fair-queue.ts'
import { logIn, setUpDatabase } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpDatabase()

/**
 * Addresses that no other file uses, because the worker keeps their limits and this file resets the clock.
 */
const CROWD_NETWORK = '203.0.113.117'
const OTHER = '203.0.113.118'

/** The numbers of concurrent requests that are answered immediately, delayed and rejected. */
async function ask(count: number, address: string | undefined) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const client = newClient(context.db, undefined, address)
  const startedAt = Date.now()
  const answers = Array.from({ length: count }, async () => {
    const { status } = await client.get('/live')
    return { status, waited: Date.now() - startedAt }
  })
  const done = await Promise.all(answers)
  vi.useRealTimers()
  return done
}

test('clients of one network that are faster than people are delayed, and then rejected; other networks are not', async () => {
  expect((await logIn(context.client)).status).toBeLessThan(500)
  const done = await ask(900, CROWD_NETWORK)
  const sentAway = done.filter(({ status }) => status === 429)
  expect(sentAway).toHaveLength(900 - 300 - 400)
  // A client that retries in a loop must wait too.
  expect(Math.min(...sentAway.map(({ waited }) => waited))).toBeGreaterThan(4000)
  expect(done.filter(({ status }) => status === 204)).toHaveLength(700)
  const other = newClient(context.db, undefined, OTHER)
  expect((await other.get('/live')).status).toBe(204)
})

test('a client on this machine, behind an undeclared proxy, is not counted', async () => {
  const done = await ask(900, '127.0.0.1')
  expect(done.every(({ status }) => status === 204)).toBe(true)
})

/** A page that responds only when it is released, and the clients admitted to it, in order. */
function slowPage() {
  const letIn: string[] = []
  const ends: (() => void)[] = []
  const app = new Hono<Env>().get('/:name', async (c) => {
    await asCustomer({ key: c.req.param('name')[0]! }, () =>
      throttle(c, () => {
        letIn.push(c.req.param('name'))
        return new Promise((end) => ends.push(end))
      }),
    )
    return c.text('served')
  })
  const ask = (name: string, network: number) =>
    app.request(`/${name}`, {}, { incoming: { socket: { remoteAddress: `192.0.2.${network}` } } })
  const end = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  return { ask, end, letIn }
}

test('anonymous clients of all networks are served four at a time, each network in turn', async () => {
  // No turn ends by the clock while a busy machine delays this test.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, end, letIn } = slowPage()
  const first = Array.from({ length: 10 }, (_, n) => ask(`a${n}`, 1))
  const others = [ask('b0', 2), ask('c0', 3)]
  await new Promise(setImmediate)
  expect(letIn).toEqual(['a0', 'a1', 'a2', 'a3'])
  for (let n = 0; n < 3; n++) await end()
  expect(letIn.slice(4)).toEqual(['a4', 'b0', 'c0'])
  while (letIn.length < 12) await end()
  for (let n = 0; n < 4; n++) await end()
  const answers = await Promise.all([...first, ...others])
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

test('a slow response delays the next ones by only a quarter of a second', async () => {
  const { ask, end, letIn } = slowPage()
  const slow = ['d0', 'd1', 'd2', 'd3', 'e0'].map((name, n) => ask(name, 4 + n))
  await vi.waitFor(() => expect(letIn).toContain('e0'), { timeout: 5000 })
  for (let n = 0; n < 5; n++) await end()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

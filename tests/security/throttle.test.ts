import { expect, test, vi } from 'vitest'
import { heldDatabase, logIn } from '#tests/cast/held.ts'
import { newClient } from '#tests/support/client.ts'

const held = heldDatabase()

/** Addresses that no other file asks from: what these are due stands in the worker, by a clock that is set back here. */
const [CROWD, OTHER] = ['203.0.113.117', '203.0.113.118']

/** How many of so many requests at once are answered at once, let wait and sent away. */
async function ask(count: number, address: string | undefined) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const client = newClient(held.db, undefined, address)
  const began = Date.now()
  const answers = Array.from({ length: count }, async () => {
    const { status } = await client.get('/live')
    return { status, waited: Date.now() - began }
  })
  const done = await Promise.all(answers)
  vi.useRealTimers()
  return done
}

test('strangers of one network who ask faster than people do wait, and then are sent away; others are not', async () => {
  expect((await logIn(held.client)).status).toBeLessThan(500)
  const done = await ask(900, CROWD)
  const sentAway = done.filter(({ status }) => status === 429)
  expect(sentAway).toHaveLength(900 - 300 - 400)
  // Not in a loop as quick as they can.
  expect(Math.min(...sentAway.map(({ waited }) => waited))).toBeGreaterThan(4000)
  expect(done.filter(({ status }) => status === 204)).toHaveLength(700)
  const other = newClient(held.db, undefined, OTHER)
  expect((await other.get('/live')).status).toBe(204)
})

test('whoever comes from this machine, behind a proxy that nobody told of, is not counted', async () => {
  const done = await ask(900, '127.0.0.1')
  expect(done.every(({ status }) => status === 204)).toBe(true)
})

import { afterEach, beforeAll, expect, test } from 'vitest'
import { now, setClock } from '#src/clock.ts'
import { newId } from '#src/ids.ts'
import { SIGNED_FOR } from '#src/signature.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'
import { signed } from '#tests/support/signed.ts'

const INFO = '/api/customer/user-info'

let world: World
const lin = () => world.cast.lin.client

beforeAll(async () => {
  world = await openWorld(await testDatabase())
})
afterEach(() => setClock(null))

async function refusalOf(path: string) {
  const answer = await lin().get(path)
  return [answer.status, (await answer.json()).errorCode]
}

test('a signed request is answered, once', async () => {
  const path = signed(INFO)
  expect((await lin().get(path)).status).toBe(200)
  expect(await refusalOf(path)).toEqual([422, 'INVALID_FIELD'])
})

test('of fifty that carry one nonce at once, one is answered', async () => {
  const path = signed(INFO)
  const answers = await Promise.all(Array.from({ length: 50 }, () => lin().get(path)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
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

test('a signature is good for five minutes to either side, to the millisecond', async () => {
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

test('a body that was changed after signing is refused, and changes nothing', async () => {
  const body = { name: 'Signed name', number: 'S-1' }
  const path = signed(`/mgmt/${world.draft.id}/name`, { api: 'pages', body })
  const changed = await lin().put(path, { ...body, name: 'Changed name' })
  expect([changed.status, (await changed.json()).errorCode]).toEqual([422, 'INVALID_FIELD'])
  const fresh = signed(`/mgmt/${world.draft.id}/name`, { api: 'pages', body })
  expect((await lin().put(fresh, body)).status).toBe(200)
})

test('a right signature opens nothing that is not the signer’s', async () => {
  const body = { name: 'Stolen', number: 'S-2' }
  const sent = (id: string) => signed(`/mgmt/${id}/name`, { api: 'pages', body })
  const answers = await Promise.all(
    [world.draft.id, newId()].map((id) => world.cast.hannah.client.put(sent(id), body)),
  )
  const [foreign, never] = await Promise.all(answers.map((one) => one.text()))
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(foreign).toBe(never)
})

test('a body larger than a route takes is refused, signed or not', async () => {
  const body = { name: 'x'.repeat(600_000), number: 'S-3' }
  const path = signed(`/mgmt/${world.draft.id}/name`, { api: 'pages', body })
  expect((await lin().put(path, body)).status).toBe(413)
})

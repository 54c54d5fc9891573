import { expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { newId } from '#src/core/ids.ts'
import type { PersonName } from '#tests/cast/people.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()

const HOME = '/mgmt/acct-info'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'

async function deviceOf(name: PersonName, device = WINDOWS) {
  const client = newClient(context.db)
  client.cookies.set(
    SESSION_COOKIE,
    await beginSession(context.db, context.cast[name].viewer.id, { device, address: '203.0.113.9' }),
  )
  const row = await context.db
    .selectFrom('platform.session')
    .select('id')
    .where('account_id', '=', context.cast[name].viewer.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return { client, id: row.id }
}

const isIn = async (client: ReturnType<typeof newClient>) => (await client.get(HOME)).status === 200

test('the page lists devices, and one of them can be logged out from another', async () => {
  const { client, id } = await deviceOf('lin')
  const html = await (await context.cast.lin.client.get(HOME)).text()
  expect(html).toContain('Chrome · Windows')
  expect(html).toContain('203.0.113.9')
  expect(html).toContain(`/sessions/${id}/ending`)
  expect((await context.cast.lin.client.post(`${HOME}/sessions/${id}/ending`)).status).toBe(303)
  expect([await isIn(client), await isIn(context.cast.lin.client)]).toEqual([false, true])
})

test('all other sessions of the person are ended together, but no sessions of other people', async () => {
  const otherDevices = [await deviceOf('lin'), await deviceOf('lin')]
  const hannah = await deviceOf('hannah')
  expect((await context.cast.lin.client.post(`${HOME}/other-sessions/ending`)).status).toBe(303)
  for (const { client } of otherDevices) expect(await isIn(client)).toBe(false)
  expect([await isIn(context.cast.lin.client), await isIn(hannah.client)]).toEqual([true, true])
})

test('another person’s session is not found, like an unknown session', async () => {
  const { client, id } = await deviceOf('lin')
  const answers = await Promise.all(
    [id, newId(), 'none'].map((one) => context.cast.hannah.client.post(`${HOME}/sessions/${one}/ending`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await isIn(client)).toBe(true)
})

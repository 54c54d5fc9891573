import { expect, test } from 'vitest'
import { newcomer } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import type { Client } from '#tests/support/client.ts'

const context = setUpCast()
const isDue = async (client: Client) =>
  (await (await client.get('/mgmt/home')).text()).includes('data-tour-first')

test('only a newly registered person gets the tour automatically, until it was seen', async () => {
  const client = await newcomer(context.db, 'new@harbour.example')
  expect(await isDue(client)).toBe(true)
  expect(await isDue(client)).toBe(true)
  expect((await context.cast.lin.client.post('/mgmt/tour')).status).toBe(204)
  expect(await isDue(client)).toBe(true)
  expect((await client.post('/mgmt/tour')).status).toBe(204)
  expect(await isDue(client)).toBe(false)
  expect((await client.post('/mgmt/tour')).status).toBe(204)
  for (const name of ['lin', 'zhou', 'hannah'] as const)
    expect(await isDue(context.cast[name].client)).toBe(false)
})

test('a reader does not get the tour, because its steps are about drafting', async () => {
  const setPermissions = (grants: 'document.create'[]) =>
    context.db
      .updateTable('accounts.account')
      .set({ tour_due: true, grants })
      .where('username', '=', 'zhou')
      .execute()
  await setPermissions(['document.create'])
  expect(await isDue(context.cast.zhou.client)).toBe(true)
  await setPermissions([])
  expect(await isDue(context.cast.zhou.client)).toBe(false)
})

test('logged-in people find it in the help of every page, except staff', async () => {
  const { lin, zhou, ruo } = context.cast
  const linksToTour = async ({ client }: { client: Client }, path: string) =>
    (await (await client.get(path)).text()).split('href="/mgmt/home?tour=1"').length - 1
  // In the corner, and in the footer, which phones show too.
  expect([await linksToTour(lin, '/mgmt/tasks'), await linksToTour(zhou, '/mgmt/home')]).toEqual([2, 2])
  expect([await linksToTour(lin, '/pricing'), await linksToTour(ruo, '/pricing')]).toEqual([1, 0])
  expect([await linksToTour(ruo, '/desk/chat'), await linksToTour(context, '/faq')]).toEqual([0, 0])
})

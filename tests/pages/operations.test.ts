import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '#src/viewer.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'

let world: World

beforeAll(async () => {
  world = await openWorld(await testDatabase())
})

const grant = (grants: Operation[]) =>
  world.db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()

/** What a member with everything finds on its pages, and what goes with each operation that is taken away. */
const OFFERS: [page: () => string, mark: string, operation: Operation][] = [
  [() => '/mgmt/home', 'Create New', 'document.create'],
  [() => '/mgmt/my-docs', 'href="/mgmt/new-doc"', 'document.create'],
  [() => `/mgmt/${world.finalisedId}/view-doc`, 'sign-setting', 'document.sign'],
  [() => `/mgmt/${world.draft.id}/edit-doc`, 'id="finalise"', 'document.finalise'],
]

const ALL: Operation[] = ['document.create', 'document.finalise', 'document.sign', 'team.documents']

test.each(OFFERS)('what a member may not do is not offered (%#)', async (page, mark, operation) => {
  const html = async () => (await world.cast.zhou.client.get(page())).text()
  await grant(ALL)
  expect(await html()).toContain(mark)
  await grant(ALL.filter((one) => one !== operation))
  expect(await html()).not.toContain(mark)
})

const DEEDS: [method: 'get' | 'post', path: () => string, body: Record<string, string>, Operation][] = [
  ['get', () => '/mgmt/new-doc', {}, 'document.create'],
  [
    'post',
    () => '/mgmt/new-doc',
    { template: 'mutual-nda', version: '1', language: 'en', bilingual: 'no' },
    'document.create',
  ],
  ['post', () => `/mgmt/${world.draft.id}/finalisation`, { version: '2' }, 'document.finalise'],
  ['get', () => `/mgmt/${world.finalisedId}/sign-setting`, {}, 'document.sign'],
  ['post', () => `/mgmt/${world.finalisedId}/signing`, {}, 'document.sign'],
]

test.each(DEEDS)(
  '%s without the operation is refused, whatever the page offered (%#)',
  async (method, path, body, operation) => {
    await grant(ALL.filter((one) => one !== operation))
    const answer = await world.cast.zhou.client[method](path(), body)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('No permission temporarily')
  },
)

import { beforeAll, expect, test } from 'vitest'
import type { Grant } from '#modules/accounts/permissions.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum } from '#tests/support/checksum.ts'
import { bodyFor } from '#tests/support/routes.ts'
import { versionOf } from '#tests/support/template-version.ts'

let world: World

beforeAll(async () => {
  world = await copyOfWorld()
})

const grant = (grants: Grant[]) =>
  world.db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()

/**
 * The actions that a member with all permissions sees, and which of them are missing without each
 * permission.
 */
const OFFERS: [page: () => string, mark: string | (() => string), permission: Grant][] = [
  [() => '/mgmt/home', 'Create New', 'document.create'],
  [() => '/mgmt/my-docs', 'href="/mgmt/new-doc"', 'document.create'],
  [() => `/mgmt/${world.finalisedId}/view-doc`, 'sign-setting', 'document.sign'],
  [() => `/mgmt/${world.draft.id}/edit-doc`, 'id="finalise"', 'document.finalise'],
  [() => '/mgmt/my-docs', () => `/mgmt/${world.draft.id}/deletion`, 'document.create'],
  [() => `/mgmt/${world.draft.id}/view-doc`, () => `/mgmt/${world.draft.id}/edit-doc`, 'document.create'],
  [() => `/mgmt/${world.signing.documentId}/signing`, '/reminder', 'document.sign'],
]

const ALL_PERMISSIONS: Grant[] = ['document.create', 'document.finalise', 'document.sign', 'team.documents']

test.each(OFFERS)('a member is not offered what they may not do (%#)', async (page, mark, permission) => {
  const html = async () => (await world.cast.zhou.client.get(page())).text()
  await grant(ALL_PERMISSIONS)
  const text = typeof mark === 'string' ? mark : mark()
  expect(await html()).toContain(text)
  await grant(ALL_PERMISSIONS.filter((one) => one !== permission))
  expect(await html()).not.toContain(text)
})

type Act = [method: 'get' | 'post' | 'put', path: () => string, body: Record<string, unknown>, Grant]

const ACTIONS: Act[] = [
  ['get', () => '/mgmt/new-doc', {}, 'document.create'],
  [
    'post',
    () => '/mgmt/new-doc',
    { template: 'mutual-nda', version: versionOf('mutual-nda'), language: 'en', bilingual: 'no' },
    'document.create',
  ],
  ['post', () => `/mgmt/${world.draft.id}/finalisation`, { version: '2' }, 'document.finalise'],
  ['get', () => `/mgmt/${world.finalisedId}/sign-setting`, {}, 'document.sign'],
  ['post', () => `/mgmt/${world.finalisedId}/signing`, {}, 'document.sign'],
  ['put', () => `/mgmt/${world.finalisedId}/signatories`, { signatories: [] }, 'document.sign'],
  [
    'post',
    () => `/mgmt/${world.signing.documentId}/signatories/${world.signing.signatoryId}/reminder`,
    {},
    'document.sign',
  ],
  ['put', () => `/mgmt/${world.draft.id}/name`, { name: 'Renamed', number: 'R-1' }, 'document.create'],
  ['post', () => `/mgmt/${world.draft.id}/deletion`, {}, 'document.create'],
  ['post', () => `/mgmt/${world.draft.id}/restoration`, {}, 'document.create'],
  ['post', () => `/mgmt/${world.draft.id}/note-dismissal`, {}, 'document.create'],
  ['get', () => `/mgmt/${world.draft.id}/deletion`, {}, 'document.create'],
  ...(['copy', 'revision'] as const).flatMap((as): Act[] => [
    ['get', () => `/mgmt/${world.finalisedId}/${as}`, {}, 'document.create'],
    ['post', () => `/mgmt/${world.finalisedId}/${as}`, {}, 'document.create'],
  ]),
  ['put', () => `/mgmt/${world.draft.id}/answers`, {}, 'document.create'],
]

const ANSWERS = { method: 'PUT', path: '/mgmt/:id/answers' }

test.each(ACTIONS)(
  '%s without the permission is refused, whatever the page offered (%#)',
  async (method, path, body, permission) => {
    await grant(ALL_PERMISSIONS.filter((one) => one !== permission))
    if (path().endsWith('/answers')) Object.assign(body, await bodyFor(ANSWERS, world))
    const checksumBefore = await checksum(world.db)
    const answer = await world.cast.zhou.client[method](path(), body as Record<string, string>)
    expect(answer.status).toBe(403)
    expect(await checksum(world.db)).toBe(checksumBefore)
    expect(await answer.text()).toContain('No permission temporarily')
  },
)

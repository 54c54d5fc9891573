import { beforeAll, expect, test } from 'vitest'
import type { DeskAction } from '#modules/accounts/desk/desk-log-schema.ts'
import '#src/app/events.ts'
import type { Db } from '#src/db/db.ts'
import { buy } from '#tests/cast/orders.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { configure } from '#tests/support/configured.ts'
import { addressOf, bodyFor, siteRoutes } from '#tests/support/routes.ts'

/** The actions that need two members of staff. */
const BY_TWO: DeskAction[] = [
  'set-price',
  'change-package',
  'open-plan',
  'grant-uses',
  'erase',
  'refund-order',
  'refund-payment',
]

let world: World
let db: Db

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
})

const doneAlone = async () =>
  (
    await db
      .selectFrom('accounts.desk_action')
      .select('action')
      .where('action', 'in', BY_TWO)
      .where('approved_by', 'is', null)
      .execute()
  ).map(({ action }) => action)

const requestedKinds = async () =>
  (
    await db
      .selectFrom('platform.approval')
      .select('kind')
      .distinct()
      .where('requested_by', '=', world.cast.ruo.viewer.id)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)

test('one member of staff alone cannot complete an action that needs two, by any route of the desk', async () => {
  configure({ FOUR_EYES_FROM: '0' })
  const { ruo, lin, hannah } = world.cast
  const before = await doneAlone()
  const order = await buy(db, lin.viewer, 'single_1', { period: 'once' })
  const refund = { amount: '1.00', reason: 'x', uses: '0', key: crypto.randomUUID(), step: 'apply' }
  const forms: [string, Record<string, string>][] = [
    [`/desk/orders/${order.id}/refund`, refund],
    [
      `/desk/accounts/${hannah.viewer.id}/erasure`,
      { confirmation: hannah.viewer.username, ground: 'A letter' },
    ],
    [`/desk/payments/${world.paymentId}/refund`, { ...refund, reference: 'R-1' }],
    [
      '/desk/packages/single_1/prices',
      { period: 'once', currency: 'CNY', amount: '1', from: '', priceReason: 'x' },
    ],
  ]
  for (const [path, form] of forms) await ruo.client.post(path, form)
  const routes = siteRoutes(db).filter(({ method, path }) => method === 'POST' && path.startsWith('/desk/'))
  expect(routes.length).toBeGreaterThan(50)
  for (const route of routes) {
    const answer = await ruo.client.post(
      addressOf(route, world),
      (await bodyFor(route, world)) as Record<string, string>,
    )
    expect([route.path, answer.status < 500]).toEqual([route.path, true])
  }
  // Their own requests, decided by themselves in each possible way.
  for (const { id } of await db.selectFrom('platform.approval').select('id').execute())
    for (const decision of ['approval', 'refusal', 'withdrawal'])
      await ruo.client.post(`/desk/approvals/${id}/${decision}`, { note: 'x' })
  expect(await doneAlone()).toEqual(before)
  expect(await requestedKinds()).toEqual(['coupon', 'erasure', 'package', 'plan', 'price', 'refund', 'uses'])
  const { state } = await db
    .selectFrom('accounts.account')
    .select('state')
    .where('id', '=', hannah.viewer.id)
    .executeTakeFirstOrThrow()
  expect(state).not.toBe('erased')
})

import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { pendingOrders } from '#modules/orders/payments/pending-orders.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { switchOff } from '#modules/orders/renewal/switching.ts'
import { DAY, HOUR, now, setClock, shanghaiDay } from '#src/core/clock.ts'
import { startOfDay } from '#src/core/day.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { buy, order, pay } from '#tests/cast/orders.ts'
import { agree, runRenewals } from '#tests/cast/renewals.ts'
import { freshTeam } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { drawSeed, type Seeded, seeded } from '#tests/support/seeded.ts'

const ROUNDS = caseCount(8, 300)
const STEPS = 55
vi.setConfig({ testTimeout: LONG ? 3_600_000 : 120_000 })

let db: Db

beforeAll(async () => {
  db = await testDatabase()
})
afterEach(() => setClock(null))

interface World {
  drawn: Seeded
  viewer: Viewer
  clock: number
}

const reloadViewer = async ({ viewer }: World) => (await findViewer(db, viewer.id))!

/** Runs a step; business rules may refuse it. */
async function tryStep(step: () => Promise<unknown>) {
  await step().catch((error) => {
    if (!(error instanceof Error) || !('code' in error)) throw error
  })
}

const STEPS_OF: Record<string, (world: World) => Promise<unknown>> = {
  job: () => runRenewals(db),
  hours: async (world) => {
    world.clock += (1 + world.drawn.below(47)) * HOUR
    setClock(() => new Date(world.clock))
    await runRenewals(db)
  },
  twice: () => Promise.all([runRenewals(db), runRenewals(db), overdueOrders.now(db, {})]),
  overdue: async () => {
    await overdueOrders.now(db, {})
    await pendingOrders.now(db, {})
  },
  off: async (world) => {
    if (world.drawn.below(10) === 0) await switchOff(db, await reloadViewer(world))
  },
  on: async (world) => {
    const isEmpty = world.drawn.below(3) === 0
    await tryStep(async () => agree(db, await reloadViewer(world), { isEmpty }))
  },
  filled: () =>
    db
      .updateTable('orders.sandbox_agreement')
      .set({ state: 'active' })
      .where('state', '=', 'empty')
      .execute(),
  own: async (world) => {
    if (world.drawn.below(4)) return
    await tryStep(async () => {
      const viewer = await reloadViewer(world)
      const placed = await order(db, viewer, 'basic')
      if (world.drawn.below(2)) await pay(db, viewer, placed)
    })
  },
  upgrade: async (world) => {
    if (world.drawn.below(8) === 0)
      await tryStep(async () => buy(db, await reloadViewer(world), 'professional'))
  },
  cancelAndRun: async (world) => {
    if (world.drawn.below(8)) return
    await Promise.all([runRenewals(db), switchOff(db, await reloadViewer(world))])
  },
}

/** Sets a price for all customers. Prices stay, so each round begins where the previous one ended. */
const setPrice = (world: World) =>
  db
    .insertInto('orders.price')
    .values({
      id: newId(),
      package: 'basic',
      period: 'monthly',
      currency: 'CNY',
      amount: BigInt(30_000 + 1_000 * world.drawn.below(20)),
      from_at: new Date(world.clock + world.drawn.below(10) * DAY),
      set_by: null,
    })
    // Two random times may be equal.
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Conditions that hold at any time of the steps. */
async function check({ viewer }: World) {
  const orders = await db
    .selectFrom('orders.order as order')
    .leftJoin('orders.renewal as renewal', 'renewal.order_id', 'order.id')
    .leftJoin('orders.mandate as mandate', 'mandate.id', 'order.mandate_id')
    .select([
      'order.id',
      'order.number',
      'order.created_at',
      'order.total',
      'order.state',
      'order.mandate_id',
    ])
    .select(['renewal.noticed_at', 'renewal.price', 'renewal.plan_ends_at', 'renewal.state as renewed'])
    .select(['mandate.ended_at', 'mandate.price_limit'])
    .where('order.team_id', '=', viewer.teamId)
    .execute()
  const payments = await db
    .selectFrom('orders.payment as payment')
    .innerJoin('orders.order as order', 'order.id', 'order_id')
    .select(['order_id', 'problem', 'amount', 'mandate_id'])
    .where('order.team_id', '=', viewer.teamId)
    .execute()
  const charged = orders.filter(({ mandate_id, state }) => mandate_id && state === 'paid')
  for (const { noticed_at, created_at, total, price, price_limit, renewed, ended_at } of charged) {
    const earliest = startOfDay(shanghaiDay(new Date(noticed_at!.getTime() + 6 * DAY)))
    expect(created_at.getTime()).toBeGreaterThanOrEqual(earliest.getTime())
    expect(created_at.getTime() - noticed_at!.getTime()).toBeGreaterThanOrEqual(5 * DAY)
    expect(total <= price! && total <= price_limit!).toBe(true)
    expect(renewed).toBe('paid')
    expect(!ended_at || ended_at >= created_at).toBe(true)
  }
  // Each end of a plan has one paid renewal, and no payment is left unsettled.
  const ends = charged.map(({ plan_ends_at }) => plan_ends_at!.getTime())
  expect(new Set(ends).size).toBe(ends.length)
  const automatic = payments.filter(({ mandate_id }) => mandate_id)
  expect(automatic.map(({ problem }) => problem)).toEqual(automatic.map(() => null))
  expect(new Set(automatic.map(({ order_id }) => order_id)).size).toBe(automatic.length)
  const taken = await db
    .selectFrom('orders.sandbox_payment')
    .innerJoin('orders.order as order', 'number', 'order_number')
    .select(['order_number', 'state'])
    .where('order.team_id', '=', viewer.teamId)
    .where('mandate_id', 'is not', null)
    .execute()
  expect(new Set(taken.map(({ order_number }) => order_number)).size).toBe(taken.length)
  expect(taken.filter(({ state }) => state === 'closed')).toEqual([])
  return charged.length
}

test('for any times of notices, charges, cancellations, own orders and prices, no one pays twice', async () => {
  const seed = drawSeed()
  const drawn = seeded(seed)
  let charged = 0
  let clock = new Date('2030-01-05T10:00:00+08:00').getTime()
  // A few histories may contain no charged renewal.
  for (let round = 0; round < ROUNDS || (charged === 0 && round < 10 * ROUNDS); round++) {
    setClock(() => new Date(clock))
    const { accountId } = await freshTeam(db)
    const viewer = (await findViewer(db, accountId))!
    const world: World = { drawn, viewer, clock }
    await buy(db, await reloadViewer(world), 'basic')
    await tryStep(async () => agree(db, await reloadViewer(world)))
    const names = [...Object.keys(STEPS_OF), ...Array.from({ length: 20 }, () => 'hours')]
    const played: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const name = drawn.pick(names)
      played.push(name)
      await STEPS_OF[name]!(world)
      if (drawn.below(25) === 0) await setPrice(world)
      await check(world).catch((error) => {
        throw new Error(`SEED=${seed}, round ${round}: ${played.join(' ')}\n${error.stack}`)
      })
    }
    charged += await check(world)
    clock = Math.max(world.clock, now().getTime()) + 30 * DAY
  }
  note(
    'histories of automatic renewals',
    `${ROUNDS} histories, ${charged} renewals: each charged once, five whole days after its notice (seed ${seed})`,
  )
  expect(charged).toBeGreaterThan(0)
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { overdueOrders, queryGateway } from '#modules/orders/payments/query-gateway.ts'
import { createApp } from '#src/app/app.tsx'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { setClock } from '#src/core/clock.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { became, beginPaymentAt } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { runs } from '#tests/support/runs.ts'

const LONG = process.env.LONG === '1'
vi.setConfig({ testTimeout: LONG ? 1_200_000 : 60_000 })

const NAMES = ['alipay', 'wechat', 'paypal'] as const
type Name = (typeof NAMES)[number]

let db: Db
let cast: Cast
let gateways: Gateways
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  gateways = await openGateways()
  app = createApp(db)
})

/** Events around a payment, which happen in any order and concurrently. */
const STEPS = [
  'page',
  'pay',
  'told',
  'forged',
  'back',
  'asked',
  'jobs',
  'overdue',
  'down',
  'broken',
  'up',
] as const
type Step = (typeof STEPS)[number]

const history = fc.array(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 8,
})

async function takeStep(step: Step, placed: Order) {
  const name = placed.method as Name
  const gateway = gateways[name]
  if (step === 'down' || step === 'broken' || step === 'up') gateway.mood = step
  if (step === 'page') await cast.lin.client.get(`/mgmt/orders/${placed.id}/payment`)
  if (step === 'pay') payThere(placed)
  if (step === 'told' || step === 'forged') await sendCallback(name, placed.number, step === 'forged')
  if (step === 'back') await cast.lin.client.get(`/pay-finish?order=${placed.id}`)
  if (step === 'asked') await queryGateway(db, placed)
  if (step === 'jobs') await workWaitingJobs(db)
  if (step === 'overdue') await overdueOrders.now(db, {})
}

/** The payer approves if the gateway has the order; returns whether it has the order. */
function payThere({ number, method }: Order): boolean {
  const { alipay, wechat, paypal } = gateways
  if (method === 'alipay' && alipay.trades.get(number)?.status === 'WAIT_BUYER_PAY') alipay.pay(number)
  if (method === 'wechat' && wechat.transactions.get(number)?.state === 'NOTPAY') wechat.pay(number)
  const there = method === 'paypal' ? paypal.byNumber(number) : undefined
  if (there?.status === 'PAYER_ACTION_REQUIRED') there.status = 'APPROVED'
  if (method === 'alipay') return alipay.trades.get(number)?.status === 'TRADE_SUCCESS'
  if (method === 'wechat') return wechat.transactions.get(number)?.state === 'SUCCESS'
  return there !== undefined
}

async function sendCallback(name: Name, number: string, forged: boolean) {
  const by = forged ? ('stranger' as const) : undefined
  const sent =
    name === 'alipay'
      ? {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: gateways.alipay.notification(number, {}, by),
        }
      : gateways[name].notification(number, by && { by })
  await app.request(`/payments/${name}/callback`, { method: 'POST', ...sent })
}

const PAID = ['paid', [null], [1]]
const OPEN = ['pending', [], []]

test('in any order of events a paid order is granted once, an unpaid one never', async () => {
  const seen = { paid: 0, open: 0 }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...NAMES), history, fc.boolean(), async (name, steps, pays) => {
      setClock(null)
      gateways[name].mood = 'up'
      await sql`delete from pgboss.job`.execute(db)
      const viewer = (await findViewer(db, cast.lin.viewer.id))!
      const placed = await beginPaymentAt(db, viewer, name, gateways)
      for (const together of steps)
        await Promise.all(together.filter((one) => pays || one !== 'pay').map((one) => takeStep(one, placed)))
      gateways[name].mood = 'up'
      const paid = pays && payThere(placed)
      await sendCallback(name, placed.number, false)
      await sql`update pgboss.job set start_after = now(), state = 'retry' where state = 'retry'`.execute(db)
      await workWaitingJobs(db)
      expect([name, await became(db, placed.id)]).toEqual([name, paid ? PAID : OPEN])
      seen[paid ? 'paid' : 'open'] += 1
    }),
    { ...runs(20), ...(LONG && { endOnFailure: true }) },
  )
  expect([seen.paid > 0, seen.open > 0]).toEqual([true, true])
  note(
    'histories around a payment (R-24)',
    `${seen.paid} paid and granted once, ${seen.open} unpaid and nothing granted`,
  )
})

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { agreementOf, findMandate } from '#modules/orders/renewal/mandate.ts'
import type { Mandate } from '#modules/orders/renewal/renewal-schema.ts'
import { placeToConclude, switchOff } from '#modules/orders/renewal/switching.ts'
import { createApp } from '#src/app/app.tsx'
import { DAY, MINUTE, setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Gateways, openGateways } from '#tests/cast/gateways.ts'
import { buy } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { begin, runRenewals } from '#tests/cast/renewals.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let gateways: Gateways
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  gateways = await openGateways()
  app = createApp(db)
  configure({ ...gateways.variables, DEMO: '1' })
  await buy(db, (await findViewer(db, cast.lin.viewer.id))!, 'basic', { period: 'yearly' })
})
beforeEach(() => configure(gateways.variables))
afterEach(async () => {
  setClock(null)
  gateways.alipay.mood = 'up'
  const viewer = await lin()
  await switchOff(db, viewer)
  await workWaitingJobs(db, { forgiving: true })
})

const lin = async () => (await findViewer(db, cast.lin.viewer.id))!
const reloadMandate = async ({ id }: Mandate) => (await findMandate(db, id))!
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const notify = async (body: string) => {
  const answer = await app.request('/payments/alipay/callback', { method: 'POST', headers: FORM, body })
  await workWaitingJobs(db, { forgiving: true })
  return answer.status
}
const numberOf = (mandate: Mandate) => agreementOf(mandate).number

/** A mandate that was begun here and agreed at Alipay, which has not called back yet. */
async function concludeMandate(): Promise<Mandate> {
  const mandate = await begin(db, await lin(), { method: 'alipay', period: 'yearly' })
  const go = await placeToConclude(db, mandate)
  expect(gateways.alipay.agree(go!)).toBe(numberOf(mandate))
  return mandate
}

const soonBeforeEnd = async (days: number) => {
  const { to_at } = await db
    .selectFrom('orders.term')
    .select('to_at')
    .where('team_id', '=', cast.lin.viewer.teamId)
    .where('replaced_at', 'is', null)
    .orderBy('to_at', 'desc')
    .executeTakeFirstOrThrow()
  const at = to_at.getTime() - days * DAY + MINUTE
  setClock(() => new Date(at))
}

const orders = () =>
  db
    .selectFrom('orders.order')
    .select(['number', 'state', 'total'])
    .where('team_id', '=', cast.lin.viewer.teamId)
    .where('mandate_id', 'is not', null)
    .orderBy('id')
    .execute()

describe('an agreement at Alipay', () => {
  test('is valid once Alipay confirms it, even if the callback is late or repeated', async () => {
    const mandate = await concludeMandate()
    expect((await reloadMandate(mandate)).state).toBe('pending')
    const body = gateways.alipay.agreementNotification(numberOf(mandate))
    expect(
      await notify(gateways.alipay.agreementNotification(numberOf(mandate), 'dut_user_sign', 'stranger')),
    ).toBe(400)
    expect((await reloadMandate(mandate)).state).toBe('pending')
    expect([await notify(body), await notify(body)]).toEqual([200, 200])
    expect(await reloadMandate(mandate)).toMatchObject({
      state: 'active',
      reference: `A${numberOf(mandate)}`,
    })
  })

  test('is not valid if only a callback reports it', async () => {
    const mandate = await begin(db, await lin(), { method: 'alipay', period: 'yearly' })
    await notify(gateways.alipay.agreementNotification(numberOf(mandate)))
    expect((await reloadMandate(mandate)).state).toBe('pending')
  })

  test('is ended here when the payer ends it at Alipay', async () => {
    const mandate = await concludeMandate()
    await notify(gateways.alipay.agreementNotification(numberOf(mandate)))
    gateways.alipay.agreements.get(numberOf(mandate))!.status = 'STOP'
    await notify(gateways.alipay.agreementNotification(numberOf(mandate), 'dut_user_unsign'))
    expect((await reloadMandate(mandate)).ended_why).toBe('gateway')
  })

  test('is ended at Alipay when it is switched off, with retries until Alipay answers', async () => {
    const mandate = await concludeMandate()
    await notify(gateways.alipay.agreementNotification(numberOf(mandate)))
    gateways.alipay.mood = 'down'
    await switchOff(db, await lin())
    await workWaitingJobs(db, { forgiving: true })
    expect([(await reloadMandate(mandate)).state, (await reloadMandate(mandate)).released_at]).toEqual([
      'ended',
      null,
    ])
    gateways.alipay.mood = 'up'
    setClock(() => new Date(Date.now() + 10 * MINUTE))
    await db.transaction().execute(async (trx) => {
      const { endAgreementJob } = await import('#modules/orders/renewal/mandate.ts')
      await endAgreementJob.enqueue(trx, { mandateId: mandate.id })
    })
    await workWaitingJobs(db, { forgiving: true })
    expect((await reloadMandate(mandate)).released_at).not.toBeNull()
    expect(gateways.alipay.agreements.get(numberOf(mandate))!.status).toBe('STOP')
  })

  test('that is concluded after it was abandoned is ended at Alipay', async () => {
    const mandate = await begin(db, await lin(), { method: 'alipay', period: 'yearly' })
    const go = (await placeToConclude(db, mandate))!
    await switchOff(db, await lin())
    await workWaitingJobs(db, { forgiving: true })
    gateways.alipay.agree(go)
    await notify(gateways.alipay.agreementNotification(numberOf(mandate)))
    expect((await reloadMandate(mandate)).state).toBe('ended')
    expect(gateways.alipay.agreements.get(numberOf(mandate))!.status).toBe('STOP')
  })

  test('has a page that links to Alipay and back', async () => {
    const mandate = await begin(db, await lin(), { method: 'alipay', period: 'yearly' })
    const html = await (await cast.lin.client.get('/mgmt/acct-info/renewal')).text()
    expect(html).toContain('alipay.user.agreement.page.sign')
    const back = await app.request(`/payments/alipay/return?mandate=${mandate.id}&sign=x`)
    expect(back.headers.get('location')).toBe('/mgmt/acct-info/renewal?wait')
  })
})

test('a charge is made once under the number of its order, and a lost response is found by a query', async () => {
  const mandate = await concludeMandate()
  await notify(gateways.alipay.agreementNotification(numberOf(mandate)))
  await soonBeforeEnd(10)
  await runRenewals(db)
  await soonBeforeEnd(3)
  gateways.alipay.agreements.get(numberOf(mandate))!.isEmpty = true
  await runRenewals(db)
  expect((await orders()).map(({ state }) => state)).toEqual(['closed'])
  gateways.alipay.agreements.get(numberOf(mandate))!.isEmpty = false
  await soonBeforeEnd(2)
  gateways.alipay.mood = 'down'
  await runRenewals(db)
  expect((await orders()).map(({ state }) => state)).toEqual(['closed', 'pending'])
  gateways.alipay.mood = 'up'
  const { chargeRenewal } = await import('#modules/orders/renewal/charge.ts')
  const { id } = await db
    .selectFrom('orders.renewal')
    .select('id')
    .where('mandate_id', '=', mandate.id)
    .executeTakeFirstOrThrow()
  await Promise.allSettled([1, 2, 3].map(() => chargeRenewal.now(db, { renewalId: id })))
  const paid = await orders()
  expect(paid.map(({ state }) => state)).toEqual(['closed', 'paid'])
  const trades = [...gateways.alipay.trades.values()].filter(({ status }) => status === 'TRADE_SUCCESS')
  expect(trades.map(({ number }) => number)).toEqual([paid[1]!.number])
  // A late callback about the payment changes nothing.
  await notify(gateways.alipay.notification(paid[1]!.number))
  expect(await orders()).toEqual(paid)
})

import { afterEach, beforeAll, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { currentMandate, switchOff } from '#modules/orders/renewal/switching.ts'
import { setClock } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { buy } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { agree } from '#tests/cast/renewals.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

const HOME = '/mgmt/acct-info/renewal'
const lin = async () => (await findViewer(db, cast.lin.viewer.id))!

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  await buy(db, await lin(), 'basic')
})
afterEach(async () => {
  setClock(null)
  await switchOff(db, await lin())
})

const CHOICE = { period: 'monthly', method: 'sandbox', monthlyPrice: '39900', yearlyPrice: '1' }

test('the page is for the administrator, and no checkbox is ticked in advance', async () => {
  expect((await cast.zhou.client.get(HOME)).status).toBe(403)
  const html = await (await cast.lin.client.get(HOME)).text()
  expect(html).toContain('at least five days ahead')
  expect(html).not.toContain('checked=""')
})

test('a form without consent, or with another price, keeps the choice and states the problem', async () => {
  const without = await cast.lin.client.post(HOME, CHOICE)
  expect([without.status, await without.text()]).toEqual([
    422,
    expect.stringContaining('Please read this and agree'),
  ])
  const other = await cast.lin.client.post(HOME, { ...CHOICE, monthlyPrice: '100', agreed: 'yes' })
  expect(other.status).toBe(422)
  const unknown = await cast.lin.client.post(HOME, { ...CHOICE, method: 'bank', agreed: 'yes' })
  expect(unknown.status).toBe(422)
  expect(await currentMandate(db, cast.lin.viewer.teamId)).toBeUndefined()
})

test('renewal is switched on at the payment service and off with one button', async () => {
  expect((await cast.lin.client.post(HOME, { ...CHOICE, agreed: 'yes' })).headers.get('location')).toBe(HOME)
  const { id } = (await currentMandate(db, cast.lin.viewer.teamId))!
  expect(await (await cast.lin.client.get(HOME)).text()).toContain(`${HOME}/${id}/sandbox`)
  const back = await cast.lin.client.post(`${HOME}/${id}/sandbox`, { answer: 'agree' })
  expect(await (await cast.lin.client.get(back.headers.get('location')!)).text()).toContain('Turn off')
  expect((await cast.lin.client.post(`${HOME}/end`, {})).headers.get('location')).toBe(`${HOME}?done=off`)
  expect(await currentMandate(db, cast.lin.viewer.teamId)).toBeUndefined()
  // The form is submitted again in another tab.
  expect((await cast.lin.client.post(`${HOME}/end`, {})).status).toBe(303)
})

test('staff see renewal and end it with a reason, which the staff log stores', async () => {
  await agree(db, await lin())
  const at = `/desk/accounts/${cast.lin.viewer.id}`
  expect(await (await cast.ruo.client.get(`${at}/plan`)).text()).toContain('Automatic renewal')
  expect((await cast.ruo.client.post(`${at}/renewal-end`, {})).status).toBe(422)
  expect((await cast.lin.client.post(`${at}/renewal-end`, { renewalReason: 'x' })).status).toBe(404)
  const done = await cast.ruo.client.post(`${at}/renewal-end`, { renewalReason: 'Asked by phone' })
  expect(done.headers.get('location')).toBe(`${at}/plan?done=renewalEnded`)
  const again = await cast.ruo.client.post(`${at}/renewal-end`, { renewalReason: 'Asked by phone' })
  expect([again.status, await again.text()]).toEqual([
    422,
    expect.stringContaining('Automatic renewal is off'),
  ])
  const logged = db.selectFrom('accounts.desk_action').select('reason').where('action', '=', 'end-renewal')
  expect(await logged.execute()).toEqual([{ reason: 'Asked by phone' }])
})

import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { dropFactors, giveApp } from '#tests/cast/factors.ts'
import { heldCast, logIn } from '#tests/cast/held.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem } from '#tests/support/form.ts'

const REASON = 'Called back on the number of the account'

const held = heldCast()
afterEach(async () => {
  for (const { viewer } of Object.values(held.cast)) await dropFactors(held.db, viewer.id)
})

const idOf = (name: 'hannah' | 'ruo') => held.cast[name].viewer.id
const reset = (fields: Record<string, string>, id = idOf('hannah'), client = held.cast.ruo.client) =>
  client.post(`/desk/accounts/${id}/factor-reset`, { identified: 'yes', resetReason: REASON, ...fields })
const factors = () =>
  held.db.selectFrom('accounts.factor').select('id').where('account_id', '=', idOf('hannah')).execute()
const logged = () =>
  held.db
    .selectFrom('accounts.desk_action')
    .select(['staff_id', 'reason'])
    .where('account_id', '=', idOf('hannah'))
    .where('action', '=', 'reset-factors')
    .execute()

describe('staff remove the second factor of somebody who lost it', () => {
  test('everything goes, every session ends, and it is logged and mailed', async () => {
    await giveApp(held.db, idOf('hannah'))
    const session = newClient(held.db)
    session.cookies.set(SESSION_COOKIE, await beginSession(held.db, idOf('hannah')))
    expect(await (await held.cast.ruo.client.get(`/desk/accounts/${idOf('hannah')}`)).text()).toContain(
      'Remove the second factor',
    )
    const answers = await Promise.all([reset({}), reset({})])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await factors()).toEqual([])
    expect(await logged()).toEqual([{ staff_id: idOf('ruo'), reason: REASON }])
    expect((await lastMailTo(held.db, 'hannah@example.com')).subject).toContain('Support removed')
    expect((await session.get('/mgmt/home')).status).toBe(303)
    expect((await logIn(held.client, { login: 'hannah' })).headers.get('location')).toBe('/mgmt/home')
  })

  test.each([
    [{ identified: '' }, 'identified', 'Please verify the identity first'],
    [{ resetReason: ' ' }, 'resetReason', 'This field is required'],
    [{ resetReason: 'x'.repeat(501) }, 'resetReason', 'This text is too long'],
  ])('it needs the identity check and a reason: %o', async (change, field, words) => {
    await giveApp(held.db, idOf('hannah'))
    const answer = await reset(change)
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
    expect((await factors()).length).toBe(1)
  })

  test('not for themselves, and nobody else may', async () => {
    await giveApp(held.db, idOf('ruo'))
    await giveApp(held.db, idOf('hannah'))
    expect((await reset({}, idOf('ruo'))).status).toBe(403)
    expect((await reset({}, idOf('hannah'), held.cast.lin.client)).status).toBe(404)
    expect((await reset({}, idOf('hannah'), held.client)).headers.get('location')).toContain('/acct/login')
    expect((await factors()).length).toBe(1)
  })

  test('an account without one has no such form, and nothing is logged', async () => {
    const before = await logged()
    const html = await (await held.cast.ruo.client.get(`/desk/accounts/${idOf('hannah')}`)).text()
    expect(html).not.toContain('factor-reset')
    expect((await reset({})).status).toBe(303)
    expect(await logged()).toEqual(before)
  })
})

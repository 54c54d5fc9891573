import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { dropFactors, giveApp } from '#tests/cast/factors.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem } from '#tests/support/form.ts'

const REASON = 'Called back on the number of the account'

const context = setUpCast()
afterEach(async () => {
  for (const { viewer } of Object.values(context.cast)) await dropFactors(context.db, viewer.id)
})

const idOf = (name: 'hannah' | 'ruo') => context.cast[name].viewer.id
const reset = (fields: Record<string, string>, id = idOf('hannah'), client = context.cast.ruo.client) =>
  client.post(`/desk/accounts/${id}/factor-reset`, { identified: 'yes', resetReason: REASON, ...fields })
const factors = () =>
  context.db.selectFrom('accounts.factor').select('id').where('account_id', '=', idOf('hannah')).execute()
const logged = () =>
  context.db
    .selectFrom('accounts.desk_action')
    .select(['staff_id', 'reason'])
    .where('account_id', '=', idOf('hannah'))
    .where('action', '=', 'reset-factors')
    .execute()

describe('staff remove the second factor of a person who lost it', () => {
  test('removes all factors, ends every session, logs it and mails the owner', async () => {
    await giveApp(context.db, idOf('hannah'))
    const session = newClient(context.db)
    session.cookies.set(SESSION_COOKIE, await beginSession(context.db, idOf('hannah')))
    expect(await (await context.cast.ruo.client.get(`/desk/accounts/${idOf('hannah')}`)).text()).toContain(
      'Remove the second factor',
    )
    const answers = await Promise.all([reset({}), reset({})])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await factors()).toEqual([])
    expect(await logged()).toEqual([{ staff_id: idOf('ruo'), reason: REASON }])
    expect((await lastMailTo(context.db, 'hannah@example.com')).subject).toContain('Support removed')
    expect((await session.get('/mgmt/home')).status).toBe(303)
    expect((await logIn(context.client, { login: 'hannah' })).headers.get('location')).toBe('/mgmt/home')
  })

  test.each([
    [{ identified: '' }, 'identified', 'Please verify the identity first'],
    [{ resetReason: ' ' }, 'resetReason', 'This field is required'],
    [{ resetReason: 'x'.repeat(501) }, 'resetReason', 'This text is too long'],
  ])('it needs the identity check and a reason: %o', async (change, field, words) => {
    await giveApp(context.db, idOf('hannah'))
    const answer = await reset(change)
    expect([answer.status, fieldProblem(await answer.text(), field)]).toEqual([422, words])
    expect((await factors()).length).toBe(1)
  })

  test('staff cannot do it for themselves, and other people cannot do it', async () => {
    await giveApp(context.db, idOf('ruo'))
    await giveApp(context.db, idOf('hannah'))
    expect((await reset({}, idOf('ruo'))).status).toBe(403)
    expect((await reset({}, idOf('hannah'), context.cast.lin.client)).status).toBe(404)
    expect((await reset({}, idOf('hannah'), context.client)).headers.get('location')).toContain('/acct/login')
    expect((await factors()).length).toBe(1)
  })

  test('an account without a second factor has no such form, and nothing is logged', async () => {
    const countBefore = await logged()
    const html = await (await context.cast.ruo.client.get(`/desk/accounts/${idOf('hannah')}`)).text()
    expect(html).not.toContain('factor-reset')
    expect((await reset({})).status).toBe(303)
    expect(await logged()).toEqual(countBefore)
  })
})

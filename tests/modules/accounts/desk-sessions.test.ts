import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { newId } from '#src/core/ids.ts'
import { dropFactors, giveApp } from '#tests/cast/factors.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem } from '#tests/support/form.ts'

const REASON = 'She reports that somebody else uses it'
const NUMBER = '+8613812345678'

const context = setUpCast()

const idOf = (name: 'hannah' | 'ruo' | 'lin') => context.cast[name].viewer.id
const pathOf = (id: string) => `/desk/accounts/${id}/session-ending`
const end = (fields: Record<string, string> = {}, id = idOf('hannah'), client = context.cast.ruo.client) =>
  client.post(pathOf(id), { endingReason: REASON, ...fields })
const logged = () =>
  context.db
    .selectFrom('accounts.desk_action')
    .select(['staff_id', 'reason'])
    .where('action', '=', 'end-sessions')
    .execute()

async function newSession(id = idOf('hannah')) {
  const client = newClient(context.db)
  client.cookies.set(SESSION_COOKIE, await beginSession(context.db, id))
  return client
}
const isIn = async (client: ReturnType<typeof newClient>) => (await client.get('/mgmt/home')).status === 200

describe('staff end all sessions of an account', () => {
  afterEach(() => dropFactors(context.db, idOf('hannah')))

  test('with remembered browsers and unfinished logins; once logged, recorded and mailed', async () => {
    await giveApp(context.db, idOf('hannah'))
    const sessions = [await newSession(), await newSession()]
    const otherSession = await newSession(idOf('lin'))
    const halfLoggedInClient = newClient(context.db)
    expect((await logIn(halfLoggedInClient, { login: 'hannah' })).headers.get('location')).toBe(
      '/acct/second-factor',
    )
    await context.db
      .insertInto('accounts.remembered_device')
      .values({
        id: newId(),
        account_id: idOf('hannah'),
        token_hash: 'remembered',
        device: '',
        created_at: new Date(),
        last_used_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute()
    const answers = await Promise.all([end(), end()])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    for (const session of sessions) expect(await isIn(session)).toBe(false)
    expect(await isIn(otherSession)).toBe(true)
    expect((await halfLoggedInClient.get('/acct/second-factor')).headers.get('location')).toBe(
      '/acct/login?step=over',
    )
    expect(await context.db.selectFrom('accounts.remembered_device').select('id').execute()).toEqual([])
    expect(await logged()).toEqual([{ staff_id: idOf('ruo'), reason: REASON }])
    const mails = (await mailsTo(context.db, 'hannah@example.com')).filter(({ subject }) =>
      subject.includes('logged out your Qishu account'),
    )
    expect(mails.map(({ text }) => text.includes(REASON))).toEqual([true])
    const { kind, actor_id } = await context.db
      .selectFrom('platform.security_event')
      .select(['kind', 'actor_id'])
      .where('account_id', '=', idOf('hannah'))
      .where('detail', '=', 'end-sessions')
      .executeTakeFirstOrThrow()
    expect([kind, actor_id]).toEqual(['sessions-ended', idOf('ruo')])
  })

  test('only with a reason, which is kept when nobody is logged in', async () => {
    await newSession()
    for (const [endingReason, words] of [
      [' ', 'This field is required'],
      ['x'.repeat(501), 'This text is too long'],
    ] as const) {
      const answer = await end({ endingReason })
      expect([answer.status, fieldProblem(await answer.text(), 'endingReason')]).toEqual([422, words])
    }
    expect((await end()).status).toBe(303)
    const secondResponse = await end()
    const html = await secondResponse.text()
    expect([secondResponse.status, html.includes(REASON)]).toEqual([422, true])
    expect(fieldProblem(html, 'endingReason')).toContain('has no sessions')
  })

  test('not their own, and only staff may do it', async () => {
    const session = await newSession()
    expect((await end({}, idOf('ruo'))).status).toBe(403)
    expect((await end({}, newId())).status).toBe(404)
    expect((await end({}, idOf('hannah'), newClient(context.db))).headers.get('location')).toMatch(
      /^\/acct\/login/,
    )
    for (const name of ['lin', 'zhou', 'hannah'] as const)
      expect((await end({}, idOf('hannah'), await newSession(context.cast[name].viewer.id))).status).toBe(404)
    await context.db
      .updateTable('accounts.account')
      .set({ staff_roles: ['finance'] })
      .where('id', '=', idOf('ruo'))
      .execute()
    expect((await end()).status).toBe(403)
    await context.db
      .updateTable('accounts.account')
      .set({ staff_roles: ['lead'] })
      .where('id', '=', idOf('ruo'))
      .execute()
    expect(await isIn(session)).toBe(true)
  })
})

describe('the owner of an account that has only a mobile number', () => {
  beforeEach(() =>
    context.db
      .updateTable('accounts.account')
      .set({ email: null, mobile: NUMBER, locale: 'zh_CN' })
      .where('id', '=', idOf('lin'))
      .execute(),
  )

  const textMessages = async () =>
    (
      await context.db
        .selectFrom('platform.mail')
        .select(['channel', 'text', 'notice', 'code'])
        .where('recipient', '=', NUMBER)
        .orderBy('id')
        .execute()
    ).map(({ channel, text, notice, code }) => ({ channel, text, notice, code }))

  test('gets text messages without names and reasons', async () => {
    const state = (stateAction: string) =>
      context.cast.ruo.client.post(`/desk/accounts/${idOf('lin')}/state`, { stateAction, reason: REASON })
    await state('freeze')
    await state('restore')
    await newSession(idOf('lin'))
    await end({}, idOf('lin'))
    const client = await newSession(idOf('lin'))
    await client.post('/mgmt/acct-info/deletion?locale=zh_CN', { words: 'No longer needed' })
    const messages = await textMessages()
    expect(messages.map(({ channel, notice }) => [channel, notice])).toEqual([
      ['sms', { event: '现已限制使用' }],
      ['sms', { event: '已恢复使用' }],
      ['sms', { event: '已在所有设备退出登录' }],
      ['sms', { event: '已收到注销申请' }],
    ])
    for (const { text } of messages) {
      expect(text).toMatch(/^.*契书账户.*。$/)
      expect(text).not.toContain('lin')
      expect(text).not.toContain(REASON)
      expect(text.length).toBeLessThanOrEqual(80)
    }
  })

  test('is notified that the account was deleted', async () => {
    const { teamId } = context.cast.lin.viewer
    await context.db
      .updateTable('accounts.account')
      .set({ team_id: context.cast.hannah.viewer.teamId })
      .where('team_id', '=', teamId)
      .where('id', '!=', idOf('lin'))
      .execute()
    const answer = await context.cast.ruo.client.post(`/desk/accounts/${idOf('lin')}/erasure`, {
      confirmation: 'lin',
      ground: REASON,
    })
    expect(answer.status).toBe(303)
    expect((await textMessages()).at(-1)!.notice).toEqual({ event: '已按申请注销' })
  })
})

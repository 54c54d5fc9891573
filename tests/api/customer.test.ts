import { beforeAll, describe, expect, test, vi } from 'vitest'
import { reportAction } from '#islands/report-action.ts'
import { endAllSessions } from '#src/auth/session.ts'
import { answer } from '#src/http/envelope.ts'
import { routes } from '#src/http/web.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { stubPage } from '#tests/support/bare-page.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { reporting, signed } from '#tests/support/signed.ts'

let world: World

beforeAll(async () => {
  world = await copyOfWorld()
})

const read = async (response: Response) => ({ status: response.status, ...(await response.json()) })

// The tests depend on each other, in order.
describe('the customer API, as one person uses it', { shuffle: false }, () => {
  test('user-info returns the logged-in person and their permissions', async () => {
    const { status, success, model } = await read(
      await world.cast.zhou.client.get(signed('/api/customer/user-info')),
    )
    expect([status, success]).toEqual([200, true])
    expect(model).toEqual({
      id: world.cast.zhou.viewer.id,
      username: 'zhou',
      name: 'zhou',
      email: 'zhou@example.com',
      mobile: null,
      role: 'member',
      package: 'free',
      companyName: 'Lotus Trading',
      operations: ['document.create', 'document.finalise', 'document.sign', 'order.create'],
    })
  })

  test('todo-states returns whether a task waits for the viewer, and whether there are unread messages', async () => {
    const states = async (client: Client) =>
      (await read(await client.get(signed('/api/customer/members/todo-states')))).model
    const { lin, hannah } = world.cast
    expect(await states(hannah.client)).toEqual({ hasPendingTask: false, hasUnreadNews: false })
    expect(await states(lin.client)).toEqual({ hasPendingTask: true, hasUnreadNews: true })
    await lin.client.post('/mgmt/messages/reading')
    expect(await states(lin.client)).toEqual({ hasPendingTask: true, hasUnreadNews: false })
  })

  test('the API distinguishes a missing session, one ended elsewhere and an expired one', async () => {
    const path = () => signed('/api/customer/user-info')
    const ruo = world.cast.ruo
    expect(await read(await newClient(world.db).get(path()))).toMatchObject({
      status: 401,
      errorCode: 'F_GET_TOKEN_FAILED',
    })
    await endAllSessions(world.db, ruo.viewer.id)
    expect(await read(await ruo.client.get(path()))).toMatchObject({
      status: 401,
      errorCode: 'F_REFRESH_TOKEN_FAILED',
    })
    await world.db.deleteFrom('platform.session').where('account_id', '=', ruo.viewer.id).execute()
    expect(await read(await ruo.client.get(path()))).toMatchObject({
      status: 401,
      errorCode: 'ACCESS_CHECK',
      errorMsg: 'Login has expired, please login again',
    })
  })

  test('integers beyond the precision of a double are sent as text', async () => {
    const app = routes()
    app.get('/', (c) => answer(c, { small: 5, large: 2 ** 60, exact: 2n ** 64n, part: 0.5 }))
    const { model } = await (await app.request('/')).json()
    expect(model).toEqual({
      small: 5,
      large: '1152921504606846976',
      exact: '18446744073709551616',
      part: 0.5,
    })
  })

  const ACTION = { serviceCode: 'web', actionEventCode: 'document.finalise', actionResult: 'yes', remark: '' }

  test('a report of an action is stored once, with the logged-in person', async () => {
    const { client, viewer } = world.cast.lin
    const body = JSON.stringify(ACTION)
    const headers = reporting(ACTION)
    const answers = [
      await client.send('POST', '/api/logs/users/logs', { body, headers }),
      await client.send('POST', '/api/logs/users/logs', { body, headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 422])
    const rows = await world.db.selectFrom('platform.user_log').selectAll().execute()
    expect(rows).toMatchObject([
      { account_id: viewer.id, service: 'web', action: 'document.finalise', result: 'yes' },
    ])
  })

  test.each([
    ['without a remark', undefined],
    ['whose remark is null', null],
  ])('a report %s is stored like a report with an empty remark', async (_, remark) => {
    const { remark: __, ...bare } = ACTION
    const request = { body: JSON.stringify({ ...bare, remark }), headers: reporting(bare) }
    expect((await newClient(world.db).send('POST', '/api/logs/users/logs', request)).status).toBe(200)
    const rows = await world.db
      .selectFrom('platform.user_log')
      .select('remark')
      .orderBy('id', 'desc')
      .execute()
    expect(rows[0]).toEqual({ remark: '' })
  })

  test('a rejected field is named in the message', async () => {
    const body = { ...ACTION, actionResult: 'maybe' }
    const request = { body: JSON.stringify(body), headers: reporting(body) }
    const answer = await read(await newClient(world.db).send('POST', '/api/logs/users/logs', request))
    expect(answer).toMatchObject({
      errorCode: 'INVALID_FIELD',
      errorMsg: 'Format is incorrect: actionResult',
    })
  })

  test('the page’s own report is signed, marked and timestamped like every call, and is stored', async () => {
    let call: { path: string; init: RequestInit } | undefined
    const fetcher = async (path: string, init: RequestInit) => {
      call = { path, init }
      return new Response()
    }
    stubPage()
    await reportAction(fetcher as never, 'document.finalise', true, '')
    const { path, init } = call!
    const query = new URL(`http://own.invalid${path}`).searchParams
    expect([...query.keys()].sort()).toEqual(['lang', 'nonce', 'sign', 'timestamp'])
    const headers = init.headers as Record<string, string>
    expect(headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest', 'x-nonce': query.get('nonce') })
    expect([init.signal instanceof AbortSignal, init.keepalive]).toEqual([true, true])
    vi.unstubAllGlobals()
    const request = { body: init.body as string, headers }
    expect((await newClient(world.db).send('POST', path, request)).status).toBe(200)
    expect((await newClient(world.db).send('POST', path.replace(/sign=\w/, 'sign=x'), request)).status).toBe(
      422,
    )
  })

  test.each([
    ['another body than was proved', { ...ACTION, actionResult: 'no' }, 'F_GET_TOKEN_FAILED', 401],
    ['an unknown service', { ...ACTION, serviceCode: 'other' }, 'F_GET_TOKEN_FAILED', 401],
    ['a result that is neither yes nor no', { ...ACTION, actionResult: 'maybe' }, 'INVALID_FIELD', 422],
  ])('a report with %s is refused', async (_, body, errorCode, status) => {
    const request = { body: JSON.stringify(body), headers: reporting(ACTION) }
    const answer = await newClient(world.db).send('POST', '/api/logs/users/logs', request)
    expect(await read(answer)).toMatchObject({ status, errorCode })
  })
})

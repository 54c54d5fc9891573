import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
const NEW = '/desk/requests/new'
const ENTRY = { kind: 'objection', account: '', sender: '', day: '2026-11-26', words: 'No mails, please' }

const record = (entry: Partial<typeof ENTRY>) => context.cast.ruo.client.post(NEW, { ...ENTRY, ...entry })
const html = async (path: string) => (await context.cast.ruo.client.get(path)).text()

beforeEach(async () => {
  setClock(() => new Date('2026-11-27T02:00:00Z'))
  await context.db.deleteFrom('accounts.support_request').execute()
})
afterEach(() => setClock(null))

describe('a request that came by letter', () => {
  test('from an account is due fifteen working days after it arrived, and is on the account’s page', async () => {
    const { email, id } = context.cast.lin.viewer
    const answer = await record({ account: email!.toUpperCase() })
    expect(answer.status).toBe(303)
    const { due_at, account_id } = await context.db
      .selectFrom('accounts.support_request')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([account_id, due_at]).toEqual([id, new Date('2026-12-17T15:59:59Z')])
    expect(await html(`/desk/accounts/${id}`)).toContain('No mails, please')
    expect(await html('/desk/requests')).toContain('Objection, or consent withdrawn')
  })

  test('from a person without an account contains the name, and is closed with an answer', async () => {
    const path = (await record({ sender: 'Ada Byron, 1 Mill Lane' })).headers.get('location')!
    expect(await html(path)).toContain('Ada Byron, 1 Mill Lane')
    const closing = `${path.split('?')[0]}/closing`
    await context.cast.ruo.client.post(closing, { answer: 'Removed from the address book' })
    expect(await html(path)).toContain('Removed from the address book')
    expect(await html('/desk/requests?state=closed')).toContain('Ada Byron, 1 Mill Lane')
    // The log is kept longer than the request, so it contains no names.
    expect(await html('/desk/log')).not.toContain('Removed from the address book')
  })

  test('an account may have several open requests, but only one for deletion', async () => {
    const { username } = context.cast.lin.viewer
    await record({ account: username })
    await record({ account: username, kind: 'access' })
    await record({ account: username, kind: 'deletion' })
    const secondResponse = await record({ account: username, kind: 'deletion' })
    expect([secondResponse.status, await secondResponse.text()]).toEqual([
      422,
      expect.stringContaining('This account already has an open deletion request'),
    ])
    const waitingRequests = await context.db.selectFrom('accounts.support_request').select('kind').execute()
    expect(waitingRequests.map(({ kind }) => kind).sort()).toEqual(['access', 'deletion', 'objection'])
    expect(await (await context.cast.lin.client.get('/mgmt/acct-info')).text()).toContain(
      'Deletion requested on',
    )
  })

  test.each([
    [{ sender: '' }, 'Name an account, or enter the person below'],
    [{ account: 'nobody@nowhere.example' }, 'No account has this username'],
    [{ sender: 'x', kind: 'gossip' }, 'This field must be selected'],
    [{ sender: 'x', day: '2026-11-28' }, 'Enter a day within the last 90 days'],
    [{ sender: 'x', day: '2026-08-28' }, 'Enter a day within the last 90 days'],
    [{ sender: 'x', words: '' }, 'This field is required'],
  ] as [Partial<typeof ENTRY>, string][])(
    'is refused, and the form keeps what was typed: %o',
    async (entry, problem) => {
      const answer = await record(entry)
      const page = await answer.text()
      expect([answer.status, page.includes(problem)]).toEqual([422, true])
      expect(page).toContain(entry.words ?? 'No mails, please')
    },
  )

  test('is recorded and closed only by staff who may change accounts', async () => {
    const path = (await record({ sender: 'x' })).headers.get('location')!.split('?')[0]!
    for (const name of ['lin', 'zhou'] as const) {
      const { client } = context.cast[name]
      const answers = [
        await client.get(NEW),
        await client.get(path),
        await client.post(NEW, ENTRY),
        await client.post(`${path}/closing`, { answer: 'x' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    expect((await context.cast.ruo.client.get(`/desk/requests/${newId()}`)).status).toBe(404)
  })
})

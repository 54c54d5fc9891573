import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#src/core/ids.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { mailsTo } from '#tests/cast/mail.ts'
import type { Cast } from '#tests/cast/people.ts'
import { logIn, setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

const context = setUpCast()

const DESK = '/desk/accounts'
const WHY = 'Chargeback on the last order, see ticket 118'
const pathOf = (name: keyof Cast) => `${DESK}/${context.cast[name].viewer.id}`
const setState = (name: keyof Cast, action: string, reason = WHY) =>
  context.cast.ruo.client.post(`${pathOf(name)}/state`, { stateAction: action, reason })

async function stateOf(name: keyof Cast) {
  const { state } = await context.db
    .selectFrom('accounts.account')
    .select('state')
    .where('id', '=', context.cast[name].viewer.id)
    .executeTakeFirstOrThrow()
  return state
}

// The tests depend on each other, in order.
describe('the work of staff at the desk', { shuffle: false }, () => {
  describe('for people who are not staff', () => {
    test.each(['lin', 'zhou', 'hannah'] as const)('the desk does not exist: %s', async (name) => {
      const { client } = context.cast[name]
      const answers = [
        await client.get('/desk'),
        await client.get(DESK),
        await client.get(pathOf('ruo')),
        await client.get(`${DESK}/${newId()}`),
        await client.post(`${pathOf('hannah')}/state`, { stateAction: 'disable', reason: WHY }),
        await client.post(`${pathOf('hannah')}/state`, { stateAction: '', reason: '' }),
        await client.post('/desk/requests/new', { kind: 'other', sender: 'x', words: WHY }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404))
      expect(await stateOf('hannah')).toBe('active')
    })

    test('anonymous visitors are sent to the login, and customers have no desk in their menu', async () => {
      expect((await newClient(context.db).get('/desk')).headers.get('location')).toBe(
        '/acct/login?returnUrl=%2Fdesk',
      )
      expect(await (await context.cast.lin.client.get('/mgmt/acct-info')).text()).not.toContain('/desk')
    })
  })

  test('staff start at the list of waiting work, and have no drafting in their menu', async () => {
    expect((await context.cast.ruo.client.get('/mgmt/home')).headers.get('location')).toBe('/desk')
    expect(await (await context.cast.ruo.client.get('/desk')).text()).toContain('What is waiting for us')
    const html = await (await context.cast.ruo.client.get(DESK)).text()
    for (const path of ['/mgmt/my-docs', '/mgmt/doc-lib'])
      expect([path, html.includes(path)]).toEqual([path, false])
  })

  test.each([
    ['lin@EXAMPLE', ['lin']],
    ['Hannah W', ['hannah']],
    ['Lotus', ['lin', 'zhou']],
    ['%', []],
    ['_', []],
    ['', ['lin', 'zhou', 'hannah', 'ruo']],
  ] as const)('a search for "%s" finds %s', async (keyword, expected) => {
    const html = await (
      await context.cast.ruo.client.get(`${DESK}?keyword=${encodeURIComponent(keyword)}`)
    ).text()
    for (const name of ['lin', 'zhou', 'hannah', 'ruo'] as const)
      expect([name, html.includes(pathOf(name))]).toEqual([
        name,
        (expected as readonly string[]).includes(name),
      ])
  })

  const DONE_TEXTS = {
    disable: 'The account is disabled.',
    freeze: 'The account is frozen.',
    exception: 'The account is marked as an exception.',
  }

  describe('an action on an account', () => {
    test.each([
      ['disable', 'disabled', 'The Account is disabled'],
      ['freeze', 'frozen', 'The Account is frozen'],
      ['exception', 'exception', 'The Account is malfunctioned'],
    ] as const)('%s stops it at its next request, which says so', async (action, state, words) => {
      expect((await context.cast.hannah.client.get('/mgmt/home')).status).toBe(200)
      const donePath = `${pathOf('hannah')}?done=${action}`
      expect((await setState('hannah', action)).headers.get('location')).toBe(donePath)
      const donePage = await (await context.cast.ruo.client.get(donePath)).text()
      expect(donePage).toContain(
        `role="status" class="alert alert-success alert-soft mb-4 text-sm">${DONE_TEXTS[action]}<`,
      )
      expect(await stateOf('hannah')).toBe(state)
      const nextResponse = await context.cast.hannah.client.get('/mgmt/my-docs')
      const html = await nextResponse.text()
      expect([nextResponse.status, html.includes(words), html.includes('role="alertdialog"')]).toEqual([
        403,
        true,
        true,
      ])
      expect(html).not.toContain(WHY)
      const posted = await context.cast.hannah.client.post('/mgmt/acct-info/profile', {
        version: '1',
        name: 'x',
        department: 'y',
      })
      expect(posted.status).toBe(403)
      expect((await setState('hannah', 'restore')).status).toBe(303)
      expect(await (await context.cast.ruo.client.get(donePath)).text()).not.toContain(DONE_TEXTS[action])
      expect((await context.cast.hannah.client.get('/mgmt/home')).status).toBe(200)
    })

    test('is logged permanently with person, action, reason and time', async () => {
      const rows = await context.db.selectFrom('accounts.desk_action').selectAll().orderBy('id').execute()
      expect(rows.map((row) => row.action)).toEqual([
        'disable',
        'restore',
        'freeze',
        'restore',
        'exception',
        'restore',
      ])
      for (const row of rows) {
        expect([row.staff_id, row.account_id, row.reason]).toEqual([
          context.cast.ruo.viewer.id,
          context.cast.hannah.viewer.id,
          WHY,
        ])
        expect(Date.now() - row.at.getTime()).toBeLessThan(60_000)
      }
      await expect(context.db.deleteFrom('accounts.desk_action').execute()).rejects.toThrow('append-only')
      expect(await (await context.cast.ruo.client.get(pathOf('hannah'))).text()).toContain(WHY)
    })

    test('is mailed to the account’s owner, with the reason, in their language', async () => {
      const mails = await mailsTo(context.db, 'hannah@example.com')
      const subjects = mails.map((mail) => mail.subject)
      expect(subjects.filter((one) => one === 'Your Qishu account has been restricted')).toHaveLength(3)
      expect(subjects.filter((one) => one === 'Your Qishu account can be used again')).toHaveLength(3)
      for (const mail of mails.slice(0, 6)) expect(mail.text).toContain(WHY)
    })

    test('requires a reason', async () => {
      const answer = await setState('zhou', 'freeze', '  ')
      expect([answer.status, fieldProblem(await answer.text(), 'reason')]).toEqual([
        422,
        'This field is required',
      ])
      expect(await stateOf('zhou')).toBe('active')
    })

    test('never locks out the member of staff who takes it', async () => {
      expect((await setState('ruo', 'disable')).status).toBe(403)
      expect(await stateOf('ruo')).toBe('active')
    })

    test('taken by two members of staff concurrently is done and logged once; the slower one is informed and keeps the reason', async () => {
      const results = await Promise.all([setState('zhou', 'freeze'), setState('zhou', 'freeze')])
      expect(results.map(({ status }) => status).sort()).toEqual([303, 422])
      const latePage = await results.find(({ status }) => status === 422)!.text()
      expect(fieldProblem(latePage, 'stateAction')).toContain('A colleague has already frozen this account')
      expect(typedValue(latePage, 'reason')).toBe(WHY)
      expect(await (await context.cast.lin.client.get('/mgmt/acct-info/members')).text()).toContain('Frozen')
      const rows = await context.db
        .selectFrom('accounts.desk_action')
        .select('action')
        .where('account_id', '=', context.cast.zhou.viewer.id)
        .execute()
      expect(rows).toEqual([{ action: 'freeze' }])
      expect((await logIn(newClient(context.db), { login: 'zhou' })).status).toBe(422)
    })

    test('on an unknown account is not found', async () => {
      const answer = await context.cast.ruo.client.post(`${DESK}/${newId()}/state`, {
        action: 'freeze',
        reason: WHY,
      })
      expect(answer.status).toBe(404)
    })
  })

  test('a request of the account’s owner is on the account’s page and is closed with an answer', async () => {
    await context.cast.lin.client.post('/mgmt/acct-info/deletion', { words: 'we close the company' })
    const page = await (await context.cast.ruo.client.get(pathOf('lin'))).text()
    expect(page).toContain('we close the company')
    const closing = `${/\/desk\/requests\/[0-9a-f-]{36}/.exec(page)}/closing`
    expect((await context.cast.ruo.client.post(closing, { answer: '' })).status).toBe(422)
    expect((await context.cast.ruo.client.post(closing, { answer: 'Called her, she stays' })).status).toBe(
      303,
    )
    expect((await context.cast.ruo.client.post(closing, { answer: 'Twice' })).status).toBe(422)
    expect(await (await context.cast.lin.client.get('/mgmt/acct-info')).text()).not.toContain(
      'Deletion requested on',
    )
    expect((await context.cast.lin.client.post('/mgmt/acct-info/deletion')).status).toBe(303)
  })

  test('long lists make as many queries as short ones, and paging reaches every row once', async () => {
    const pages = [DESK, pathOf('lin')]
    const queriesOfFew: number[] = []
    for (const path of pages)
      queriesOfFew.push((await countQueries(() => context.cast.ruo.client.get(path))).queries)
    await sql`
    insert into accounts.account (id, team_id, home_team_id, username, email, name, identity, department, role,
      password_hash, locale, agreed_at, created_at)
    select gen_random_uuid(), team_id, team_id, 'many_' || n, 'many' || n || '@example.com', 'Many', identity,
      department, 'member', password_hash, locale, agreed_at, created_at
    from accounts.account, generate_series(1, 300) as n where username = 'lin'`.execute(context.db)
    const queriesOfMany: number[] = []
    for (const path of pages)
      queriesOfMany.push((await countQueries(() => context.cast.ruo.client.get(path))).queries)
    expect(queriesOfMany).toEqual(queriesOfFew)
    expect(Math.max(...queriesOfMany)).toBeLessThanOrEqual(7)
    const seenValues: string[] = []
    for (let path: string | null = `${DESK}?keyword=many`; path; ) {
      const html: string = await (await context.cast.ruo.client.get(path)).text()
      seenValues.push(...[...html.matchAll(/href="\/desk\/accounts\/([0-9a-f-]{36})"/g)].map((m) => m[1]!))
      const nextLink = /href="([^"]*before=[0-9a-f-]{36})"/.exec(html)?.[1]
      path = nextLink?.replaceAll('&amp;', '&') ?? null
    }
    expect([seenValues.length, new Set(seenValues).size]).toEqual([300, 300])
  })

  test('the administrator’s member list is paged by key', async () => {
    const seenValues: string[] = []
    const { client } = context.cast.lin
    for (let path: string | null = '/mgmt/acct-info/members'; path; ) {
      const { result, queries } = await countQueries(() => client.get(path!))
      expect(queries).toBeLessThanOrEqual(5)
      const html: string = await result.text()
      seenValues.push(
        ...[...html.matchAll(/href="\/mgmt\/acct-info\/members\/([0-9a-f-]{36})"/g)].map((m) => m[1]!),
      )
      const nextLink = /href="(\?after=[^"]+)"/.exec(html)?.[1]
      path = nextLink ? `/mgmt/acct-info/members${nextLink}` : null
    }
    expect([seenValues.length, new Set(seenValues).size]).toEqual([301, 301])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast, PASSWORD } from '#tests/cast/people.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, typedValue } from '#tests/support/form.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const WHY = 'Passport seen on the call'
const pathOf = (name: keyof Cast) => `/desk/accounts/${cast[name].viewer.id}`
const correct = (name: keyof Cast, fields: Record<string, string>) =>
  cast.ruo.client.post(`${pathOf(name)}/correction`, { cause: WHY, ...fields })

// The tests depend on each other, in order.
describe('changes that only support can make', { shuffle: false }, () => {
  test('support changes username and identity, and the person is notified', async () => {
    const answer = await correct('hannah', { username: 'hannah_weiss', identity: 'individual' })
    expect(answer.status).toBe(303)
    expect((await lastMailTo(db, 'hannah@example.com')).text).toContain('hannah_weiss')
    const form = { login: 'hannah_weiss', password: PASSWORD, agreement: 'yes' }
    expect((await newClient(db).post('/acct/login', form)).status).toBe(303)
    const account = await (await cast.hannah.client.get('/mgmt/acct-info')).text()
    for (const word of ['hannah_weiss', 'Individual'])
      expect([word, account.includes(word)]).toEqual([word, true])
    expect(await (await cast.ruo.client.get(pathOf('hannah'))).text()).toContain(WHY)
  })

  test.each([
    ['username', 'lin', 'individual', 'This username already exists'],
    ['username', 'LIN', 'individual', 'This username already exists'],
    ['username', 'no', 'individual', 'Incorrect username format, 4 - 20 digits, letters or underscores'],
    ['identity', 'hannah_2', 'nobody', 'This field must be selected'],
  ])(
    'a wrong %s is rejected beside its field, and the typed text stays: %s',
    async (field, username, identity) => {
      const answer = await correct('hannah', { username, identity })
      const html = await answer.text()
      expect(answer.status).toBe(422)
      expect(fieldProblem(html, field)).toBeTruthy()
      expect(typedValue(html, 'username')).toBe(username)
      expect((await findViewer(db, cast.hannah.viewer.id))!.username).toBe('hannah_weiss')
    },
  )

  test('repeating the change changes nothing, logs nothing and sends no mail', async () => {
    const countBefore = (await mailsTo(db, 'hannah@example.com')).length
    await correct('hannah', { username: 'hannah_weiss', identity: 'individual' })
    expect((await mailsTo(db, 'hannah@example.com')).length).toBe(countBefore)
    const rows = await db
      .selectFrom('accounts.desk_action')
      .select('action')
      .where('account_id', '=', cast.hannah.viewer.id)
      .execute()
    expect(rows).toEqual([{ action: 'correct' }])
  })

  test('a team is not transferred to an account that may not log in', async () => {
    const { ruo, lin } = cast
    const state = (stateAction: string) =>
      ruo.client.post(`${pathOf('zhou')}/state`, { stateAction, reason: WHY })
    await state('freeze')
    expect(await (await ruo.client.get(pathOf('zhou'))).text()).not.toContain('/hand-over')
    const answer = await ruo.client.post(`${pathOf('zhou')}/hand-over`, { handOverReason: WHY })
    expect(answer.status).toBe(422)
    expect((await findViewer(db, lin.viewer.id))!.role).toBe('admin')
    await state('restore')
  })

  test('a team is transferred to a member, once', async () => {
    const { lin, zhou, ruo } = cast
    const hand = () => ruo.client.post(`${pathOf('zhou')}/hand-over`, { handOverReason: WHY })
    expect((await ruo.client.post(`${pathOf('zhou')}/hand-over`, { handOverReason: ' ' })).status).toBe(422)
    const answers = await Promise.all([hand(), hand()])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    const viewers = await Promise.all([lin, zhou].map(({ viewer }) => findViewer(db, viewer.id)))
    expect(viewers.map((one) => [one!.role, one!.teamId])).toEqual([
      ['member', lin.viewer.teamId],
      ['admin', lin.viewer.teamId],
    ])
    for (const who of ['lin', 'zhou'])
      expect((await lastMailTo(db, `${who}@example.com`)).text).toContain('zhou')
  })

  test('only a member can take over a team', async () => {
    const answer = await cast.ruo.client.post(`${pathOf('hannah')}/hand-over`, { handOverReason: WHY })
    expect(answer.status).toBe(422)
  })
})

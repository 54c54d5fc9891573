import { describe, expect, test } from 'vitest'
import { bindSocial } from '#modules/accounts/entry/social/binding.ts'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { PASSWORD } from '#tests/cast/people.ts'
import { accountOf, logIn, setUpCast } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'

const context = setUpCast()

const HOME = '/mgmt/acct-info'

async function loggedIn(login: string, password = PASSWORD): Promise<Client> {
  const client = newClient(context.db)
  await logIn(client, { login, password })
  return client
}

const isIn = async (client: Client) => (await client.get(HOME)).status === 200

async function actionsOf(accountId: string) {
  const rows = await context.db
    .selectFrom('accounts.account_action')
    .select('action')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.action)
}

// The tests depend on each other, in order.
describe('one company’s accounts, change by change', { shuffle: false }, () => {
  describe('a new login password', () => {
    const form = (current: string, password: string, confirmPassword = password) => ({
      current,
      password,
      confirmPassword,
    })

    test.each([
      [
        'ORIGIN_PASSWORD_ERROR',
        'Wrong2026',
        'Other2026',
        'Other2026',
        'current',
        'The current password is wrong',
      ],
      [
        'NEW_PASSWORD_SAME_WITH_ORIGIN_ERROR',
        PASSWORD,
        PASSWORD,
        PASSWORD,
        'password',
        'The new password must differ from the old one',
      ],
      [
        'PASSWORD_FORMAT_ERROR',
        PASSWORD,
        'short',
        'short',
        'password',
        'Incorrect password format, 8 - 16 digits or letters',
      ],
      [
        'PASSWORD_TOO_COMMON',
        PASSWORD,
        'Password1',
        'Password1',
        'password',
        'This password is too easy to guess: it is a common word, name or row of keys. Please choose another.',
      ],
      [
        'a repetition that differs',
        PASSWORD,
        'Other2026',
        'Other2027',
        'confirmPassword',
        'Inconsistent passwords entered twice',
      ],
    ])('%s is reported beside its field', async (_, current, password, repeated, field, words) => {
      const answer = await context.cast.lin.client.post(
        `${HOME}/password`,
        form(current!, password!, repeated!),
      )
      expect([answer.status, fieldProblem(await answer.text(), field!)]).toEqual([422, words])
    })

    test('renews the session, ends all others on request, and notifies the owner', async () => {
      const firstBrowser = await loggedIn('lin')
      const secondBrowser = await loggedIn('lin')
      const old = firstBrowser.cookies.get(SESSION_COOKIE)!
      const change = { ...form(PASSWORD, 'Kranich4711'), others: 'yes' }
      expect((await firstBrowser.post(`${HOME}/password`, change)).headers.get('location')).toBe(
        `${HOME}?done=password`,
      )
      expect(firstBrowser.cookies.get(SESSION_COOKIE)).not.toBe(old)
      expect([
        await isIn(firstBrowser),
        await isIn(secondBrowser),
        await isIn(context.cast.lin.client),
      ]).toEqual([true, false, false])
      const stolen = newClient(context.db)
      stolen.cookies.set(SESSION_COOKIE, old)
      expect(await isIn(stolen)).toBe(false)
      expect((await lastMailTo(context.db, 'lin@example.com')).subject).toBe(
        'Your Qishu password was changed',
      )
      expect(await isIn(await loggedIn('lin', PASSWORD))).toBe(false)
      context.cast.lin.client = await loggedIn('lin', 'Kranich4711')
      expect(await isIn(context.cast.lin.client)).toBe(true)
    })

    test('does not end other sessions by default', async () => {
      const firstBrowser = await loggedIn('zhou')
      const secondBrowser = await loggedIn('zhou')
      expect((await firstBrowser.post(`${HOME}/password`, form(PASSWORD, 'Sperber4712'))).status).toBe(303)
      expect([await isIn(firstBrowser), await isIn(secondBrowser)]).toEqual([true, true])
    })

    test('submitted in two tabs concurrently is accepted in one', async () => {
      const tabs = [await loggedIn('hannah'), await loggedIn('hannah')]
      const answers = await Promise.all(
        tabs.map((tab, n) => tab.post(`${HOME}/password`, form(PASSWORD, `Zeisig471${n}`))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    })
  })

  /** The username that the test above sets. */
  const NEW_USERNAME = 'Kranich4711'

  describe('a new address', () => {
    async function codeFor(client: Client, way: 'email' | 'mobile', address: string) {
      const html = await (await client.get(`${HOME}/${way}`)).text()
      const captchaId = /name="captchaId" value="([^"]+)"/.exec(html)![1]!
      const form = { purpose: way, channel: way, [way]: address, captchaId, captcha: 'qishu' }
      const answer = await client.post('/acct/codes', form)
      expect([answer.status, (await answer.text()).includes('contact-form')]).toEqual([200, true])
      return (await lastMailTo(context.db, address)).code!
    }

    test('is verified by a code sent to it; the old address is notified', async () => {
      const { client, viewer } = context.cast.lin
      const code = await codeFor(client, 'email', 'lin.new@example.com')
      const change = { email: 'lin.new@example.com', code, current: NEW_USERNAME }
      const wrongResponse = await client.post(`${HOME}/email`, { ...change, code: '000000' })
      expect([wrongResponse.status, fieldProblem(await wrongResponse.text(), 'code')]).toEqual([
        422,
        'The verification code is wrong or has expired',
      ])
      expect((await client.post(`${HOME}/email`, change)).status).toBe(303)
      expect((await accountOf(context.db, viewer.id)).email).toBe('lin.new@example.com')
      const notice = await lastMailTo(context.db, 'lin@example.com')
      expect([notice.subject, notice.text.includes('l***@example.com')]).toEqual([
        'Your Qishu email was changed',
        true,
      ])
      expect(await actionsOf(viewer.id)).toContain('email')
    })

    test('a mobile number is stored in international form', async () => {
      const { client, viewer } = context.cast.lin
      const code = await codeFor(client, 'mobile', '+8613812345678')
      const change = { mobile: '138 1234 5678', code, current: NEW_USERNAME }
      expect((await client.post(`${HOME}/mobile`, change)).status).toBe(303)
      expect((await accountOf(context.db, viewer.id)).mobile).toBe('+8613812345678')
    })

    test.each([
      ['email', 'zhou@example.com', 'This email is already registered'],
      ['mobile', '+8613900000000', 'This mobile number is already registered'],
    ] as const)(
      'that belongs to another account is reported only after a right code: %s',
      async (way, address, words) => {
        await context.db
          .updateTable('accounts.account')
          .set({ mobile: '+8613900000000' })
          .where('id', '=', context.cast.hannah.viewer.id)
          .execute()
        const client = await loggedIn('ruo')
        const responseBefore = await client.post(`${HOME}/${way}`, {
          [way]: address,
          code: '000000',
          current: PASSWORD,
        })
        expect(fieldProblem(await responseBefore.text(), way)).toBe('')
        const code = await codeFor(client, way, address)
        const responseAfter = await client.post(`${HOME}/${way}`, { [way]: address, code, current: PASSWORD })
        expect([responseAfter.status, fieldProblem(await responseAfter.text(), way)]).toEqual([422, words])
        expect((await accountOf(context.db, context.cast.ruo.viewer.id)).email).toBe('ruo@example.com')
      },
    )

    test.each([
      ['email', 'lin.third@example.com'],
      ['mobile', '+8613812340000'],
    ] as const)(
      'requires the password too; a wrong one does not consume the code: %s',
      async (way, address) => {
        const { client, viewer } = context.cast.lin
        const previousState = (await accountOf(context.db, viewer.id))[way]
        const code = await codeFor(client, way, address)
        for (const [current, words] of [
          ['', 'This field is required'],
          ['Wrong2026', 'The current password is wrong'],
        ] as const) {
          const answer = await client.post(`${HOME}/${way}`, { [way]: address, code, current })
          const html = await answer.text()
          expect([answer.status, fieldProblem(html, 'current')]).toEqual([422, words])
          expect([typedValue(html, way), typedValue(html, 'code'), typedValue(html, 'current')]).toEqual([
            address,
            code,
            '',
          ])
        }
        expect((await accountOf(context.db, viewer.id))[way]).toBe(previousState)
        expect(
          (await client.post(`${HOME}/${way}`, { [way]: address, code, current: NEW_USERNAME })).status,
        ).toBe(303)
        expect((await accountOf(context.db, viewer.id))[way]).toBe(address)
        await context.db
          .updateTable('accounts.account')
          .set({ [way]: previousState })
          .where('id', '=', viewer.id)
          .execute()
      },
    )

    test('equal to the old address requires no code', async () => {
      const answer = await context.cast.lin.client.post(`${HOME}/email`, {
        email: 'lin.new@example.com',
        code: '123456',
        current: NEW_USERNAME,
      })
      expect(fieldProblem(await answer.text(), 'email')).toBe('This is already your address')
    })
  })

  test('a deletion can be requested once; support and the owner are mailed, and the page shows it', async () => {
    const { client, viewer } = context.cast.lin
    expect((await client.post(`${HOME}/deletion`, { words: 'moving on' })).headers.get('location')).toBe(
      `${HOME}?done=deletion`,
    )
    const secondResponse = await client.post(`${HOME}/deletion`, { words: 'again' })
    expect([secondResponse.status, formProblem(await secondResponse.text())]).toEqual([
      409,
      'You have already requested this. Support will write to you.',
    ])
    const toSupport = await mailsTo(context.db, 'service@qishu.example')
    expect(toSupport.map(({ text }) => text)).toEqual([expect.stringContaining('moving on')])
    expect((await lastMailTo(context.db, 'lin.new@example.com')).subject).toBe(
      'We have received your request to delete your account',
    )
    expect(await (await client.get(HOME)).text()).toContain('Deletion requested on')
    const openRequests = await context.db.selectFrom('accounts.support_request').selectAll().execute()
    expect(openRequests.map((row) => [row.account_id, row.words])).toEqual([[viewer.id, 'moving on']])
    expect((await accountOf(context.db, viewer.id)).state).toBe('active')
  })

  test('WeChat is linked through its login page, and unlinked with the password; the owner is notified', async () => {
    const { client, viewer } = context.cast.lin
    expect(await (await client.get(HOME)).text()).toContain('href="/acct/login-wechat?')
    await bindSocial(context.db, viewer.id, 'demo', { subject: 'demo-lian', nickname: '莲花 Lian' })
    expect(await (await client.get(HOME)).text()).toContain('莲花 Lian')
    const unbind = (current: string) => client.post(`${HOME}/social/unbinding`, { current })
    const slip = await unbind('Wrong2026')
    expect([slip.status, fieldProblem(await slip.text(), 'current')]).toEqual([
      422,
      'The current password is wrong',
    ])
    expect(await (await client.get(HOME)).text()).toContain('莲花 Lian')
    expect((await unbind(NEW_USERNAME)).headers.get('location')).toBe(`${HOME}?done=unbound`)
    expect((await lastMailTo(context.db, 'lin.new@example.com')).subject).toBe(
      'WeChat was unlinked from your Qishu account',
    )
    expect(await (await client.get(HOME)).text()).not.toContain('莲花 Lian')
    expect(await actionsOf(viewer.id)).toEqual(expect.arrayContaining(['bind-social', 'unbind-social']))
  })

  test('the log of an account cannot be rewritten', async () => {
    await expect(
      context.db.updateTable('accounts.account_action').set({ action: 'export' }).execute(),
    ).rejects.toThrow('append-only')
    await expect(context.db.deleteFrom('accounts.account_action').execute()).rejects.toThrow('append-only')
  })

  test('every form of the account also works as a page without script, and as a dialog for htmx', async () => {
    const { client } = context.cast.lin
    for (const form of [
      'password',
      'email',
      'mobile',
      'profile',
      'company',
      'deletion',
      'social/unbinding',
    ]) {
      const page = await (await client.get(`${HOME}/${form}`)).text()
      const dialog = await (await client.get(`${HOME}/${form}`, { 'hx-request': 'true' })).text()
      expect([form, page.includes('<h1'), page.includes('<html')]).toEqual([form, true, true])
      expect([form, dialog.includes('id="action-title"'), dialog.includes('<html')]).toEqual([
        form,
        true,
        false,
      ])
    }
  })

  describe('guesses', () => {
    countRequests(() => context.db)

    test('of the current password are refused after ten, with a message in the form', async () => {
      const client = await loggedIn('ruo')
      const guess = () =>
        client.post(`${HOME}/password`, {
          current: 'Wrong2026',
          password: 'Finch4713',
          confirmPassword: 'Finch4713',
        })
      const otherValues = { email: 'ruo.new@example.com', code: '123456', current: 'Wrong2026' }
      const guessElsewhere = () => client.post(`${HOME}/email`, otherValues)
      for (let n = 0; n < 5; n++)
        for (const one of [guess, guessElsewhere]) expect((await one()).status).toBe(422)
      expect((await guessElsewhere()).status).toBe(429)
      const stopped = await guess()
      expect([stopped.status, formProblem(await stopped.text())]).toEqual([
        429,
        expect.stringMatching(/^Too many attempts. Please wait \d+ minutes?/),
      ])
    })
  })
})

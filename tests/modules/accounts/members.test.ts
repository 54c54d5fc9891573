import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { newToken } from '#src/core/secrets.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { inviteByMail, newcomer, onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { fieldProblem, formProblem, typedValue } from '#tests/support/form.ts'
import { versionOf } from '#tests/support/template-version.ts'

const context = setUpCast()
beforeAll(() => onPlan(context.db, context.cast.lin.viewer.teamId, 30))

const MEMBERS = '/mgmt/acct-info/members'
const INVITATIONS = '/mgmt/acct-info/invitations'

const accountOf = (email: string) =>
  context.db.selectFrom('accounts.account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const invitationOf = (email: string) =>
  context.db
    .selectFrom('accounts.invitation')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

async function inviteByEmail(email: string, client = context.cast.lin.client) {
  return fieldProblem(await (await client.post(INVITATIONS, { email })).text(), 'email')
}

async function joined(email: string) {
  const client = await newcomer(context.db, email)
  const path = await inviteByMail(context.db, context.cast.lin.client, email)
  const answer = await client.post(`${path}/acceptance`)
  expect([email, answer.status, answer.headers.get('location')]).toEqual([email, 303, '/mgmt/home'])
  return client
}

async function refusal(path: string, client: ReturnType<typeof newClient>) {
  const answer = await client.post(`${path}/acceptance`)
  return [answer.status, formProblem(await answer.text())]
}

// The tests depend on each other, in order.
describe('a team whose members join and leave', { shuffle: false }, () => {
  describe('an invitation', () => {
    test('is accepted by the invited person, who becomes a member and keeps their previous team', async () => {
      const client = await newcomer(context.db, 'wen@kestrel.example')
      const previousState = await accountOf('wen@kestrel.example')
      const path = await inviteByMail(context.db, context.cast.lin.client, 'wen@kestrel.example')
      const page = await client.get(path)
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
      expect(await page.text()).toContain('Lotus Trading')
      expect((await client.post(`${path}/acceptance`)).headers.get('location')).toBe('/mgmt/home')
      const newState = await accountOf('wen@kestrel.example')
      expect([newState.team_id, newState.home_team_id, newState.role]).toEqual([
        context.cast.lin.viewer.teamId,
        previousState.team_id,
        'member',
      ])
      const invitation = await invitationOf('wen@kestrel.example')
      expect([invitation.accepted_by, invitation.accepted_at !== null]).toEqual([newState.id, true])
      expect(await (await client.get('/mgmt/acct-info')).text()).toContain('lin@example.com')
    })

    test('is not consumed by viewing it, and works only for the invited address', async () => {
      const path = await inviteByMail(context.db, context.cast.lin.client, 'looker@kestrel.example')
      for (let times = 0; times < 5; times++) expect((await newClient(context.db).get(path)).status).toBe(200)
      const stranger = await newClient(context.db).post(`${path}/acceptance`)
      const { id } = await invitationOf('looker@kestrel.example')
      expect(stranger.headers.get('location')).toBe(`/acct/login?returnUrl=/mgmt/invitations/${id}`)
      expect((await context.cast.hannah.client.post(`${path}/acceptance`)).status).toBe(403)
      expect(await (await context.cast.hannah.client.get(path)).text()).toContain('looker@kestrel.example')
      const client = await newcomer(context.db, 'looker@kestrel.example')
      expect((await client.post(`${path}/acceptance`)).status).toBe(303)
    })

    test('is stored as a hash, and an unknown link is not found', async () => {
      const path = await inviteByMail(context.db, context.cast.lin.client, 'hash@kestrel.example')
      const token = path.split('/').at(-1)!
      expect(token.length).toBeGreaterThan(25)
      expect(JSON.stringify(await invitationOf('hash@kestrel.example'))).not.toContain(token)
      const never = await newClient(context.db).get(`/invitation/${newToken()}`)
      expect(never.status).toBe(404)
      expect(await never.text()).toContain(
        'This invitation is invalid or has expired. If you were invited again,',
      )
    })

    test('opens nothing after it was withdrawn, has expired or was sent again: INVITATION_INVALID', async () => {
      const client = await newcomer(context.db, 'late@kestrel.example')
      const firstPath = await inviteByMail(context.db, context.cast.lin.client, 'late@kestrel.example')
      const { id } = await invitationOf('late@kestrel.example')
      expect((await context.cast.lin.client.post(`${INVITATIONS}/${id}/mail`)).status).toBe(303)
      expect((await client.post(`${firstPath}/acceptance`)).status).toBe(404)
      const secondPath = await inviteByMail(context.db, context.cast.lin.client, 'late@kestrel.example')
      const { expires_at } = await invitationOf('late@kestrel.example')
      expect(Math.abs(expires_at.getTime() - Date.now() - 7 * DAY)).toBeLessThan(10_000)
      await context.db
        .updateTable('accounts.invitation')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', id)
        .execute()
      expect(await (await context.cast.lin.client.get(MEMBERS)).text()).toContain('Expired')
      const lateResponse = await client.send('POST', `${secondPath}/acceptance`, {
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([lateResponse.status, (await lateResponse.json()).errorCode]).toEqual([
        409,
        'INVITATION_INVALID',
      ])
      const thirdPath = await inviteByMail(context.db, context.cast.lin.client, 'late@kestrel.example')
      expect((await context.cast.lin.client.post(`${INVITATIONS}/${id}/withdrawal`)).status).toBe(303)
      const withdrawn = await client.get(thirdPath)
      expect([
        withdrawn.status,
        (await withdrawn.text()).includes('This invitation is invalid or has expired'),
      ]).toEqual([409, true])
      expect((await context.cast.lin.client.post(`${INVITATIONS}/${id}/mail`)).status).toBe(409)
      expect((await accountOf('late@kestrel.example')).role).toBe('admin')
    })

    test('fills its address into the login and the registration', async () => {
      const path = await inviteByMail(context.db, context.cast.lin.client, 'carried@kestrel.example')
      const html = await (await newClient(context.db).get(path)).text()
      const { id } = await invitationOf('carried@kestrel.example')
      const links = [...html.matchAll(/href="(\/acct\/(?:login|register)\?[^"]*)"/g)]
        .map((match) => match[1]!.replaceAll('&amp;', '&'))
        .filter((link) => link.includes('invitation'))
      expect(links).toHaveLength(2)
      for (const link of links) {
        const page = await (await newClient(context.db).get(link)).text()
        const field = link.startsWith('/acct/login') ? 'login' : 'email'
        expect([link, typedValue(page, field)]).toEqual([link, 'carried@kestrel.example'])
        expect(page).toContain(`name="returnUrl" value="/mgmt/invitations/${id}"`)
      }
    })

    test('uses a seat, and the page shows that', async () => {
      const { client } = context.cast.lin
      const pageBefore = await (await client.get(MEMBERS)).text()
      const openCount = Number(/(\d+) more (?:is|are) reserved for/.exec(pageBefore)?.[1] ?? 0)
      await inviteByMail(context.db, client, 'seat@kestrel.example')
      const pageAfter = await (await client.get(MEMBERS)).text()
      expect(Number(/(\d+) more (?:is|are) reserved for/.exec(pageAfter)?.[1])).toBe(openCount + 1)
      const freePage = await (await context.cast.hannah.client.get(MEMBERS)).text()
      expect(freePage).toContain('You need an active monthly package')
      expect(freePage).not.toContain('Invite a colleague below')
    })

    test('does not reveal whether an account exists', async () => {
      await newcomer(context.db, 'known@kestrel.example')
      const known = await context.cast.lin.client.post(INVITATIONS, { email: 'known@kestrel.example' })
      const unknown = await context.cast.lin.client.post(INVITATIONS, { email: 'unknown@kestrel.example' })
      for (const answer of [known, unknown])
        expect([answer.status, answer.headers.get('location')]).toEqual([303, `${MEMBERS}?done=invited`])
      const subjects = [
        await lastMailTo(context.db, 'known@kestrel.example'),
        await lastMailTo(context.db, 'unknown@kestrel.example'),
      ]
      expect(subjects[0]!.subject).toBe(subjects[1]!.subject)
    })

    test('requires an address: the message is beside the field and the typed text is kept', async () => {
      const html = await (await context.cast.lin.client.post(INVITATIONS, { email: 'no address' })).text()
      expect(fieldProblem(html, 'email')).toBe('Format is incorrect')
      expect(html).toContain('value="no address"')
    })
  })

  describe('the error codes of invitations and members', () => {
    test('MEMBER_IS_CURRENT: for a colleague and for oneself', async () => {
      for (const email of ['zhou@example.com', 'lin@example.com'])
        expect(await inviteByEmail(email)).toBe('This user is already a member of your team')
    })

    test('INVITER_WITHOUT_PLAN: on the free demo, and when the plan ended before the acceptance', async () => {
      const html = await (
        await context.cast.hannah.client.post(INVITATIONS, { email: 'x@kestrel.example' })
      ).text()
      expect(html).toContain('You need an active monthly plan to invite members')
      const client = await newcomer(context.db, 'planless@kestrel.example')
      const path = await inviteByMail(context.db, context.cast.lin.client, 'planless@kestrel.example')
      await context.db
        .updateTable('accounts.team')
        .set({ package_ends_at: new Date(Date.now() - 1000) })
        .where('id', '=', context.cast.lin.viewer.teamId)
        .execute()
      expect(await refusal(path, client)).toEqual([422, 'You need an active monthly plan to invite members'])
      await onPlan(context.db, context.cast.lin.viewer.teamId, 30)
      expect((await client.post(`${path}/acceptance`)).status).toBe(303)
    })

    test('MEMBER_HAS_PLAN and MEMBER_ALREADY_SUB_ACCOUNT: reported to the invited person and to the administrator', async () => {
      const hannah = context.cast.hannah
      const path = await inviteByMail(context.db, context.cast.lin.client, 'hannah@example.com')
      await onPlan(context.db, hannah.viewer.teamId)
      const planned = 'This user already has a plan of their own'
      expect(await refusal(path, hannah.client)).toEqual([422, planned])
      expect(await (await context.cast.lin.client.get(MEMBERS)).text()).toContain(planned)
      const busy = await joined('busy@kestrel.example')
      const otherPath = await inviteByMail(context.db, hannah.client, 'busy@kestrel.example')
      const message = 'This user is already a sub-account of another team'
      expect(await refusal(otherPath, busy)).toEqual([422, message])
      expect(await (await hannah.client.get(MEMBERS)).text()).toContain(message)
      expect((await accountOf('busy@kestrel.example')).team_id).toBe(context.cast.lin.viewer.teamId)
    })

    test('MEMBER_LIMIT: an open invitation uses a seat, but not if it cannot be accepted', async () => {
      const { viewer, client } = context.cast.hannah
      await onPlan(context.db, viewer.teamId, 3)
      const html = await (await client.get(MEMBERS)).text()
      expect(html).toContain('busy@kestrel.example')
      await inviteByMail(context.db, client, 'second@kestrel.example')
      await inviteByMail(context.db, client, 'third@kestrel.example')
      expect(await inviteByEmail('fourth@kestrel.example', client)).toBe(
        'The maximum number of ordinary users has been reached',
      )
      expect(await mailsTo(context.db, 'fourth@kestrel.example')).toEqual([])
    })

    test('MEMBER_NOT_EXISTS: for another team’s member or invitation, as for an unknown one', async () => {
      const member = context.cast.zhou.viewer.id
      const { id: invitation } = await invitationOf('hash@kestrel.example')
      const { client } = context.cast.hannah
      const actions: [string, string][] = [
        [`${MEMBERS}/ID/grants`, member],
        [`${MEMBERS}/ID/removal`, member],
        [`${INVITATIONS}/ID/mail`, invitation],
        [`${INVITATIONS}/ID/withdrawal`, invitation],
      ]
      for (const [path, id] of actions) {
        const seenValues: unknown[] = []
        for (const one of [id, newId(), 'none']) {
          const answer = await client.post(path.replace('ID', one))
          seenValues.push([answer.status, formProblem(await answer.text())])
        }
        expect([path, seenValues]).toEqual([path, Array(3).fill([404, 'The invited member was not found'])])
      }
      const page = await client.get(`${MEMBERS}/${member}`)
      const never = await client.get(`${MEMBERS}/${newId()}`)
      expect([page.status, never.status]).toEqual([404, 404])
      expect((await accountOf('zhou@example.com')).team_id).toBe(context.cast.lin.viewer.teamId)
      expect((await context.cast.lin.client.get(`${MEMBERS}/${member}`)).status).toBe(200)
    })
  })

  test('a dialog about a member who has left redirects to the list with a message', async () => {
    const { client } = context.cast.lin
    const htmx = { 'hx-request': 'true' }
    const response = await client.post(`${MEMBERS}/${newId()}/grants`, { was: '' }, htmx)
    expect(response.headers.get('hx-redirect')).toBe(`${MEMBERS}?problem=MEMBER_NOT_EXISTS`)
    const list = await (await client.get(response.headers.get('hx-redirect')!)).text()
    expect(formProblem(list)).toBe('The invited member was not found')
    const stale = await client.post(`${MEMBERS}/${context.cast.zhou.viewer.id}/grants`, { was: '' }, htmx)
    expect([stale.status, (await stale.text()).startsWith('<form id="grants-form"')]).toEqual([409, true])
  })

  test('members cannot invite, grant or remove, and do not see the list', async () => {
    const { client } = context.cast.zhou
    const { id } = await accountOf('busy@kestrel.example')
    const answers = [
      await client.get(MEMBERS),
      await client.get(`${MEMBERS}/${id}`),
      await client.post(INVITATIONS, { email: 'a@kestrel.example' }),
      await client.post(`${MEMBERS}/${id}/grants`, { was: '' }),
      await client.post(`${MEMBERS}/${id}/removal`),
      await client.post('/mgmt/acct-info/company', { version: '1', companyName: 'Zhou Ltd' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(await (await client.get('/mgmt/acct-info')).text()).not.toContain(MEMBERS)
  })

  const NEW_DOC = {
    template: 'mutual-nda',
    version: versionOf('mutual-nda'),
    language: 'en',
    bilingual: 'no',
  }

  test('revoking and granting a permission take effect at the next request', async () => {
    const client = await joined('rights@kestrel.example')
    const { id } = await accountOf('rights@kestrel.example')
    const path = `${MEMBERS}/${id}/grants`
    const allPermissions = 'document.create document.finalise document.sign'
    expect((await client.post('/mgmt/new-doc', NEW_DOC)).status).toBe(303)
    expect(
      (await context.cast.lin.client.post(path, { was: allPermissions, 'document.sign': 'yes' })).status,
    ).toBe(303)
    expect((await client.post('/mgmt/new-doc', NEW_DOC)).status).toBe(403)
    const stale = await context.cast.lin.client.post(path, { was: allPermissions, 'document.create': 'yes' })
    expect([stale.status, formProblem(await stale.text())]).toEqual([
      409,
      'Someone else has changed these permissions. They are shown as they are now.',
    ])
    const changedValues = {
      was: 'document.sign',
      'document.create': 'yes',
      'desk.enter': 'yes',
      'team.edit': 'yes',
    }
    expect((await context.cast.lin.client.post(path, changedValues)).status).toBe(303)
    expect((await accountOf('rights@kestrel.example')).grants).toEqual(['document.create'])
    expect((await client.post('/mgmt/new-doc', NEW_DOC)).status).toBe(303)
  })

  test('a removed member has a separate team at the next request; the documents stay with the old team', async () => {
    const client = await joined('leaver@kestrel.example')
    const response = await client.post('/mgmt/new-doc', NEW_DOC)
    const document = response.headers.get('location')!
    const previousState = await accountOf('leaver@kestrel.example')
    expect((await context.cast.lin.client.post(`${MEMBERS}/${previousState.id}/removal`)).status).toBe(303)
    const newState = await accountOf('leaver@kestrel.example')
    expect([newState.team_id, newState.role]).toEqual([previousState.home_team_id, 'admin'])
    expect((await client.get(document)).status).toBe(404)
    expect((await context.cast.lin.client.get(document)).status).toBe(200)
    expect((await client.get(MEMBERS)).status).toBe(200)
    expect((await lastMailTo(context.db, 'leaver@kestrel.example')).subject).toBe(
      'You were removed from Lotus Trading',
    )
  })

  test('a member without another team gets a new team by leaving', async () => {
    const { id } = context.cast.zhou.viewer
    expect((await context.cast.lin.client.post(`${MEMBERS}/${id}/removal`)).status).toBe(303)
    const newState = await accountOf('zhou@example.com')
    expect(newState.team_id).not.toBe(context.cast.lin.viewer.teamId)
    expect([newState.home_team_id, newState.role]).toEqual([newState.team_id, 'admin'])
  })

  test('twelve concurrent acceptances never exceed the seats', async () => {
    const leader = await newcomer(context.db, 'leader@crowd.example')
    const { team_id } = await accountOf('leader@crowd.example')
    await onPlan(context.db, team_id, 13)
    const crowd: { client: ReturnType<typeof newClient>; path: string }[] = []
    for (let n = 0; n < 12; n++) {
      const email = `crowd${n}@crowd.example`
      const client = await newcomer(context.db, email)
      crowd.push({ client, path: await inviteByMail(context.db, leader, email) })
    }
    await onPlan(context.db, team_id, 5)
    const answers = await Promise.all(crowd.map(({ client, path }) => client.post(`${path}/acceptance`)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(4)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(8)
    const people = await context.db
      .selectFrom('accounts.account')
      .select('id')
      .where('team_id', '=', team_id)
      .execute()
    expect(people).toHaveLength(5)
  })
})

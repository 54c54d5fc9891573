import { beforeAll, expect, test } from 'vitest'
import { ago, DAY, now } from '#src/core/clock.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { PASSWORD } from '#tests/cast/people.ts'
import { codeFor, registration } from '#tests/cast/registration.ts'
import { inviteByMail, newcomer, onPlan } from '#tests/cast/teams.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'
import { formProblem } from '#tests/support/form.ts'
import { fingerprint } from '#tests/support/routes.ts'

const context = setUpCast()
beforeAll(() => onPlan(context.db, context.cast.lin.viewer.teamId, 30))

async function invite(email: string) {
  const link = await inviteByMail(context.db, context.cast.lin.client, email)
  const { id } = await context.db
    .selectFrom('accounts.invitation')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { link, token: link.split('/').at(-1)!, id, path: `/mgmt/invitations/${id}` }
}

const teamOf = async (email: string) =>
  (
    await context.db
      .selectFrom('accounts.account')
      .select('team_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).team_id

/** A client that records the addresses of all pages and redirects, except those of the link itself. */
function watchingClient(link: string) {
  const client = newClient(context.db)
  const addresses: string[] = []
  const recordUrls = async (answer: Response) => {
    const html = await answer.text()
    const urls = [...html.matchAll(/(?:href|action|hx-get|hx-post|src|value|content)="([^"]*)"/g)]
    for (const one of [answer.headers.get('location') ?? '', ...urls.map((match) => match[1]!)])
      if (!one.startsWith(link)) addresses.push(decodeURIComponent(one.replaceAll('&amp;', '&')))
    return { answer, html, to: answer.headers.get('location') }
  }
  return {
    client,
    addresses,
    get: async (path: string) => recordUrls(await client.get(path)),
    post: async (path: string, form: Record<string, string> = {}) =>
      recordUrls(await client.post(path, form)),
  }
}

test.each(['login', 'register'] as const)(
  'only the URL of the link contains the invitation’s token, during the whole %s',
  async (way) => {
    const email = `by-${way}@kestrel.example`
    if (way === 'login') await newcomer(context.db, email)
    const { link, token, path } = await invite(email)
    const browser = watchingClient(link)
    expect((await browser.post(`${link}/acceptance`)).to).toBe(`/acct/login?returnUrl=${path}`)
    const { html } = await browser.get(`${link}?locale=en_US`)
    const onward = [...html.matchAll(/href="(\/acct\/[^"]+)"/g)].map((match) =>
      match[1]!.replaceAll('&amp;', '&'),
    )
    for (const address of onward) await browser.get(address)
    await browser.get(onward.find((one) => one.startsWith(`/acct/${way}`) && one.includes('returnUrl'))!)
    const entered =
      way === 'login'
        ? await browser.post('/acct/login', {
            way: 'password',
            agreement: 'yes',
            login: email,
            password: PASSWORD,
            returnUrl: path,
          })
        : await browser.post('/acct/register', {
            ...registration({
              email,
              code: await codeFor(context.db, browser.client, email),
              returnUrl: path,
            }),
          })
    expect(entered.to).toBe(path)
    const page = await browser.get(path)
    expect(page.html).toContain(`action="${path}/acceptance"`)
    expect(page.html).toContain('Lotus Trading')
    expect((await countQueries(() => browser.client.get(path))).queries).toBeLessThanOrEqual(3)
    expect((await browser.post(`${path}/acceptance`)).to).toBe('/mgmt/home')
    expect(await teamOf(email)).toBe(context.cast.lin.viewer.teamId)
    expect((await browser.get(path)).to).toBe('/mgmt/home')
    expect(browser.addresses.length).toBeGreaterThan(60)
    expect(browser.addresses.filter((one) => one.includes(path)).length).toBeGreaterThan(3)
    expect(browser.addresses.filter((one) => one.includes(token))).toEqual([])
  },
)

test('the id opens an invitation for the invited address only: others see the same as for an unknown id, in three languages', async () => {
  const email = 'only@kestrel.example'
  const { id, path } = await invite(email)
  const never = newId()
  const { client, viewer } = context.cast.hannah
  for (const locale of LOCALES)
    for (const ask of [
      (one: string) => client.get(`/mgmt/invitations/${one}?locale=${locale}`),
      (one: string) => client.post(`/mgmt/invitations/${one}/acceptance?locale=${locale}`),
    ]) {
      const foreign = await fingerprint(await ask(id), id)
      expect(foreign).toEqual(await fingerprint(await ask(never), never))
      expect(foreign).toEqual(await fingerprint(await ask('no-id-at-all'), 'no-id-at-all'))
      expect(foreign.status).toBe(404)
      expect(foreign.body).toContain(viewer.username)
      expect(foreign.body).toContain('action="/logout"')
      for (const detail of [email, 'Lotus', 'Lin']) expect(foreign.body).not.toContain(detail)
    }
  await client.get('/mgmt/home?locale=en_US')
  expect(await (await client.get(path)).text()).toContain(
    `a different address from that of ${viewer.username}`,
  )
  expect(await teamOf('hannah@example.com')).toBe(viewer.teamId)
  const stranger = newClient(context.db)
  expect((await stranger.get(path)).headers.get('location')).toBe(
    `/acct/login?${new URLSearchParams({ returnUrl: path })}`,
  )
  expect((await stranger.post(`${path}/acceptance`)).headers.get('location')).toMatch(/^\/acct\/login/)
})

test('an invitation opened by its id is accepted once, and not after it was withdrawn, expired or no longer applies', async () => {
  const twice = await newcomer(context.db, 'twice@kestrel.example')
  const { path, id } = await invite('twice@kestrel.example')
  const row = (changes: object) =>
    context.db.updateTable('accounts.invitation').set(changes).where('id', '=', id).execute()
  await row({ expires_at: ago(DAY) })
  expect([(await twice.get(path)).status, (await twice.post(`${path}/acceptance`)).status]).toEqual([
    409, 409,
  ])
  await row({ expires_at: new Date(now().getTime() + DAY), withdrawn_at: now() })
  expect([(await twice.get(path)).status, (await twice.post(`${path}/acceptance`)).status]).toEqual([
    409, 409,
  ])
  await row({ withdrawn_at: null })
  const ownTeam = await teamOf('twice@kestrel.example')
  await onPlan(context.db, ownTeam)
  const unfit = await twice.post(`${path}/acceptance`)
  expect([unfit.status, formProblem(await unfit.text())]).toEqual([
    422,
    'This user already has a plan of their own',
  ])
  await context.db
    .updateTable('accounts.team')
    .set({ package: 'free', package_ends_at: null })
    .where('id', '=', ownTeam)
    .execute()
  const joined = async () =>
    (
      await context.db
        .selectFrom('accounts.account_action')
        .select('id')
        .where('action', '=', 'join')
        .execute()
    ).length
  const countBefore = await joined()
  const answers = await Promise.all([1, 2].map(() => twice.post(`${path}/acceptance`)))
  answers.push(await twice.post(`${path}/acceptance`))
  expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
    Array(3).fill([303, '/mgmt/home']),
  )
  expect((await joined()) - countBefore).toBe(1)
  expect((await twice.post(`${path}/acceptance`, { padding: 'x'.repeat(2_000_000) })).status).toBe(413)
})

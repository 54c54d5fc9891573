import { promises } from 'node:dns'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import '#src/app/events.ts'
import { deleteOldDeliveries } from '#modules/webhooks/deliveries/delivery.ts'
import { findEndpoint } from '#modules/webhooks/endpoints/endpoint.ts'
import { carryEndpointKeys } from '#modules/webhooks/endpoints/secret-key-change.ts'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { deliveriesOf, endpointAt, setPlan } from '#tests/cast/webhooks.ts'
import { allowReceivers, startReceiver } from '#tests/stubs/receiver.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { configure } from '#tests/support/configured.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fieldProblem, formValues } from '#tests/support/form.ts'

const HOME = '/mgmt/acct-info/webhooks'

let db: Db
let cast: Cast
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  receiver = await startReceiver()
  atTheEnd(receiver.close)
})

beforeEach(async () => {
  allowReceivers()
  await db.deleteFrom('webhooks.endpoint').execute()
  await setPlan(db, cast.lin.viewer, 'enterprise')
  receiver.received = []
})

afterEach(() => {
  setClock(null)
  vi.restoreAllMocks()
})

const work = () => workWaitingJobs(db, { forgiving: true })
const create = (fields: object, who: keyof Cast = 'lin') =>
  cast[who].client.post(`${HOME}/new`, {
    url: 'https://lotus.example/hook',
    'document.created': 'yes',
    ...fields,
  })
const endpoints = () => db.selectFrom('webhooks.endpoint').selectAll().orderBy('id').execute()
const only = async () => (await endpoints())[0]!

describe('an administrator', () => {
  test('creates an endpoint, sees its secret once, changes, disables, enables and removes it', async () => {
    const { client } = cast.lin
    const response = await create({ description: 'Personnel', url: receiver.url, 'signing.completed': 'yes' })
    const html = await response.text()
    expect(html).toMatch(/whsec_[A-Za-z0-9+/]{43}=/)
    const { id, public_key, types } = await only()
    expect(types).toEqual(['document.created', 'signing.completed'])
    const ownPath = `${HOME}/${id}`
    for (const path of [HOME, ownPath]) {
      const page = await (await client.get(path)).text()
      expect(page).toContain(receiver.url)
      expect(page).not.toMatch(/whsec_/)
    }
    expect(await (await client.get(ownPath)).text()).toContain(public_key)
    expect(await (await client.get(`${ownPath}/change`)).text()).toContain('value="Personnel"')
    const change = { url: receiver.url, description: 'Payroll', 'document.created': 'yes' }
    expect((await client.post(`${ownPath}/change`, change)).headers.get('location')).toContain('webhookSaved')
    for (const step of ['rotation', 'disabling', 'removal'])
      expect((await client.get(`${ownPath}/${step}`)).status).toBe(200)
    const formerKeyForm = { former: public_key }
    expect(await (await client.post(`${ownPath}/rotation`, formerKeyForm)).text()).toMatch(/whsec_/)
    expect((await only()).public_key).not.toBe(public_key)
    await client.post(`${ownPath}/disabling`, {})
    expect(await (await client.get(ownPath)).text()).toContain('Disabled')
    await client.post(`${ownPath}/enabling`, {})
    expect((await only()).state).toBe('enabled')
    await client.post(`${ownPath}/removal`, {})
    expect(await endpoints()).toEqual([])
    for (const answer of [await client.get(ownPath), await client.post(`${ownPath}/removal`, {})]) {
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('it has been removed')
    }
    const log = await db.selectFrom('accounts.account_action').select('action').orderBy('id').execute()
    expect(log.map(({ action }) => action)).toEqual([
      'create-webhook',
      'change-webhook',
      'rotate-webhook',
      'change-webhook',
      'change-webhook',
      'remove-webhook',
    ])
  })

  test('changes the keys once even if the form is sent twice, and is warned before the next change', async () => {
    const { client } = cast.lin
    const { id } = await endpointAt(db, cast.lin.viewer, receiver.url)
    const ownPath = `${HOME}/${id}/rotation`
    const previousState = await only()
    expect(await (await client.get(ownPath)).text()).not.toContain('will no longer sign')
    const form = { former: previousState.public_key }
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.post(ownPath, form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    expect((await only()).former_keys).toEqual(previousState.sealed_keys)
    const reloadedPage = await (await client.post(ownPath, form)).text()
    expect(reloadedPage).toContain('The keys have been changed since')
    expect(reloadedPage).toContain('will no longer sign')
    expect(formValues(reloadedPage).former).toBe((await only()).public_key)
    expect((await client.post(ownPath, formValues(reloadedPage))).status).toBe(200)
    expect((await client.post(ownPath, {})).status).toBe(422)
  })

  test('sends a test event and reads the result, and sends a delivery again', async () => {
    const { client } = cast.lin
    const { id } = await endpointAt(db, cast.lin.viewer, receiver.url)
    receiver.behave = (response) => response.writeHead(500).end('<b>not\u0000 yet</b>')
    expect((await client.post(`${HOME}/${id}/test`, {})).headers.get('location')).toContain('webhookTested')
    expect(await (await client.get(`${HOME}/${id}`)).text()).toContain('Waiting')
    await work()
    expect(await (await client.get(`${HOME}/${id}?state=failed`)).text()).toContain('Status 500')
    const [delivery] = await deliveriesOf(db, id)
    const page = await (await client.get(`${HOME}/deliveries/${delivery!.id}`)).text()
    expect(page).toContain('&lt;b&gt;not\ufffd yet&lt;/b&gt;')
    expect(page).toContain('&quot;type&quot;:&quot;webhook.test&quot;')
    receiver.behave = (response) => response.writeHead(200).end()
    const secondResponse = await client.post(`${HOME}/deliveries/${delivery!.id}/repetition`, {})
    expect(secondResponse.headers.get('location')).toBe(`${HOME}/${id}?done=webhookAgain`)
    await work()
    expect(await (await client.get(`${HOME}/${id}`)).text()).toContain('Status 200')
    expect(await (await client.get(`${HOME}/${id}?state=failed`)).text()).not.toContain('Test event')
  })

  test('pages through the log', async () => {
    const { id } = await endpointAt(db, cast.lin.viewer, receiver.url)
    const row = { endpoint_id: id, document_id: null, body: '{}', state: 'delivered' as const, answer: '' }
    const otherColumns = { type: 'webhook.test' as const, attempts: 1, created_at: now(), status: 200 }
    for (let n = 1; n <= 60; n++)
      await db
        .insertInto('webhooks.delivery')
        .values({ id: newId(), ...row, ...otherColumns, document_number: `QS-${n}-` })
        .execute()
    const seenValues: string[] = []
    let nextPath: string | undefined = `${HOME}/${id}`
    while (nextPath) {
      const html = await (await cast.lin.client.get(nextPath)).text()
      seenValues.push(...new Set(html.match(/QS-\d+-/g)))
      nextPath = /rel="next" href="([^"]+)"/.exec(html)?.[1]
    }
    expect(seenValues).toEqual(Array.from({ length: 60 }, (_, n) => `QS-${60 - n}-`))
  })

  test('reads each problem at its field', async () => {
    for (const [fields, words] of [
      [{ url: '' }, 'This field is required'],
      [{ url: 'lotus' }, 'Enter a public address'],
      [{ 'document.created': 'no' }, 'Choose at least one event'],
      [{ url: `https://lotus.example/${'x'.repeat(500)}` }, 'too long'],
      [{ description: 'x'.repeat(101) }, 'too long'],
    ] as const) {
      const answer = await create(fields)
      expect([fields, answer.status]).toEqual([fields, 422])
      expect(await answer.text()).toContain(words)
    }
    expect(await endpoints()).toEqual([])
  })

  test('reads all problems together, and the typed values are kept', async () => {
    const answer = await create({ url: 'lotus', 'document.created': 'no', description: 'Payroll' })
    const html = await answer.text()
    expect(fieldProblem(html, 'url')).toContain('Enter a public address')
    expect(html).toContain('Choose at least one event')
    expect(html).toContain('id="document.created" aria-invalid="true" aria-describedby="types-note"')
    expect(html).toContain('value="Payroll"')
    expect(html).not.toContain(' checked=')
  })

  test('gets one endpoint per URL even if the form is sent often, and at most ten endpoints', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => create({ url: `https://lotus.example/${n}` })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(await endpoints()).toHaveLength(10)
    expect(await (await create({ url: 'https://lotus.example/more' })).text()).toContain('already has 10')
  })
})

test.for([
  'http://lotus.example/',
  'ftp://lotus.example/',
  'https://lin:secret@lotus.example/',
  'https://lotus.example:22/',
  'https://lotus.example:8080/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[fd00::1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://192.168.1.1:8443/',
  'https://224.0.0.1/',
  'https://0.0.0.0/',
  'https://localhost/',
  'https://intranet/',
])('%s is no address of an endpoint', async (url) => {
  configure()
  const answer = await create({ url })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Enter a public address')
})

describe('a private address', () => {
  test('is refused at every attempt if a name resolves to it, also beside public addresses', async () => {
    const { id } = await endpointAt(db, cast.lin.viewer, 'https://rebound.example/')
    const answers = [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:192.168.0.1'], ['64:ff9b::7f00:1']]
    const addressesOf = (family: 4 | 6) => answers[0]!.filter((one) => one.includes(':') === (family === 6))
    vi.spyOn(promises.Resolver.prototype, 'resolve4').mockImplementation((async () =>
      addressesOf(4)) as never)
    vi.spyOn(promises.Resolver.prototype, 'resolve6').mockImplementation((async () => {
      const endpoints = addressesOf(6)
      answers.shift()
      return endpoints
    }) as never)
    for (let n = 0; n < 4; n++) {
      await filledDraft(db, cast.lin.viewer)
      await work()
    }
    const rows = await deliveriesOf(db, id)
    expect(rows.map(({ problem }) => problem)).toEqual(Array(4).fill('private'))
    const page = await (await cast.lin.client.get(`${HOME}/${id}`)).text()
    expect(page).toContain('Not a public address')
  })

  test('is not reported for a name that does not resolve', async () => {
    const { id } = await endpointAt(db, cast.lin.viewer, 'https://nobody.invalid/')
    await filledDraft(db, cast.lin.viewer)
    await work()
    expect(await deliveriesOf(db, id)).toMatchObject([{ problem: 'name', state: 'waiting' }])
  })

  test('is not contacted even if the endpoint was allowed before', async () => {
    const { id } = await endpointAt(db, cast.lin.viewer, receiver.url)
    configure()
    const previousState = receiver.connections
    await filledDraft(db, cast.lin.viewer)
    await work()
    expect(await deliveriesOf(db, id)).toMatchObject([{ problem: 'private', state: 'waiting' }])
    expect(receiver.connections).toBe(previousState)
  })
})

describe('other people', () => {
  const ROUTES = [
    'GET ',
    'GET /new',
    'POST /new',
    'GET /:id',
    'GET /:id/change',
    'POST /:id/change',
    'GET /:id/rotation',
    'POST /:id/rotation',
    'GET /:id/disabling',
    'POST /:id/disabling',
    'POST /:id/enabling',
    'GET /:id/removal',
    'POST /:id/removal',
    'POST /:id/test',
    'GET /:id/repetition',
    'POST /:id/repetition',
    'GET /deliveries/:delivery',
    'POST /deliveries/:delivery/repetition',
  ]

  async function statusesOf(person: keyof Cast, routes = ROUTES) {
    const { id, public_key } = await only()
    const [delivery] = await deliveriesOf(db, id)
    const statuses: Record<string, number> = {}
    for (const route of routes) {
      const [method, path] = route.split(' ') as [string, string]
      const address = HOME + path.replace(':id', id).replace(':delivery', delivery!.id)
      const fields = { url: 'https://other.example/', 'document.created': 'yes', former: public_key }
      const { client } = cast[person]
      statuses[route] = (await (method === 'GET' ? client.get(address) : client.post(address, fields))).status
    }
    return statuses
  }

  beforeEach(async () => {
    const { id } = await endpointAt(db, cast.lin.viewer, receiver.url)
    await db.updateTable('webhooks.endpoint').set({ created_at: now() }).where('id', '=', id).execute()
    await filledDraft(db, cast.lin.viewer)
  })

  test('in the team without the permission are refused everywhere', async () => {
    const previousState = await endpoints()
    expect(new Set(Object.values(await statusesOf('zhou')))).toEqual(new Set([403]))
    expect(await endpoints()).toEqual(previousState)
  })

  test('in another team do not find the endpoint', async () => {
    await setPlan(db, cast.hannah.viewer, 'enterprise')
    const previousState = await only()
    const routes = ROUTES.filter((route) => route.includes(':'))
    expect(new Set(Object.values(await statusesOf('hannah', routes)))).toEqual(new Set([404]))
    expect(await endpoints()).toEqual([previousState])
  })

  test('of a team whose plan has ended can only read, change the key, disable and remove', async () => {
    await setPlan(db, cast.lin.viewer, 'basic')
    const repetitions = ['/:id/repetition', '/deliveries/:delivery/repetition']
    const refusedRoutes = ['/new', '/:id/change', '/:id/test', '/:id/enabling', ...repetitions]
    const posts = refusedRoutes.map((path) => `POST ${path}`)
    expect(new Set(Object.values(await statusesOf('lin', posts)))).toEqual(new Set([403]))
    expect(await (await cast.lin.client.get(HOME)).text()).toContain('does not include access by programs')
    const allowedRoutes = ['POST /:id/rotation', 'POST /:id/disabling', 'POST /:id/removal']
    expect(Object.values(await statusesOf('lin', allowedRoutes))).toEqual([200, 303, 303])
  })

  test('and the administrator cannot send a form that is too large', async () => {
    const answer = await create({ description: 'x'.repeat(70_000) })
    expect(answer.status).toBe(413)
  })
})

test('the log is kept for thirty days', async () => {
  const { id } = await endpointAt(db, cast.lin.viewer, receiver.url)
  await filledDraft(db, cast.lin.viewer)
  await work()
  const inDays = (days: number) => {
    const moment = new Date(Date.now() + days * DAY)
    setClock(() => moment)
  }
  inDays(29)
  await deleteOldDeliveries(db)
  expect(await deliveriesOf(db, id)).toHaveLength(1)
  inDays(31)
  await deleteOldDeliveries(db)
  expect(await deliveriesOf(db, id)).toEqual([])
})

test('the keys of endpoints are encrypted again with a new SECRET_KEY', async () => {
  const { id } = await endpointAt(db, cast.lin.viewer, receiver.url)
  const change = { former: config.secretKey, present: 'another secret key of this product' }
  expect(await carryEndpointKeys(db, change)).toEqual({ carried: 1, left: [] })
  await filledDraft(db, cast.lin.viewer)
  await work()
  expect(receiver.received).toEqual([])
  expect(await carryEndpointKeys(db, change)).toEqual({ carried: 0, left: [`webhook endpoint ${id}`] })
  config.secretKey = change.present
  await filledDraft(db, cast.lin.viewer)
  await work()
  config.secretKey = change.former
  expect(receiver.received.length).toBeGreaterThan(0)
  expect((await findEndpoint(db, cast.lin.viewer, id)).state).toBe('enabled')
})

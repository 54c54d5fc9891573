import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { configure } from '#tests/support/configured.ts'

const context = setUpCast()
let mei: Client
let meiId: string

const ruo = () => context.cast.ruo.client

async function clientOf(id: string): Promise<Client> {
  const client = newClient(context.db)
  client.cookies.set(SESSION_COOKIE, await beginSession(context.db, id))
  return client
}

beforeAll(async () => {
  meiId = await createColleague(context.db, context.cast.ruo.viewer, 'mei', ['lead'])
  mei = await clientOf(meiId)
})

beforeEach(async () => {
  configure({ FOUR_EYES_FROM: '1000' })
  await context.db.deleteFrom('platform.approval').execute()
})

const PRICE = { period: 'once', currency: 'CNY', amount: '2.00', from: '', priceReason: 'Typing error' }

/** Submits a form that requires approval; returns the page of the approval. */
async function submitForApproval(
  client: Client,
  path: string,
  form: Record<string, string>,
): Promise<string> {
  const answer = await client.post(path, form)
  const location = answer.headers.get('location') ?? ''
  expect([answer.status, location.split('?')[0]]).toEqual([
    303,
    expect.stringMatching(/^\/desk\/approvals\/[0-9a-f-]{36}$/),
  ])
  return location.split('?')[0]!
}

const prices = async () =>
  (
    await context.db
      .selectFrom('orders.price')
      .select('amount')
      .where('package', '=', 'single_esign')
      .where('amount', '=', 200n)
      .execute()
  ).length

const stateOf = async (path: string) =>
  (
    await context.db
      .selectFrom('platform.approval')
      .select('state')
      .where('id', '=', path.split('/').at(-1)!)
      .executeTakeFirstOrThrow()
  ).state

describe('changing a price', () => {
  const requestPrice = () => submitForApproval(ruo(), '/desk/packages/single_esign/prices', PRICE)

  test('takes effect after a colleague’s approval, with both names in the log', async () => {
    const previousState = await prices()
    const path = await requestPrice()
    expect(await prices()).toBe(previousState)
    const page = await (await mei.get(path)).text()
    for (const words of ['Typing error', 'CNY 2.00', 'everyone sees and pays the new price'])
      expect([words, page.includes(words)]).toEqual([words, true])
    expect((await mei.post(`${path}/approval`)).headers.get('location')).toBe(`${path}?done=approved`)
    expect(await prices()).toBe(previousState + 1)
    const log = await (await ruo().get('/desk/log?action=set-price')).text()
    expect(log).toContain(context.cast.ruo.viewer.name)
    expect(log).toContain('approved by mei')
    const csv = await (await ruo().get('/desk/log.csv?keyword=single_esign')).text()
    for (const words of ['Typing error', 'CNY 2.00'])
      expect([words, csv.includes(words)]).toEqual([words, true])
    expect(await (await ruo().get('/desk/log.csv?keyword=nobody-has-this')).text()).not.toContain(
      'Typing error',
    )
  })

  test('cannot be approved by the requester, nor twice concurrently', async () => {
    const previousState = await prices()
    const path = await requestPrice()
    expect((await ruo().post(`${path}/approval`)).status).toBe(422)
    expect((await ruo().post(`${path}/refusal`, { note: 'x' })).status).toBe(422)
    expect(await prices()).toBe(previousState)
    const otherClient = await clientOf(
      await createColleague(context.db, context.cast.ruo.viewer, 'tan', ['finance']),
    )
    const answers = await Promise.all([mei.post(`${path}/approval`), otherClient.post(`${path}/approval`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422])
    expect(await prices()).toBe(previousState + 1)
  })

  test('has no effect when refused or withdrawn, and can be requested again', async () => {
    const previousState = await prices()
    const path = await requestPrice()
    expect((await mei.post(`${path}/refusal`, { note: '' })).status).toBe(422)
    await mei.post(`${path}/refusal`, { note: 'Twenty, not two' })
    expect(await (await ruo().get(path)).text()).toContain('Twenty, not two')
    expect((await mei.post(`${path}/approval`)).status).toBe(422)
    const secondPath = await requestPrice()
    expect(secondPath).not.toBe(path)
    expect(await requestPrice()).toBe(secondPath)
    expect((await mei.post(`${secondPath}/withdrawal`)).status).toBe(422)
    await ruo().post(`${secondPath}/withdrawal`)
    expect([await stateOf(path), await stateOf(secondPath)]).toEqual(['refused', 'withdrawn'])
    expect(await prices()).toBe(previousState)
  })

  test('requires an approver whose role includes prices, and a requester who still has the permission', async () => {
    const support = await clientOf(
      await createColleague(context.db, context.cast.ruo.viewer, 'sue', ['support']),
    )
    const path = await requestPrice()
    expect((await support.post(`${path}/approval`)).status).toBe(422)
    expect(await (await support.get(path)).text()).not.toContain('/approval"')
    await ruo().post(`${path}/withdrawal`)
    const finance = await createColleague(context.db, context.cast.ruo.viewer, 'fin', ['finance'])
    const foreignPath = await submitForApproval(
      await clientOf(finance),
      '/desk/packages/single_esign/prices',
      PRICE,
    )
    await context.db
      .updateTable('accounts.account')
      .set({ staff_roles: ['support'] })
      .where('id', '=', finance)
      .execute()
    const answer = await mei.post(`${foreignPath}/approval`)
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('no longer has the permission'),
    ])
    expect(await stateOf(foreignPath)).toBe('open')
  })

  test('is not possible if its day has passed before the approval', async () => {
    const soon = new Date(Date.now() + 8 * 3_600_000 + 90_000).toISOString().slice(0, 16)
    const path = await submitForApproval(ruo(), '/desk/packages/single_esign/prices', {
      ...PRICE,
      from: soon,
    })
    await context.db
      .updateTable('platform.approval')
      .set({ form: JSON.stringify({ ...PRICE, from: '2026-01-01T00:00' }) })
      .execute()
    const answer = await mei.post(`${path}/approval`)
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('This time is in the past'),
    ])
    expect(await stateOf(path)).toBe('open')
  })
})

describe('plans and uses', () => {
  const pageUrl = (page: string) => `/desk/accounts/${context.cast.lin.viewer.id}/${page}`
  const uses = (quantity: string) => ({
    single: 'single_2',
    quantity,
    usesReason: 'Complaint',
    key: crypto.randomUUID(),
  })

  test('below the amount are granted by one person, from the amount on by two', async () => {
    const smallGrant = await ruo().post(pageUrl('uses'), uses('1'))
    expect(smallGrant.headers.get('location')).toBe(`${pageUrl('plan')}?done=granted`)
    const path = await submitForApproval(ruo(), pageUrl('uses'), uses('100'))
    const granted = () =>
      context.db.selectFrom('orders.usage_entry').select('id').where('quantity', '=', 100).execute()
    expect(await granted()).toEqual([])
    await mei.post(`${path}/approval`)
    expect(await granted()).toHaveLength(1)
  })

  test('a yearly plan is opened by two people', async () => {
    const plan = { plan: 'enterprise', months: '12', reason: 'Contract 77' }
    const path = await submitForApproval(ruo(), pageUrl('plan'), plan)
    const packageOf = async () =>
      (
        await context.db
          .selectFrom('accounts.team')
          .select('package')
          .where('id', '=', context.cast.lin.viewer.teamId)
          .executeTakeFirstOrThrow()
      ).package
    expect(await packageOf()).not.toBe('enterprise')
    await mei.post(`${path}/approval`)
    expect(await packageOf()).toBe('enterprise')
  })
})

describe('the deletion of an account', () => {
  test('requires two people, and afterwards its request contains no name', async () => {
    const { viewer } = context.cast.hannah
    const form = { confirmation: viewer.username, ground: 'Letter of Hannah Weiss' }
    const path = await submitForApproval(ruo(), `/desk/accounts/${viewer.id}/erasure`, form)
    const nameOf = async () =>
      (
        await context.db
          .selectFrom('accounts.account')
          .select('state')
          .where('id', '=', viewer.id)
          .executeTakeFirstOrThrow()
      ).state
    expect(await nameOf()).toBe('active')
    await mei.post(`${path}/approval`)
    expect(await nameOf()).toBe('erased')
    const row = await context.db.selectFrom('platform.approval').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/hannah/i)
  })
})

test('no approval is needed if there is only one member of staff', async () => {
  configure({ FOUR_EYES_FROM: 'off' })
  const answer = await ruo().post('/desk/packages/single_esign/prices', PRICE)
  expect(answer.headers.get('location')).toBe('/desk/packages/single_esign?done=priced')
})

test('only staff have approvals', async () => {
  const path = await submitForApproval(ruo(), '/desk/packages/single_esign/prices', PRICE)
  for (const name of ['lin', 'zhou'] as const) {
    const { client } = context.cast[name]
    const answers = [
      await client.get(path),
      await client.post(`${path}/approval`),
      await client.get('/desk/log.csv'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  }
})

test('the overview and the menu count the waiting requests', async () => {
  await submitForApproval(ruo(), '/desk/packages/single_esign/prices', PRICE)
  const overview = await (await mei.get('/desk')).text()
  expect(overview).toContain('href="/desk/approvals">Approvals')
  expect(/data-queue="approvals"[^>]*>\s*<span>1</.test(overview)).toBe(true)
  await context.db.deleteFrom('platform.approval').execute()
  expect(/data-queue="approvals"[^>]*hidden/.test(await (await mei.get('/desk')).text())).toBe(true)
})

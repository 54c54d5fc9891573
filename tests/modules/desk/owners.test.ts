import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { QUEUES, readOwnEntries, WORK_QUEUES, workItems } from '#src/calendar/queue.ts'
import '#src/app/events.ts'
import type { StaffRole } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

type WorkQueue = (typeof WORK_QUEUES)[number]

let db: Db
let world: World
let ids: Record<WorkQueue, string>
let wei: { id: string; client: Client }
let colleagues = 0

async function colleague(...roles: StaffRole[]) {
  const id = await createColleague(db, world.cast.ruo.viewer, `wei${++colleagues}`, roles)
  const client = newClient(db)
  client.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  return { id, client }
}

beforeAll(async () => {
  db = await testDatabase()
  world = await openWorld(db)
  ids = {
    requests: world.requestId,
    authorisations: world.authorisationId,
    chat: world.conversationId,
    consultations: world.consultationId,
    feedback: world.feedbackId,
    lawTasks: world.lawTaskId,
    payments: world.paymentId,
    invoices: world.invoiceId,
  }
})

const tableOf = (queue: WorkQueue) => sql.table(workItems(queue)!.table)

beforeEach(async () => {
  for (const queue of WORK_QUEUES)
    await sql`update ${tableOf(queue)} set owner_id = null where id = ${ids[queue]}`.execute(db)
  await sql`update orders.invoice set state = 'requested', number = null where id = ${ids.invoices}`.execute(
    db,
  )
  await sql`update authorisations.authorisation set state = 'pending' where id = ${ids.authorisations}`.execute(
    db,
  )
  await sql`update messaging.feedback set state = 'open' where id = ${ids.feedback}`.execute(db)
  await sql`update chat.conversation set state = 'waiting' where id = ${ids.chat}`.execute(db)
  wei = await colleague('lead')
})

const ruo = () => ({ id: world.cast.ruo.viewer.id, client: world.cast.ruo.client })
const pathOf = (queue: WorkQueue) => `${QUEUES[queue].path}/${ids[queue]}`
const ownerOf = async (queue: WorkQueue) => {
  const { rows } = await sql<{ owner_id: string | null }>`select owner_id from ${tableOf(queue)}
    where id = ${ids[queue]}`.execute(db)
  return rows[0]!.owner_id
}
const move = (who: { client: Client }, queue: WorkQueue, fields: Record<string, string>) =>
  who.client.post(`${pathOf(queue)}/owner`, fields)

describe.each(WORK_QUEUES)('an entry of %s', (queue) => {
  test('can be taken, handed over and returned; the page shows its owner, and the staff log each step', async () => {
    const answer = await move(ruo(), queue, { to: 'me', was: '' })
    expect(answer.headers.get('location')).toBe(`${pathOf(queue)}?done=take`)
    expect(await ownerOf(queue)).toBe(ruo().id)
    expect(await (await ruo().client.get(pathOf(queue))).text()).toContain('You are handling this.')
    const name = world.cast.ruo.viewer.name
    expect(await (await wei.client.get(pathOf(queue))).text()).toContain(`${name} is handling this.`)
    expect((await move(ruo(), queue, { to: wei.id, was: ruo().id })).status).toBe(303)
    expect((await move(wei, queue, { to: 'nobody', was: wei.id })).status).toBe(303)
    expect(await ownerOf(queue)).toBeNull()
    const { rows } = await sql<{ action: string }>`select action from accounts.desk_action
      where path = ${pathOf(queue)} and action like '%-entry' order by id`.execute(db)
    expect(rows.map(({ action }) => action)).toEqual(['take-entry', 'hand-over-entry', 'release-entry'])
  })

  test('that two people take at once gets one owner, and the other person is informed', async () => {
    const answers = await Promise.all([ruo(), wei].map((who) => move(who, queue, { to: 'me', was: '' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(await answers.find(({ status }) => status === 409)!.text()).toContain('is handling this now')
  })

  test('is handed over with a note, which its new owner sees until the next hand-over', async () => {
    const fields = { to: wei.id, was: '', note: ' Ask <Lin> first ' }
    expect((await move(ruo(), queue, fields)).status).toBe(303)
    const pageText = async () => (await wei.client.get(pathOf(queue))).text()
    expect(await pageText()).toContain('Note with the hand-over: Ask &lt;Lin&gt; first')
    expect(await (await wei.client.get(`${pathOf(queue)}/owner`)).text()).toContain('Ask &lt;Lin&gt; first')
    const { rows } = await sql<{ reason: string }>`select reason from accounts.desk_action
      where path = ${pathOf(queue)} and action = 'hand-over-entry' order by id desc limit 1`.execute(db)
    expect(rows[0]!.reason).toBe('Ask <Lin> first')
    await move(wei, queue, { to: 'nobody', was: wei.id, note: 'Mine' })
    expect(await pageText()).not.toContain('Note with the hand-over')
  })

  test('with a note that is too long, or without a colleague, is not handed over; the note stays', async () => {
    const longNote = 'x'.repeat(501)
    const refusedAnswer = await move(ruo(), queue, { to: wei.id, was: '', note: longNote })
    expect([refusedAnswer.status, (await refusedAnswer.text()).includes(longNote)]).toEqual([422, true])
    const answerWithoutColleague = await move(ruo(), queue, { was: '', note: 'Please' })
    expect([
      answerWithoutColleague.status,
      (await answerWithoutColleague.text()).includes('value="Please"'),
    ]).toEqual([422, true])
    expect(await ownerOf(queue)).toBeNull()
  })

  test('returns to the queue when its owner leaves', async () => {
    await move(wei, queue, { to: 'me', was: '' })
    await ruo().client.post(`/desk/staff/${wei.id}/removal`, { ground: 'left' })
    expect(await ownerOf(queue)).toBeNull()
  })

  test('cannot be handed to staff without the permission, a customer or an unknown person', async () => {
    const otherColleague = await colleague(queue === 'lawTasks' ? 'finance' : 'publisher')
    for (const to of [otherColleague.id, world.cast.lin.viewer.id, 'x'])
      expect((await move(ruo(), queue, { to, was: '' })).status).toBe(404)
    expect((await move(ruo(), queue, { was: '' })).status).toBe(422)
    expect(await ownerOf(queue)).toBeNull()
    expect((await move(otherColleague, queue, { to: 'me', was: '' })).status).toBe(403)
    expect((await move(world.cast.lin, queue, { to: 'me', was: '' })).status).toBe(404)
    expect(
      (await newClient(db).post(`${pathOf(queue)}/owner`, { to: 'me' })).headers.get('location'),
    ).toContain('/acct/login')
  })

  test('of a colleague is taken over only after its owner was shown', async () => {
    await move(wei, queue, { to: 'me', was: '' })
    for (const was of ['', undefined])
      expect((await move(ruo(), queue, { to: 'me', ...(was !== undefined && { was }) })).status).toBe(409)
    expect((await move(ruo(), queue, { to: 'nobody', was: wei.id })).status).toBe(409)
    expect(await ownerOf(queue)).toBe(wei.id)
    expect((await move(ruo(), queue, { to: 'me', was: wei.id })).status).toBe(303)
    expect(await ownerOf(queue)).toBe(ruo().id)
    expect((await readOwnEntries(db, ruo().id))[queue]).toBeGreaterThanOrEqual(queue === 'payments' ? 1 : 0)
  })

  test('leads to the next one that no colleague handles', async () => {
    const { headers, status } = await ruo().client.get(`${pathOf(queue)}/next`)
    expect([status, headers.get('location')?.startsWith(QUEUES[queue].path)]).toEqual([303, true])
    expect((await ruo().client.get(`${QUEUES[queue].path}/x/next`)).status).toBe(404)
  })
})

test('a finished entry is not taken', async () => {
  await sql`update messaging.feedback set state = 'closed' where id = ${ids.feedback}`.execute(db)
  const refusedAnswer = await move(ruo(), 'feedback', { to: 'me', was: '' })
  expect([refusedAnswer.status, (await refusedAnswer.text()).includes('This is finished.')]).toEqual([
    409,
    true,
  ])
})

test('entries return when a colleague may not work on them any more, or is suspended', async () => {
  for (const queue of ['feedback', 'invoices'] as const) await move(wei, queue, { to: 'me', was: '' })
  await ruo().client.post(`/desk/staff/${wei.id}/roles`, { was: 'lead', support: 'yes', reason: 'moves' })
  expect([await ownerOf('feedback'), await ownerOf('invoices')]).toEqual([wei.id, null])
  const freeze = { stateAction: 'freeze', reason: 'lost laptop' }
  expect((await ruo().client.post(`/desk/accounts/${wei.id}/state`, freeze)).status).toBe(303)
  expect(await ownerOf('feedback')).toBeNull()
})

describe('several selected entries', () => {
  const several = async (queue: WorkQueue, fields: Record<string, string>, person = ruo()) => {
    const answer = await person.client.post(`/desk/work/${queue}`, fields)
    return { status: answer.status, html: await answer.text() }
  }
  const item = (queue: WorkQueue) => ({ [`item-${ids[queue]}`]: 'yes' })

  test('are taken one by one; entries of colleagues are left to them and named', async () => {
    const firstAnswer = await several('feedback', { step: 'take', ...item('feedback') })
    expect([firstAnswer.status, firstAnswer.html.includes('Done: 1.')]).toEqual([200, true])
    const secondAnswer = await several('feedback', { step: 'take', ...item('feedback') }, wei)
    expect(secondAnswer.html).toContain(`${world.cast.ruo.viewer.name} is handling it`)
    expect(await ownerOf('feedback')).toBe(ruo().id)
  })

  test('are handed over after the colleague was chosen, and closed after the reason was given', async () => {
    expect((await several('invoices', { step: 'handOver', ...item('invoices') })).html).toContain(wei.id)
    const form = { step: 'handOver', asked: 'yes', ...item('invoices') }
    expect((await several('invoices', form)).status).toBe(422)
    await several('invoices', { ...form, to: wei.id })
    expect(await ownerOf('invoices')).toBe(wei.id)
    const noted = { ...form, ...item('invoices'), to: ruo().id }
    expect((await several('invoices', { ...noted, note: 'x'.repeat(501) }, wei)).status).toBe(422)
    await several('invoices', { ...noted, note: 'All three' }, wei)
    expect(await (await ruo().client.get(pathOf('invoices'))).text()).toContain('All three')
    const close = { step: 'close', ...item('feedback') }
    expect((await several('feedback', close)).html).toContain('name="ground"')
    expect((await several('feedback', { ...close, asked: 'yes', ground: ' ' })).status).toBe(422)
    expect((await several('feedback', { ...close, ground: 'Spam' })).html).toContain('Closed')
    const repeatedAnswer = await several('feedback', { ...close, ground: 'Spam' })
    expect(repeatedAnswer.html).toContain('This is finished.')
  })

  test('lead back to the list with its filter, through the question for a colleague too', async () => {
    const list = '/desk/feedback?state=all&search=Word'
    const headers = { referer: `http://localhost:3000${list}` }
    const fields = { step: 'handOver', ...item('feedback') }
    const response = await ruo().client.post('/desk/work/feedback', fields, headers)
    const html = await response.text()
    const filter = /name="filter" value="([^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    const answer = await ruo().client.post('/desk/work/feedback', { ...fields, to: wei.id, filter })
    expect(await answer.text()).toContain(`href="${list.replace('&', '&amp;')}"`)
    const elsewhere = { referer: 'http://evil.example/desk/feedback?state=all' }
    const otherAnswer = await ruo().client.post(
      '/desk/work/feedback',
      { ...fields, step: 'release' },
      elsewhere,
    )
    expect(await otherAnswer.text()).toContain('href="/desk/feedback"')
  })

  test('a conversation that waits for an answer stays open', async () => {
    const close = { step: 'close', ...item('chat') }
    expect((await several('chat', close)).html).toContain('The customer is waiting for a reply')
    await sql`update chat.conversation set state = 'answered' where id = ${ids.chat}`.execute(db)
    expect((await several('chat', close)).html).toContain('Closed')
  })

  test('without a selection, with unknown ids, actions or queues nothing happens', async () => {
    expect((await several('feedback', { step: 'take' })).status).toBe(422)
    expect((await several('feedback', { step: 'take', 'item-x': 'yes' })).status).toBe(422)
    expect((await several('invoices', { step: 'close', ...item('invoices') })).status).toBe(422)
    expect((await several('feedback', { step: 'erase', ...item('feedback') })).status).toBe(422)
    for (const name of ['transfers', 'toString', 'approvals'])
      expect((await ruo().client.post(`/desk/work/${name}`, { step: 'take' })).status).toBe(404)
    const finance = await colleague('finance')
    const denied = await finance.client.post('/desk/work/feedback', { step: 'take', ...item('feedback') })
    expect([denied.status >= 403, await ownerOf('feedback')]).toEqual([true, null])
    expect((await world.cast.lin.client.post('/desk/work/feedback', { step: 'take' })).status).toBe(404)
  })
})

import { beforeAll, expect, test } from 'vitest'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import type { StaffRole } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { openWorld, type World } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let world: World

beforeAll(async () => {
  db = await testDatabase()
  world = await openWorld(db)
})

async function staff(role: StaffRole) {
  const client = newClient(db)
  const id = await createColleague(db, world.cast.ruo.viewer, `of-${role}`, [role])
  client.cookies.set(SESSION_COOKIE, await beginSession(db, id))
  return client
}

const ownerOf = async (table: 'messaging.feedback' | 'chat.conversation', id: string) =>
  (await db.selectFrom(table).select('account_id').where('id', '=', id).executeTakeFirstOrThrow()).account_id!

const linksOf = (html: string, start: string) =>
  [...html.matchAll(/<a class="link tabular-nums" href="([^"]*)">(\d+)<\/a>/g)]
    .map(([, path, count]) => [path!.replaceAll('&amp;', '&'), Number(count)] as const)
    .filter(([path]) => path.startsWith(start))

test('an account’s page links to its chat, feedback, orders and invoices, with their numbers', async () => {
  const { ruo } = world.cast
  const writer = await ownerOf('messaging.feedback', world.feedbackId)
  const html = await (await ruo.client.get(`/desk/accounts/${writer}`)).text()
  const [[path, count] = ['', 0]] = linksOf(html, '/desk/feedback')
  expect([path, count > 0]).toEqual([`/desk/feedback?state=all&account=${writer}`, true])
  const listPage = await (await ruo.client.get(path)).text()
  expect([...listPage.matchAll(/href="\/desk\/feedback\/[0-9a-f-]{36}"/g)]).toHaveLength(count)
  const nobody = await (await ruo.client.get(`/desk/feedback?state=all&account=${ruo.viewer.id}`)).text()
  expect(nobody).not.toMatch(/href="\/desk\/feedback\/[0-9a-f-]{36}"/)

  const talker = await ownerOf('chat.conversation', world.conversationId)
  const talked = await (await ruo.client.get(`/desk/accounts/${talker}`)).text()
  expect(linksOf(talked, '/desk/chat').map(([to]) => to)).toEqual([`/desk/chat/${world.conversationId}`])

  const { team_id } = await db
    .selectFrom('orders.invoice as invoice')
    .innerJoin('orders.order as order', 'order.id', 'order_id')
    .select('team_id')
    .where('invoice.id', '=', world.invoiceId)
    .executeTakeFirstOrThrow()
  const member = await db
    .selectFrom('accounts.account')
    .select('id')
    .where('team_id', '=', team_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const buyer = await (await ruo.client.get(`/desk/accounts/${member.id}`)).text()
  const [[invoices, number] = ['', 0]] = linksOf(buyer, '/desk/invoices')
  expect(invoices).toBe(`/desk/invoices?state=all&team=${team_id}`)
  const wholePage = await (await ruo.client.get(invoices)).text()
  expect([...wholePage.matchAll(/<a[^>]*href="\/desk\/invoices\/[0-9a-f-]{36}"/g)]).toHaveLength(number)
  expect(linksOf(buyer, '/desk/orders').map(([to]) => to)).toEqual([`/desk/orders?team=${team_id}`])
})

test('only records that the member of staff may open are counted', async () => {
  const writer = await ownerOf('messaging.feedback', world.feedbackId)
  const path = `/desk/accounts/${writer}`
  const support = await (await (await staff('support')).get(path)).text()
  expect([support.includes('Orders of the team'), support.includes('Chat messages')]).toEqual([false, true])
  const finance = await (await (await staff('finance')).get(path)).text()
  expect([finance.includes('Orders of the team'), finance.includes('Chat messages')]).toEqual([true, false])
})

test('an unknown team or account does not filter the lists', async () => {
  for (const path of ['/desk/feedback?account=x', '/desk/invoices?team=x', '/desk/invoices?state=all'])
    expect((await world.cast.ruo.client.get(path)).status).toBe(200)
})

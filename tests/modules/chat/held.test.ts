import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listConversations } from '#modules/chat/desk-chat.ts'
import { takeEntry } from '#modules/pages/desk-work/ownership.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { createColleague } from '#tests/cast/staff.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import '#src/app/events.ts'

let db: Db
let cast: Cast
let wei: { id: string; client: Client }
let chatPath: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const id = await createColleague(db, cast.ruo.viewer, 'wei', ['support'])
  wei = { id, client: newClient(db) }
  wei.client.cookies.set(SESSION_COOKIE, await beginSession(db, id))
})

beforeEach(async () => {
  await db.deleteFrom('chat.conversation').execute()
  await cast.hannah.client.post('/mgmt/online-service', { words: 'Where is the seal?', key: newId() })
  chatPath = `/desk/chat/${(await conversation()).id}`
  await takeEntry(db, cast.ruo.viewer, 'chat', (await conversation()).id)
})

const conversation = async () => (await listConversations(db))[0]!
const texts = async () => {
  const rows = await db.selectFrom('chat.message').select(['words', 'kind']).orderBy('seq').execute()
  return rows.map(({ words, kind }) => (kind === 'text' ? words : kind))
}
const JSON_WANTED = { accept: 'application/json' }
const ruo = () => cast.ruo.viewer

describe('an answer to a chat that a colleague handles', () => {
  test('is not sent before the sender confirms it; the typed text is kept', async () => {
    const refusal = await wei.client.post(`${chatPath}/answer`, { words: 'On page <3>', key: newId() })
    const html = await refusal.text()
    expect(refusal.status).toBe(409)
    expect(html).toContain(`${ruo().name} is handling this chat. Your reply has not been sent yet.`)
    for (const part of ['On page &lt;3&gt;', 'name="takeOver"', 'name="beside"', `value="${ruo().id}"`])
      expect(html).toContain(part)
    expect(await texts()).toEqual(['Where is the seal?', 'take'])
    const json = await wei.client.post(`${chatPath}/answer`, { words: 'x', key: newId() }, JSON_WANTED)
    expect([json.status, (await json.json()).model]).toEqual([409, { holder: ruo().id }])
  })

  test('is sent while the colleague keeps the chat', async () => {
    const fields = { words: 'Page 3', key: newId(), beside: ruo().id }
    expect((await wei.client.post(`${chatPath}/answer`, fields)).status).toBe(303)
    expect((await conversation()).owner_id).toBe(ruo().id)
    expect(await texts()).toEqual(['Where is the seal?', 'take', 'Page 3'])
  })

  test('takes over the chat first, which the staff log shows', async () => {
    const fields = { words: 'Page 3', key: newId(), takeOver: ruo().id }
    const [firstResponse, secondResponse] = [
      await wei.client.post(`${chatPath}/answer`, fields, JSON_WANTED),
      await wei.client.post(`${chatPath}/answer`, fields, JSON_WANTED),
    ]
    expect([firstResponse.status, secondResponse.status]).toEqual([201, 201])
    expect((await conversation()).owner_id).toBe(wei.id)
    expect(await texts()).toEqual(['Where is the seal?', 'take', 'take', 'Page 3'])
    const takeOvers = await db
      .selectFrom('accounts.desk_action')
      .select('staff_id')
      .where('path', '=', chatPath)
      .where('action', '=', 'take-entry')
      .orderBy('at')
      .execute()
    expect(takeOvers.map(({ staff_id }) => staff_id)).toEqual([ruo().id, wei.id])
  })

  test('needs another confirmation if another colleague has taken over; a repeated request does not', async () => {
    const key = newId()
    await cast.ruo.client.post(`${chatPath}/answer`, { words: 'Mine', key })
    await takeEntry(db, { ...ruo(), id: wei.id, name: 'wei' }, 'chat', (await conversation()).id)
    const secondResponse = await cast.ruo.client.post(`${chatPath}/answer`, { words: 'Mine', key })
    expect(secondResponse.status).toBe(303)
    const choices = [
      ['beside', ruo().id],
      ['takeOver', ruo().id],
      ['beside', ''],
      ['takeOver', 'x'],
    ] as const
    for (const [name, value] of choices) {
      const fields = { words: 'y', key: newId(), [name]: value }
      expect((await cast.ruo.client.post(`${chatPath}/answer`, fields)).status).toBe(409)
    }
    expect((await conversation()).owner_id).toBe(wei.id)
  })

  test('is sent without a confirmation if nobody or the sender handles the chat', async () => {
    await cast.ruo.client.post(`${chatPath}/owner`, { to: 'nobody', was: ruo().id })
    expect((await wei.client.post(`${chatPath}/answer`, { words: 'a', key: newId() })).status).toBe(303)
    expect((await wei.client.post(`${chatPath}/answer`, { words: 'b', key: newId() })).status).toBe(303)
    expect((await conversation()).owner_id).toBe(wei.id)
  })
})

test('an open page shows with new messages who handles the chat, and its state', async () => {
  const part = async (query = '') =>
    (await wei.client.get(`${chatPath}${query}`, { 'hx-request': 'true' })).text()
  const html = await part('?from=1')
  expect(html).toContain('id="holder" hx-swap-oob="outerMorph"')
  expect(html).toContain(`${ruo().name} is handling this.`)
  expect(html).toContain('id="customer" hx-swap-oob="outerMorph"')
  expect(await part('?before=2')).not.toContain('hx-swap-oob')
})

test('a chat is ended after a confirmation', async () => {
  const html = await (await cast.ruo.client.get(chatPath)).text()
  expect(html).toMatch(/commandfor="close-chat"/i)
  expect(html).toContain('End the chat with hannah')
  expect((await cast.ruo.client.post(`${chatPath}/closing`)).status).toBe(303)
  expect(await (await cast.ruo.client.get(chatPath)).text()).not.toMatch(/commandfor="close-chat"/i)
})

import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { sendAsCustomer } from '#modules/chat/conversation.ts'
import { listConversations } from '#modules/chat/desk-chat.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { startListening } from '#src/live/listener.ts'
import type { LiveEvent } from '#src/live/notify.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
const events: LiveEvent[] = []

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${rows[0]!.name}`)
  await new Promise<void>((ready) => {
    atTheEnd(startListening(url, { onEvent: (event) => events.push(event), onGap: ready }))
  })
})

const HOME = '/mgmt/online-service/typing'

test('typing is reported to the other side only, and is not stored', async () => {
  const { hannah, lin, ruo } = cast
  expect((await hannah.client.post(HOME)).status).toBe(204)
  await sendAsCustomer(db, hannah.viewer, { words: 'Where?', key: newId() }, 'en_US')
  const [{ id } = { id: '' }] = await listConversations(db)
  const previousState = await db.selectFrom('chat.conversation').selectAll().execute()
  events.length = 0
  expect((await hannah.client.post(HOME)).status).toBe(204)
  expect((await ruo.client.post(`/desk/chat/${id}/typing`)).status).toBe(204)
  expect((await lin.client.post(HOME)).status).toBe(204)
  expect((await lin.client.post(`/desk/chat/${id}/typing`)).status).toBe(404)
  expect((await ruo.client.post(`/desk/chat/${newId()}/typing`)).status).toBe(404)
  const typing = () => events.filter(({ kind }) => kind === 'typing')
  await expect.poll(typing).toEqual([
    { audience: ['desk'], kind: 'typing', data: { conversation: id } },
    { audience: [`account:${hannah.viewer.id}`], kind: 'typing', data: { conversation: id } },
  ])
  expect(await db.selectFrom('chat.conversation').selectAll().execute()).toEqual(previousState)
})

import { beforeAll, expect, test } from 'vitest'
import { addContact } from '#modules/contacts/index.ts'
import type { Db } from '#src/app/database.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { completedDocument } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let contact: string
const [, second] = SIGNATORIES

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const known = { type: 'external' as const, organisation: '', mobile: '', group: '' }
  contact = await addContact(db, cast.lin.viewer, {
    ...known,
    name: second!.name,
    email: second!.email.toLowerCase(),
  })
})

const pageOf = async (id: string, client = cast.lin.client) =>
  (await client.get(`/mgmt/${id}/communicat-doc?locale=en_US`)).text()

test('nothing was exchanged yet, and the page says what will stand there', async () => {
  expect(await pageOf(contact)).toContain('Nothing exchanged yet')
})

test('what a contact was sent stands there with what they did, the latest first', async () => {
  const completed = await completedDocument(db, cast.lin.viewer)
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  const html = await pageOf(contact)
  const rows = [...html.matchAll(/<tr class="hover.*?<\/tr>/gs)].map(([row]) => row)
  expect(rows.map((row) => /\/mgmt\/([^/]+)\/view-doc/.exec(row)![1])).toEqual([documentId, completed])
  expect(rows[0]).toContain('Waiting for their turn')
  expect(rows[1]).toContain('Signed')
})

test('a member who may not see the documents sees none of them, and another team no contact', async () => {
  await db.updateTable('accounts.account').set({ grants: [] }).where('username', '=', 'zhou').execute()
  expect(await pageOf(contact, cast.zhou.client)).toContain('Nothing exchanged yet')
  expect((await cast.hannah.client.get(`/mgmt/${contact}/communicat-doc`)).status).toBe(404)
})

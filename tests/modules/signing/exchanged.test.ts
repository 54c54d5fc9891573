import { beforeAll, expect, test } from 'vitest'
import { addContact } from '#modules/contacts/contact.ts'
import { addExternal } from '#modules/review/inviting/reviewer.ts'
import { rejectAndReturn } from '#modules/review/reading/outcome.ts'
import { runningTurns } from '#modules/review/review-step.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { OLIVER, sendOut } from '#tests/cast/review.ts'
import { filledDraft, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
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

test('without exchanged documents the page says what it will list', async () => {
  const known = { type: 'external' as const, organisation: '', mobile: '', group: '' }
  const nobody = await addContact(db, cast.lin.viewer, {
    ...known,
    name: 'New',
    email: 'new@kestrel.example',
  })
  expect(await pageOf(nobody)).toContain('No exchanged documents yet')
})

test('documents sent to a contact are listed with their actions, latest first', async () => {
  const completed = await completedDocument(db, cast.lin.viewer)
  const { documentId } = await signingDocument(db, cast.lin.viewer)
  const html = await pageOf(contact)
  const rows = [...html.matchAll(/<tr class="hover.*?<\/tr>/gs)].map(([row]) => row)
  expect(rows.map((row) => /\/mgmt\/([^/]+)\/view-doc/.exec(row)![1])).toEqual([documentId, completed])
  expect(rows[0]).toContain('Waiting for their turn')
  expect(rows[1]).toContain('Signed')
})

test('a member without access to the documents sees none of them; another team does not see the contact', async () => {
  await db.updateTable('accounts.account').set({ grants: [] }).where('username', '=', 'zhou').execute()
  expect(await pageOf(contact, cast.zhou.client)).toContain('No exchanged documents yet')
  expect((await cast.hannah.client.get(`/mgmt/${contact}/communicat-doc`)).status).toBe(404)
})

test('reviews sent to a contact are listed too, with their answers', async () => {
  const known = { type: 'external' as const, organisation: '', mobile: '', group: '' }
  const oliver = await addContact(db, cast.lin.viewer, {
    ...known,
    name: 'Oliver',
    email: 'o.grant@kestrel.example',
  })
  const { id } = await filledDraft(db, cast.lin.viewer)
  await addExternal(db, cast.lin.viewer, id, { ...OLIVER, email: 'o.grant@kestrel.example' })
  await sendOut(db, cast.lin.viewer, id)
  expect(await pageOf(oliver)).toMatch(/Review[\s\S]*No response yet/)
  const [turn] = await runningTurns(db).where('round.document_id', '=', id).execute()
  await rejectAndReturn(db, turn!, 'Too long')
  expect(await pageOf(oliver)).toMatch(/Rejected and returned[\s\S]*Too long/)
})

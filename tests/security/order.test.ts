import { beforeAll, expect, test } from 'vitest'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { signerLink } from '#modules/signing/providers/builtin/signer-link.ts'
import type { Db } from '#src/db/db.ts'
import { filledDraft, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { enterByLink, type World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { checksum } from '#tests/support/checksum.ts'
import type { Client } from '#tests/support/client.ts'

let db: Db
let world: World
let lin: Client

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  lin = world.cast.lin.client
})

const JSON_ONLY = { accept: 'application/json' }

/** Runs the step, and expects it to be refused with `code` and to leave every row unchanged. */
async function expectRefused(step: () => Promise<Response>, code: string) {
  const before = await checksum(db)
  const answer = await (await step()).json()
  expect([answer.success, answer.errorCode]).toEqual([false, code])
  expect(answer.errorMsg.length).toBeGreaterThan(5)
  expect(await checksum(db)).toBe(before)
}

const post =
  (path: string, fields: Record<string, string> = {}, client = lin) =>
  () =>
    client.post(path, fields, JSON_ONLY)
const put = (path: string, body: unknown) => () => lin.put(path, body)

test('an allowed step changes the checksum, so the refusals below are meaningful', async () => {
  const { id, version } = await filledDraft(db, world.cast.lin.viewer)
  const before = await checksum(db)
  expect((await post(`/mgmt/${id}/finalisation`, { version: String(version) })()).status).toBe(303)
  expect(await checksum(db)).not.toBe(before)
})

test('a draft cannot be sent for signing or get signatories', async () => {
  await expectRefused(post(`/mgmt/${world.draft.id}/signing`), 'DOCUMENT_STATUS_WRONG')
  await expectRefused(
    put(`/mgmt/${world.draft.id}/signatories`, { signatories: SIGNATORIES }),
    'DOCUMENT_STATUS_WRONG',
  )
  await expectRefused(
    post(`/mgmt/${world.draft.id}/signatories/${world.signing.signatoryId}/reminder`),
    'NOT_FOUND',
  )
})

test('a draft with open fields, or of another version, cannot be finalised', async () => {
  await expectRefused(post(`/mgmt/${world.draft.id}/finalisation`, { version: '1' }), 'DOCUMENT_CONFLICT')
  const { id, version } = await filledDraft(db, world.cast.lin.viewer)
  const { answers } = await findDocument(db, world.cast.lin.viewer, id)
  const { project: _, ...fields } = answers.fields
  await saveAnswers(db, world.cast.lin.viewer, id, { version, answers: { ...answers, fields } })
  await expectRefused(
    post(`/mgmt/${id}/finalisation`, { version: String(version + 1) }),
    'REQUIRED_FIELDS_MISSING',
  )
})

test.each(['finalisedId', 'completedId'] as const)(
  'a document after drafting (%s) cannot be edited',
  async (which) => {
    const id = world[which]
    const { answers, version } = await findDocument(db, world.cast.lin.viewer, id)
    await expectRefused(
      post(`/mgmt/${id}/finalisation`, { version: String(version) }),
      'DOCUMENT_STATUS_WRONG',
    )
    await expectRefused(put(`/mgmt/${id}/answers`, { version, answers }), 'DOCUMENT_STATUS_WRONG')
    await expectRefused(put(`/mgmt/${id}/name`, { name: 'Late', number: 'L-1' }), 'DOCUMENT_STATUS_WRONG')
    await expectRefused(post(`/mgmt/${id}/deletion`), 'DOCUMENT_STATUS_WRONG')
  },
)

test('an eleventh party and an eleventh signatory are refused', async () => {
  const { answers } = await findDocument(db, world.cast.lin.viewer, world.draft.id)
  const eleven = Array.from({ length: 11 }, (_, index) => ({
    ...answers.parties[0]!,
    key: 'abcdefghija'[index]!,
  }))
  const body = { version: world.draft.version, answers: { ...answers, parties: eleven } }
  await expectRefused(put(`/mgmt/${world.draft.id}/answers`, body), 'INVALID_FIELD')
  const signatories = eleven.map((_, n) => ({
    id: `s${n}`,
    party: 'a',
    name: 'N',
    email: `n${n}@lotus.example`,
  }))
  await expectRefused(put(`/mgmt/${world.finalisedId}/signatories`, { signatories }), 'SIGNATORY_LIMIT')
})

test.each([
  ['SIGNATORY_MISSING', [SIGNATORIES[0]]],
  ['SIGNATORY_MISSING', []],
  ['SIGNATORY_INCOMPLETE', [SIGNATORIES[0], { ...SIGNATORIES[1], email: '' }]],
  [
    'DUPLICATE_PARTY_CONTACT',
    [SIGNATORIES[0], { ...SIGNATORIES[1], email: SIGNATORIES[0]!.email.toUpperCase() }],
  ],
])('signing does not start: %s', async (code, signatories) => {
  expect((await put(`/mgmt/${world.finalisedId}/signatories`, { signatories })()).status).toBe(200)
  await expectRefused(post(`/mgmt/${world.finalisedId}/signing`), code)
})

test('a signing cannot be started twice, nor can its signatories be changed in the meantime', async () => {
  const { documentId } = world.signing
  await expectRefused(post(`/mgmt/${documentId}/signing`), 'DOCUMENT_STATUS_WRONG')
  await expectRefused(put(`/mgmt/${documentId}/signatories`, { signatories: [] }), 'DOCUMENT_STATUS_WRONG')
  await expectRefused(post(`/mgmt/${world.completedId}/signing`), 'DOCUMENT_STATUS_WRONG')
  const { id: done } = await db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select('one.id')
    .where('document_id', '=', world.completedId)
    .executeTakeFirstOrThrow()
  await expectRefused(post(`/mgmt/${world.completedId}/signatories/${done}/reminder`), 'SIGNING_STATUS_WRONG')
})

test('the second signatory cannot sign or decline before the first, even with a link', async () => {
  const [, second] = await db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select(['one.id', 'one.email'])
    .where('document_id', '=', world.signing.documentId)
    .orderBy('position')
    .execute()
  const link = new URL(await signerLink(db, second!.id)).pathname
  const client = await enterByLink(db, link, second!.email!)
  const typed = { kind: 'typed', typed: 'Oliver Grant' }
  await expectRefused(post(`/signing/${second!.id}/signature`, typed, client), 'SIGNING_STATUS_WRONG')
  await expectRefused(
    post(`/signing/${second!.id}/refusal`, { reason: 'no' }, client),
    'SIGNING_STATUS_WRONG',
  )
})

test('a signatory cannot sign twice or decline afterwards; who has declined cannot sign', async () => {
  const typed = { kind: 'typed', typed: '陈莲' }
  for (const [first, then] of [
    ['signature', 'refusal'],
    ['refusal', 'signature'],
  ] as const) {
    const { link, signatoryId } = await signingDocument(db, world.cast.lin.viewer)
    const client = await enterByLink(db, link, SIGNATORIES[0]!.email)
    const bodies: Record<string, Record<string, string>> = {
      signature: typed,
      refusal: { reason: '条款有误' },
    }
    expect((await client.post(`/signing/${signatoryId}/${first}`, bodies[first])).status).toBe(303)
    for (const action of [first, then])
      await expectRefused(
        post(`/signing/${signatoryId}/${action}`, bodies[action], client),
        'SIGNING_STATUS_WRONG',
      )
  }
})

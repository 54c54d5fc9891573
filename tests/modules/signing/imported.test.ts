import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredDrafts } from '#modules/documents/drafts/deletion.ts'
import { importedKey } from '#modules/imports/completion.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { decline } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { expireSignings, startSigning } from '#modules/signing/signing.ts'
import '#src/app/events.ts'
import { DAY } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { getFile, putFile, storage } from '#src/jobs/storage.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { runTool } from '#tests/support/pdf-tools.ts'
import { rehearseSignings } from '#tests/support/rehearsal.ts'

rehearseSignings()

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const SPOT = { page: 1, x: 100, y: 400, width: 180, height: 60 }
const PEOPLE = [
  { id: 'a', party: 'a', name: 'Chen Lian', email: 'chen@lotus.example', spots: [SPOT] },
  { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' },
]

async function sendDocument() {
  const { viewer, client } = cast.lin
  const id = await importedPdf(db, viewer)
  await client.post(`/mgmt/${id}/my-docs-import-edit`, {
    name: `Tender ${id}`,
    number: id,
    parties: 'Lotus Trading\n\nKestrel Robotics Ltd\n',
  })
  await storeSetting(db, viewer, id, PEOPLE)
  await startSigning(db, viewer, id, 'en_US')
  return id
}

const signingsOf = (id: string) =>
  db.selectFrom('signing.signing').select(['id', 'state']).where('document_id', '=', id).execute()

const firstSignatory = async (signingId: string) =>
  (
    await db
      .selectFrom('signing.signatory')
      .select('id')
      .where('signing_id', '=', signingId)
      .where('position', '=', 1)
      .executeTakeFirstOrThrow()
  ).id

const copyOf = async (id: string) =>
  (
    await db
      .selectFrom('signing.signing')
      .select(['copy', 'id'])
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow()
  ).copy!

describe('an imported PDF', () => {
  test('gets its parties together with the signatories, where the places are set too', async () => {
    const { viewer, client } = cast.lin
    const id = await importedPdf(db, viewer)
    const edit = `/mgmt/${id}/my-docs-import-edit`
    expect((await client.post(edit, { name: 'T', number: 'T-1', parties: 'Lotus\nKestrel' })).status).toBe(
      303,
    )
    const html = await (await client.get(`/mgmt/${id}/sign-setting`)).text()
    for (const words of ['Party A Lotus', 'Party B Kestrel']) expect(html).toContain(words)
    const eleven = Array.from({ length: 11 }, (_, n) => `P${n}`).join('\n')
    const refused = await client.post(edit, { name: 'T', number: 'T-1', parties: eleven })
    expect([
      refused.status,
      (await refused.text()).includes('Number of signatories exceeding the 10-person limit'),
    ]).toEqual([422, true])
    await storeSetting(db, viewer, id, PEOPLE)
    const placed = await (await client.get(`/mgmt/${id}/sign-setting`)).text()
    expect(placed).toContain('"x":100')
    expect(await (await client.get(edit)).text()).toContain(`href="/mgmt/${id}/sign-setting"`)
  })

  test('is sent unchanged, with a place for each signatory, signed by all and closed', async () => {
    const id = await sendDocument()
    const { places, pages } = await copyOf(id)
    expect(pages).toBe(2)
    expect(places.map(({ page, kind }) => [page, kind])).toEqual([
      [1, 'sign'],
      [2, 'sign'],
    ])
    expect(places[0]).toMatchObject(SPOT)
    const mail = await lastMailTo(db, PEOPLE[0]!.email)
    const signer = await enterByLink(db, new URL(mail.links[0]!).pathname, PEOPLE[0]!.email)
    const { id: signatory } = await db
      .selectFrom('signing.signatory as one')
      .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
      .select('one.id')
      .where('document_id', '=', id)
      .where('position', '=', 1)
      .executeTakeFirstOrThrow()
    const page = await (await signer.get(`/signing/${signatory}`)).text()
    expect(page).toContain(`data-src="/signing/${signatory}/document.pdf"`)
    const sent = new Uint8Array(await (await signer.get(`/signing/${signatory}/document.pdf`)).arrayBuffer())
    expect(sent).toEqual(await getFile(db, importedKey(id)))

    await signAsDemo(db, id, PEOPLE.length)
    const { client } = cast.lin
    const view = await (await client.get(`/mgmt/${id}/my-docs-import-view`)).text()
    expect(view).toContain(`/mgmt/${id}/signed.pdf`)
    const answer = await client.get(`/mgmt/${id}/signed.pdf`)
    const signed = new Uint8Array(await answer.arrayBuffer())
    expect(signed.slice(0, sent.length)).toEqual(sent)
    const file = join(mkdtempSync(join(tmpdir(), 'signed-')), 'signed.pdf')
    writeFileSync(file, signed)
    const output = await runTool('pdfsig', [file]).catch((error) => String(error.stdout ?? error))
    expect(output.match(/Signature is Valid/g)).toHaveLength(PEOPLE.length + 1)
    const log = await (await client.get(`/mgmt/${id}/action-log`)).text()
    for (const words of ['Imported', 'Initiated e-signing', 'Signing completed']) expect(log).toContain(words)
    const late = await client.get(`/mgmt/${id}/my-docs-import-edit`)
    const refused = await late.text()
    expect([
      late.status,
      refused.includes(`href="/mgmt/${id}/view-doc"`),
      refused.includes('Refresh'),
    ]).toEqual([409, true, false])
    expect((await client.post(`/mgmt/${id}/deletion`)).status).toBe(409)
  })

  test.each(['declined', 'expired'] as const)(
    'can be sent again and deleted permanently after its signing was %s',
    async (end) => {
      const { viewer, client } = cast.lin
      const id = await sendDocument()
      const [signing] = await signingsOf(id)
      if (end === 'declined')
        await decline(db, await turnOf(db, await firstSignatory(signing!.id)), 'too early')
      else {
        await db
          .updateTable('signing.signing')
          .set({ expires_at: new Date(0) })
          .where('id', '=', signing!.id)
          .execute()
        await expireSignings.now(db, {})
      }
      expect(await (await client.get('/mgmt/my-docs?tab=imported')).text()).toContain(`/mgmt/${id}/deletion`)
      const ended = await (await client.get(`/mgmt/${id}/signing`)).text()
      expect(ended).toContain('Send the document for signing again, or import another version of it.')
      expect(ended).not.toContain(`/mgmt/${id}/revision`)
      // The import keeps its name; its places may change.
      const edit = `/mgmt/${id}/my-docs-import-edit`
      expect((await client.get(`/mgmt/${id}/sign-setting`)).status).toBe(200)
      expect(await (await client.get(edit)).text()).not.toContain('name="number"')
      expect((await client.post(edit, { name: 'Other', number: 'X-9' })).status).toBe(409)
      await startSigning(db, viewer, id, 'en_US')
      expect((await client.post(`/mgmt/${id}/deletion`)).status).toBe(409)
      const again = (await signingsOf(id)).find((one) => one.id !== signing!.id)!
      await decline(db, await turnOf(db, await firstSignatory(again.id)), 'no')
      expect((await client.post(`/mgmt/${id}/deletion`)).status).toBe(303)
      expect((await client.get(`/mgmt/${id}/sign-setting`)).status).toBe(404)
      await expect(startSigning(db, viewer, id, 'en_US')).rejects.toThrow('NOT_FOUND')
      expect((await client.post(`/mgmt/${id}/restoration`)).status).toBe(303)
      expect((await client.get(`/mgmt/${id}/sign-setting`)).status).toBe(200)
      await client.post(`/mgmt/${id}/deletion`)
      const old = new Date(Date.now() - 2 * DAY)
      await db.updateTable('documents.document').set({ deleted_at: old }).where('id', '=', id).execute()
      await deleteExpiredDrafts.now(db, {})
      await workWaitingJobs(db)
      expect(await signingsOf(id)).toEqual([])
      const left = await db.selectFrom('documents.document').select('id').where('id', '=', id).execute()
      expect(left).toEqual([])
      expect(await storage().exists(importedKey(id))).toBe(false)
    },
  )

  test('that is rotated and cropped is signed like any other', async () => {
    const bytes = pdfWith({ page: '/CropBox [100 100 500 700] /Rotate 90' })
    const id = await importedPdf(db, cast.lin.viewer, { fileName: 'Turned', bytes })
    await storeSetting(db, cast.lin.viewer, id, PEOPLE)
    await startSigning(db, cast.lin.viewer, id, 'en_US')
    const { places } = await copyOf(id)
    for (const { x, y, width, height } of places.slice(1))
      expect([x >= 100, y >= 100, x + width <= 500, y + height <= 700]).toEqual([true, true, true, true])
  })

  test('is not sent with an invalid signature, nor if it is not the imported file', async () => {
    const { viewer } = cast.lin
    const field =
      '/AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >> >>] >>'
    const signed = await importedPdf(db, viewer, { fileName: 'Signed', bytes: pdfWith({ catalog: field }) })
    const other = await importedPdf(db, viewer, { fileName: 'Other', bytes: pdfWith() })
    await putFile(db, importedKey(other), pdfWith({ pages: 2 }))
    for (const [id, code] of [
      [signed, 'SIGNING_IMPOSSIBLE'],
      [other, 'PDF_NOT_FOUND'],
    ] as const) {
      await storeSetting(db, viewer, id, PEOPLE)
      await expect(startSigning(db, viewer, id, 'en_US')).rejects.toThrow(code)
    }
    expect(
      await db
        .selectFrom('signing.signing')
        .select('id')
        .where('document_id', 'in', [signed, other])
        .execute(),
    ).toEqual([])
  })
})

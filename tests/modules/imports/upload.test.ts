import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { deleteDraft, deleteExpiredDrafts, restoreDraft } from '#modules/documents/drafts/deletion.ts'
import { findStorage } from '#modules/documents/storage-quota.ts'
import { importedKey } from '#modules/imports/completion.ts'
import { findImport } from '#modules/imports/import.ts'
import { sweepUploads } from '#modules/imports/sweep.ts'
import { MAX_OPEN } from '#modules/imports/upload.ts'
import { addTerm } from '#modules/orders/plans/term.ts'
import { DAY, HOUR, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { removeAll } from '#src/jobs/file-removal.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { getFile, putFile, storage } from '#src/jobs/storage.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { postFiles } from '#tests/support/upload.ts'

let db: Db
let cast: Cast
let client: Client

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  client = cast.lin.client
})
beforeEach(async () => {
  await db.deleteFrom('imports.upload').execute()
  rmSync(INCOMING, { recursive: true, force: true })
  await db
    .updateTable('orders.package')
    .set({ storage: 100 * 1024 * 1024, upload: true })
    .execute()
})

const PDF = pdfWith({ pages: 2 })
const SCRIPTED = pdfWith({ catalog: '/OpenAction << /S /JavaScript /JS (alert) >>' })

const send = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  postFiles(client, '/mgmt/imports', {}, [{ field: 'file', name, bytes }])

/** The sizes of the working copy and of the original file, in bytes. */
async function sizesOf(id: string) {
  const files = await db
    .selectFrom('documents.file')
    .select('key')
    .where('document_id', '=', id)
    .orderBy('kind')
    .execute()
  return Promise.all(files.map(async ({ key }) => (await getFile(db, key)).length))
}

const idIn = (response: Response) => response.headers.get('location')!.split('/')[2]!
const textOf = async (response: Response) => (await response.text()).replaceAll('&quot;', '"')
const INCOMING = join(config.DATA_DIR, 'uploads')
const uploads = () => (existsSync(INCOMING) ? readdirSync(INCOMING) : [])

/** The header with which the page's script sends its requests. */
const JSON_ONLY = { accept: 'application/json' }
const ask = async (path: string, fields: Record<string, string> = {}) =>
  (await client.post(`/mgmt/imports/uploads${path}`, fields, JSON_ONLY)).json()
const begin = (name: string, size: number, key = name) => ask('', { name, size: String(size), key })
const piece = async (id: string, bytes: Uint8Array, offset: number) =>
  (
    await client.send('PUT', `/mgmt/imports/uploads/${id}`, {
      body: bytes as never,
      headers: { ...JSON_ONLY, 'upload-offset': String(offset), 'content-type': 'application/octet-stream' },
    })
  ).json()

describe('a PDF sent by the form', () => {
  test('becomes a document with number, size, pages and log; the original is stored beside its working copy', async () => {
    const answer = await send('Lease 租赁.pdf', PDF)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `/mgmt/${idIn(answer)}/my-docs-import-view?done=imported`,
    ])
    const importedDocument = await findImport(db, cast.lin.viewer, idIn(answer))
    expect(importedDocument).toMatchObject({
      name: 'Lease 租赁',
      status: 'draft',
      pages: 2,
      removed: [],
      repairs: [],
    })
    expect(importedDocument.number).toMatch(/^QS-\d{4}-\d{4}$/)
    const copy = await getFile(db, importedKey(importedDocument.id))
    expect([importedDocument.size, copy.length > PDF.length]).toEqual([copy.length, true])
    const original = await client.get(`/mgmt/${importedDocument.id}/original.pdf`)
    expect(new Uint8Array(await original.arrayBuffer())).toEqual(PDF)
    expect(original.headers.get('content-disposition')).toMatch(/^attachment; filename=".*\(original\)\.pdf"/)
    const actions = await listActions(db, importedDocument.id)
    expect(actions.map(({ action }) => action)).toEqual(['import'])
    expect(findBrokenLink(actions)).toBe(null)
    expect(uploads()).toEqual([])
  })

  test('is shown on its page and in the list, can be downloaded, and is never shown as a draft', async () => {
    const id = idIn(await send('Shown.pdf', SCRIPTED))
    const page = await textOf(await client.get(`/mgmt/${id}/my-docs-import-view?done=imported`))
    for (const words of ['Shown', 'Imported by', '1 page', 'Scripts that run', 'The document is imported.'])
      expect(page).toContain(words)
    const list = await textOf(await client.get('/mgmt/my-docs?tab=imported'))
    expect(list).toContain(`/mgmt/${id}/my-docs-import-view`)
    expect(await textOf(await client.get('/mgmt/my-docs?tab=created'))).not.toContain(id)
    expect(await textOf(await client.get('/mgmt/my-docs'))).toContain(id)
    const file = await client.get(`/mgmt/${id}/imported.pdf`)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="Shown QS-/)
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).not.toContain('JavaScript')
    for (const path of ['draft.pdf', 'copy', 'invite-review'])
      expect([path, (await client.get(`/mgmt/${id}/${path}`)).status]).toEqual([path, 404])
    for (const path of ['view-doc', 'edit-doc'])
      expect((await client.get(`/mgmt/${id}/${path}`)).headers.get('location')).toBe(
        `/mgmt/${id}/my-docs-import-view`,
      )
  })

  test.each(['계약서', 'صفقة', 'สัญญา', 'price list 🏺'])(
    'may have a name in a script that we cannot print: %s',
    async (name) => {
      const id = idIn(await send(`${name}.pdf`, PDF))
      expect((await findImport(db, cast.lin.viewer, id)).name).toBe(name)
      const answer = await client.get(`/mgmt/${id}/imported.pdf`)
      expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent(name))
    },
  )

  test('gets the next free name if its own name is in use', async () => {
    const first = await send('Twice.pdf', PDF)
    const second = await send('twice.PDF', PDF)
    const names = await Promise.all(
      [first, second].map(async (one) => (await findImport(db, cast.lin.viewer, idIn(one))).name),
    )
    expect(names).toEqual(['Twice', 'twice (2)'])
  })

  test.each([
    ['a/b.pdf', PDF, 'File names must not contain'],
    ['a"b.pdf', PDF, 'File names must not contain'],
    ['..\\secret.pdf', PDF, 'File names must not contain'],
    [`${'x'.repeat(97)}.pdf`, PDF, 'longer than 100 characters'],
    ['a\u202efdp.exe', PDF, 'U+202E'],
    ['page.pdf', new TextEncoder().encode('<html>'), 'This is not a PDF'],
    ['half.pdf', PDF.slice(0, 300), 'damaged'],
  ] as const)('is rejected at its field: %s', async (name, bytes, words) => {
    const answer = await send(name, bytes as Uint8Array<ArrayBuffer>)
    expect(answer.status).toBe(422)
    const text = await textOf(answer)
    expect(/id="file-note"[^>]*>([^<]*)/.exec(text)?.[1]).toContain(words)
    expect(uploads()).toEqual([])
    expect(await db.selectFrom('imports.upload').select('id').execute()).toEqual([])
  })

  test('is required, and only one file is accepted', async () => {
    const nothing = await postFiles(client, '/mgmt/imports', { other: 'x' }, [])
    expect(await textOf(nothing)).toContain('Please choose a file')
    const two = [1, 2].map((n) => ({ field: 'file', name: `${n}.pdf`, bytes: PDF }))
    expect(await textOf(await postFiles(client, '/mgmt/imports', {}, two))).toContain('one file at a time')
  })

  test('over the limit is read only up to the limit, whatever its declared length', async () => {
    config.IMPORT_MAX_MB = 1
    let readBytes = 0
    const body = new ReadableStream({
      pull(controller) {
        const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
        const chunk = readBytes ? new Uint8Array(16 * 1024) : new TextEncoder().encode(head)
        readBytes += chunk.length
        controller.enqueue(chunk)
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100' }
    const answer = await client.send('POST', '/mgmt/imports', {
      body: body as never,
      headers,
      duplex: 'half',
    })
    config.IMPORT_MAX_MB = 20
    expect([answer.status, (await textOf(answer)).includes('larger than 1 MB')]).toEqual([413, true])
    expect(readBytes).toBeLessThanOrEqual(1024 * 1024 + 64 * 1024)
    expect(uploads()).toEqual([])
  })

  test('without an end, or with ten thousand fields, leaves nothing behind', async () => {
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
    const manyFields = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(10_000)
    for (const body of [cut, `${manyFields}--x--\r\n`, 'nothing', '']) {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const answer = await client.send('POST', '/mgmt/imports', { body, headers })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(uploads()).toEqual([])
    }
  })
})

describe('a PDF sent in pieces', () => {
  test('is assembled, checked and resumed after a reload', async () => {
    const { id, offset } = (await begin('Pieces.pdf', PDF.length)).model
    expect(offset).toBe(0)
    const middle = Math.floor(PDF.length / 2)
    expect((await piece(id, PDF.slice(0, middle), 0)).model).toEqual({ offset: middle })
    expect((await ask(`/${id}/completion`)).errorCode).toBe('UPLOAD_INCOMPLETE')
    expect((await piece(id, PDF.slice(0, middle), 0)).errorCode).toBe('UPLOAD_INCOMPLETE')
    // The page was closed; choosing the same file again continues its upload.
    expect((await begin('Pieces.pdf', PDF.length)).model).toEqual({ id, offset: middle })
    const response = await client.get(`/mgmt/imports/uploads/${id}`, JSON_ONLY)
    expect((await response.json()).model).toEqual({ offset: middle, size: PDF.length })
    expect((await piece(id, PDF.slice(middle), middle)).model).toEqual({ offset: PDF.length })
    const results = await Promise.all([ask(`/${id}/completion`), ask(`/${id}/completion`)])
    expect(results.some(({ success }) => success)).toBe(true)
    const path = `/mgmt/${id}/my-docs-import-view?done=imported`
    expect((await ask(`/${id}/completion`)).model).toEqual({ path })
    const original = await client.get(`/mgmt/${id}/original.pdf`)
    expect(new Uint8Array(await original.arrayBuffer())).toEqual(PDF)
  })

  test('cannot be longer than declared', async () => {
    const { id } = (await begin('Longer.pdf', 100)).model
    expect((await piece(id, PDF, 0)).errorCode).toBe('TOO_LARGE')
    expect((await begin('Huge.pdf', 21 * 1024 * 1024)).errorCode).toBe('TOO_LARGE')
    expect((await begin('Empty.pdf', 0)).errorCode).toBe('INVALID_FIELD')
  })

  test('is deleted when cancelled, and at most five may be open', async () => {
    const { id } = (await begin('Cancelled.pdf', PDF.length)).model
    await piece(id, PDF.slice(0, 100), 0)
    expect((await ask(`/${id}/cancellation`)).success).toBe(true)
    expect((await ask(`/${id}/completion`)).errorCode).toBe('NOT_FOUND')
    expect(uploads()).toEqual([])
    for (let n = 0; n < MAX_OPEN; n++) expect((await begin(`${n}.pdf`, 10)).success).toBe(true)
    expect((await begin('One too many.pdf', 10)).errorCode).toBe('UPLOAD_LIMIT')
  })

  test('is deleted a day after its start, even without a row', async () => {
    const { id } = (await begin('Stale.pdf', PDF.length)).model
    await piece(id, PDF.slice(0, 100), 0)
    await sweepUploads.now(db, {})
    expect(uploads()).toEqual([id])
    setClock(() => new Date(Date.now() + 2 * HOUR))
    await db.deleteFrom('imports.upload').execute()
    await sweepUploads.now(db, {})
    expect(uploads()).toEqual([])
    setClock(null)
  })
})

describe('cloud storage', () => {
  const roomOf = (bytes: number | null) =>
    db
      .updateTable('orders.package')
      .set({ storage: bytes })
      .where('plan', '=', cast.lin.viewer.package)
      .execute()

  test('of an individual plan has the size agreed with the team', async () => {
    const { teamId, package: plan } = cast.hannah.viewer
    await roomOf(1000)
    const contents = { plan, storage: 5000, upload: true } as never
    const days = (n: number) => new Date(Date.now() + n * DAY)
    const agreed = { team_id: teamId, contents, from_at: days(-1), to_at: days(30) }
    await addTerm(db, {
      ...agreed,
      order_id: null,
      package: 'customised',
      period: 'yearly',
      currency: null,
      value: 0n,
    })
    expect(await findStorage(db, cast.hannah.viewer)).toMatchObject({ total: 5000, upload: true })
    await db
      .updateTable('orders.term')
      .set({ to_at: days(-0.5) })
      .where('team_id', '=', teamId)
      .execute()
    expect((await findStorage(db, cast.hannah.viewer)).total).not.toBe(5000)
  })

  test('is the exact sum of the files after any uploads and deletions', async () => {
    const sum = async () => {
      const rows = await db
        .selectFrom('documents.document')
        .select('id')
        .where('team_id', '=', cast.lin.viewer.teamId)
        .where('kind', '=', 'imported')
        .where('deleted_at', 'is', null)
        .execute()
      const sizes = await Promise.all(
        rows.map(async ({ id }) => (await sizesOf(id)).reduce((all, one) => all + one)),
      )
      return sizes.reduce((all, size) => all + size, 0)
    }
    const usedStorage = async () => (await findStorage(db, cast.lin.viewer)).used
    const countBefore = await usedStorage()
    expect(countBefore).toBe(await sum())
    const id = await importedPdf(db, cast.lin.viewer, { fileName: 'Counted', bytes: PDF })
    const [copy = 0, original] = await sizesOf(id)
    expect(original).toBe(PDF.length)
    expect(await usedStorage()).toBe(countBefore + copy + PDF.length)
    await deleteDraft(db, cast.lin.viewer, id)
    expect(await usedStorage()).toBe(countBefore)
    await restoreDraft(db, cast.lin.viewer, id)
    expect(await usedStorage()).toBe(countBefore + copy + PDF.length)
    expect(await usedStorage()).toBe(await sum())
  })

  test('accepts nothing when it is full, says so in the specification’s words, and restores nothing', async () => {
    const id = await importedPdf(db, cast.lin.viewer, { fileName: 'Last', bytes: PDF })
    const size = (await sizesOf(id)).reduce((all, one) => all + one)
    await deleteDraft(db, cast.lin.viewer, id)
    const { used } = await findStorage(db, cast.lin.viewer)
    await roomOf(used + size - 1)
    const answer = await send('Full.pdf', PDF)
    const text = await textOf(answer)
    expect([answer.status, text.includes('delete unused imported documents')]).toEqual([409, true])
    expect(/<a [^>]*data-solves[^>]*>/.exec(text)![0]).not.toContain('hidden')
    expect((await begin('Full.pdf', size)).errorCode).toBe('CLOUD_STORAGE_FULL')
    await expect(restoreDraft(db, cast.lin.viewer, id)).rejects.toThrow('CLOUD_STORAGE_FULL')
    await roomOf(used + size)
    const results = await Promise.all([send('One.pdf', PDF), send('Other.pdf', PDF)])
    expect(results.map(({ status }) => status).sort()).toEqual([303, 409])
    expect(uploads()).toEqual([])
    await roomOf(null)
    expect((await send('Agreed.pdf', PDF)).status).toBe(303)
  })

  test('accepts nothing if the package does not include it', async () => {
    await db.updateTable('orders.package').set({ upload: false }).execute()
    expect(await textOf(await client.get('/mgmt/new-doc?tab=IMPORT_DOC'))).toContain(
      'not part of your package',
    )
    expect((await begin('No.pdf', 10)).errorCode).toBe('UPLOAD_NOT_IN_PLAN')
  })

  test('is freed a day after a document was deleted, when its file is deleted', async () => {
    const id = await importedPdf(db, cast.lin.viewer, { fileName: 'Gone', bytes: PDF })
    await deleteDraft(db, cast.lin.viewer, id)
    setClock(() => new Date(Date.now() + 2 * DAY))
    await deleteExpiredDrafts.now(db, {})
    setClock(null)
    await workWaitingJobs(db)
    expect(await storage().exists(importedKey(id))).toBe(false)
  })
})

describe('name and number', () => {
  test('are changed on the edit page, which shows problems beside them', async () => {
    const id = await importedPdf(db, cast.lin.viewer, { fileName: 'To rename', bytes: PDF })
    const otherImport = await importedPdf(db, cast.lin.viewer, { fileName: 'Other name', bytes: PDF })
    const { number } = await findImport(db, cast.lin.viewer, otherImport)
    const path = `/mgmt/${id}/my-docs-import-edit`
    for (const [fields, words] of [
      [{ name: 'a:b', number: 'N-1' }, 'must not contain'],
      [{ name: 'other NAME', number: 'N-1' }, 'already exists'],
      [{ name: 'Free', number }, 'already exists'],
      [{ name: '', number: 'N-1' }, 'required'],
    ] as const) {
      const answer = await client.post(path, fields)
      expect([answer.status, (await textOf(answer)).includes(words)]).toEqual([422, true])
    }
    const saveResponse = await client.post(path, { name: 'Renamed', number: 'N-1' })
    expect(saveResponse.headers.get('location')).toBe(`/mgmt/${id}/my-docs-import-view?done=renamed`)
    expect(await findImport(db, cast.lin.viewer, id)).toMatchObject({ name: 'Renamed', number: 'N-1' })
  })
})

describe('a stored file that differs from the imported one', () => {
  const flipped = PDF.slice()
  flipped[50]! ^= 1
  test.each<[string, () => Uint8Array | null]>([
    ['another PDF', () => SCRIPTED],
    ['a flipped bit', () => flipped],
    ['cut off', () => PDF.slice(0, 100)],
    ['empty', () => new Uint8Array()],
    ['gone', () => null],
  ])('is never served: %s', async (_, make) => {
    const id = await importedPdf(db, cast.lin.viewer)
    expect((await client.get(`/mgmt/${id}/imported.pdf`)).status).toBe(200)
    const bytes = make()
    await (bytes ? putFile(db, importedKey(id), bytes) : removeAll(db, importedKey(id)))
    const answer = await client.get(`/mgmt/${id}/imported.pdf`, JSON_ONLY)
    expect([answer.status, (await answer.json()).errorCode]).toEqual([404, 'PDF_NOT_FOUND'])
    await deleteDraft(db, cast.lin.viewer, id)
  })
})

import { readdirSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  beginArchive,
  listArchives,
  MAX_ARCHIVES,
  removeArchive,
} from '#modules/documents/archives/archive.ts'
import { eraseArchives, sweepArchives } from '#modules/documents/archives/archive-sweep.ts'
import { makeArchive, workFolder } from '#modules/documents/archives/make-archive.ts'
import { MAX_CHOSEN } from '#modules/documents/filing/selection.ts'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import { entryNames } from '#src/files/entry-names.ts'
import { ZipWriter } from '#src/files/zip.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { putFile, storage } from '#src/jobs/storage.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { filesIn, unzipped } from '#tests/support/zip.ts'

let db: Db
let cast: Cast
let firstId: string
let secondId: string
let draft: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const { viewer } = cast.lin
  firstId = await finalisedDocument(db, viewer)
  secondId = await finalisedDocument(db, viewer)
  draft = (await filledDraft(db, viewer)).id
})

beforeEach(async () => {
  setClock(null)
  await db.deleteFrom('documents.archive').execute()
})

const ticked = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`document-${id}`, 'yes']))

const latestArchiveId = async () => (await listArchives(db, cast.lin.viewer))[0]!.id

/** Requests an archive as the list does, runs the jobs, and returns the page. */
async function requestArchive(ids: string[]) {
  const response = await cast.lin.client.post('/mgmt/archives', ticked(...ids))
  expect([response.status, response.headers.get('location')]).toEqual([303, '/mgmt/archives'])
  await workWaitingJobs(db)
  const [archive] = await listArchives(db, cast.lin.viewer)
  return archive!
}

async function fetched(id: string): Promise<Buffer> {
  const answer = await cast.lin.client.get(`/mgmt/archives/${id}/file`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return Buffer.from(await answer.arrayBuffer())
}

describe('final files of several documents', () => {
  test('are in one zip, each identical to the stored file, under a unique name', async () => {
    const { id, state, size } = await requestArchive([firstId, secondId])
    const zip = await fetched(id)
    expect([state, size]).toEqual(['ready', zip.length])
    const allFiles = [...filesIn(zip)]
    const logs = allFiles.filter(([name]) => name.endsWith('.csv'))
    expect(logs.map(([, bytes]) => bytes.toString().includes('Finalised'))).toEqual([true, true])
    const documents = allFiles.filter((file) => !logs.includes(file))
    const hashes = await Promise.all(
      [firstId, secondId].flatMap((one) =>
        (['final-pdf', 'final-word'] as const).map((kind) => readFinalFile(db, one, kind)),
      ),
    )
    expect(documents.map(([, bytes]) => hashOf(bytes)).sort()).toEqual(
      hashes.map(({ sha256 }) => sha256).sort(),
    )
    expect(documents).toHaveLength(4)
    for (const [name] of documents) expect(name).toMatch(/^保密协议（双向）.*QS-\d{4}-\d+\.(pdf|docx)$/)
  })

  test('exclude documents that are not final, by name, and do not mention documents of other teams', async () => {
    const foreign = await finalisedDocument(db, cast.hannah.viewer)
    const { id, left_out, total } = await requestArchive([firstId, draft, foreign, newId(), 'no-id'])
    expect([total, left_out.map(({ why }) => why)]).toEqual([1, ['unfinished']])
    expect([...unzipped(await fetched(id)).keys()]).toHaveLength(3)
    const page = await (await cast.lin.client.get('/mgmt/archives')).text()
    expect(page).toContain('not finalised yet')
    const otherResponse = await cast.lin.client.post('/mgmt/archives', ticked(foreign))
    const none = await cast.lin.client.post('/mgmt/archives', {})
    expect([otherResponse.status, none.status]).toEqual([422, 422])
    const words = /role="alert"[^>]*>([^<]+)/
    expect(words.exec(await otherResponse.text())?.[1]).toBe(words.exec(await none.text())?.[1])
  })

  test('can be requested together for a page, or for all matching documents', async () => {
    const list = await (await cast.lin.client.get('/mgmt/my-docs')).text()
    const page = /name="page" value="([^"]+)"/.exec(list)![1]!
    expect(page.split(',')).toEqual(expect.arrayContaining([firstId, secondId, draft]))
    for (const which of ['page', 'all']) {
      await cast.lin.client.post('/mgmt/archives', { which, page, filter: '' })
      const [archive] = await listArchives(db, cast.lin.viewer)
      expect(archive!.left_out.map(({ why }) => why)).toContain('unfinished')
      expect(archive!.total).toBe(page.split(',').length - archive!.left_out.length)
      await removeArchive(db, cast.lin.viewer, archive!.id)
    }
  })

  test('are left out and reported if they are damaged', async () => {
    const { key } = await readFinalFile(db, secondId, 'final-pdf')
    const { bytes } = await readFinalFile(db, secondId, 'final-pdf')
    await putFile(db, key, new TextEncoder().encode('%PDF another'))
    const { id, left_out } = await requestArchive([firstId, secondId])
    await putFile(db, key, bytes)
    expect(left_out.map(({ why }) => why)).toEqual(['changed'])
    expect([...unzipped(await fetched(id)).keys()]).toHaveLength(5)
  })

  test('are awaited while they are being made, but only for a limited time', async () => {
    const lateId = await finalisedDocument(db, cast.lin.viewer)
    await db
      .deleteFrom('documents.file')
      .where('document_id', '=', lateId)
      .where('kind', '=', 'final-word')
      .execute()
    await beginArchive(db, cast.lin.viewer, [lateId], 'en_US')
    const id = await latestArchiveId()
    await expect(makeArchive.now(db, { id })).rejects.toThrow()
    expect(await cast.lin.client.get(`/mgmt/archives/${id}/file`)).toMatchObject({ status: 409 })
    const moment = Date.now() + 11 * 60_000
    setClock(() => new Date(moment))
    await makeArchive.now(db, { id })
    const [archive] = await listArchives(db, cast.lin.viewer)
    expect([archive!.state, archive!.left_out.map(({ why }) => why)]).toEqual(['ready', ['generating']])
  })
})

describe('an archive', () => {
  test('shows its progress, which refreshes automatically until it is ready', async () => {
    await beginArchive(db, cast.lin.viewer, [firstId, secondId], 'en_US')
    const id = await latestArchiveId()
    await db.updateTable('documents.archive').set({ done: 1 }).execute()
    const page = await (await cast.lin.client.get('/mgmt/archives')).text()
    expect(page).toContain('1 of 2 done')
    expect(page).toContain('hx-trigger="every 1s"')
    await makeArchive.now(db, { id })
    const readyPage = await (await cast.lin.client.get('/mgmt/archives')).text()
    expect(readyPage).toContain(`/mgmt/archives/${id}/file`)
    expect(readyPage).not.toContain('hx-trigger="every 1s"')
  })

  test('requested twice concurrently is made once', async () => {
    const begin = () => beginArchive(db, cast.lin.viewer, [firstId], 'en_US')
    await Promise.all([begin(), begin(), begin()])
    expect(await listArchives(db, cast.lin.viewer)).toHaveLength(1)
  })

  test('leaves nothing behind if it is cancelled while it is made', async () => {
    await beginArchive(db, cast.lin.viewer, [firstId, secondId], 'en_US')
    const id = await latestArchiveId()
    const making = makeArchive.now(db, { id })
    await removeArchive(db, cast.lin.viewer, id)
    await making
    await workWaitingJobs(db)
    expect(await storage().exists(`archives/${id}/files.zip`)).toBe(false)
    expect(readdirSync(workFolder())).toEqual([])
  })

  test('is stored for a day; at most three archives, each with at most fifty documents', async () => {
    for (const ids of [[firstId], [secondId], [firstId, secondId]]) await requestArchive(ids)
    const otherResponse = await cast.lin.client.post('/mgmt/archives', ticked(firstId))
    expect([
      otherResponse.status,
      (await otherResponse.text()).includes(`You already have ${MAX_ARCHIVES} zip files`),
    ]).toEqual([422, true])
    const manyIds = Array.from({ length: MAX_CHOSEN + 1 }, () => newId())
    expect((await cast.lin.client.post('/mgmt/archives', ticked(...manyIds))).status).toBe(422)
    const [archive] = await listArchives(db, cast.lin.viewer)
    const moment = Date.now() + DAY + 1000
    setClock(() => new Date(moment))
    await sweepArchives.now(db, {})
    await workWaitingJobs(db)
    expect(await db.selectFrom('documents.archive').select('id').execute()).toEqual([])
    expect(await storage().exists(`archives/${archive!.id}/files.zip`)).toBe(false)
  })

  test('is erased with its account, and with its team', async () => {
    const { id } = await requestArchive([firstId])
    const { id: accountId, teamId } = cast.lin.viewer
    await eraseArchives(db, { accountId: newId(), teamIds: [newId()] })
    expect(await listArchives(db, cast.lin.viewer)).toHaveLength(1)
    await eraseArchives(db, { accountId, teamIds: [] })
    await workWaitingJobs(db)
    expect(await listArchives(db, cast.lin.viewer)).toEqual([])
    expect(await storage().exists(`archives/${id}/files.zip`)).toBe(false)
    await requestArchive([firstId])
    await eraseArchives(db, { accountId: newId(), teamIds: [teamId] })
    expect(await listArchives(db, cast.lin.viewer)).toEqual([])
  })

  test('is visible only to its owner, and not once the owner may no longer see one of its documents', async () => {
    const { id } = await requestArchive([firstId])
    for (const who of ['zhou', 'hannah'] as const) {
      expect((await cast[who].client.get(`/mgmt/archives/${id}/file`)).status).toBe(404)
      expect((await cast[who].client.post(`/mgmt/archives/${id}/removal`)).status).toBe(404)
    }
    const grant = (grants: never[]) =>
      db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()
    await grant(['team.documents'] as never[])
    await cast.zhou.client.post('/mgmt/archives', ticked(firstId))
    await workWaitingJobs(db)
    const ownArchives = await db
      .selectFrom('documents.archive')
      .select('id')
      .where('account_id', '=', cast.zhou.viewer.id)
      .executeTakeFirstOrThrow()
    expect((await cast.zhou.client.get(`/mgmt/archives/${ownArchives.id}/file`)).status).toBe(200)
    await grant([])
    expect((await cast.zhou.client.get(`/mgmt/archives/${ownArchives.id}/file`)).status).toBe(404)
  })
})

describe('the file names of an archive', () => {
  const titleOf = (name: string, number = 'QS-1') => `${name} ${number}`

  test('are readable, safe everywhere and unique', () => {
    const nameOf = entryNames()
    expect(nameOf(titleOf('保密协议'), '', 'pdf')).toBe('保密协议 QS-1.pdf')
    expect(nameOf(titleOf('保密协议'), '', 'pdf')).toBe('保密协议 QS-1 (2).pdf')
    expect(nameOf(titleOf('LEASE'), '', 'pdf')).toBe('LEASE QS-1.pdf')
    expect(nameOf(titleOf('Lease'), '', 'pdf')).toBe('Lease QS-1 (2).pdf')
    expect(nameOf(titleOf('../../etc/passwd'), '', 'pdf')).toBe('_.._etc_passwd QS-1.pdf')
    expect(nameOf(titleOf('con.x', ''), '', 'pdf')).toBe('_con.x.pdf')
    expect(nameOf(titleOf('a\u202Efdp'), '（已签署）', 'pdf')).toBe('a_fdp QS-1 （已签署）.pdf')
  })

  test('fit every file system', () => {
    const name = entryNames()(titleOf('协议'.repeat(60), '编号'.repeat(50)), '（已签署）', 'docx')
    expect(Buffer.byteLength(name)).toBeLessThan(230)
    expect(name).not.toContain('\ufffd')
  })
})

test('a zip without files, or with an empty file, is valid', () => {
  const empty = new ZipWriter()
  expect([...unzipped(Buffer.concat(empty.end())).keys()]).toEqual([])
  const zip = new ZipWriter()
  const pieces = [...zip.add('空.txt', new Uint8Array(), new Date()), ...zip.end()]
  expect([...unzipped(Buffer.concat(pieces))]).toEqual([['空.txt', '']])
  expect(hashOf(Buffer.concat(pieces))).toHaveLength(64)
})

test('a zip contains the time of each file, in Shanghai time', () => {
  const zip = new ZipWriter()
  const madeAt = new Date('2026-11-26T17:30:42Z')
  const bytes = Buffer.concat([...zip.add('a.pdf', Buffer.from('%PDF-'), madeAt), ...zip.end()])
  const table = bytes.indexOf('PK\x01\x02')
  const time = bytes.readUInt16LE(table + 12)
  const date = bytes.readUInt16LE(table + 14)
  const read = [
    (date >> 9) + 1980,
    (date >> 5) & 15,
    date & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  ]
  expect(read).toEqual([2026, 11, 27, 1, 30, 42])
})

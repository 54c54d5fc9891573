import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listArchives } from '#modules/documents/archives/archive.ts'
import { findFile } from '#modules/documents/index.ts'
import { closeSigningJob, sign, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { latestRevision } from '#modules/signing/revisions.ts'
import { expireSignings } from '#modules/signing/signing.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { DAY, now, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { hashOf } from '#src/core/secrets.ts'
import { privateFolder } from '#src/files/disk.ts'
import { checkDamaged, checkFiles } from '#src/jobs/check-files.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { getFile, openFile, putFile, storage } from '#src/jobs/storage.ts'
import { findStored } from '#src/jobs/stored-file.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument, SIGNATORIES, signingDocument } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { sampled } from '#tests/support/runs.ts'
import { HARM, harm } from '#tests/support/stored.ts'
import { unzipped } from '#tests/support/zip.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const JSON_ONLY = { accept: 'application/json' }

/** Status and code of a refusal, otherwise the hash of the content. */
async function fetched(client: Client, path: string) {
  const answer = await client.get(path, JSON_ONLY)
  if (answer.status !== 200) return [answer.status, (await answer.json()).errorCode]
  return [200, hashOf(new Uint8Array(await answer.arrayBuffer()))]
}

const DAMAGED = [503, 'FILE_DAMAGED']

const desk = async (query = '') => (await cast.ruo.client.get(`/desk/files${query}`)).text()
/** Whether the menu's red dot is shown. */
const isDotted = (html: string) => /data-waits="hasDamagedFiles"(?! hidden)/.test(html)

/** The events that an open page of the person receives. */
const eventsFor = async (who: 'ruo' | 'lin') =>
  (await (await cast[who].client.get('/live', JSON_ONLY)).json()).model.hasDamagedFiles

/** Simulates more than three days of failed retries. */
const failForDays = () => sql`delete from pgboss.job where name in ('sign-file', 'close-signing')`.execute(db)

async function zipped(id: string) {
  await db.deleteFrom('documents.archive').execute()
  await cast.lin.client.post('/mgmt/archives', { [`document-${id}`]: 'yes' })
  await workWaitingJobs(db)
  const [archive] = await listArchives(db, cast.lin.viewer)
  const answer = await cast.lin.client.get(`/mgmt/archives/${archive!.id}/file`)
  const files = unzipped(Buffer.from(await answer.arrayBuffer()))
  return { left: archive!.left_out.map(({ why }) => why), names: [...files.keys()] }
}

async function signing() {
  const { documentId, signatoryId, link } = await signingDocument(db, cast.lin.viewer)
  const turn = await turnOf(db, signatoryId)
  const signer = await enterByLink(db, link, SIGNATORIES[0]!.email)
  const file = await latestRevision(db, turn.signing_id)
  return {
    documentId,
    signatoryId,
    signingId: turn.signing_id,
    signer,
    file,
    page: `/signing/${signatoryId}`,
  }
}

const stateOf = async (id: string) => (await turnOf(db, id)).state
const typedSignature = { kind: 'typed', text: '陈莲' } as const

// The tests depend on each other, in order.
describe('files', { shuffle: false }, () => {
  test('before the first night unchecked files are not reported', async () => {
    privateFolder(config.DATA_DIR)
    const html = await desk()
    expect(html).toContain('No damaged files found so far.')
    expect(html).not.toContain('All stored files are unchanged.')
  })

  describe('a stored file that has changed', () => {
    let finalId: string
    let out: Awaited<ReturnType<typeof signing>>
    beforeAll(async () => {
      finalId = await finalisedDocument(db, cast.lin.viewer)
      out = await signing()
    })

    test.each(HARM)(
      'is neither served nor signed, is reported to the desk, and is served when restored: %s',
      async (_, how) => {
        const file = (await findFile(db, finalId, 'final-pdf'))!
        expect(await fetched(cast.lin.client, `/mgmt/${finalId}/final.pdf`)).toEqual([200, file.sha256])
        expect(isDotted(await desk())).toBe(false)
        const undo = [await harm(file.key, how), await harm(out.file.key, how)]

        expect(await fetched(cast.lin.client, `/mgmt/${finalId}/final.pdf`)).toEqual(DAMAGED)
        expect(await (await cast.lin.client.get(`/mgmt/${finalId}/final.pdf`)).text()).toContain(
          'failed an integrity check',
        )
        const zip = await zipped(finalId)
        // The archive contains the Word file and the log.
        expect([zip.left, zip.names.length]).toEqual([['changed'], 2])
        expect(await fetched(out.signer, `${out.page}/document.pdf`)).toEqual(DAMAGED)
        const refusedAnswer = await out.signer.post(`${out.page}/signature`, {
          kind: 'typed',
          typed: 'Chen Lian 2',
        })
        const page = await refusedAnswer.text()
        expect([refusedAnswer.status, await stateOf(out.signatoryId)]).toEqual([503, 'invited'])
        for (const words of ['We are restoring this document', 'Chen Lian 2']) expect(page).toContain(words)

        const html = await desk()
        expect(isDotted(html)).toBe(true)
        for (const words of [file.key, out.file.key, 'Lotus']) expect(html).toContain(words)
        expect([await eventsFor('ruo'), await eventsFor('lin')]).toEqual([true, undefined])
        const checkFile = () => cast.ruo.client.post('/desk/files/check', { key: file.key })
        const checked = (await checkFile()).headers.get('location')!
        expect(checked).toBe(`/desk/files?${new URLSearchParams({ checked: file.key })}`)
        const notice = async () => (await cast.ruo.client.get(`${checked}&locale=en_US`)).text()
        expect(await notice()).toContain('The file still fails the check.')

        for (const put of undo) await put()
        expect((await checkFile()).headers.get('location')).toBe(checked)
        expect(await notice()).toContain('The file is restored and passes the check.')
        expect(await notice()).not.toContain('The file still fails the check.')
        expect(await desk()).not.toContain(file.key)
        await checkDamaged.now(db, {})
        expect(isDotted(await desk())).toBe(false)
        expect(await fetched(cast.lin.client, `/mgmt/${finalId}/final.pdf`)).toEqual([200, file.sha256])
        expect((await zipped(finalId)).left).toEqual([])
        expect(await fetched(out.signer, `${out.page}/document.pdf`)).toEqual([200, out.file.sha256])
        expect(await (await out.signer.get(out.page)).text()).not.toContain('We are restoring this document')
      },
    )

    test.each(sampled(HARM, HARM.length))(
      'gets no signature and no seal, and waiting work continues when it is restored: %s',
      async (_, how) => {
        const { documentId, signatoryId, signingId, file, signer, page } = await signing()
        await sign(db, await turnOf(db, signatoryId), typedSignature)
        let undo = await harm(file.key, how)
        await expect(writeSignatureJob.now(db, { signatoryId })).rejects.toThrow()
        expect([await stateOf(signatoryId), (await latestRevision(db, signingId)).number]).toEqual([
          'signing',
          0,
        ])
        expect(await (await signer.get(`${page}/signed`)).text()).toContain('Your signature is kept')
        await failForDays()
        await undo()
        await checkDamaged.now(db, {})
        await workWaitingJobs(db)
        expect(await stateOf(signatoryId)).toBe('signed')

        const secondSignatory = await db
          .selectFrom('signing.signatory')
          .select('id')
          .where('signing_id', '=', signingId)
          .where('position', '=', 2)
          .executeTakeFirstOrThrow()
        await sign(db, await turnOf(db, secondSignatory.id), typedSignature)
        await writeSignatureJob.now(db, { signatoryId: secondSignatory.id })
        undo = await harm((await latestRevision(db, signingId)).key, how)
        await expect(closeSigningJob.now(db, { signingId })).rejects.toThrow()
        expect(await findFile(db, documentId, 'signed-pdf')).toBeUndefined()
        await failForDays()
        await undo()
        await checkDamaged.now(db, {})
        await workWaitingJobs(db)
        const signedFile = (await findFile(db, documentId, 'signed-pdf'))!
        expect(await fetched(cast.lin.client, `/mgmt/${documentId}/signed.pdf`)).toEqual([
          200,
          signedFile.sha256,
        ])
        undo = await harm(signedFile.key, how)
        expect(await fetched(cast.lin.client, `/mgmt/${documentId}/signed.pdf`)).toEqual(DAMAGED)
        await undo()
        await checkDamaged.now(db, {})
      },
    )
  })

  test('no signatory’s time runs out while the file is damaged, and it is extended afterwards', async () => {
    const { signatoryId, signingId, file } = await signing()
    const { expires_at: before } = await turnOf(db, signatoryId)
    const undo = await harm(file.key, () => null)
    await checkFiles.now(db, {})
    expect((await turnOf(db, signatoryId)).held_up).toBe(true)
    const laterTime = before.getTime() + 2 * DAY
    const begun = now().getTime()
    setClock(() => new Date(laterTime))
    await expireSignings.now(db, {})
    expect((await turnOf(db, signatoryId)).signing_state).toBe('started')
    await undo()
    await checkDamaged.now(db, {})
    const { expires_at: after } = await turnOf(db, signatoryId)
    expect(Math.abs(after.getTime() - before.getTime() - (laterTime - begun))).toBeLessThan(10_000)
    await expireSignings.now(db, {})
    expect((await turnOf(db, signatoryId)).signing_state).toBe('started')
    setClock(() => new Date(after.getTime() + DAY))
    await expireSignings.now(db, {})
    expect((await turnOf(db, signatoryId)).signing_state).toBe('expired')
    expect(signingId).toBeTruthy()
    setClock(null)
  })

  describe('the nightly check', () => {
    test('finds unused damaged files, records the time of check of the others, and adopts unlisted files', async () => {
      const store = storage()
      const [right, wrong, before, empty] = ['a', 'b', 'c', 'd'].map((one) => `feedback/nightly-${one}`) as [
        string,
        string,
        string,
        string,
      ]
      for (const key of [right, wrong, before, empty]) await putFile(db, key, new TextEncoder().encode(key))
      await store.put(wrong, 'something longer than it was')
      await store.put(empty, '')
      const unknown = { sha256: null, bytes: null }
      await db.updateTable('platform.stored_file').set(unknown).where('key', 'in', [before, empty]).execute()
      await checkFiles.now(db, {})
      const reports = await Promise.all([right, wrong, before, empty].map((key) => findStored(db, key)))
      expect(reports.map((row) => row!.damage)).toEqual([null, 'changed', null, 'shorter'])
      expect(reports.map((row) => row!.checked_at !== null)).toEqual([true, false, true, false])
      expect(reports[2]!.sha256).toBe(hashOf(before))
      await expect(getFile(db, wrong)).rejects.toThrow('FILE_DAMAGED')
      await putFile(db, wrong, new Uint8Array([1]))
      expect((await findStored(db, wrong))!.damage).toBeNull()
      await db.deleteFrom('platform.stored_file').where('key', 'in', [empty]).execute()
    })

    test('a store that does not answer is not damage', async () => {
      const key = 'feedback/unanswered'
      await putFile(db, key, new Uint8Array([1, 2]))
      const store = storage()
      const away = () => Promise.reject(Object.assign(new Error('away'), { code: 'EIO' }))
      const getBytes = store.getBytes
      const getStream = store.getStream
      Object.assign(store, { getBytes: away, getStream: away })
      await expect(getFile(db, key)).rejects.not.toThrow('FILE_DAMAGED')
      await checkFiles.now(db, {})
      Object.assign(store, { getBytes, getStream })
      expect((await findStored(db, key))!.damage).toBeNull()
    })
  })

  test('a file that changes while it is sent is never sent to its end', async () => {
    const key = 'feedback/changing'
    const bytes = new Uint8Array(500_000).fill(7)
    await putFile(db, key, bytes)
    const store = storage()
    const content = await openFile(db, key)
    const receivedChunks: Buffer[] = []
    let readCount = 0
    for await (const chunk of content) receivedChunks.push(chunk)
    expect(Buffer.concat(receivedChunks).equals(bytes)).toBe(true)
    // The second of two reads finds a changed file.
    const { getStream } = store
    let readings = 0
    store.getStream = async (key) => {
      if (++readings === 2)
        await store.put(
          key,
          bytes.map((_, at) => (at === 100 ? 8 : 7)),
        )
      return getStream.call(store, key)
    }
    const changedFile = await openFile(db, key)
    store.getStream = getStream
    const read = async () => {
      for await (const chunk of changedFile) readCount += chunk.length
    }
    await expect(read()).rejects.toThrow('FILE_DAMAGED')
    expect(readCount).toBeLessThan(bytes.length)
  })
})

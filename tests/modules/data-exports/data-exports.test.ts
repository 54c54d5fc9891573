import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findOwner } from '#modules/accounts/account.ts'
import { beginDataExport, findDataExport } from '#modules/data-exports/data-export.ts'
import { eraseDataExports, sweepDataExports } from '#modules/data-exports/data-export-sweep.ts'
import { handOverData } from '#modules/data-exports/hand-over.ts'
import { makeDataExport } from '#modules/data-exports/make-data-export.ts'
import { folderOf, workFolder } from '#modules/data-exports/paths.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { putFile, storage } from '#src/jobs/storage.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { newClient } from '#tests/support/client.ts'
import { archiveAddress, EXPORT_PAGE, exportData } from '#tests/support/data-export.ts'
import { storedFiles } from '#tests/support/personal-data/traces.ts'
import { filesIn } from '#tests/support/zip.ts'

let world: World
let db: Db

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
})

beforeEach(async () => {
  setClock(null)
  await db.deleteFrom('data_exports.data_export').execute()
})

const lin = () => world.cast.lin
const pageOf = async () => (await lin().client.get(EXPORT_PAGE)).text()

async function beginExport(): Promise<string> {
  await beginDataExport(db, lin().viewer, 'en_US')
  return (await findDataExport(db, lin().viewer))!.id
}

/** Whether the store has a file of this export. */
const isStored = (id: string) => storedFiles().some((key) => key.startsWith(folderOf(id)))

const rows = () => db.selectFrom('data_exports.data_export').selectAll().orderBy('id').execute()

describe('the archive', () => {
  test('is readable without the server, in the reader’s language', async () => {
    const { files, data } = await exportData(db, lin().client)
    const page = files.get('index.html')!.toString('utf8')
    expect(page).toContain('<html lang="en-US">')
    expect(page).not.toMatch(/<script|src="|href="(?:https?:)?\//)
    for (const heading of ['Documents', 'Contacts', 'Orders', 'What support did with your account'])
      expect([heading, page.includes(`>${heading}</h2>`)]).toEqual([heading, true])
    expect(page).toMatch(/<time datetime="[^"]+">\d{4}-\d\d-\d\d \d\d:\d\d<\/time>/i)
    expect(data.deskActions.every((one: { by: string }) => one.by === 'support')).toBe(true)
    await lin().client.get(`${EXPORT_PAGE}?locale=zh_TW`)
    const secondArchive = await exportData(db, lin().client)
    expect(secondArchive.files.get('index.html')!.toString('utf8')).toContain('契書保存的與您有關的資料')
    await lin().client.get(`${EXPORT_PAGE}?locale=en_US`)
  })

  test('has a folder for each document, with text, log and files', async () => {
    const { files, data } = await exportData(db, lin().client)
    const draft = data.documents.find(({ id }: { id: string }) => id === world.draft.id)
    expect(draft.answers.parties.length).toBeGreaterThan(0)
    const page = files.get(`${draft.folder}/document.html`)!.toString('utf8')
    expect(page).toContain(draft.answers.parties[0].name)
    expect(JSON.parse(files.get(`${draft.folder}/log.json`)!.toString('utf8')).actions.length).toBe(
      draft.actions.length,
    )
    const final = data.documents.find(({ status }: { status: string }) => status === 'finalised')
    for (const name of ['final.pdf', 'final.docx']) expect(files.has(`${final.folder}/${name}`)).toBe(true)
  })

  test('of a member contains no data of colleagues', async () => {
    const { data, text } = await exportData(db, world.cast.zhou.client)
    expect(data.documents).toEqual([])
    expect([data.contacts, data.members]).toEqual([undefined, undefined])
    expect(text).not.toContain(world.draft.id)
  })

  test('names a damaged file, and contains the others', async () => {
    const { key, document_id } = await db
      .selectFrom('documents.file')
      .select(['key', 'document_id'])
      .where('kind', '=', 'final-word')
      .executeTakeFirstOrThrow()
    const bytes = await storage().getBytes(key)
    await putFile(db, key, Buffer.from('PK another'))
    await beginExport()
    while (await workWaitingJobs(db));
    const latestExport = await findDataExport(db, lin().viewer)
    await putFile(db, key, bytes)
    expect(latestExport!.state).toBe('ready')
    const names = latestExport!.left_out.filter(({ why }) => why === 'damaged').map(({ path }) => path)
    expect(names).toEqual([expect.stringMatching(/^documents\/.+\/final\.docx$/)])
    expect(document_id).toBeTruthy()
    expect(await pageOf()).toContain('the stored file is missing or was changed')
  })
})

describe('an export', () => {
  test('shows its progress, which refreshes automatically until it is ready, and sends a message', async () => {
    const id = await beginExport()
    expect(await pageOf()).toContain('hx-trigger="every 1s"')
    await db.updateTable('data_exports.data_export').set({ state: 'running', done: 2, total: 9 }).execute()
    expect(await pageOf()).toContain('2 of 9 steps done')
    await makeDataExport.now(db, { id })
    const page = await pageOf()
    expect(page).toContain(`${EXPORT_PAGE}/${id}/file`)
    expect(page).not.toContain('hx-trigger="every 1s"')
    expect(await (await lin().client.get('/mgmt/messages')).text()).toContain('Your data export is ready')
  })

  test('requested twice concurrently is made once, and a later one replaces it', async () => {
    const begin = () => beginDataExport(db, lin().viewer, 'en_US')
    await Promise.all([begin(), begin(), begin()])
    const [first, ...others] = await rows()
    expect(others).toEqual([])
    while (await workWaitingJobs(db));
    await begin()
    while (await workWaitingJobs(db));
    const [second, ...rest] = await rows()
    expect([second!.state, second!.id === first!.id, rest]).toEqual(['ready', false, []])
    expect(isStored(first!.id)).toBe(false)
  })

  test('is available only to its owner', async () => {
    await exportData(db, lin().client)
    const address = await archiveAddress(lin().client)
    for (const who of ['zhou', 'hannah', 'ruo'] as const) {
      expect((await world.cast[who].client.get(address)).status).toBe(404)
      expect((await world.cast[who].client.post(address.replace('/file', '/removal'))).status).toBe(404)
    }
    const stranger = newClient(db)
    for (const path of [EXPORT_PAGE, address]) {
      const answer = await stranger.get(path)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        303,
        expect.stringContaining('/acct/login'),
      ])
    }
    expect((await stranger.post(EXPORT_PAGE)).status).not.toBe(200)
    expect(await rows()).toHaveLength(1)
  })

  test('with the data of a team is not available to a former administrator', async () => {
    await exportData(db, lin().client)
    const address = await archiveAddress(lin().client)
    const role = (to: 'admin' | 'member') =>
      db.updateTable('accounts.account').set({ role: to }).where('id', '=', lin().viewer.id).execute()
    await role('member')
    expect((await lin().client.get(address)).status).toBe(404)
    await role('admin')
    expect((await lin().client.get(address)).status).toBe(200)
  })

  test('expires after a day; its link explains that', async () => {
    await exportData(db, lin().client)
    const address = await archiveAddress(lin().client)
    const [latestExport] = await rows()
    await db
      .updateTable('data_exports.data_export')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    const earlyResponse = await lin().client.get(address)
    expect([earlyResponse.status, (await earlyResponse.text()).includes('deleted after 24 hours')]).toEqual([
      410,
      true,
    ])
    await sweepDataExports.now(db, {})
    await workWaitingJobs(db)
    expect(isStored(latestExport!.id)).toBe(false)
    const lateResponse = await lin().client.get(address)
    const page = await lateResponse.text()
    expect([
      lateResponse.status,
      page.includes('deleted after 24 hours'),
      page.includes('Export again'),
    ]).toEqual([410, true, true])
    setClock(() => new Date(latestExport!.created_at.getTime() + 31 * DAY))
    await sweepDataExports.now(db, {})
    expect(await rows()).toEqual([])
  })

  test('shows a failure after five attempts, and can be tried again', async () => {
    const id = await beginExport()
    await db.updateTable('data_exports.data_export').set({ locale: 'xx' }).execute()
    for (let time = 0; time < 5; time++) await expect(makeDataExport.now(db, { id })).rejects.toThrow()
    const page = await pageOf()
    expect([page.includes('could not be created'), page.includes('Try again')]).toEqual([true, true])
    expect(readdirSync(workFolder())).toEqual([])
    await makeDataExport.now(db, { id })
    await exportData(db, lin().client)
    expect((await rows()).map(({ state }) => state)).toEqual(['ready'])
  })

  test('leaves nothing behind if it is cancelled while it is made', async () => {
    const id = await beginExport()
    const making = makeDataExport.now(db, { id })
    expect((await lin().client.post(`${EXPORT_PAGE}/${id}/removal`)).status).toBe(303)
    await making
    await workWaitingJobs(db)
    expect([await rows(), isStored(id), readdirSync(workFolder())]).toEqual([[], false, []])
  })

  test('stops when its account is disabled', async () => {
    const id = await beginExport()
    const state = (to: 'active' | 'disabled') =>
      db.updateTable('accounts.account').set({ state: to }).where('id', '=', lin().viewer.id).execute()
    await state('disabled')
    await makeDataExport.now(db, { id })
    await state('active')
    expect([await rows(), isStored(id)]).toEqual([[], false])
  })

  test('is erased with its account, and with its team', async () => {
    const { id: accountId, teamId } = lin().viewer
    for (const erased of [
      { accountId, teamIds: [] },
      { accountId: newId(), teamIds: [teamId] },
    ]) {
      const id = await beginExport()
      await makeDataExport.now(db, { id })
      await eraseDataExports(db, { accountId: newId(), teamIds: [newId()] })
      expect(await rows()).toHaveLength(1)
      await eraseDataExports(db, erased)
      await workWaitingJobs(db)
      expect([await rows(), isStored(id)]).toEqual([[], false])
    }
  })
})

test('the owner of a disabled account gets the archive from support, and sees that later', async () => {
  const setState = (state: 'active' | 'disabled') =>
    db.updateTable('accounts.account').set({ state }).where('id', '=', lin().viewer.id).execute()
  const path = join(mkdtempSync(join(tmpdir(), 'hand-over-')), 'lin.zip')
  await setState('disabled')
  const owner = (await findOwner(db, 'lin'))!
  expect(await handOverData(db, owner, { path, locale: 'en_US' })).toEqual([])
  const names = [...filesIn(readFileSync(path)).keys()]
  expect(names).toEqual(expect.arrayContaining(['index.html', 'data.json']))
  expect(names.some((name) => /^documents\/.*\.pdf$/.test(name))).toBe(true)
  await expect(handOverData(db, owner, { path, locale: 'en_US' })).rejects.toThrow('EEXIST')
  await setState('active')
  const events = await (await lin().client.get('/mgmt/acct-info/security-events?kind=export')).text()
  expect(events).toContain('handed over by Qishu support')
})

test('a username that does not exist has no owner', async () => {
  expect(await findOwner(db, 'nobody_at_all')).toBeNull()
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findOwner } from '#modules/accounts/account.ts'
import { connect } from '#src/app/database.ts'
import { findPrivatePostgres } from '#src/db/find-private.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { archiveAddress, EXPORT_PAGE } from '#tests/support/data-export.ts'
import { filesBelow } from '#tests/support/files.ts'
import { logIn } from '#tests/support/journey.ts'
import { missingFiles, missingValues, rowsToExport } from '#tests/support/personal-data/export-check.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'
import { filesIn } from '#tests/support/zip.ts'

const dataDir = await playedDataDir()
afterAll(async () => {
  await stopAllServers()
  await removeDataDir(dataDir)
})

test('the export of the demo company contains all its rows and files', async () => {
  const { base } = await startServer({ DATA_DIR: dataDir })
  const db = connect((await findPrivatePostgres(dataDir))!, 2)
  atTheEnd(() => db.destroy())
  const admin = await logIn(base)
  const viewer = (await findOwner(db, 'demo_admin'))!
  const own = await rowsToExport(db, viewer)
  const folder = join(dataDir, 'files/')
  const keys = filesBelow(folder).map((path) => path.slice(folder.length))

  expect((await admin.post(EXPORT_PAGE)).status).toBe(303)
  await expect
    .poll(async () => (await admin.get(EXPORT_PAGE)).text(), { timeout: 120_000, interval: 500 })
    .toContain('/file"')
  const answer = await admin.get(await archiveAddress(admin))
  const archive = filesIn(new Uint8Array(await answer.arrayBuffer()))
  const data = JSON.parse(archive.get('data.json')!.toString('utf8'))
  expect([...own.values()].flat().length).toBeGreaterThan(150)
  expect(missingValues(own, data)).toEqual([])
  const read = (key: string) => readFile(join(folder, key))
  const { missing, kinds } = await missingFiles(db, viewer, archive, { keys, read })
  expect(kinds.length).toBeGreaterThan(2)
  expect(missing).toEqual([])
}, 300_000)

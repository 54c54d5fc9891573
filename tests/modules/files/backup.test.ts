import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBackup, verifyBackup } from '#src/app/backup/backup.ts'
import { contentIn } from '#src/app/backup/copy-files.ts'
import type { Manifest } from '#src/app/backup/manifest.ts'
import { restoreBackup } from '#src/app/backup/restore.ts'
import { listForeignKeys, listSchemas, listTables } from '#src/app/backup/tables.ts'
import { connect } from '#src/app/database.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import type { FileStore } from '#src/files/store/file-store.ts'
import { S3Files } from '#src/files/store/s3-files.ts'
import { REMOVAL_LOCK, removeAll } from '#src/jobs/file-removal.ts'
import { startJobs, stopJobs, workWaitingJobs } from '#src/jobs/jobs.ts'
import { checkFile, putFile, storage } from '#src/jobs/storage.ts'
import { listStoredFiles } from '#src/jobs/stored-file.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { S3_KEY, startS3Stub } from '#tests/stubs/s3.ts'
import { newClient } from '#tests/support/client.ts'
import { emptyDatabase, urlOf } from '#tests/support/database.ts'
import { openDatabaseProxy } from '#tests/support/database-proxy.ts'

const ignoreOutput = () => {}
/** The message that ends the rows of a COPY. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])
const folder = () => mkdtempSync(join(tmpdir(), 'backup-'))

let world: World
let db: Db
let url: string
let backupFolder: string
let manifest: Manifest
let writtenCount = 0

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Writes and removes rows with files until the test stops it. */
function writing() {
  let stopped = false
  const work = async () => {
    for (; !stopped; writtenCount++) {
      const key = `feedback/written-${writtenCount}`
      await db
        .transaction()
        .execute((trx) => putFile(trx, key, Buffer.from(`content ${writtenCount}`.repeat(1000))))
      if (writtenCount % 3 === 0) await removeAll(db, key)
    }
  }
  const ended = work()
  return () => {
    stopped = true
    return ended
  }
}

beforeAll(async () => {
  world = await copyOfWorld()
  db = world.db
  url = await urlOf(db)
  await workWaitingJobs(db)
  for (let n = 0; n < 50; n++) await putFile(db, `feedback/before-${n}`, Buffer.from(`before ${n}`))
  const stop = writing()
  backupFolder = folder()
  // The proxy delays the number of a table's rows, which PostgreSQL sends after the rows.
  const proxy = await openDatabaseProxy(url, COPY_DONE)
  manifest = await makeBackup(proxy.url, storage(), backupFolder, ignoreOutput)
  await proxy.shut()
  await stop()
})

afterAll(async () => {
  await rm(backupFolder, { recursive: true, force: true })
})

/** Restores the backup, and returns the database for the rest of the test. */
async function restoreFrom(store: FileStore, target = backupFolder) {
  const url = await emptyDatabase()
  await stopJobs()
  await restoreBackup(url, store, target, ignoreOutput)
  return { url, db: connect(url, 4) }
}

test('a backup made while others write holds each row’s file, readable by this user only', async () => {
  expect(writtenCount).toBeGreaterThan(0)
  expect(manifest.lost).toEqual([])
  expect(manifest.files.filter(({ key }) => key.startsWith('feedback/before-'))).toHaveLength(50)
  const stored = manifest.tables.find(({ name }) => name === 'platform.stored_file')!
  expect(manifest.files).toHaveLength(stored.rows)
  await verifyBackup(backupFolder, manifest)
  const modes = readdirSync(backupFolder).map((name) =>
    (statSync(join(backupFolder, name)).mode & 0o777).toString(8),
  )
  expect(new Set(modes)).toEqual(new Set(['600', '700']))
  expect(readFileSync(join(backupFolder, 'manifest.json'), 'utf8')).not.toContain(config.secretKey)
})

describe('a restored backup', () => {
  test('after a loss of everything has each row once, and each file whole', async () => {
    await rm(join(config.DATA_DIR, 'files'), { recursive: true, force: true })
    const restoredInstallation = await restoreFrom(storage())
    const counts = await withClient(restoredInstallation.url, async (client) => {
      const allRows: [string, number][] = []
      for (const { name } of await listTables(client)) {
        const { rows } = await client.query(`select count(*)::int as count from ${name}`)
        allRows.push([name, rows[0].count])
      }
      return allRows
    })
    expect(counts).toEqual(manifest.tables.map(({ name, rows }) => [name, rows]))
    const files = await listStoredFiles(restoredInstallation.db)
    expect(files).toHaveLength(manifest.files.length)
    for (const { key, sha256 } of files)
      expect([key, (await contentIn(storage(), key)).sha256]).toEqual([key, sha256])
    for (const { key } of files) expect(await checkFile(restoredInstallation.db, key)).toBeNull()
    await startJobs(restoredInstallation.db, { supervise: false })
    await opensAndSigns(restoredInstallation.db)
    await stopJobs()
    await restoredInstallation.db.destroy()
  })

  test('in a store of S3 has the same keys and triggers', async () => {
    const stub = await startS3Stub()
    const store = new S3Files({ ...S3_KEY, url: stub.url, region: 'auto' })
    const restoredInstallation = await restoreFrom(store)
    expect([...stub.objects.keys()].sort()).toEqual(manifest.files.map(({ key }) => key).sort())
    const [before, after] = [
      await withClient(url, listForeignKeys),
      await withClient(restoredInstallation.url, listForeignKeys),
    ]
    expect(after).toEqual(before)
    await expect(sql`delete from documents.action`.execute(restoredInstallation.db)).rejects.toThrow()
    const triggers = sql<{ off: number }>`select count(*)::int as off from pg_trigger where tgenabled <> 'O'`
    expect((await triggers.execute(restoredInstallation.db)).rows[0]!.off).toBe(0)
    const nextFolder = folder()
    const secondManifest = await makeBackup(restoredInstallation.url, store, nextFolder, ignoreOutput)
    expect(secondManifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
      manifest.tables.map(({ name, rows }) => [name, rows]),
    )
    expect(secondManifest.sequences).toEqual(manifest.sequences)
    expect(secondManifest.files).toEqual(manifest.files)
    await restoredInstallation.db.destroy()
    await stub.close()
  })
})

/** Opens a page and a signed file of the restored database as their owner. */
async function opensAndSigns(again: Db) {
  const client = newClient(again)
  for (const [name, value] of world.cast.lin.client.cookies) client.cookies.set(name, value)
  const page = await client.get(`/mgmt/${world.completedId}/view-doc`)
  expect(page.status).toBe(200)
  const pdf = await client.get(`/mgmt/${world.completedId}/signed.pdf`)
  expect(pdf.status).toBe(200)
  const path = join(folder(), 'signed.pdf')
  writeFileSync(path, Buffer.from(await pdf.arrayBuffer()))
  const output = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  expect(output).toContain('Signature is Valid')
  expect(output).toContain('Total document signed')
}

describe('a restore is refused', () => {
  const attempt = async (target: string, into?: string) =>
    restoreBackup(into ?? (await emptyDatabase()), storage(), target, ignoreOutput)

  test('into a database that is not empty', async () => {
    await expect(attempt(backupFolder, url)).rejects.toThrow(
      'The database is not empty: it has tables in accounts',
    )
  })

  test('with another SECRET_KEY', async () => {
    const { secretKey } = config
    config.secretKey = 'another key of at least thirty-two characters'
    await expect(attempt(backupFolder)).rejects.toThrow('SECRET_KEY is not the one of this backup')
    config.secretKey = secretKey
  })

  test('from a folder that is damaged or not complete, and the database stays empty', async () => {
    await expect(attempt(folder())).rejects.toThrow('holds no complete backup')
    const path = join(backupFolder, 'files', manifest.files[0]!.key)
    const wholeContent = readFileSync(path)
    writeFileSync(path, 'something else')
    const target = await emptyDatabase()
    await expect(attempt(backupFolder, target)).rejects.toThrow(
      `The backup is damaged. Missing or changed:\nfiles/`,
    )
    writeFileSync(path, wholeContent)
    expect(await withClient(target, listSchemas)).toEqual([])
  })

  test('if the tables of the backup are not ours, and the database is empty again', async () => {
    const path = join(backupFolder, 'manifest.json')
    const text = readFileSync(path, 'utf8')
    const tables = manifest.tables.filter(({ name }) => name !== 'chat.message')
    writeFileSync(path, JSON.stringify({ ...manifest, tables }))
    const target = await emptyDatabase()
    await expect(attempt(backupFolder, target)).rejects.toThrow(
      'The tables are not those of the backup:\nchat.message',
    )
    writeFileSync(path, text)
    expect(await withClient(target, listSchemas)).toEqual([])
  })

  test('like a backup into a folder that is not empty', async () => {
    await expect(makeBackup(url, storage(), backupFolder, ignoreOutput)).rejects.toThrow('is not empty')
  })
})

test('a file removed while a backup runs goes once it has ended', async () => {
  await startJobs(db, { supervise: false })
  const key = 'feedback/removed'
  await putFile(db, key, new Uint8Array([1]))
  await withClient(url, async (backup) => {
    await backup.query('select pg_advisory_lock($1)', [REMOVAL_LOCK])
    await removeAll(db, key)
    await workWaitingJobs(db, { forgiving: true })
    expect(await storage().exists(key)).toBe(true)
  })
  await sql`update pgboss.job set start_after = now() where name = 'remove-files' and state = 'retry'`.execute(
    db,
  )
  await workWaitingJobs(db)
  expect(await storage().exists(key)).toBe(false)
})

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from '#src/app/database.ts'
import { migrateTo } from '#src/db/migrate.ts'
import type { FileStore } from '#src/files/store/file-store.ts'
import { LocalFiles } from '#src/files/store/local-files.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
import { PGBOSS_SCHEMA } from '#src/jobs/pgboss-tables.ts'
import { verifyBackup } from './backup.ts'
import { copyFiles } from './copy-files.ts'
import { DATABASE_FOLDER, FILES_FOLDER, hashOfSecretKey, type Manifest, readManifest } from './manifest.ts'
import { listForeignKeys, listSchemas, listTables, SET_PLAIN_FORMATS } from './tables.ts'

type Report = (line: string) => void

/**
 * Restores a backup into an empty database and a store. First the backup is verified, then the files are
 * copied, then the rows are loaded in one transaction; a failure leaves the database empty.
 */
export async function restoreBackup(url: string, store: FileStore, folder: string, report: Report) {
  const manifest = await readManifest(folder)
  if (manifest.secretKey !== hashOfSecretKey(manifest.id))
    throw new Error(
      'SECRET_KEY is not the one of this backup: codes, the keys of the authority and the ends of logs would be lost. Set it to the value of then; to change it, run change-secret-key after the restore.',
    )
  if (manifest.queue !== PGBOSS_SCHEMA)
    throw new Error(
      'This backup was made by a version of Qishu with another job queue. Restore it with that version, then upgrade.',
    )
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  await client.connect()
  try {
    const schemas = await listSchemas(client)
    if (schemas.length)
      throw new Error(`The database is not empty: it has tables in ${schemas.join(', ')}. Create a new one.`)
    report('Verifying the backup …')
    await verifyBackup(folder, manifest)
    await restoreFiles(store, folder, manifest, report)
    await restoreDatabase(client, url, folder, manifest).catch(async (error) => {
      for (const name of await listSchemas(client)) await client.query(`drop schema "${name}" cascade`)
      throw error
    })
    report(`${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${manifest.madeAt}`)
    return manifest
  } finally {
    await client.end()
  }
}

async function restoreFiles(store: FileStore, folder: string, { files }: Manifest, report: Report) {
  const source = new LocalFiles(join(folder, FILES_FOLDER))
  const { copiedCount, skippedCount, missing, different } = await copyFiles(source, store, files, { report })
  if (missing.length || different.length) throw new Error('The backup changed while it was read')
  report(`${copiedCount} files copied, ${skippedCount} there already`)
}

async function restoreDatabase(client: pg.Client, url: string, folder: string, manifest: Manifest) {
  const db = connect(url, 4)
  try {
    await migrateTo(db, manifest.migrations)
    // Creates the tables of the job queue.
    await startJobs(db, { supervise: false })
    await stopJobs()
  } finally {
    await db.destroy()
  }
  await client.query(SET_PLAIN_FORMATS)
  await client.query('begin')
  try {
    await load(client, folder, manifest)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

interface TableShape {
  name: string
  columns: string[]
}

/** The tables that only the backup or only the database has, and those whose columns differ. */
function differences(backupTables: TableShape[], currentTables: TableShape[]): string[] {
  const shapes = (tables: TableShape[]) =>
    tables.map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`)
  const backupShapes = shapes(backupTables)
  const currentShapes = shapes(currentTables)
  return [
    ...backupShapes.filter((shape) => !currentShapes.includes(shape)),
    ...currentShapes.filter((shape) => !backupShapes.includes(shape)),
  ]
}

/**
 * Loads the tables without foreign keys and triggers, so that their order does not matter. The foreign keys
 * are checked when they are created again. The owner of the tables may do this; no superuser is needed.
 */
async function load(client: pg.Client, folder: string, { tables, sequences, files }: Manifest) {
  const currentTables = await listTables(client)
  const differing = differences(tables, currentTables)
  if (differing.length) throw new Error(`The tables are not those of the backup:\n${differing.join('\n')}`)
  const foreignKeys = await listForeignKeys(client)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, columns, rows, file } of tables) {
    const target = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
    await pipeline(createReadStream(join(folder, DATABASE_FOLDER, file)), createGunzip(), target)
    if (target.rowCount !== rows) throw new Error(`${name} got ${target.rowCount} rows instead of ${rows}`)
  }
  for (const { name, value } of sequences)
    if (value !== null) await client.query('select setval($1::regclass, $2)', [name, value])
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  // A file that was written again during the backup is newer than its row.
  await client.query(
    `update platform.stored_file as stored set sha256 = file.sha256, bytes = file.bytes
    from json_to_recordset($1) as file (key text, sha256 text, bytes bigint)
    where stored.key = file.key and stored.sha256 <> file.sha256`,
    [JSON.stringify(files)],
  )
}

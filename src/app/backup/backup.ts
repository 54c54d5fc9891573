import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { privateFolder } from '#src/files/disk.ts'
import type { FileStore } from '#src/files/store/file-store.ts'
import { LocalFiles } from '#src/files/store/local-files.ts'
import { REMOVAL_LOCK } from '#src/jobs/file-removal.ts'
import { QUEUE_VERSION } from '#src/jobs/pgboss-tables.ts'
import { type CopiedFile, contentOfPath, copyFiles, type KnownFile } from './copy-files.ts'
import { DATABASE_FOLDER, FILES_FOLDER, hashOfSecretKey, type Manifest, writeManifest } from './manifest.ts'
import { refuseWrongKey } from './own-key.ts'
import { listMigrations, listSequences, listTables, type SavedTable, SET_PLAIN_FORMATS } from './tables.ts'

type Report = (line: string) => void

/**
 * Writes the database and the files into an empty folder. The database is read in one snapshot, and no file
 * is removed during that time, so that each row has its file. Verifies the result.
 */
export async function makeBackup(url: string, store: FileStore, folder: string, report: Report) {
  await refuseWrongKey(url)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length)
    throw new Error(`${folder} is not empty: give each backup its own folder`)
  privateFolder(join(folder, DATABASE_FOLDER))
  const lockClient = new pg.Client({ connectionString: url, keepAlive: true })
  await lockClient.connect()
  try {
    report('Waiting for removals of files that are under way …')
    await lockClient.query('select pg_advisory_lock($1)', [REMOVAL_LOCK])
    const { knownFiles, ...database } = await saveDatabase(url, folder, report)
    const { files, lost } = await saveFiles(lockClient, store, folder, knownFiles, report)
    const id = randomUUID()
    const manifest: Manifest = { format: 1, id, secretKey: hashOfSecretKey(id), ...database, files, lost }
    report('Verifying …')
    await verifyBackup(folder, manifest)
    await writeManifest(folder, manifest)
    return manifest
  } finally {
    await lockClient.end()
  }
}

async function saveDatabase(url: string, folder: string, report: Report) {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  await client.connect()
  try {
    await client.query(SET_PLAIN_FORMATS)
    await client.query('begin transaction isolation level repeatable read, read only')
    const { rows: timeRows } = await client.query('select now() as at')
    const copiedTables: { table: Omit<SavedTable, 'rows'>; copy: CopyToStreamQuery }[] = []
    for (const { name, columns } of await listTables(client)) {
      const file = `${name.replaceAll('"', '')}.gz`
      const path = join(folder, DATABASE_FOLDER, file)
      const copy = client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`))
      await pipeline(copy, createGzip(), createWriteStream(path, { mode: 0o600, flush: true }))
      const { sha256 } = await contentOfPath(path)
      copiedTables.push({ table: { name, columns, file, sha256 }, copy })
    }
    // Sequences are not part of a transaction; read last, they are never behind the rows.
    const sequences = await listSequences(client)
    const migrations = await listMigrations(client)
    const { rows: queueRows } = await client.query(QUEUE_VERSION)
    const { rows: knownFiles } = await client.query<KnownFile>(
      'select key, sha256, bytes from platform.stored_file order by key',
    )
    await client.query('commit')
    // PostgreSQL sends the number of rows after the last row, so the number may arrive after the end of the
    // stream.
    const tables = copiedTables.map(({ table, copy }): SavedTable => ({ ...table, rows: copy.rowCount }))
    report(`${tables.length} tables with ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
    return {
      madeAt: timeRows[0].at.toISOString(),
      tables,
      sequences,
      migrations,
      queue: queueRows[0].version,
      knownFiles: knownFiles,
    }
  } finally {
    await client.end()
  }
}

async function saveFiles(
  client: pg.Client,
  store: FileStore,
  folder: string,
  knownFiles: KnownFile[],
  report: Report,
) {
  const target = new LocalFiles(privateFolder(join(folder, FILES_FOLDER)))
  const files: CopiedFile[] = []
  const onCopied = (file: CopiedFile) => files.push(file)
  const { missing, different } = await copyFiles(store, target, knownFiles, { onCopied, report })
  // A file with the same key may have been written in the meantime; then the newer row is correct.
  const keys = different.map(({ key }) => key)
  const { rows: newerFiles } = await client.query<KnownFile>(
    'select key, sha256, bytes from platform.stored_file where key = any($1)',
    [keys],
  )
  const secondCopy = await copyFiles(store, target, newerFiles, { onCopied })
  const lost = [...missing, ...secondCopy.missing, ...secondCopy.different.map(({ key }) => key)]
  report(`${files.length} files with ${files.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`)
  return { files: files.sort((a, b) => (a.key < b.key ? -1 : 1)), lost }
}

/** Reads all files that the manifest names, and checks them. */
export async function verifyBackup(folder: string, { tables, files }: Manifest) {
  const expected = [
    ...tables.map(({ file, sha256 }) => ({ path: join(DATABASE_FOLDER, file), sha256 })),
    ...files.map(({ key, sha256 }) => ({ path: join(FILES_FOLDER, key), sha256 })),
  ]
  const damagedFiles: string[] = []
  for (const { path, sha256 } of expected) {
    const content = await contentOfPath(join(folder, path)).catch(() => null)
    if (content?.sha256 !== sha256) damagedFiles.push(path)
  }
  if (damagedFiles.length)
    throw new Error(`The backup is damaged. Missing or changed:\n${damagedFiles.slice(0, 20).join('\n')}`)
}

import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Fault } from '#src/core/fault.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import type { Client } from '#tests/support/client.ts'
import { faultPoints } from '#tests/support/fault-points.ts'
import { pdfWith } from '#tests/support/hand-made-pdf.ts'
import { logIn } from '#tests/support/journey.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import {
  freePort,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'
import { postFiles } from '#tests/support/upload.ts'

const SEED = drawSeed()
const POINTS = faultPoints(
  (fault) => fault.startsWith('import'),
  seeded(SEED),
  'import: inside the transaction',
)
const ROUNDS = caseCount(POINTS.length, 500)
const PATIENCE = 60_000

let dataDir: string
let port: string
let client: Client
let db: Db
let runningServer: RunningServer | null = null

beforeAll(async () => {
  dataDir = await playedDataDir()
  port = String(await freePort())
  client = await logIn((await serverDyingAt()).base)
})
afterAll(async () => {
  await db?.destroy()
  await (await serverDyingAt()).stop()
  await stopAllServers()
  await removeDataDir(dataDir)
})

/**
 * The address stays the same, so that clients stay logged in. The next server uses the database that a
 * killed one leaves running.
 */
async function serverDyingAt(fault?: Fault): Promise<RunningServer> {
  await runningServer?.stop('SIGKILL')
  await db?.destroy()
  runningServer = await startServer({ DATA_DIR: dataDir, PORT: port, ...(fault && { FAULT: fault }) })
  db = connect(await privatePostgresUrl(dataDir), 2)
  return runningServer
}

const send = (name: string) =>
  postFiles(client, '/mgmt/imports', {}, [{ field: 'file', name, bytes: pdfWith({ pages: 3 }) }])

const rows = () =>
  db
    .selectFrom('documents.file')
    .select(['document_id', 'key', 'sha256', 'size'])
    .where('kind', '=', 'imported-pdf')
    .orderBy('document_id')
    .execute()

/** All imported PDFs in the store, and all uploads. */
function storedFiles() {
  const folder = join(dataDir, 'files/documents')
  const imported = readdirSync(folder).filter((id) => existsSync(join(folder, id, 'imported.pdf')))
  const incoming = join(dataDir, 'uploads')
  return { imported: imported.sort(), incoming: existsSync(incoming) ? readdirSync(incoming) : [] }
}

/**
 * Runs the server's job for abandoned files as if two hours had passed, and for unfinished uploads a day.
 */
async function sweep() {
  const long = new Date(Date.now() - 48 * 3_600_000)
  for (const name of storedFiles().incoming) utimesSync(join(dataDir, 'uploads', name), long, long)
  await db.updateTable('imports.upload').set({ created_at: long }).execute()
  await db
    .updateTable('imports.upload')
    .set({ storing_at: long })
    .where('storing_at', 'is not', null)
    .execute()
  const { rows: sent } = await sql<{ id: string }>`insert into pgboss.job (name, data)
    values ('stale-uploads', '{}') returning id`.execute(db)
  const ended = sql`select 1 from pgboss.job where id = ${sent[0]!.id} and state = 'completed'`
  for (let tries = 0; tries < 200 && !(await ended.execute(db)).rows.length; tries++) await wait(50)
}

test(
  `a server killed during an import leaves no row without a file, and after the cleanup no file without a row (seed ${SEED})`,
  async () => {
    let round = 0
    for (; round < ROUNDS; round++) {
      const fault = POINTS[round % POINTS.length]!
      await sql`delete from platform.rate_limit`.execute(db)
      const doomed = await serverDyingAt(fault)
      const before = await rows()
      await send(`Doomed ${round}.pdf`).catch(() => null)
      expect([fault, await doomed.ended]).toEqual([fault, 'SIGKILL'])
      runningServer = null
      await serverDyingAt()
      expect([fault, await rows()]).toEqual([fault, before])
      // Before the job runs there must be an abandoned file, or the test would be meaningless.
      const { imported, incoming } = storedFiles()
      expect([fault, imported.length + incoming.length > before.length]).toEqual([fault, true])
      await sweep()
      await sweep()
      expect([fault, storedFiles()]).toEqual([
        fault,
        { imported: before.map(({ document_id }) => document_id), incoming: [] },
      ])
      expect((await send(`Whole ${round}.pdf`)).status).toBe(303)
    }
    const kept = await rows()
    for (const { key, sha256, size } of kept) {
      const bytes = readFileSync(join(dataDir, 'files', key))
      expect([bytes.length, hashOf(new Uint8Array(bytes))]).toEqual([size, sha256])
    }
    expect(kept.length).toBeGreaterThanOrEqual(ROUNDS)
    note(
      'killed over an import (R-06)',
      `${round} rounds at ${POINTS.length} points: no row without file, no file without row`,
    )
  },
  ROUNDS * PATIENCE,
)

import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findViewer } from '#modules/accounts/index.ts'
import { sendMessage } from '#modules/messaging/index.ts'
import { ago, fromNow, MINUTE, now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isUnavailable } from '#src/db/unavailable.ts'
import { privateFolder } from '#src/files/disk.ts'
import { exportsTeam } from '#src/jobs/export-part.ts'
import { removeAll, removeFiles } from '#src/jobs/file-removal.ts'
import { job, NotYet, PermanentFailure } from '#src/jobs/jobs.ts'
import { putFileFrom } from '#src/jobs/storage.ts'
import { momentText } from '#views/values/moment.tsx'
import { archivePieces } from './contents/archive-pieces.ts'
import { AVAILABLE_FOR, folderOf, newKey, workFolder } from './paths.ts'
import type { LeftOut } from './schema.ts'

/** The number of errors after which the person is notified that the export failed. */
const MAX_ATTEMPTS = 5

/** How long the job waits for a file that is still being made. */
const FILE_TIMEOUT = 10 * MINUTE

const PAGE = '/mgmt/acct-info/export'

/** The export was cancelled or erased, or the person is no longer entitled to it. */
class Cancelled extends Error {}

/**
 * Makes and stores the archive of an export, and records the progress after each document and file. May run
 * twice. Stops after the current step when the export is cancelled, the account is disabled, or it has left
 * the team.
 */
export const makeDataExport = job<{ id: string }>(
  'make-data-export',
  async (db, { id }) => {
    const dataExport = await beginExport(db, id)
    if (!dataExport) return
    const path = join(privateFolder(workFolder()), newId())
    try {
      await makeArchive(db, dataExport, path)
    } catch (error) {
      if (error instanceof Cancelled) return
      if (error instanceof NotYet || isUnavailable(error)) throw error
      await countError(db, dataExport, error)
    } finally {
      for (const file of [path, `${path}.json`]) await rm(file, { force: true })
    }
  },
  {
    expireInSeconds: 3600,
    retryDelayMax: 60,
    retryLimit: 5000,
    beforeRetry: async (trx, { id }) => {
      await trx
        .updateTable('data_exports.data_export')
        .set({ state: 'waiting', attempts: 0 })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .execute()
    },
  },
)

const beginExport = (db: Db, id: string) =>
  db
    .updateTable('data_exports.data_export')
    .set({ state: 'running', done: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()

type RunningExport = NonNullable<Awaited<ReturnType<typeof beginExport>>>

async function makeArchive(db: Db, dataExport: RunningExport, path: string) {
  const viewer = await requireOwner(db, dataExport)
  const leftOut: LeftOut[] = []
  const pieces = archivePieces(
    db,
    {
      viewer,
      locale: dataExport.locale as Locale,
      dataPath: `${path}.json`,
      waitsForFiles: dataExport.created_at > ago(FILE_TIMEOUT),
    },
    leftOut,
    (done, total) => storeProgress(db, dataExport, { done, total }),
  )
  await pipeline(Readable.from(pieces), createWriteStream(path))
  const key = newKey(dataExport.id)
  await putFileFrom(db, key, path)
  const size = (await stat(path)).size
  const isReady = await db.transaction().execute((trx) => markReady(trx, dataExport, { key, size, leftOut }))
  if (!isReady) await removeAll(db, key)
}

/** The account, if it is still entitled to this export; otherwise deletes the export. */
async function requireOwner(db: Db, { id, account_id, team_id, with_team }: RunningExport): Promise<Viewer> {
  const viewer = await findViewer(db, account_id)
  if (viewer?.teamId === team_id && exportsTeam(viewer) === with_team) return viewer
  await db.deleteFrom('data_exports.data_export').where('id', '=', id).execute()
  throw new Cancelled()
}

async function storeProgress(db: Db, dataExport: RunningExport, progress: { done: number; total: number }) {
  const update = await db
    .updateTable('data_exports.data_export')
    .set(progress)
    .where('id', '=', dataExport.id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) throw new Cancelled()
  await requireOwner(db, dataExport)
}

/**
 * Marks the export as ready and deletes the account's earlier exports. Returns false when the export was
 * cancelled meanwhile.
 */
async function markReady(
  trx: Db,
  { id, account_id }: RunningExport,
  { key, size, leftOut }: { key: string; size: number; leftOut: LeftOut[] },
): Promise<boolean> {
  const expiresAt = fromNow(AVAILABLE_FOR)
  const file = { key, size, left_out: JSON.stringify(leftOut), expires_at: expiresAt }
  const update = await trx
    .updateTable('data_exports.data_export')
    .set({ state: 'ready', ended_at: now(), ...file })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (update.numUpdatedRows !== 1n) return false
  const earlierExports = await trx
    .deleteFrom('data_exports.data_export')
    .where('account_id', '=', account_id)
    .where('id', '!=', id)
    .returning('id')
    .execute()
  for (const one of earlierExports) await removeFiles.enqueue(trx, { prefix: folderOf(one.id) })
  const facts = { until: momentText(expiresAt) }
  await sendMessage(trx, [account_id], { kind: 'dataExportReady', facts, path: PAGE })
  return true
}

/**
 * Counts the error and throws it, so that the job is retried; after the last attempt the export has failed.
 */
async function countError(db: Db, { id, account_id, attempts }: RunningExport, error: unknown) {
  const hasFailed = attempts + 1 >= MAX_ATTEMPTS
  await db.transaction().execute(async (trx) => {
    const update = await trx
      .updateTable('data_exports.data_export')
      .set({ attempts: attempts + 1, ...(hasFailed && { state: 'failed', ended_at: now() }) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (!hasFailed || update.numUpdatedRows !== 1n) return
    await sendMessage(trx, [account_id], { kind: 'dataExportFailed', facts: {}, path: PAGE })
  })
  throw hasFailed ? new PermanentFailure(String(error)) : error
}

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ago, DAY, now } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { folderOf, workFolder } from './paths.ts'

/** How long the row of a deleted archive is stored, so that its link can be explained. */
const ROW_RETENTION = 30 * DAY

/** Runs hourly: deletes expired archives, old rows, and the leftovers of a crashed server on its own disk. */
export const sweepDataExports = job('old-data-exports', async (db) => {
  await db.transaction().execute(async (trx) => {
    const expiredExports = await trx
      .updateTable('data_exports.data_export')
      .set({ state: 'expired', key: null, left_out: '[]' })
      .where('state', '=', 'ready')
      .where('expires_at', '<', now())
      .returning('id')
      .execute()
    const oldExports = await trx
      .deleteFrom('data_exports.data_export')
      .where('created_at', '<', ago(ROW_RETENTION))
      .returning('id')
      .execute()
    await removeFilesOf(trx, [...expiredExports, ...oldExports])
  })
  for (const name of await readdir(workFolder()).catch(() => [])) {
    const path = join(workFolder(), name)
    const file = await stat(path).catch(() => null)
    if (file && file.mtime < ago(DAY)) await rm(path, { force: true })
  }
})

async function removeFilesOf(trx: Db, exports: { id: string }[]) {
  for (const { id } of exports) await removeFiles.enqueue(trx, { prefix: folderOf(id) })
}

/**
 * Deletes the exports of an account, and exports with data of the teams that are deleted with the account.
 */
export async function eraseDataExports(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  const deletedExports = await trx
    .deleteFrom('data_exports.data_export')
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), ...(teamIds.length ? [eb('team_id', 'in', teamIds)] : [])]),
    )
    .returning('id')
    .execute()
  await removeFilesOf(trx, deletedExports)
}

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ago, DAY } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { removeFiles } from '#src/jobs/file-removal.ts'
import { job } from '#src/jobs/jobs.ts'
import { AVAILABLE_FOR } from './archive.ts'
import { folderOf } from './contents.ts'
import { workFolder } from './make-archive.ts'

/** Runs hourly: deletes expired archives, and the leftovers of a crashed server on its own disk. */
export const sweepArchives = job('old-archives', async (db) => {
  await db.transaction().execute(async (trx) => {
    const oldArchives = trx.deleteFrom('documents.archive').where('created_at', '<', ago(AVAILABLE_FOR))
    await removeFilesOf(trx, await oldArchives.returning('id').execute())
  })
  for (const name of await readdir(workFolder()).catch(() => [])) {
    const path = join(workFolder(), name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtime < ago(DAY)) await rm(path, { force: true })
  }
})

async function removeFilesOf(trx: Db, archives: { id: string }[]) {
  for (const { id } of archives) await removeFiles.enqueue(trx, { prefix: folderOf(id) })
}

/** Deletes the archives of an account and of the teams that are deleted with it. */
export async function eraseArchives(
  trx: Db,
  { accountId, teamIds }: { accountId: string; teamIds: string[] },
) {
  const deletedArchives = await trx
    .deleteFrom('documents.archive')
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), ...(teamIds.length ? [eb('team_id', 'in', teamIds)] : [])]),
    )
    .returning('id')
    .execute()
  await removeFilesOf(trx, deletedArchives)
}

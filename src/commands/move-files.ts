/** Copies every stored file between disk and S3, and deletes nothing; the server may run. */

import { parseArgs } from 'node:util'
import { copyFiles, type KnownFile } from '#src/app/backup/copy-files.ts'
import { withDatabase } from '#src/app/command-database.ts'
import { config } from '#src/core/config.ts'
import { S3Files } from '#src/files/store/s3-files.ts'
import { localStore } from '#src/jobs/storage.ts'
import { checkStorage } from '#src/jobs/storage-check.ts'
import { listStoredFiles } from '#src/jobs/stored-file.ts'

const HELP = `npm run move-files -- --to s3|disk

STORAGE_S3_URL and its key have to be set. Copies every stored file; what is there already stays.`

async function copyStoredFiles(to: string, files: KnownFile[]) {
  const disk = localStore()
  const s3 = new S3Files(config.s3!)
  const [source, target] = to === 's3' ? [disk, s3] : [s3, disk]
  await checkStorage(target)
  const result = await copyFiles(source, target, files, { report: console.log })
  console.log(`${result.copiedCount} files copied to ${target.place}, ${result.skippedCount} there already.`)
  const failedKeys = [...result.missing, ...result.different.map(({ key }) => key)]
  if (!failedKeys.length) return
  process.exitCode = 1
  console.error(`Missing or damaged in ${source.place}, and not copied:\n${failedKeys.join('\n')}`)
}

const { values } = parseArgs({ options: { to: { type: 'string' } }, strict: false })
const { to } = values
if (!config.s3 || (to !== 's3' && to !== 'disk')) {
  console.error(HELP)
  process.exitCode = 1
} else await withDatabase(async (db) => copyStoredFiles(to, await listStoredFiles(db)), { shared: true })

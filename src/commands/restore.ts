import { restoreBackup } from '#src/app/backup/restore.ts'
import { withDatabaseUrl } from '#src/app/command-database.ts'
import '#src/app/events.ts'
import '#src/app/schedule.ts'
import { storage } from '#src/jobs/storage.ts'
import { checkStorage } from '#src/jobs/storage-check.ts'

/** Restores a backup into an empty database; no server may be running. */
const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('npm run restore -- FOLDER')
  process.exitCode = 1
} else
  await withDatabaseUrl(async (url) => {
    await checkStorage()
    const { lost } = await restoreBackup(url, storage(), folder, console.log)
    console.log('Everything is restored. Start the server, and run `npm run doctor`.')
    if (lost.length) console.error(`The backup was made without these files:\n${lost.join('\n')}`)
  })

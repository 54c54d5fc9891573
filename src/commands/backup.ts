import { makeBackup } from '#src/app/backup/backup.ts'
import { withDatabaseUrl } from '#src/app/command-database.ts'
import '#src/app/events.ts'
import { storage } from '#src/jobs/storage.ts'

/** Writes the database and the files into a new folder; the server may be running. */
const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('npm run backup -- FOLDER')
  process.exitCode = 1
} else
  await withDatabaseUrl(
    async (url) => {
      const { lost } = await makeBackup(url, storage(), folder, console.log)
      console.log(`The backup in ${folder} is complete.`)
      if (!lost.length) return
      process.exitCode = 1
      console.error(`Not in it, because they are missing or damaged:\n${lost.join('\n')}`)
    },
    { shared: true },
  )

import { sealMarkedLogs } from '#modules/documents/log/seal-marked.ts'
import { connect } from '#src/app/database.ts'
import { config } from '#src/core/config.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'

/**
 * Lists the action logs that an operator marked after changing SECRET_KEY. With --yes, confirms the ends of
 * those logs under the present key.
 */
const postgres = config.DATABASE_URL ? null : await startPrivatePostgres(config.DATA_DIR)
const db = connect(config.DATABASE_URL ?? postgres!.url)
const isConfirmed = process.argv.includes('--yes')
const sealedLogs = await sealMarkedLogs(db, (marked) => {
  for (const { id, number, name, log_end } of marked)
    console.log(`${id}  ${number}  ${name}: ${log_end!.number} rows`)
  if (!marked.length) console.log('No log is marked.')
  else if (!isConfirmed) console.log('Run again with --yes to seal these ends as they are.')
  return isConfirmed
})
if (isConfirmed) console.log(`sealed: ${sealedLogs.length}`)
await db.destroy()
await postgres?.stop()

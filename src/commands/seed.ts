import { config } from '../config.ts'
import { connect } from '../database.ts'
import { playDemo } from '../demo/play.ts'
import '../events.ts'
import { startJobs, stopJobs } from '../jobs.ts'
import { migrate } from '../migrate.ts'
import { startPrivatePostgres } from '../postgres.ts'

/** Plays the demo company into a database that has none yet, and stops. */
const postgres = config.DATABASE_URL ? null : await startPrivatePostgres(config.DATA_DIR)
const db = connect(config.DATABASE_URL ?? postgres!.url)
await migrate(db)
await startJobs(db, { supervise: false })
await playDemo(db)
await stopJobs()
await db.destroy()
await postgres?.stop()

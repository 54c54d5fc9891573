/** Creates what is missing of the demo company in a database, and exits. */

import { refreshLibrary } from '#modules/templates/index.ts'
import { connect } from '#src/app/database.ts'
import { config } from '#src/core/config.ts'
import { migrate } from '#src/db/migrate.ts'
import { startPrivatePostgres } from '#src/db/postgres.ts'
import { seedDemo } from '#src/demo/seed-demo.ts'
import { startJobs, stopJobs } from '#src/jobs/jobs.ts'
// Registers the listeners of module events.
import '#src/app/events.ts'

const postgres = config.DATABASE_URL ? null : await startPrivatePostgres(config.DATA_DIR)
const db = connect(config.DATABASE_URL ?? postgres!.url)
await migrate(db)
await refreshLibrary(db)
await startJobs(db, { supervise: false })
await seedDemo(db)
await stopJobs()
await db.destroy()
await postgres?.stop()

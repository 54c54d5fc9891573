import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { USAGE_KINDS } from '#modules/orders/schema.ts'
import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import { privatePostgresUrl } from './private-url.ts'
import { type RunningServer, removeDataDir, startServer } from './server.ts'

/** The folder for the demo of a run. */
export const demoDirIn = (folder: string) => join(folder, 'played')

/** Grants more uses: the demo's packages are sized for one month of one company, and the tests use more. */
async function grantPlenty(db: Db) {
  const teams = await db
    .selectFrom('accounts.team')
    .select('id')
    .where('package', '=', 'professional')
    .execute()
  for (const { id: teamId } of teams)
    for (const kind of USAGE_KINDS)
      await grantUsage(db, {
        teamId,
        kind,
        quantity: 10_000,
        key: `tests ${teamId} ${kind}`,
        expiresAt: new Date('2099-01-01'),
      })
}

/** Waits for the demo's prints and mails, so that the copies do not repeat them. */
async function untilIdle(db: Db) {
  const waitingJobs = sql`select 1 from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now() limit 1`
  for (let quietRounds = 0, tries = 0; quietRounds < 3 && tries < 600; tries++) {
    quietRounds = (await waitingJobs.execute(db)).rows.length ? 0 : quietRounds + 1
    await wait(100)
  }
}

/**
 * Creates the demo in `demoDir` with the product built in `checkout`. The first caller creates it;
 * concurrent callers wait, and another one tries again if that fails.
 */
export async function createDemoOnce(demoDir: string, checkout = '.'): Promise<string> {
  const unfinishedDir = `${demoDir}-making`
  while (!existsSync(demoDir)) {
    const isFirst = await mkdir(unfinishedDir, { mode: 0o700 }).then(
      () => true,
      () => false,
    )
    if (isFirst) await createDemo(unfinishedDir, demoDir, checkout)
    else await wait(100)
  }
  return demoDir
}

async function createDemo(unfinishedDir: string, demoDir: string, checkout: string) {
  let server: RunningServer | undefined
  try {
    server = await startServer({ DATA_DIR: unfinishedDir }, checkout)
    const db = connect(await privatePostgresUrl(unfinishedDir), 1)
    await untilIdle(db)
    await grantPlenty(db)
    await db.destroy()
    await server.stop()
    await rename(unfinishedDir, demoDir)
  } catch (error) {
    await server?.stop()
    await removeDataDir(unfinishedDir)
    throw error
  }
}

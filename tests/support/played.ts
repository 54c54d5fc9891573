import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { connect } from '#src/app/database.ts'
import { privatePostgresUrl } from './private-url.ts'
import { newDataDir, startServer } from './server.ts'

/** A data directory with the demo in it: played once a run, and copied with owners and modes, on which PostgreSQL insists. */
export async function playedDataDir(): Promise<string> {
  const played = await playOnce(join(inject('folder'), 'played'))
  const dir = await newDataDir()
  execFileSync('cp', ['-a', `${played}/.`, dir])
  return dir
}

/** What the story leaves to be printed and mailed is done once here, and not by each who copies it. */
async function untilIdle(dataDir: string) {
  const db = connect(await privatePostgresUrl(dataDir), 1)
  const waiting = sql`select 1 from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now() limit 1`
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 600; tries++) {
    quiet = (await waiting.execute(db)).rows.length ? 0 : quiet + 1
    await wait(100)
  }
  await db.destroy()
}

/** Whoever makes the folder first plays; the others wait for it to have its name. */
async function playOnce(played: string): Promise<string> {
  if (existsSync(played)) return played
  const making = `${played}-making`
  const first = await mkdir(making, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (first) {
    const server = await startServer({ DATA_DIR: making })
    await untilIdle(making)
    await server.stop()
    await rename(making, played)
  }
  for (let tries = 0; !existsSync(played) && tries < 1200; tries++) await wait(100)
  return played
}

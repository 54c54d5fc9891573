import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'
import { newDataDir, startServer } from './server.ts'

/** A data directory with the demo in it: played once a run, and copied with owners and modes, on which PostgreSQL insists. */
export async function playedDataDir(): Promise<string> {
  const played = await playOnce(join(inject('folder'), 'played'))
  const dir = await newDataDir()
  execFileSync('cp', ['-a', `${played}/.`, dir])
  return dir
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
    await (await startServer({ DATA_DIR: making })).stop()
    await rename(making, played)
  }
  for (let tries = 0; !existsSync(played) && tries < 1200; tries++) await wait(100)
  return played
}

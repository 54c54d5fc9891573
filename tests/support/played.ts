import { execFileSync } from 'node:child_process'
import { inject } from 'vitest'
import { createDemoOnce, demoDirIn } from './play.ts'
import { newDataDir } from './server.ts'

/**
 * A data directory with the demo. The demo is created once per run, and copied with owners and modes, which
 * PostgreSQL checks.
 */
export async function playedDataDir(): Promise<string> {
  const played = await createDemoOnce(demoDirIn(inject('folder')))
  const dir = await newDataDir()
  execFileSync('cp', ['-a', `${played}/.`, dir])
  return dir
}

import { setTimeout as wait } from 'node:timers/promises'
import type { RunningServer } from './server.ts'

/** Environment variables by which a server reports the longest turn of its event loop. */
export const REPORTING_TURNS = { NODE_OPTIONS: '--import ./tests/support/turns.ts' }

/** The longest turn of the server's event loop since the last call, in milliseconds of processor time. */
export async function maxTurn(server: RunningServer): Promise<number> {
  const lengthBefore = server.output().length
  server.process.kill('SIGUSR2')
  for (let tries = 0; tries < 5000; tries++) {
    const match = /longest turn ([\d.]+)\n/.exec(server.output().slice(lengthBefore))
    if (match) return Number(match[1])
    await wait(10)
  }
  throw new Error('the server does not say how long it was busy')
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HOUR } from '#src/core/clock.ts'
import { FAULTS } from '#src/core/fault.ts'
import { LocalFiles } from '#src/files/store/local-files.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount } from '#tests/support/runs.ts'

const POINTS = FAULTS.filter((fault) => fault.startsWith('store'))
/** The rounds at each point, and at random moments. */
const ROUNDS = caseCount(1, 100)

/** A process that stores a file until it is killed. */
const WRITER = `
  import { readFileSync } from 'node:fs'
  import { LocalFiles } from '#src/files/store/local-files.ts'
  const [root, key, source] = process.argv.slice(1)
  const bytes = readFileSync(source)
  console.log('ready')
  await new LocalFiles(root).put(key, bytes)
  await new Promise(() => setInterval(() => {}, 1000))`

/** Kills the writer at a fault point, or some milliseconds after its start; returns how it ended. */
async function killed(args: string[], fault: string, after = 0) {
  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, ...args], {
    env: { ...process.env, FAULT: fault, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => writer.once('exit', (_, signal) => done(signal)))
  await new Promise((done) => writer.stdout.once('data', done))
  if (!fault) {
    await wait(after)
    writer.kill('SIGKILL')
  }
  return ended
}

test(
  'a server killed while storing a file leaves the complete old or new one, and nothing else after the cleanup',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'store-'))
    const files = new LocalFiles(root)
    const source = join(root, 'source')
    let old = 0
    let fresh = 0
    const moments = Array.from({ length: ROUNDS }, (_, n) => ['', n % 20] as const)
    const points = Array.from({ length: ROUNDS }, () => POINTS.map((fault) => [fault, 0] as const)).flat()
    for (const [round, [fault, after]] of [...points, ...moments].entries()) {
      const folder = `signings/${round}`
      const key = `${folder}/file.pdf`
      const before = randomBytes(100_000)
      const bytes = randomBytes(3_000_000)
      // Every second round writes a new file.
      if (round % 2) await files.put(key, before)
      writeFileSync(source, bytes)
      expect([fault, await killed([root, key, source], fault, after)]).toEqual([fault, 'SIGKILL'])
      const content = await files.getBytes(key).catch(() => null)
      const is = content && (before.equals(content) ? 'old' : bytes.equals(content) ? 'new' : 'torn')
      expect([fault, is]).toEqual([fault, is === 'new' ? 'new' : round % 2 ? 'old' : null])
      if (fault) expect([fault, is === 'new']).toEqual([fault, fault.includes('in its place, folder')])
      is === 'new' ? fresh++ : old++
      const names = await Promise.resolve()
        .then(() => readdirSync(join(root, folder)))
        .catch(() => [])
      const long = new Date(Date.now() - 2 * HOUR)
      for (const name of names) utimesSync(join(root, folder, name), long, long)
      await files.deleteUnfinished()
      if (names.length) expect(readdirSync(join(root, folder))).toEqual(content ? ['file.pdf'] : [])
    }
    note(
      'kills while a file is stored (R-30)',
      `${old + fresh}: ${old} left what was before, ${fresh} the new file, none a part of it`,
    )
  },
  60_000 * ROUNDS,
)

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runCapped } from '#src/jobs/capped-process.ts'

const CAP = { seconds: 20, heapMb: 64, dataMb: 1000 }
let script: string

/** Behaves as its argument states, and reads its standard input. */
const SCRIPT = `
const input = []
process.stdin.on('data', (chunk) => input.push(chunk)).on('end', () => {
  const bytes = Buffer.concat(input)
  const [what] = process.argv.slice(2)
  if (what === 'count') process.stdout.write(bytes.length + ' ' + bytes.at(-1) + ' ' + Object.keys(process.env))
  if (what === 'fail') process.exit(3)
  if (what === 'wait') setTimeout(() => {}, 600_000)
  if (what === 'grow') for (const kept = []; ; ) kept.push(new Array(1e5).fill(kept.length))
})`

beforeAll(async () => {
  script = join(tmpdir(), 'capped.mjs')
  await writeFile(script, SCRIPT)
})

const run = (what: string, input?: Uint8Array, cap = CAP) => runCapped(script, [what], cap, input)

test('a script reads any bytes of its input, and gets nothing of our environment', async () => {
  const { code, output } = await run('count', new Uint8Array(3e6).fill(255))
  expect([code, output.split(' ').slice(0, 2)]).toEqual([0, ['3000000', '255']])
  expect(output).not.toContain('DATA_DIR')
})

test('its exit code is returned, and null if it takes too long or too much memory', async () => {
  expect((await run('fail')).code).toBe(3)
  expect((await run('wait', undefined, { ...CAP, seconds: 1 })).code).toBeNull()
  expect((await run('grow')).code).not.toBe(0)
})

/** Child processes that run a file of this name. */
async function children(name: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const lines = await Promise.all(
    pids.map(async (pid) => {
      const [words, stat] = await Promise.all(
        ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      const parent = Number(stat!.slice(stat!.lastIndexOf(')') + 2).split(' ')[1])
      return { pid, parent, runs: words!.includes(name) }
    }),
  )
  return lines.filter(({ parent, runs }) => runs && parent === process.pid).map(({ pid }) => pid)
}

test('when the parent process is killed, its callers get a failure, and another process starts the next child', async () => {
  await run('fail')
  const [runner] = await children('capped-runner')
  const waitingRun = run('wait')
  process.kill(runner!, 'SIGKILL')
  expect((await waitingRun).code).toBeNull()
  expect(
    (await Promise.all(['fail', 'fail', 'fail'].map((what) => run(what)))).map(({ code }) => code),
  ).toEqual([3, 3, 3])
  expect(await children('capped-runner')).toHaveLength(1)
  expect(await children('capped-runner')).not.toContain(runner)
})

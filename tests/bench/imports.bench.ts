import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { HOSTILE } from '../support/hostile-pdfs.ts'
import { logIn } from '../support/journey.ts'
import { note } from '../support/measured.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { postFiles } from '../support/upload.ts'
import { timesOf, valueAt } from './load.ts'
import { memoryOf } from './usage.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 6)
const COUNT = 800
/** The maximum ratio to a quiet server, and the maximum of additional megabytes. */
const GOALS = { slower: 2, memory: 50 }

let dataDir: string
let server: RunningServer
let client: Client
let cookie: string

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer({ DATA_DIR: dataDir })
  client = await logIn(server.base)
  cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}, 600_000)

afterAll(async () => {
  await server.stop()
  await removeDataDir(dataDir)
})

test('other requests while hostile files are uploaded, compared with a quiet server', async () => {
  const files = await Promise.all(HOSTILE.map(async ({ what, make }) => ({ what, bytes: await make() })))
  let attacking = true
  let sentCount = 0
  let max = 0
  const answers: number[] = []
  const attack = async () => {
    while (attacking) {
      const { bytes } = files[sentCount++ % files.length]!
      const { status } = await postFiles(client, '/mgmt/imports', {}, [
        { field: 'file', name: `Report ${sentCount}.pdf`, bytes },
      ])
      answers.push(status)
    }
  }
  await timesOf(server.base, cookie, COUNT)
  const memoryBefore = memoryOf(server.process.pid!)
  const [quiet, attacked]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    attacking = false
    quiet.push(...(await timesOf(server.base, cookie, COUNT)))
    attacking = true
    const attackers = [attack()]
    attacked.push(...(await timesOf(server.base, cookie, COUNT)))
    attacking = false
    await Promise.all(attackers)
    max = Math.max(max, memoryOf(server.process.pid!))
  }
  const half = valueAt(0.5, attacked)
  const p99 = valueAt(0.99, attacked)
  const slower = { median: half / valueAt(0.5, quiet), p99: p99 / valueAt(0.99, quiet) }
  const summary = `${sentCount} files, ${answers.filter((status) => status >= 500).length} answered 5xx; others’ pages: median ${half.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${slower.median.toFixed(2)} and ${slower.p99.toFixed(2)} times those of a quiet server; the server’s memory ${Math.round(max - memoryBefore)} MB above`
  console.log(summary)
  expect(answers.filter((status) => status >= 500)).toEqual([])
  expect(sentCount).toBeGreaterThan(ROUNDS)
  note(
    'hostile PDFs beside other people’s pages (S-15)',
    summary,
    { of: 'median', value: slower.median, unit: 'times', atMost: GOALS.slower },
    { of: 'p99', value: slower.p99, unit: 'times', atMost: GOALS.slower },
    { of: 'memory', value: max - memoryBefore, unit: 'MB above', atMost: GOALS.memory },
  )
})

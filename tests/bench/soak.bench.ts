import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answers } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { findTemplate } from '#modules/templates/library.ts'
import { filledNda } from '../cast/signing.ts'
import type { Client } from '../support/client.ts'
import { draftNda, logIn } from '../support/journey.ts'
import { type Goal, note } from '../support/measured.ts'
import { createDemoOnce, demoDirIn } from '../support/play.ts'
import { freePort, newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { inspect, inspectedAt } from './inspected.ts'
import { valueAt } from './load.ts'
import { memoryOf } from './usage.ts'

const MINUTES = Number(process.env.SOAK ?? 60)
const A_SECOND = Number(process.env.A_SECOND ?? 100)
/** The maximum growth of memory in megabytes per hour, and of handles (quality R-25). */
const GOALS = { memory: 1, handles: 20 }
/** Seconds between two samples of the process and of the open streams. */
const SAMPLE_SECONDS = 5
/**
 * Seconds between two garbage collections in all threads. More frequent ones make the slope more precise.
 */
const COLLECT = 10
/** Streams that are always open, each renewed from time to time; a person may have as many. */
const STREAMS = 6

let folder: string
let server: RunningServer
let client: Client
let inspector: Awaited<ReturnType<typeof inspect>>

interface Draft {
  id: string
  version: number
  answers: Answers
  last: Promise<unknown>
}
const drafts: Draft[] = []

beforeAll(async () => {
  folder = await newDataDir()
  const dataDir = await createDemoOnce(demoDirIn(folder))
  const port = await freePort()
  server = await startServer({ DATA_DIR: dataDir, NODE_OPTIONS: inspectedAt(port) })
  inspector = await inspect(port)
  client = await logIn(server.base)
  const blank = blankAnswers(findTemplate('mutual-nda'), { primary: 'zh', bilingual: true, script: 'Hans' })
  const answers = filledNda(blank)
  for (let n = 0; n < 40; n++) drafts.push({ ...(await draftNda(client)), answers, last: Promise.resolve() })
}, 600_000)

afterAll(async () => {
  inspector.close()
  await server.stop()
  await removeDataDir(folder)
}, 60_000)

const PAGES = [
  '/mgmt/home',
  '/mgmt/my-docs',
  '/mgmt/doc-lib',
  '/product',
  '/pricing',
  '/mgmt/contacts',
  '/mgmt/tasks',
]

/** Of a hundred requests fifteen save a document, one requests its preview, and the others read pages. */
function request(n: number): Promise<Response> {
  const draft = drafts[n % drafts.length]!
  if (n % 100 === 7) return client.get(`/mgmt/${draft.id}/draft.pdf`)
  if (n % 20 < 17) return client.get(n % 5 ? PAGES[n % PAGES.length]! : `/mgmt/${draft.id}/view-doc`)
  return save(draft)
}

/** Requests for the same document run one after the other. */
function save(draft: Draft): Promise<Response> {
  const savePromise = draft.last.then(async () => {
    const { id, version, answers } = draft
    const answer = await client.put(`/mgmt/${id}/answers`, { version, answers })
    if (answer.status === 200) draft.version++
    return answer
  })
  draft.last = savePromise.catch(() => {})
  return savePromise
}

interface Sample {
  /** Hours since the start. */
  at: number
  megabytes: number
  handles: number
}

interface MemorySample extends Sample {
  /** Megabytes of reachable objects and buffers. */
  inUse: number
}

const sampleMemory = (startedAt: number): Sample => ({
  at: (performance.now() - startedAt) / 3_600_000,
  megabytes: memoryOf(server.process.pid!),
  handles: readdirSync(`/proc/${server.process.pid}/fd`).length,
})

/** The least-squares line through the samples: its slope per hour, and the standard error of the slope. */
function slopeOf<Seen extends Sample>(samples: Seen[], of: (sample: Seen) => number) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(samples.map((one) => one.at))
  const y = mean(samples.map(of))
  const square = samples.reduce((sum, one) => sum + (one.at - x) ** 2, 0)
  const slope = samples.reduce((sum, one) => sum + (one.at - x) * (of(one) - y), 0) / square
  const squaredRest = samples.reduce((sum, one) => sum + (of(one) - y - slope * (one.at - x)) ** 2, 0)
  return { slope, error: Math.sqrt(squaredRest / (samples.length - 2) / square) }
}

/**
 * The memory after a forced garbage collection, every ten seconds of the last two thirds. Ordinary
 * collections are too rare for a figure per hour.
 */
async function collected(startedAt: number, until: () => boolean): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  await wait((MINUTES * 60_000) / 3)
  while (!until()) {
    const { rss, heap } = await inspector.memory()
    samples.push({ ...sampleMemory(startedAt), megabytes: rss / 2 ** 20, inUse: heap / 2 ** 20 })
    await wait(COLLECT * 1000)
  }
  return samples
}

/** Keeps streams open; each is closed and reopened about every two minutes. */
function listening(until: () => boolean) {
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  const one = async (n: number) => {
    while (!until()) {
      const leaving = new AbortController()
      const headers = { cookie, accept: 'text/event-stream' }
      const answer = await fetch(`${server.base}/live`, { headers, signal: leaving.signal }).catch(() => null)
      const deadline = Date.now() + 60_000 + n * 5000
      while (!until() && Date.now() < deadline) await wait(1000)
      leaving.abort()
      await answer?.body?.cancel().catch(() => {})
    }
  }
  return Promise.all(Array.from({ length: STREAMS }, (_, n) => one(n)))
}

test(
  'hours of pages, saves, previews and streams leak nothing',
  async () => {
    const startedAt = performance.now()
    const deadline = startedAt + MINUTES * 60_000
    const samples: Sample[] = []
    const faultCounts = new Map<string, number>()
    const times: { at: number; took: number }[] = []
    const openRequests = new Set<Promise<void>>()
    const streams = listening(() => performance.now() >= deadline)
    const watched = collected(startedAt, () => performance.now() >= deadline)
    const watch = setInterval(() => samples.push(sampleMemory(startedAt)), SAMPLE_SECONDS * 1000)
    const one = async (n: number) => {
      const requestedAt = performance.now()
      const status = await request(n)
        .then(async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        })
        .catch((error) => String(error))
      if (status !== 200) faultCounts.set(`${status}`, (faultCounts.get(`${status}`) ?? 0) + 1)
      times.push({ at: requestedAt, took: performance.now() - requestedAt })
    }
    let sentCount = 0
    while (performance.now() < deadline) {
      const dueCount = ((performance.now() - startedAt) / 1000) * A_SECOND
      // A slow machine gets requests only as fast as it responds.
      while (sentCount < dueCount && openRequests.size < 50) {
        const pending = one(sentCount++)
        openRequests.add(pending)
        void pending.then(() => openRequests.delete(pending))
      }
      if (openRequests.size >= 50) await Promise.race(openRequests)
      await wait(2)
    }
    await Promise.all([...openRequests, streams])
    clearInterval(watch)
    const memorySamples = await watched
    const earlySamples = samples.filter(({ at }) => at > MINUTES / 360 && at < MINUTES / 180)
    const sizes = earlySamples.map((one) => one.megabytes)
    const memory = slopeOf(memorySamples, (one) => one.megabytes)
    const inUse = slopeOf(memorySamples, (one) => one.inUse)
    const half = samples.filter(({ at }) => at > MINUTES / 120)
    const handles = slopeOf(half, (one) => one.handles)
    const quarter = (from: number) =>
      times.filter(
        ({ at }) =>
          at >= startedAt + from * MINUTES * 60_000 && at < startedAt + (from + 0.25) * MINUTES * 60_000,
      )
    const p99 = [0.25, 0.75].map((from) =>
      valueAt(
        0.99,
        quarter(from).map(({ took }) => took),
      ),
    )
    const counts = [...faultCounts].map(([status, n]) => `${n} × ${status}`).join(', ') || 'none wrong'
    const firstAndLast = (of: 'megabytes' | 'inUse') =>
      `${memorySamples[0]![of].toFixed(0)} to ${memorySamples.at(-1)![of].toFixed(0)} MB`
    const rise = ({ slope, error }: typeof memory) => `${slope.toFixed(1)} ± ${error.toFixed(1)} MB an hour`
    const summary = [
      `${MINUTES} minutes, ${sentCount} requests (${Math.round(sentCount / MINUTES / 60)} a second), ${counts}`,
      `memory ${Math.min(...sizes).toFixed(0)} to ${Math.max(...sizes).toFixed(0)} MB before`,
      `after a collection every ten seconds of the last two thirds ${firstAndLast('megabytes')}, ${rise(memory)}, in use ${firstAndLast('inUse')}, ${rise(inUse)}`,
      `handles ${half[0]!.handles} to ${half.at(-1)!.handles}, ${handles.slope.toFixed(1)} an hour`,
      `p99 ${p99[0]!.toFixed(0)} ms in the second quarter, ${p99[1]!.toFixed(0)} ms in the last`,
    ].join('; ')
    console.log(summary)
    expect([...faultCounts]).toEqual([])
    // Connections come and go within a few minutes; a smaller number of them is no leak.
    const goals: Goal[] = [
      // The standard error is added, so that an imprecise slope does not meet the goal.
      { of: 'memory', value: memory.slope + memory.error, unit: 'MB an hour', atMost: GOALS.memory },
      { of: 'handles', value: handles.slope * (MINUTES / 60), unit: 'more', atMost: GOALS.handles },
    ]
    note('soak (R-25)', summary, ...(MINUTES >= 10 ? goals : []))
  },
  9 * 3_600_000,
)

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { filledDraft } from '../cast/signing.ts'
import { onPlan } from '../cast/teams.ts'
import type { Client } from '../support/client.ts'
import { longestNda } from '../support/long-answers.ts'
import { note } from '../support/measured.ts'
import { type FilledServer, startFilledServer } from './filled-world.ts'
import { median, valueAt } from './load.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 30)
/** The maximum ratio to an idle server, of the median and of the 90th percentile (quality R-31). */
const GOAL = 2
/** Milliseconds between two requests for the file. */
const POLL_MS = 20
/** The number of concurrent requests of one customer. */
const PREVIEWS = 100
const WORDS = 100
const HEAVY = 20

const TEXT: [zh: string, en: string] = [
  '任何一方未经对方事先书面同意，不得转让本合同项下的权利义务；违约方应在收到通知后三十日内支付人民币12,000元违约金。',
  'Neither Party may assign its rights or obligations without the prior written consent of the other; the Party in breach shall pay CNY 12,000 within thirty (30) days of notice. ',
]

let filled: FilledServer
let heavy: string
beforeAll(async () => {
  filled = await startFilledServer({})
  const { db, cast } = filled.world
  for (const { viewer } of [cast.lin, cast.hannah]) await onPlan(db, viewer.teamId, 10_000)
  const template = findTemplate('mutual-nda')
  const languages = { primary: 'zh', bilingual: true, script: 'Hans' } as const
  heavy = await createDocument(db, cast.lin.viewer, template, { version: template.version, languages })
  await saveAnswers(db, cast.lin.viewer, heavy, { version: 1, answers: longestNda(TEXT) })
}, 600_000)
afterAll(() => filled.close(), 60_000)

const STEPS = ['view', 'save', 'finalise', 'file'] as const
type Took = Record<(typeof STEPS)[number], number[]>

/** Requests the finalised PDF until it exists. */
async function untilFiled(client: Client, id: string): Promise<Response> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const answer = await client.get(`/mgmt/${id}/final.pdf`)
    if (answer.status === 200 || performance.now() > deadline) return answer
    await answer.arrayBuffer()
    await wait(POLL_MS)
  }
}

/**
 * Another customer repeatedly views a draft, saves it, finalises it and waits for the file. Milliseconds of
 * each step.
 */
async function work(client: Client): Promise<Took> {
  const { db, cast } = filled.world
  const took: Took = { view: [], save: [], finalise: [], file: [] }
  for (let n = 0; n < ROUNDS; n++) {
    const { id, version } = await filledDraft(db, cast.hannah.viewer)
    const { answers } = await findDocument(db, cast.hannah.viewer, id)
    const requests: Record<(typeof STEPS)[number], () => Promise<Response>> = {
      view: () => client.get(`/mgmt/${id}/view-doc`),
      save: () => client.put(`/mgmt/${id}/answers`, { version, answers }),
      finalise: () => client.post(`/mgmt/${id}/finalisation`, { version: String(version + 1) }),
      file: () => untilFiled(client, id),
    }
    for (const step of STEPS) {
      const startedAt = performance.now()
      const answer = await requests[step]()
      await answer.arrayBuffer()
      took[step].push(performance.now() - startedAt)
      expect([step, answer.status]).toEqual([step, step === 'finalise' ? 303 : 200])
    }
  }
  return took
}

/**
 * One customer requests all their files concurrently, and each again as soon as it has arrived or was
 * refused.
 */
function ordering(client: Client) {
  const paths = [
    ...Array.from({ length: PREVIEWS }, () => `/mgmt/${filled.world.draft.id}/draft.pdf`),
    ...Array.from({ length: WORDS }, () => `/mgmt/${filled.world.draft.id}/draft.docx`),
    ...Array.from({ length: HEAVY }, () => `/mgmt/${heavy}/draft.pdf`),
  ]
  const statuses = new Map<number, number>()
  const leaving = new AbortController()
  const orders = paths.map(async (path) => {
    while (!leaving.signal.aborted) {
      const headers = { cookie: cookiesOf(client) }
      const answer = await fetch(filled.server.base + path, { headers, signal: leaving.signal }).catch(
        () => null,
      )
      if (!answer) return
      await answer.arrayBuffer().catch(() => {})
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status !== 200) await wait(1000 * Number(answer.headers.get('retry-after') ?? 5))
    }
  })
  return async () => {
    leaving.abort()
    await Promise.all(orders)
    return statuses
  }
}

const cookiesOf = (client: Client) => [...client.cookies].map((pair) => pair.join('=')).join('; ')

test('one customer’s files while another views, saves and finalises', async () => {
  const { cast } = filled.world
  const greedy = filled.remote(cast.lin.client)
  const otherCustomer = filled.remote(cast.hannah.client)
  await work(otherCustomer)
  const idle = await work(otherCustomer)
  const stop = ordering(greedy)
  await wait(3000)
  const busyTimes = await work(otherCustomer)
  const statuses = await stop()
  const times = STEPS.map((step) => {
    const [half, max] = [0.5, 0.9].map(
      (share) => valueAt(share, busyTimes[step]) / valueAt(share, idle[step]),
    )
    return { step, half: half!, max: max!, ms: median(busyTimes[step]) }
  })
  const words = times.map(
    ({ step, half, max, ms }) =>
      `${step} ${half.toFixed(2)} (${ms.toFixed(0)} ms), p90 ${max.toFixed(2)} (${valueAt(0.9, busyTimes[step]).toFixed(0)} ms)`,
  )
  const answers = [...statuses].sort(([one], [two]) => one - two).map(([status, n]) => `${n} × ${status}`)
  const summary = `times those of an idle server: ${words.join(', ')}; to the one who ordered ${PREVIEWS} previews, ${WORDS} Word files and ${HEAVY} of the longest at once: ${answers.join(', ')}`
  console.log(summary)
  expect([...statuses.keys()].every((status) => [200, 429, 503].includes(status))).toBe(true)
  expect(statuses.get(200)).toBeGreaterThan(0)
  const goals = times.flatMap(({ step, half, max }) => [
    { of: step, value: half, unit: 'times', atMost: GOAL },
    { of: `${step}, p90`, value: max, unit: 'times', atMost: GOAL },
  ])
  note('one customer’s files beside another’s work (R-31)', summary, ...goals)
}, 900_000)

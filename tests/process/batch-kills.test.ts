import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBatch, findBatch, storeRows } from '#modules/batches/batch.ts'
import { beginDrafts } from '#modules/batches/make-drafts.ts'
import { beginSending, storeOrder } from '#modules/batches/send-documents.ts'
import { usesLeft } from '#modules/orders/index.ts'
import type { UsageKind } from '#modules/orders/schema.ts'
import { signingOrder } from '#modules/signing/index.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { cpuOf, memoryOf } from '#tests/bench/usage.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase, urlOf } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import { type RunningServer, startServer, stopAllServers } from '#tests/support/server.ts'

const KILLS = caseCount(2, 10)
const DRAFT_COUNT = caseCount(40, 500)
const SENT_COUNT = caseCount(8, 60)
/** Seconds of processor time for 500 drafts, and megabytes of the worker. */
const LIMITS = { seconds: 60, megabytes: 450 }
const SEED = drawSeed()
const random = seeded(SEED)

let db: Db
let cast: Cast
let model: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 2 * (DRAFT_COUNT + SENT_COUNT))
  model = (await filledDraft(db, cast.lin.viewer)).id
})
afterAll(stopAllServers)

const lin = () => cast.lin.viewer
const find = (id: string) => findBatch(db, lin(), id)
const leftUses = async (kind: UsageKind) => (await usesLeft(db, lin(), kind)).unused

const person = (n: number) => ({
  'party:b.signerName': `Person ${n}`,
  'party:b.legalRepresentative': `Person ${n}`,
  'party:b.email': `person-${n}@kestrel.example`,
})

async function checkedRows(count: number): Promise<string> {
  const id = await beginBatch(db, lin(), { draft: model })
  const rows = Array.from({ length: count }, (_, n) => ({ number: n + 2, cells: person(n) }))
  await storeRows(db, lin(), await find(id), { rows, ignored: [] })
  return id
}

/** A process that runs jobs. */
const startWorker = async () =>
  startServer({
    DATABASE_URL: await urlOf(db),
    DATA_DIR: config.DATA_DIR,
    NODE_ENV: 'test',
    DEMO: '0',
    ROLE: 'worker',
    SEND_MAIL: 'off',
  })

interface Usage {
  seconds: number
  megabytes: number
}

const rowsIn = async (id: string, state: string) =>
  (await find(id)).rows.filter((row) => row.state === state).length

/** Waits until `count` rows are in a state; returns the worker's maximum usage until then. */
async function untilRows(id: string, state: string, count: number, worker: RunningServer): Promise<Usage> {
  const pid = worker.process.pid!
  const atStart = cpuOf(pid)
  const used: Usage = { seconds: 0, megabytes: 0 }
  for (let tries = 0; tries < 6000; tries++) {
    used.seconds = (cpuOf(pid) - atStart) / 1000
    used.megabytes = Math.max(used.megabytes, memoryOf(pid))
    if ((await rowsIn(id, state)) >= count) return used
    await wait(100)
  }
  throw new Error(`${state}: ${await rowsIn(id, state)} of ${count}\n${worker.output()}`)
}

/** Kills workers at random moments until all rows are in the state; returns the usage of all workers. */
async function killUntil(id: string, state: string, count: number): Promise<Usage> {
  const all: Usage[] = []
  const share = Math.floor(count / (KILLS + 1))
  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = await startWorker()
    all.push(await untilRows(id, state, kill * share - random.below(share), worker))
    await wait(random.below(300))
    await worker.stop('SIGKILL')
  }
  const last = await startWorker()
  all.push(await untilRows(id, state, count, last))
  await last.stop()
  return {
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
  }
}

test(`each draft is made once, however often the worker is killed (seed ${SEED})`, {
  timeout: LONG ? 900_000 : 180_000,
}, async () => {
  const cpuBefore = process.cpuUsage()
  const id = await checkedRows(DRAFT_COUNT)
  const checking = process.cpuUsage(cpuBefore)
  const { kind } = await find(id)
  const before = await leftUses(kind)
  await beginDrafts(db, lin(), id)
  const { seconds, megabytes } = await killUntil(id, 'drafted', DRAFT_COUNT)
  const { rows } = await find(id)
  expect(new Set(rows.map(({ document_id }) => document_id)).size).toBe(DRAFT_COUNT)
  expect(before - (await leftUses(kind))).toBe(DRAFT_COUNT)
  const documents = db.selectFrom('documents.document').select('id').where('creator_id', '=', lin().id)
  expect(await documents.execute()).toHaveLength(DRAFT_COUNT + 1)
  const whole = seconds + (checking.user + checking.system) / 1e6
  note(
    'a batch of drafts, its worker killed',
    `${DRAFT_COUNT} rows checked and drafted, ${KILLS} kills: each draft once; ${whole.toFixed(1)} s of processor time, the worker held ${megabytes.toFixed(0)} MB at most`,
    { of: 'processor time', value: whole, unit: 's', atMost: LIMITS.seconds },
    { of: 'memory', value: megabytes, unit: 'MB', atMost: LIMITS.megabytes },
  )
})

test(`each document is sent once, however often the worker is killed (seed ${SEED})`, {
  timeout: LONG ? 1_800_000 : 180_000,
}, async () => {
  const id = await checkedRows(SENT_COUNT)
  await beginDrafts(db, lin(), id)
  const first = await startWorker()
  await untilRows(id, 'drafted', SENT_COUNT, first)
  await first.stop()
  const before = await leftUses('esign')
  // A colleague, whose invitations are not limited.
  const person = { name: 'Chen Lian', title: '', email: lin().email! }
  const { parties, options } = signingOrder.first(await find(id))
  const named = parties.map((one) => (one.party === 'a' ? { ...one, person } : one))
  await storeOrder(db, lin(), id, { parties: named, options })
  await beginSending(db, lin(), id, { locale: 'en_US' })
  await killUntil(id, 'sent', SENT_COUNT)
  const ids = (await find(id)).rows.map(({ document_id }) => document_id!)
  const signings = await db
    .selectFrom('signing.signing')
    .select('document_id')
    .where('document_id', 'in', ids)
    .execute()
  expect(signings.map(({ document_id }) => document_id).toSorted()).toEqual(ids.toSorted())
  expect(before - (await leftUses('esign'))).toBe(SENT_COUNT)
  note(
    'a batch of documents sent for signature, its worker killed',
    `${SENT_COUNT} documents finalised and sent, ${KILLS} kills: each signing once`,
  )
})

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { connect } from '#src/app/database.ts'
import type { Fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import type { ServiceCallback, ServiceStub } from '#tests/stubs/services/service-stub.ts'
import { startServiceStub } from '#tests/stubs/services/start.ts'
import type { Client } from '#tests/support/client.ts'
import { faultPoints } from '#tests/support/fault-points.ts'
import { draftNda, finalise, logIn, startSigning } from '#tests/support/journey.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import {
  freePort,
  newDataDir,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'

const SEED = drawSeed()
/** Fault points between the use that is spent here and the document that the service completes. */
const POINTS = faultPoints(
  (fault) => fault.startsWith('remote'),
  seeded(SEED),
  'remote: inside the transaction',
)
const ROUNDS = caseCount(POINTS.length, 24)
/** The timeout of a round in milliseconds. */
const PATIENCE = 120_000

let dataDir: string
let keyDir: string
let port: string
let base: string
let stub: ServiceStub
let client: Client
let db: Db
let runningServer: RunningServer | null = null
let deliveries: Promise<void>[] = []

beforeAll(async () => {
  dataDir = await playedDataDir()
  keyDir = await newDataDir()
  port = String(await freePort())
  base = `http://localhost:${port}`
  stub = await startServiceStub('esign', {
    onCallback: (callback) => void deliveries.push(deliver(callback)),
  })
  client = await logIn((await serverDyingAt()).base)
  await authorise()
})
afterAll(async () => {
  await db?.destroy()
  stub?.close()
  // Also stops the database.
  await (await serverDyingAt()).stop()
  await stopAllServers()
  await removeDataDir(dataDir)
  await removeDataDir(keyDir)
})

/** Delivers a callback until it is acknowledged, for a limited time, as the service does. */
async function deliver({ url, method, headers, body }: ServiceCallback) {
  for (let tries = 0; tries < 100; tries++) {
    const status = await fetch(url, { method, headers, body: Buffer.from(body) }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    await pause(200)
  }
}

/** The address stays the same. The next server uses the database that a killed one leaves running. */
async function serverDyingAt(fault?: Fault): Promise<RunningServer> {
  await runningServer?.stop('SIGKILL')
  await db?.destroy()
  const services = await stub.environment(keyDir)
  const own = { DATA_DIR: dataDir, PORT: port, BASE_URL: base }
  runningServer = await startServer({ ...own, ...services, ...(fault && { FAULT: fault }) })
  db = connect(await privatePostgresUrl(dataDir), 2)
  return runningServer
}

/** The sender opens the service's page, agrees and returns. */
async function authorise() {
  const begun = await client.post('/mgmt/acct-info/services/esign/authorisation', { sender: 'institution' })
  const id = begun.headers.get('location')!.split('/').at(-1)!
  const attempt = await db
    .selectFrom('signing.remote_authorisation')
    .select(['flow', 'url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const back = new URL(await stub.authorise(attempt))
  await client.get(`${back.pathname}${back.search}`)
}

/** Sends a document that both parties sign at the service; returns its id. */
async function send(round: number): Promise<string> {
  await sql`delete from platform.rate_limit`.execute(db)
  const draft = await draftNda(client)
  await finalise(client, draft)
  const path = `/mgmt/${draft.id}`
  for (const [page, fields] of [
    ['sealing', { 'seal-a': 'none', 'seal-b': 'none' }],
    ['services', { 'service-a': 'esign', 'service-b': 'esign' }],
  ] as const)
    expect([page, (await client.post(`${path}/${page}`, fields)).status]).toEqual([page, 303])
  // The final files are made by a job.
  while ((await client.get(`${path}/final.pdf`)).status !== 200) await pause(100)
  // The server may be killed before it responds.
  await startSigning(client, draft.id, `round${round}`).catch((error) => {
    if (error.message !== 'fetch failed') throw error
  })
  return draft.id
}

const stateOf = async (id: string) =>
  (
    await db
      .selectFrom('signing.signing')
      .select(['id', 'state'])
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

const peopleOf = (id: string) =>
  db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .select(['one.id', 'signing_id'])
    .where('document_id', '=', id)
    .orderBy('position')
    .execute()

/** All signatories who can sign at the service sign, until the condition holds. */
async function signUntil(id: string, isDone: () => boolean | Promise<boolean>) {
  const people = await peopleOf(id)
  while (!(await isDone())) {
    for (const person of people) {
      const running = stub.signings().find(({ state, signatories }) => {
        return state === 'started' && signatories.includes(person.id)
      })
      if (running) await stub.sign(running.remoteId, person.id).catch(() => {})
    }
    await pause(100)
  }
}

/** The number of effects that may happen once. */
async function effectsOf(id: string) {
  const people = await peopleOf(id)
  const signingId = people[0]!.signing_id
  const log = await listActions(db, id)
  const actions = log.map(({ action }) => action)
  const spent = await db
    .selectFrom('orders.usage_entry')
    .select('quantity')
    .where('key', 'like', `%signing ${signingId}%`)
    .execute()
  const revisions = await db
    .selectFrom('signing.revision')
    .select('number')
    .where('signing_id', '=', signingId)
    .execute()
  const atService = stub.signings().filter(({ state, signatories }) => {
    return state !== 'draft' && signatories.includes(people[0]!.id)
  })
  const count = (action: string) => actions.filter((one) => one === action).length
  return {
    state: await stateOf(id),
    spent: spent.map(({ quantity }) => Number(quantity)),
    revisions: revisions.map(({ number }) => number).sort(),
    atService: atService.map(({ state }) => state),
    signed: count('sign'),
    fetched: count('fetch-signed-file'),
    completed: count('complete-signing'),
    isLogWhole: !findBrokenLink(log),
  }
}

const ONCE = {
  state: 'completed',
  spent: [-1],
  revisions: [0, 1],
  atService: ['completed'],
  signed: 2,
  fetched: 1,
  completed: 1,
  isLogWhole: true,
}

test(
  `a document is signed at a service once, wherever the server was killed (seed ${SEED})`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const fault = POINTS[round % POINTS.length]!
      // A late callback of the previous round would kill the server too early.
      await Promise.all(deliveries)
      deliveries = []
      const doomed = await serverDyingAt(fault)
      const id = await send(round)
      let killed: number | string | null = null
      void doomed.ended.then((how) => {
        killed = how
      })
      await signUntil(id, () => killed !== null)
      expect([fault, killed]).toEqual([fault, 'SIGKILL'])
      expect([fault, await stateOf(id)]).toEqual([fault, 'started'])
      runningServer = null
      await serverDyingAt()
      await signUntil(id, async () => (await stateOf(id)) === 'completed')
      expect([fault, await effectsOf(id)]).toEqual([fault, ONCE])
    }
    note(
      'killed over a signing at another service',
      `${ROUNDS} rounds at ${POINTS.length} points: each document signed once for one use`,
    )
  },
  ROUNDS * PATIENCE,
)

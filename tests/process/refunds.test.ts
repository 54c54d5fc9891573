import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import type { Client } from '#tests/support/client.ts'
import { faultPoints } from '#tests/support/fault-points.ts'
import { logIn } from '#tests/support/journey.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import {
  freePort,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'

const SEED = drawSeed()
/** Fault points between the decision to refund and the gateway's response. */
const POINTS = faultPoints(
  (fault) => fault.startsWith('refund'),
  seeded(SEED),
  'refund: inside the transaction',
)
const ROUNDS = caseCount(POINTS.length, 200)
/** The timeout of a round in milliseconds. */
const PATIENCE = 60_000

let dataDir: string
let port: string
let buyer: Client
let agent: Client
let db: Db
let runningServer: RunningServer | null = null

beforeAll(async () => {
  dataDir = await playedDataDir()
  port = String(await freePort())
  const { base } = await serverDyingAt()
  buyer = await logIn(base)
  agent = await logIn(base, 'desk_agent')
})
afterAll(async () => {
  await db?.destroy()
  // Also stops the database.
  await (await serverDyingAt()).stop()
  await stopAllServers()
  await removeDataDir(dataDir)
})

/**
 * The address stays the same, so that clients stay logged in. The next server uses the database that a
 * killed one leaves running.
 */
async function serverDyingAt(fault?: Fault): Promise<RunningServer> {
  await runningServer?.stop('SIGKILL')
  await db?.destroy()
  // One member of staff makes all refunds here, more than they may decide without a colleague in a day.
  const own = { DATA_DIR: dataDir, PORT: port, FOUR_EYES_FROM: 'off' }
  runningServer = await startServer({ ...own, ...(fault && { FAULT: fault }) })
  db = connect(await privatePostgresUrl(dataDir), 2)
  return runningServer
}

async function boughtOrder(): Promise<string> {
  await sql`delete from platform.rate_limit`.execute(db)
  // Only twenty orders an hour are allowed.
  await sql`update orders."order" set created_at = created_at - interval '2 hours'`.execute(db)
  const wanted = { package: 'single_1', period: 'once', quantity: '1', kind: 'single', method: 'sandbox' }
  const placed = await buyer.post('/mgmt/confirm-order', { ...wanted, total: '9900', agreed: 'yes' })
  const [, id] = /^\/mgmt\/orders\/([^/]+)\/payment$/.exec(placed.headers.get('location') ?? '') ?? []
  if (!id) throw new Error(`not placed: ${placed.status} ${placed.headers.get('location')}`)
  const paid = await buyer.post(`/mgmt/orders/${id}/sandbox`, { answer: 'pay' })
  expect(paid.headers.get('location')).toBe(`/pay-finish?order=${id}`)
  const stateOf = () => db.selectFrom('orders.order').select('state').where('id', '=', id).executeTakeFirst()
  const stateAfterVisit = async () => {
    await buyer.get(`/pay-finish?order=${id}`)
    return (await stateOf())?.state
  }
  // The page asks the gateway, unless a job is asking at the moment.
  await expect.poll(stateAfterVisit, { timeout: PATIENCE / 2, interval: 500 }).toBe('paid')
  return id
}

/**
 * Repeats the request, as a browser does when the previous server has closed its connection. Throws with the
 * last responses if the server does not die.
 */
async function sendUntilKilled(send: () => Promise<Response | null>, server: RunningServer) {
  const ended = server.ended.then(() => true)
  let answers: (Response | null)[] = []
  for (let tries = 0; tries < 10; tries++) {
    answers = await Promise.all([send(), send()])
    if (await Promise.race([ended, sleep(2_000, false)])) return
  }
  const texts = await Promise.all(answers.map(async (one) => one && `${one.status} ${await one.text()}`))
  throw new Error(`the server was not killed: ${texts.join('\n')}`)
}

/** The refunded amount of an order, its refunds, and the uses taken back for them. */
async function refundsOf(id: string) {
  const { refunded } = await db
    .selectFrom('orders.order')
    .select('refunded')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .select(['refund.id', 'refund.reference'])
    .where('order_id', '=', id)
    .execute()
  const taken = await db
    .selectFrom('orders.usage_entry')
    .select('quantity')
    .where('taken_back', '=', true)
    .where('key', 'like', `refund ${id} %`)
    .execute()
  const done = rows.map((row) => row.reference === `SBR-${row.id}`)
  return [refunded, done, taken.map(({ quantity }) => quantity)]
}

const NONE = [0n, [], []]
const DONE = [9_900n, [true], [-1]]

test(
  `a refund is made once, wherever the server was killed (seed ${SEED})`,
  async () => {
    const kills = new Map<Fault, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const fault = POINTS[round % POINTS.length]!
      const doomed = await serverDyingAt(fault)
      const id = await boughtOrder()
      const form = { amount: '99.00', uses: '1', reason: 'Twice', key: newId(), step: 'apply' }
      const send = () => agent.post(`/desk/orders/${id}/refund`, form).catch(() => null)
      // Two tabs send the request while the server is killed.
      await sendUntilKilled(send, doomed)
      expect([fault, await doomed.ended]).toEqual([fault, 'SIGKILL'])
      const early = await refundsOf(id)
      expect([fault, early]).toEqual([
        fault,
        fault === 'refund: inside the transaction' ? NONE : [9_900n, [false], [-1]],
      ])
      runningServer = null
      await serverDyingAt()
      await send()
      await expect.poll(() => refundsOf(id), { timeout: PATIENCE / 2, interval: 200 }).toEqual(DONE)
      kills.set(fault, (kills.get(fault) ?? 0) + 1)
    }
    expect([...kills.keys()].sort()).toEqual([...POINTS].sort())
    note(
      'killed over a refund',
      `${ROUNDS} rounds at ${POINTS.length} points: each refund made once, and what it bought taken back once`,
    )
  },
  ROUNDS * PATIENCE,
)

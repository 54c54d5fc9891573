import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '#src/app/database.ts'
import type { Fault } from '#src/core/fault.ts'
import type { Db } from '#src/db/db.ts'
import { became } from '#tests/cast/orders.ts'
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
/** Fault points between the payment at the gateway and the grant. */
const POINTS = faultPoints(
  (fault) => fault.startsWith('payment'),
  seeded(SEED),
  'payment: inside the transaction',
)
const ROUNDS = caseCount(POINTS.length, 200)
/** The timeout of a round in milliseconds. */
const PATIENCE = 60_000

let dataDir: string
let port: string
let client: Client
let db: Db

beforeAll(async () => {
  dataDir = await playedDataDir()
  port = String(await freePort())
  client = await logIn((await serverDyingAt()).base)
})
afterAll(async () => {
  await db?.destroy()
  // Also stops the database.
  await (await serverDyingAt()).stop()
  await stopAllServers()
  await removeDataDir(dataDir)
})

let runningServer: RunningServer | null = null

/**
 * The address stays the same, so that clients stay logged in. The next server uses the database that a
 * killed one leaves running.
 */
async function serverDyingAt(fault?: Fault): Promise<RunningServer> {
  await runningServer?.stop('SIGKILL')
  await db?.destroy()
  runningServer = await startServer({ DATA_DIR: dataDir, PORT: port, ...(fault && { FAULT: fault }) })
  db = connect(await privatePostgresUrl(dataDir), 2)
  return runningServer
}

async function placeOrder(): Promise<string> {
  await sql`delete from platform.rate_limit`.execute(db)
  const wanted = { package: 'single_1', period: 'once', quantity: '1', kind: 'single', method: 'sandbox' }
  const placed = await client.post('/mgmt/confirm-order', { ...wanted, total: '9900', agreed: 'yes' })
  const [, id] = /^\/mgmt\/orders\/([^/]+)\/payment$/.exec(placed.headers.get('location') ?? '') ?? []
  if (!id) throw new Error(`not placed: ${placed.status} ${placed.headers.get('location')}`)
  return id
}

test(
  `a paid order is granted once, wherever the server was killed (seed ${SEED})`,
  async () => {
    const granted = new Map<Fault, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const fault = POINTS[round % POINTS.length]!
      const doomed = await serverDyingAt(fault)
      const id = await placeOrder()
      expect((await client.post(`/mgmt/orders/${id}/sandbox`, { answer: 'pay' })).status).toBe(303)
      // Two tabs return concurrently while the server is killed.
      const tabs = [1, 2].map(() => client.get(`/pay-finish?order=${id}`).catch(() => null))
      expect([fault, await doomed.ended]).toEqual([fault, 'SIGKILL'])
      await Promise.all(tabs)
      const [state, payments, grants] = await became(db, id)
      const whole = fault === 'payment: after the commit'
      expect([fault, state, payments, grants]).toEqual([
        fault,
        whole ? 'paid' : 'pending',
        ...(whole ? [[null], [1]] : [[], []]),
      ])
      runningServer = null
      await serverDyingAt()
      await db.updateTable('orders.order').set({ asked_at: null }).where('id', '=', id).execute()
      await Promise.all([1, 2, 3].map(() => client.get(`/pay-finish?order=${id}`)))
      await client.get(`/mgmt/orders/${id}/payment?wait`)
      // The job that runs at the server's start may be settling the order.
      await vi.waitFor(
        async () => expect([fault, await became(db, id)]).toEqual([fault, ['paid', [null], [1]]]),
        20_000,
      )
      granted.set(fault, (granted.get(fault) ?? 0) + 1)
    }
    expect([...granted.keys()].sort()).toEqual([...POINTS].sort())
    note(
      'killed over a payment (R-24)',
      `${ROUNDS} rounds at ${POINTS.length} points: each paid order granted once`,
    )
  },
  ROUNDS * PATIENCE,
)

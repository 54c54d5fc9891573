import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { DAY } from '#src/core/clock.ts'
import type { Fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { faultPoints } from '#tests/support/fault-points.ts'
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
/** Fault points between the order of a renewal and the record of its payment. */
const POINTS = faultPoints(
  (fault) => fault.startsWith('renewal'),
  seeded(SEED),
  'renewal: charged, not settled',
)
const ROUNDS = caseCount(POINTS.length, 100)
/** The timeout of a round in milliseconds. */
const PATIENCE = 60_000

let dataDir: string
let port: string
let db: Db
let runningServer: RunningServer | null = null

beforeAll(async () => {
  dataDir = await playedDataDir()
  port = String(await freePort())
  await serverDyingAt()
})
afterAll(async () => {
  await db?.destroy()
  // Also stops the database.
  await (await serverDyingAt()).stop()
  await stopAllServers()
  await removeDataDir(dataDir)
})

async function serverDyingAt(fault?: Fault): Promise<RunningServer> {
  await runningServer?.stop('SIGKILL')
  await db?.destroy()
  runningServer = await startServer({ DATA_DIR: dataDir, PORT: port, ...(fault && { FAULT: fault }) })
  db = connect(await privatePostgresUrl(dataDir), 2)
  return runningServer
}

/** A due renewal of the demo's team, under a new mandate. */
async function dueRenewal(): Promise<string> {
  const { id: account_id, team_id } = await db
    .selectFrom('accounts.account')
    .select(['id', 'team_id'])
    .where('username', '=', 'demo_admin')
    .executeTakeFirstOrThrow()
  const last = await db
    .selectFrom('orders.term')
    .select(['package', 'to_at'])
    .where('team_id', '=', team_id)
    .where('replaced_at', 'is', null)
    .orderBy('to_at', 'desc')
    .executeTakeFirstOrThrow()
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
  const ended = { state: 'ended', ended_at: new Date(), ended_why: 'customer' } as const
  await db.updateTable('orders.mandate').set(ended).where('team_id', '=', team_id).execute()
  const id = newId()
  const number = id.replaceAll('-', '')
  await db.insertInto('orders.sandbox_agreement').values({ number, state: 'active' }).execute()
  await db
    .insertInto('orders.mandate')
    .values({
      id,
      team_id,
      account_id,
      method: 'sandbox',
      package: last.package,
      period: 'yearly',
      currency: 'CNY',
      price_limit: 100_000_000n,
      invoice: false,
      state: 'active',
      reference: `SBA-${number}`,
      first_charge_at: last.to_at,
      begun_at: daysAgo(10),
      agreed_at: daysAgo(10),
      ended_at: null,
      ended_why: null,
      released_at: null,
      asked_at: null,
    })
    .execute()
  await db
    .insertInto('orders.renewal')
    .values({
      id: newId(),
      mandate_id: id,
      team_id,
      plan_ends_at: last.to_at,
      price: 100_000_000n,
      noticed_at: daysAgo(9),
      charge_at: daysAgo(1),
      state: 'open',
      order_id: null,
      failure: null,
    })
    .execute()
  return id
}

/** The orders under a mandate, the gateway's charges for them, and the plan terms that they bought. */
async function becameOf(mandateId: string) {
  const orders = await db
    .selectFrom('orders.order')
    .select(['id', 'number', 'state'])
    .where('mandate_id', '=', mandateId)
    .execute()
  const ids = orders.map(({ id }) => id)
  const numbers = orders.map(({ number }) => number)
  if (!ids.length) return [[], 0, 0, []]
  const taken = db.selectFrom('orders.sandbox_payment').select('reference')
  const terms = db.selectFrom('orders.term').select('id').where('order_id', 'in', ids)
  const renewals = db.selectFrom('orders.renewal').select('state').where('mandate_id', '=', mandateId)
  return [
    orders.map(({ state }) => state),
    (await taken.where('order_number', 'in', numbers).execute()).length,
    (await terms.execute()).length,
    (await renewals.execute()).map(({ state }) => state),
  ]
}

test(
  `a plan is renewed and charged once, wherever the server was killed (seed ${SEED})`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const fault = POINTS[round % POINTS.length]!
      const mandateId = await dueRenewal()
      // The job of due renewals runs at every start.
      const doomed = await serverDyingAt(fault)
      expect([fault, await doomed.ended]).toEqual([fault, 'SIGKILL'])
      const charged = fault === 'renewal: charged, not settled' ? 1 : 0
      expect([fault, await becameOf(mandateId)]).toEqual([fault, [['pending'], charged, 0, ['open']]])
      runningServer = null
      await serverDyingAt()
      await expect
        .poll(() => becameOf(mandateId), { timeout: PATIENCE / 2, interval: 200 })
        .toEqual([['paid'], 1, 1, ['paid']])
    }
    note(
      'killed over an automatic renewal',
      `${ROUNDS} rounds at ${POINTS.length} points: each plan renewed once, and charged once`,
    )
  },
  ROUNDS * PATIENCE,
)

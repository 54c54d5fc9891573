import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAnnouncement } from '#modules/announcements/announcement.ts'
import { scheduleDraft } from '#modules/announcements/scheduling.ts'
import { config } from '#src/core/config.ts'
import type { Db } from '#src/db/db.ts'
import { draftedAnnouncement } from '#tests/cast/announcements.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { crowd } from '#tests/support/announced.ts'
import { testDatabase, urlOf } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import { type RunningServer, startServer, stopAllServers } from '#tests/support/server.ts'

const ACCOUNTS = caseCount(600, 10_000)
const KILLS = caseCount(1, 10)
const SEED = drawSeed()
const random = seeded(SEED)

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await crowd(db, cast.lin.viewer.teamId, ACCOUNTS)
})
afterAll(stopAllServers)

/** A process that runs jobs and sends no mail. */
const startWorker = async () =>
  startServer({
    DATABASE_URL: await urlOf(db),
    DATA_DIR: config.DATA_DIR,
    NODE_ENV: 'test',
    DEMO: '0',
    ROLE: 'worker',
    SEND_MAIL: 'off',
  })

/** The memory of a process in megabytes; 0 after its end. */
function megabytes({ process: { pid } }: RunningServer): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

const stateOf = async (id: string) => {
  const { state, reached } = await findAnnouncement(db, id)
  return { state, reached }
}

/** Waits until the worker has sent to more people; returns its maximum memory until then. */
async function untilReached(id: string, count: number, worker: RunningServer): Promise<number> {
  let max = 0
  for (let tries = 0; tries < 2400; tries++) {
    max = Math.max(max, megabytes(worker))
    const { state, reached } = await stateOf(id)
    if (state === 'sent' || reached >= count) return max
    await wait(50)
  }
  throw new Error(`not sent: ${JSON.stringify(await stateOf(id))}\n${worker.output()}`)
}

const counts = async (table: 'platform.mail' | 'messaging.message', column: string) => {
  const { rows } = await sql<{ n: number; times: number }>`
    select count(*)::int as n, times from (select count(*)::int as times from ${sql.table(table)}
      group by ${sql.ref(column)}) as each group by times`.execute(db)
  return rows
}

test(`a worker killed at random moments omits no one and sends nothing twice (seed ${SEED})`, {
  timeout: LONG ? 900_000 : 180_000,
}, async () => {
  const id = await draftedAnnouncement(db, cast.ruo.viewer)
  expect(await scheduleDraft(db, cast.lin.viewer, id, 1)).toBe('scheduled')
  const share = Math.floor(ACCOUNTS / (KILLS + 1))
  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = await startWorker()
    await untilReached(id, kill * share - random.below(share), worker)
    await wait(random.below(400))
    await worker.stop('SIGKILL')
    const { state } = await stateOf(id)
    expect([kill, state]).not.toEqual([kill, 'withdrawn'])
  }
  const last = await startWorker()
  const { reached } = await stateOf(id)
  const half = await untilReached(id, reached + (ACCOUNTS - reached) / 2, last)
  const whole = await untilReached(id, Number.POSITIVE_INFINITY, last)
  const everybody = ACCOUNTS + 4
  expect(await counts('platform.mail', 'recipient')).toEqual([{ n: everybody, times: 1 }])
  expect(await counts('messaging.message', 'account_id')).toEqual([{ n: everybody, times: 1 }])
  expect(await stateOf(id)).toEqual({ state: 'sent', reached: everybody })
  expect(whole).toBeLessThan(half + 60)
  note(
    'an announcement to all accounts, its worker killed',
    `${everybody} accounts, ${KILLS} kills: each got one mail and one message; the worker held ${half.toFixed(0)} MB half way, ${whole.toFixed(0)} MB at the end`,
    { value: whole, unit: 'MB', atMost: half + 60 },
  )
})

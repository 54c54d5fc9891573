import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { askForCode } from '#tests/cast/registration.ts'
import { newRemoteClient } from '#tests/support/client.ts'
import { brokenInvariants } from '#tests/support/invariants/broken-invariants.ts'
import { note } from '#tests/support/measured.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'
import {
  freePort,
  postgresPid,
  type RunningServer,
  removeDataDir,
  startServer,
  stopAllServers,
} from '#tests/support/server.ts'
import { type MailStub, startMailStub } from '#tests/support/smtp.ts'

const ROUNDS = caseCount(2, 200)
/** The number of clients that request codes until the server has ended. */
const PEOPLE = 3
/** Milliseconds after the first acknowledgement of a round within which the server is killed. */
const SOON = 1500
const VICTIMS = ['server', 'database', 'both'] as const

const SEED = drawSeed()
const drawMoment = seeded(SEED)

let dataDir: string
let port: string
let smtp: MailStub

beforeAll(async () => {
  dataDir = await playedDataDir()
  smtp = await startMailStub()
  port = String(await freePort())
})
afterAll(async () => {
  await stopAllServers()
  await removeDataDir(dataDir)
  smtp.close()
})

const start = () => startServer({ DATA_DIR: dataDir, PORT: port, SMTP_URL: smtp.url })

async function onDatabase<Result>(
  work: (db: ReturnType<typeof connect>) => Promise<Result>,
): Promise<Result> {
  const db = connect(await privatePostgresUrl(dataDir), 1)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Requests codes for new addresses until the server has ended; adds the acknowledged addresses to
 * `acknowledged`.
 */
async function askUntilGone(base: string, name: string, acknowledged: string[]) {
  for (let n = 0; ; n++) {
    const address = `${name}-${n}@example.com`
    const answer = await askForCode(newRemoteClient(base), address).catch(() => null)
    if (!answer || answer.status >= 500) return
    if (answer.status >= 400) throw new Error(`${address}: ${answer.status}`)
    acknowledged.push(address)
  }
}

async function kill(server: RunningServer, victim: (typeof VICTIMS)[number]) {
  const postgres = (await postgresPid(dataDir))!
  if (victim !== 'server') process.kill(postgres, 'SIGKILL')
  if (victim === 'database') await wait(drawMoment.below(SOON))
  server.process.kill('SIGKILL')
  await server.ended
}

describe(`servers and databases killed at random moments (seed ${SEED})`, () => {
  test(
    `${ROUNDS} kills: every next start recovers, and every acknowledged mail is sent, with at most one duplicate per kill`,
    async () => {
      const acknowledged: string[] = []
      const killed = { server: 0, database: 0, both: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        const server = await start()
        await onDatabase((db) => sql`delete from platform.rate_limit`.execute(db))
        const asking = Array.from({ length: PEOPLE }, (_, n) =>
          askUntilGone(server.base, `round-${round}-${n}-${SEED}`, acknowledged),
        )
        const before = acknowledged.length
        await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
        await wait(drawMoment.below(SOON))
        const victim = drawMoment.pick(VICTIMS)
        killed[victim]++
        await kill(server, victim)
        await Promise.all(asking)
      }
      const last = await start()
      await expect
        .poll(() =>
          onDatabase((db) =>
            db
              .selectFrom('platform.mail')
              .select((eb) => eb.fn.countAll<number>().as('count'))
              .where('state', '!=', 'sent')
              .where('recipient', 'like', `round-%-${SEED}@example.com`)
              .executeTakeFirstOrThrow(),
          ),
        )
        .toEqual({ count: 0 })
      expect(await onDatabase(brokenInvariants)).toEqual([])
      await last.stop()
      const copies = new Map<string, number>()
      for (const address of smtp.recipients) copies.set(address, (copies.get(address) ?? 0) + 1)
      expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS)
      expect(acknowledged.filter((address) => !copies.has(address))).toEqual([])
      const extra = [...copies.values()].reduce((sum, count) => sum + count - 1, 0)
      expect(extra).toBeLessThanOrEqual(ROUNDS * PEOPLE)
      note(
        'server and database killed at random (R-18)',
        `${killed.server} kills of the server, ${killed.database} of the database, ${killed.both} of both (seed ${SEED}): ${acknowledged.length} mails acknowledged, 0 lost, ${extra} delivered twice`,
      )
    },
    ROUNDS * 30_000 + 60_000,
  )
})

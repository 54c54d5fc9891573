import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENT_OF_ACTION } from '#modules/webhooks/event-types.ts'
import type { Fault } from '#src/core/fault.ts'
import { deliveriesOf } from '#tests/cast/webhooks.ts'
import { startReceiver } from '#tests/stubs/receiver.ts'
import type { Client } from '#tests/support/client.ts'
import { faultPoints } from '#tests/support/fault-points.ts'
import { brokenInvariants } from '#tests/support/invariants/broken-invariants.ts'
import { draftNda, finalise, logIn } from '#tests/support/journey.ts'
import { note } from '#tests/support/measured.ts'
import { type MortalServer, mortalServer } from '#tests/support/mortal-server.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'

/** From the transaction that stores an event, which that of finalising stands for, to its delivery. */
const isAmong = (fault: Fault) => fault.startsWith('webhook') || fault === 'finalise: after the commit'
const SEED = drawSeed()
const POINTS = faultPoints(isAmong, seeded(SEED), 'webhook: sent, not concluded')
const ROUNDS = caseCount(1, 3)
/** The timeout of a round in milliseconds: a claim of a dead process lasts for half a minute. */
const PATIENCE = 180_000

/** The attempts and requests that a kill adds to a delivery under way. */
const REPEATED_SENDINGS: Partial<Record<Fault, { attempts: number; requests: number }>> = {
  'webhook: claimed, not sent': { attempts: 1, requests: 0 },
  'webhook: sent, not concluded': { attempts: 1, requests: 1 },
  // The attempt was counted when the delivery was claimed.
  'webhook: inside the conclusion': { attempts: 1, requests: 1 },
}

let server: MortalServer
let receiver: Awaited<ReturnType<typeof startReceiver>>
let client: Client
let endpointId: string
const totals = { kills: 0, events: 0, repeated: 0 }

beforeAll(async () => {
  receiver = await startReceiver()
  server = await mortalServer(() => ({ REQUESTS_TO_THIS_MACHINE: '1' }))
  await server.start()
  client = await logIn(server.base)
  await sql`update accounts.team set package = 'enterprise', package_ends_at = now() + interval '300 days'
    where id in (select team_id from accounts.account where username = 'demo_admin')`.execute(server.db)
  const all = { 'document.created': 'yes', 'document.deleted': 'yes', 'document.restored': 'yes' }
  const wanted = { url: receiver.url, ...all, 'document.finalised': 'yes' }
  const response = await client.post('/mgmt/acct-info/webhooks/new', wanted)
  expect(response.status).toBe(200)
  const { id } = await server.db.selectFrom('webhooks.endpoint').select('id').executeTakeFirstOrThrow()
  endpointId = id
})
afterAll(async () => {
  await server.end()
  await receiver.close()
})

type Draft = Awaited<ReturnType<typeof draftNda>>

async function moveOn(draft: Draft) {
  await client.post(`/mgmt/${draft.id}/deletion`)
  await client.post(`/mgmt/${draft.id}/restoration`)
  await finalise(client, draft)
}

/** Acts as a person whose steps cause events, until the server has ended; returns the last document. */
async function workUntilGone(): Promise<Draft | undefined> {
  await sql`delete from platform.rate_limit`.execute(server.db)
  let draft: Draft | undefined
  try {
    for (let n = 0; n < 20; n++) {
      draft = undefined
      draft = await draftNda(client)
      await moveOn(draft)
    }
  } catch {}
  return draft
}

/** The types of the events of each document, according to its log. */
async function expectedTypes() {
  const endpoint = server.db.selectFrom('webhooks.endpoint').select('created_at')
  const actions = await server.db
    .selectFrom('documents.action')
    .select(['document_id', 'action'])
    .where('at', '>', endpoint)
    .where('action', 'in', ['create', 'delete', 'restore', 'finalise'])
    .orderBy('number')
    .execute()
  return byDocument(
    actions.map(({ document_id, action }) => ({
      document: document_id,
      what: action === 'finalise' ? 'document.finalised' : EVENT_OF_ACTION[action]!,
    })),
  )
}

/** Groups events by document, in order. */
function byDocument(all: { document: string | null | undefined; what: string }[]) {
  const documents = Map.groupBy(all, ({ document }) => String(document))
  return Object.fromEntries([...documents].map(([id, rows]) => [id, rows.map(({ what }) => what)]))
}

/** The ids of the events of each document, in the order of their first arrival. */
function arrivedIds() {
  const ids = new Map(receiver.received.map(({ id, document }) => [id, document]))
  return byDocument([...ids].map(([what, document]) => ({ document, what })))
}

const pendingDeliveries = async () => {
  const rows = await deliveriesOf(server.db, endpointId)
  return rows.filter(({ state }) => state === 'waiting').length
}

describe(`webhooks of a server that is killed (seed ${SEED})`, { shuffle: false }, () => {
  test.each(POINTS)(
    'at “%s”: every event arrives at least once, in order, and the log is right',
    async (fault) => {
      for (let round = 1; round <= ROUNDS; round++) {
        const before = await counts()
        const doomed = await server.start(fault)
        const working = workUntilGone()
        const end = await Promise.race([doomed.ended, wait(60_000, 'alive')])
        expect([fault, end]).toEqual([fault, 'SIGKILL'])
        const draft = await working
        await server.start()
        // Causes later events of the document, while the earlier one may wait until its claim expires.
        if (draft) await moveOn(draft)
        await moveOn(await draftNda(client))
        await expect.poll(pendingDeliveries, { timeout: 120_000, interval: 500 }).toBe(0)
        totals.kills++

        const rows = await deliveriesOf(server.db, endpointId)
        const sent = rows.map(({ id, type, document_id: document }) => ({ id, type, document }))
        expect(byDocument(sent.map((one) => ({ ...one, what: one.type })))).toEqual(await expectedTypes())
        expect(arrivedIds()).toEqual(byDocument(sent.map((one) => ({ ...one, what: one.id }))))
        const ended = { state: 'delivered', status: 204, problem: null, claim: null, next_at: null }
        for (const row of rows) expect(row).toMatchObject(ended)
        const after = await counts()
        expect(after.events).toBeGreaterThan(before.events)
        const extra = REPEATED_SENDINGS[fault] ?? { attempts: 0, requests: 0 }
        expect({
          attempts: after.attempts - before.attempts,
          requests: after.requests - before.requests,
        }).toEqual({
          attempts: after.events - before.events + extra.attempts,
          requests: after.events - before.events + extra.requests,
        })
        totals.repeated += extra.requests
        totals.events = after.events
        expect(await brokenInvariants(server.db)).toEqual([])
      }
    },
    ROUNDS * PATIENCE,
  )

  test('the duration is recorded', () => {
    note(
      'webhooks of a server that is killed',
      `${totals.kills} kills at ${POINTS.length} fault points: ${totals.events} events, none lost, ${totals.repeated} sent twice, in order`,
    )
  })
})

async function counts() {
  const rows = await deliveriesOf(server.db, endpointId)
  const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
  return { events: rows.length, attempts, requests: receiver.received.length }
}

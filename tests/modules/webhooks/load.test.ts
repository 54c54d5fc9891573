import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '#src/app/events.ts'
import { onDocumentMoved } from '#modules/webhooks/index.ts'
import { ATTEMPT_LIMITS } from '#modules/webhooks/sending/post.ts'
import { DELAYS } from '#modules/webhooks/sending/send.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { workJobs } from '#src/jobs/jobs.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { deliveriesOf, endpointAt, setPlan } from '#tests/cast/webhooks.ts'
import { allowReceivers, type Behaviour, type ReceivedRequest, startReceiver } from '#tests/stubs/receiver.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'

/**
 * Five thousand deliveries in the long run: a thousand to each of five receivers, for documents with five
 * events each.
 */
const DOCUMENTS = caseCount(12, 200)
const EVENTS = ['in_review', 'approved', 'finalised', 'signing', 'completed'] as const

const random = seeded(drawSeed())
const delays = [...DELAYS]

let db: Db
let cast: Cast

beforeAll(async () => {
  allowReceivers()
  db = await testDatabase(30)
  cast = await openCast(db)
  await setPlan(db, cast.lin.viewer, 'enterprise')
  // Short delays, so that a delivery has as many attempts in seconds as otherwise in days.
  DELAYS.fill(200)
  ATTEMPT_LIMITS.timeout = 1000
})

afterAll(() => {
  DELAYS.splice(0, DELAYS.length, ...delays)
  ATTEMPT_LIMITS.timeout = 15_000
})

const healthy: Behaviour = (response) => response.writeHead(200).end()

const happens = (percent: number) => random.below(100) < percent

/** Fails for a fifth of the requests, so that no delivery fails ten times. */
const often =
  (trouble: Behaviour): Behaviour =>
  (response, one) =>
    (happens(20) ? trouble : healthy)(response, one)

async function slow(...[response]: Parameters<Behaviour>) {
  await sleep(happens(10) ? 1300 : 40)
  response.writeHead(200).end()
}

function down(...[response]: Parameters<Behaviour>) {
  if (happens(50)) response.writeHead(503).end()
  else response.socket?.destroy()
}

/** Responds 200 and breaks off, or announces more bytes than it sends. */
function lying(...[response]: Parameters<Behaviour>) {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('received')
  setTimeout(() => response.socket?.destroy(), 5)
}

test('every event arrives at least once, in order and nowhere else, however receivers behave', async () => {
  const trap = await startReceiver(healthy, '0.0.0.0')
  const redirecting: Behaviour = (response) => response.writeHead(302, { location: trap.url }).end()
  const behaviours = {
    healthy,
    slow,
    down: often(down),
    redirecting: often(redirecting),
    lying: often(lying),
  }
  const receivers = await Promise.all(Object.values(behaviours).map((one) => startReceiver(one)))
  for (const one of [trap, ...receivers]) atTheEnd(one.close)
  const endpoints: { id: string }[] = []
  for (const { url } of receivers) endpoints.push(await endpointAt(db, cast.lin.viewer, url))
  // An address that must never be contacted, among the others.
  const forbidden = await endpointAt(db, cast.lin.viewer, trap.url.replace('127.0.0.1', '127.0.0.2'))
  const startedAt = performance.now()
  const documents = Array.from({ length: DOCUMENTS }, () => newId())
  const { teamId } = cast.lin.viewer
  await workJobs(db, {})
  for (const status of EVENTS)
    await Promise.all(
      documents.map((id, n) =>
        db.transaction().execute((trx) => {
          const document = { id, teamId, number: `QS-${n}`, status }
          return onDocumentMoved(trx, { document, failedSigning: null })
        }),
      ),
    )
  const totalEvents = DOCUMENTS * EVENTS.length
  const countDelivered = async () => {
    const rows = (await Promise.all(endpoints.map(({ id }) => deliveriesOf(db, id)))).flat()
    return rows.filter(({ state }) => state === 'delivered').length
  }
  const maxMilliseconds = LONG ? 3_000_000 : 100_000
  await expect
    .poll(countDelivered, { timeout: maxMilliseconds, interval: 500 })
    .toBe(totalEvents * receivers.length)
  const seconds = (performance.now() - startedAt) / 1000

  for (const [n, receiver] of receivers.entries()) {
    const rows = await deliveriesOf(db, endpoints[n]!.id)
    const receivedIds = new Set(receiver.received.map(({ id }) => id))
    expect([n, rows.filter(({ id }) => !receivedIds.has(id))]).toEqual([n, []])
    expect([n, firstArrivals(receiver.received).filter((types) => types.join() !== ORDER)]).toEqual([n, []])
    // Each delivery has one sender at a time. A request may still be closing while the next one begins.
    const attempts = rows.reduce((sum, one) => sum + one.attempts, 0)
    expect(receiver.received.length).toBeLessThanOrEqual(attempts)
    expect(receiver.maxOpen).toBeLessThanOrEqual(2)
  }
  expect(trap.connections).toBe(0)
  const refusedDeliveries = await deliveriesOf(db, forbidden.id)
  expect(new Set(refusedDeliveries.map(({ problem }) => problem))).toEqual(new Set(['private', null]))
  const attempts = receivers.reduce((sum, { received }) => sum + received.length, 0)
  note(
    'webhooks to receivers that are slow, down, redirecting and lying',
    `${totalEvents * receivers.length} deliveries in ${Math.round(seconds)} s, ${attempts} requests, each in order`,
  )
})

const ORDER = 'review.started,review.approved,document.finalised,signing.started,signing.completed'

/** The types of each document's events, in the order of their first arrival. */
function firstArrivals(receivedEvents: ReceivedRequest[]): string[][] {
  const byDocument = Map.groupBy(receivedEvents, ({ document }) => document!)
  return [...byDocument.values()].map((all) => [...new Set(all.map(({ type }) => type))])
}

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { deleteDraft, restoreDraft } from '#modules/documents/drafts/deletion.ts'
import { sendFailedAgain } from '#modules/webhooks/deliveries/repetition.ts'
import { removeEndpoint, sendTest, switchEndpoint } from '#modules/webhooks/endpoints/endpoint.ts'
import { DELAYS, sendDelivery } from '#modules/webhooks/sending/send.ts'
import { ago, DAY } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { countQueries } from '#src/db/traced-dialect.ts'
import { NotYet, workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { deliveriesOf, endpointAt, setPlan } from '#tests/cast/webhooks.ts'
import { allowReceivers, type Behaviour, startReceiver } from '#tests/stubs/receiver.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { testDatabase } from '#tests/support/database.ts'

const HOME = '/mgmt/acct-info/webhooks'

let db: Db
let cast: Cast
let receiver: Awaited<ReturnType<typeof startReceiver>>
let id: string

beforeAll(async () => {
  allowReceivers()
  db = await testDatabase(20)
  cast = await openCast(db)
})

beforeEach(async () => {
  await db.deleteFrom('webhooks.endpoint').execute()
  await setPlan(db, cast.lin.viewer, 'enterprise')
  receiver = await startReceiver()
  atTheEnd(receiver.close)
  id = (await endpointAt(db, cast.lin.viewer, receiver.url)).id
})

const work = () => workWaitingJobs(db, { forgiving: true })
const sendAllAgain = () => sendFailedAgain(db, cast.lin.viewer, id)
const well: Behaviour = (response) => response.writeHead(200).end()
const broken: Behaviour = (response) => response.writeHead(500).end()
const states = async () => (await deliveriesOf(db, id)).map(({ state }) => state)
const arrived = () => receiver.received.map((one) => one.id)

async function eventful(): Promise<string> {
  const document = await filledDraft(db, cast.lin.viewer)
  await deleteDraft(db, cast.lin.viewer, document.id)
  await restoreDraft(db, cast.lin.viewer, document.id)
  return document.id
}

/**
 * Three events of each of two documents: the first one was given up, the others became due while the
 * endpoint was disabled.
 */
async function failures() {
  for (let n = 0; n < 2; n++) await eventful()
  receiver.behave = broken
  await db.updateTable('webhooks.delivery').set({ attempts: DELAYS.length }).execute()
  const [firstDelivery, , , secondDelivery] = await deliveriesOf(db, id)
  for (const one of [firstDelivery!, secondDelivery!]) await sendDelivery.now(db, { id: one.id })
  await switchEndpoint(db, cast.lin.viewer, id, 'disabled')
  while ((await work()) > 0);
  await switchEndpoint(db, cast.lin.viewer, id, 'enabled')
  receiver.behave = well
  receiver.received = []
  const rows = await deliveriesOf(db, id)
  expect(rows.map(({ state, problem }) => [state, problem])).toEqual(
    rows.map((row) => [
      'failed',
      [firstDelivery!.id, secondDelivery!.id].includes(row.id) ? null : 'disabled',
    ]),
  )
  return rows
}

describe('failed deliveries', () => {
  test('are all sent again, each once, those of one document in order', async () => {
    const rows = await failures()
    await sendAllAgain()
    const waitingDeliveries = await deliveriesOf(db, id)
    expect(waitingDeliveries).toMatchObject(rows.map(({ id }) => ({ id, state: 'waiting', attempts: 0 })))
    while ((await work()) > 0);
    expect(arrived().toSorted()).toEqual(rows.map((row) => row.id).toSorted())
    for (const documentId of new Set(rows.map((row) => row.document_id)))
      expect(
        receiver.received.filter(({ document }) => document === documentId).map((one) => one.id),
      ).toEqual(rows.filter((row) => row.document_id === documentId).map((row) => row.id))
    expect(new Set(await states())).toEqual(new Set(['delivered']))
  })

  test('are sent again once if the form is sent twice concurrently', async () => {
    const rows = await failures()
    await Promise.all([sendAllAgain(), sendAllAgain(), sendAllAgain(), sendAllAgain()])
    while ((await work()) > 0);
    await sendAllAgain()
    expect(await work()).toBe(0)
    expect(arrived().toSorted()).toEqual(rows.map((row) => row.id).toSorted())
  })

  test('are not sent again if they are test events, delivered, too old or of another endpoint', async () => {
    const [old] = await failures()
    await db
      .updateTable('webhooks.delivery')
      .set({ created_at: ago(31 * DAY) })
      .where('document_id', '=', old!.document_id)
      .execute()
    receiver.behave = broken
    await sendTest(db, cast.lin.viewer, id)
    await work()
    const otherEndpoint = await endpointAt(db, cast.lin.viewer, receiver.url)
    await filledDraft(db, cast.lin.viewer)
    await db
      .updateTable('webhooks.delivery')
      .set({ state: 'failed' })
      .where('endpoint_id', '=', otherEndpoint.id)
      .execute()
    receiver.behave = well
    while ((await work()) > 0);
    receiver.received = []
    await sendAllAgain()
    while ((await work()) > 0);
    expect(receiver.received).toHaveLength(3)
    expect(receiver.received.some(({ document }) => document === old!.document_id)).toBe(false)
    expect((await deliveriesOf(db, otherEndpoint.id)).map(({ state }) => state)).toEqual(['failed'])
    expect((await states()).toSorted()).toEqual([...Array(4).fill('delivered'), ...Array(4).fill('failed')])
  })

  test('are sent before a later waiting event of their document, but not while that is being sent', async () => {
    const [firstFailure, ...otherFailures] = await failures()
    await db
      .deleteFrom('webhooks.delivery')
      .where(
        'id',
        'in',
        otherFailures.map((one) => one.id),
      )
      .execute()
    await deleteDraft(db, cast.lin.viewer, firstFailure!.document_id!)
    const [, laterDelivery] = await deliveriesOf(db, id)
    receiver.behave = async (response, { id: arriving }) => {
      if (arriving === laterDelivery!.id && receiver.received.length === 1) {
        await sendAllAgain()
        await expect(sendDelivery.now(db, { id: firstFailure!.id })).rejects.toThrow(NotYet)
        return broken(response, receiver.received[0]!)
      }
      return well(response, receiver.received[0]!)
    }
    await sendDelivery.now(db, { id: laterDelivery!.id })
    await db
      .updateTable('webhooks.delivery')
      .set({ next_at: ago(0) })
      .where('id', '=', laterDelivery!.id)
      .execute()
    await sendDelivery.now(db, { id: laterDelivery!.id })
    expect(arrived()).toEqual([laterDelivery!.id])
    while ((await work()) > 0);
    await sendDelivery.now(db, { id: firstFailure!.id })
    await sendDelivery.now(db, { id: laterDelivery!.id })
    expect(arrived()).toEqual([laterDelivery!.id, firstFailure!.id, laterDelivery!.id])
  })

  test('are not sent to an endpoint that is removed in the meantime', async () => {
    await failures()
    const [sendResult] = await Promise.allSettled([sendAllAgain(), removeEndpoint(db, cast.lin.viewer, id)])
    if (sendResult.status === 'rejected') expect(sendResult.reason).toMatchObject({ code: 'NOT_FOUND' })
    await work()
    expect(receiver.received).toEqual([])
  })
})

describe('the page', () => {
  const endpointPath = (path = '') => `${HOME}/${id}${path}`
  const get = async (path = '') => (await cast.lin.client.get(endpointPath(path))).text()

  test('shows the number of failures, asks before it sends them again, and then no longer offers it', async () => {
    await failures()
    const { result, queries } = await countQueries(() => get())
    expect(result).toContain('Send all failed again (6)')
    expect(queries).toBeLessThanOrEqual(3)
    expect(await get('/repetition')).toContain('6 events are sent again')
    const response = await cast.lin.client.post(endpointPath('/repetition'), {})
    expect(response.headers.get('location')).toBe(`${endpointPath()}?done=webhookAllAgain`)
    expect(await get('?done=webhookAllAgain')).toContain('The failed events are sent again')
    expect(await get()).not.toContain('Send all failed again')
    expect(await get()).not.toContain('Not sent: the endpoint was disabled')
    expect((await cast.lin.client.get(endpointPath('/repetition'))).headers.get('location')).toBe(
      endpointPath(),
    )
    while ((await work()) > 0);
    expect(receiver.received).toHaveLength(6)
  })

  test('does not offer it for a disabled endpoint, and explains why if the endpoint was disabled in the meantime', async () => {
    await failures()
    await switchEndpoint(db, cast.lin.viewer, id, 'disabled')
    expect(await get()).not.toContain('Send all failed again')
    const page = await cast.lin.client.post(endpointPath('/repetition'), {})
    const dialog = await cast.lin.client.post(endpointPath('/repetition'), {}, { 'HX-Request': 'true' })
    for (const answer of [page, dialog]) {
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('The endpoint is disabled. Enable it first.')
    }
    expect(new Set(await states())).toEqual(new Set(['failed']))
  })
})

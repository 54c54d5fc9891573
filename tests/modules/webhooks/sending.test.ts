import { createPublicKey, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { logAction } from '#modules/documents/audit-log.ts'
import { deleteDraft, restoreDraft } from '#modules/documents/drafts/deletion.ts'
import { sendAgain } from '#modules/webhooks/deliveries/repetition.ts'
import { findEndpoint, rotateKeys, sendTest } from '#modules/webhooks/endpoints/endpoint.ts'
import { ATTEMPT_LIMITS } from '#modules/webhooks/sending/post.ts'
import { DELAYS, sendDelivery } from '#modules/webhooks/sending/send.ts'
import { now, SECOND, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { NotYet, workWaitingJobs } from '#src/jobs/jobs.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { deliveriesOf, endpointAt, setPlan } from '#tests/cast/webhooks.ts'
import { allowReceivers, type ReceivedRequest, startReceiver } from '#tests/stubs/receiver.ts'
import { atTheEnd } from '#tests/support/closing.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  allowReceivers()
  db = await testDatabase(20)
  cast = await openCast(db)
  await setPlan(db, cast.lin.viewer, 'enterprise')
})

beforeEach(async () => {
  await db.deleteFrom('webhooks.endpoint').execute()
  receiver = await startReceiver()
  atTheEnd(receiver.close)
})

afterEach(() => setClock(null))

const passTime = (ms: number) => {
  const moment = now().getTime() + ms
  setClock(() => new Date(moment))
}

const work = () => workWaitingJobs(db, { forgiving: true })
const draft = () => filledDraft(db, cast.lin.viewer)
const endpoint = () => endpointAt(db, cast.lin.viewer, receiver.url)

/** Runs the job of a delivery, whether or not it is due. */
const attempt = (id: string) =>
  sendDelivery.now(db, { id }).catch((error) => {
    if (!(error instanceof NotYet)) throw error
  })

const answers =
  (status: number, headers = {}) =>
  (response: Parameters<typeof receiver.behave>[0]) =>
    response.writeHead(status, headers).end('said')

function checkAsymmetric(publicKey: string, { headers, body }: ReceivedRequest): boolean {
  const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .some((one) => verify(null, Buffer.from(content), key, Buffer.from(one.slice(4), 'base64')))
}

describe('an event', () => {
  test('arrives signed by secret and by private key, with the document’s number and status', async () => {
    const { id, secret } = await endpoint()
    const document = await draft()
    await work()
    const [request] = receiver.received
    const { number } = await db
      .selectFrom('documents.document')
      .select('number')
      .where('id', '=', document.id)
      .executeTakeFirstOrThrow()
    const verifiedEvent = new Webhook(secret).verify(
      request!.body,
      request!.headers as Record<string, string>,
    )
    expect(verifiedEvent).toEqual({
      type: 'document.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { id: document.id, number, status: 'draft' },
    })
    expect(request!.body.length).toBeLessThan(1000)
    const { public_key } = await findEndpoint(db, cast.lin.viewer, id)
    expect(checkAsymmetric(public_key, request!)).toBe(true)
    expect(checkAsymmetric(public_key, { ...request!, body: `${request!.body} ` })).toBe(false)
    expect(() => new Webhook('whsec_AAAA').verify(request!.body, request!.headers as never)).toThrow()
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'delivered', attempts: 1, status: 204 }])
  })

  test('is also signed by the previous keys for a day after a change', async () => {
    const { id, secret } = await endpoint()
    const previousState = (await findEndpoint(db, cast.lin.viewer, id)).public_key
    const nextSecret = await rotateKeys(db, cast.lin.viewer, id, previousState)
    await draft()
    await work()
    const [request] = receiver.received
    const newState = (await findEndpoint(db, cast.lin.viewer, id)).public_key
    for (const each of [secret, nextSecret])
      new Webhook(each).verify(request!.body, request!.headers as never)
    expect([previousState, newState].map((key) => checkAsymmetric(key, request!))).toEqual([true, true])
    await db.updateTable('webhooks.endpoint').set({ former_until: now() }).execute()
    await draft()
    await work()
    const laterRequest = receiver.received[1]!
    new Webhook(nextSecret).verify(laterRequest.body, laterRequest.headers as never)
    expect(() => new Webhook(secret).verify(laterRequest.body, laterRequest.headers as never)).toThrow()
    expect(checkAsymmetric(previousState, laterRequest)).toBe(false)
  })

  test('is stored in the transaction of its cause, or not at all', async () => {
    const { id } = await endpoint()
    const document = await draft()
    const undone = db.transaction().execute(async (trx) => {
      await logAction(trx, document.id, 'system', 'delete')
      expect(await deliveriesOf(trx, id)).toHaveLength(2)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await deliveriesOf(db, id)).map(({ type }) => type)).toEqual(['document.created'])
    await deleteDraft(db, cast.lin.viewer, document.id)
    await restoreDraft(db, cast.lin.viewer, document.id)
    expect((await deliveriesOf(db, id)).map(({ type }) => type)).toEqual([
      'document.created',
      'document.deleted',
      'document.restored',
    ])
  })

  test('goes to the team’s endpoints that subscribe to it, are enabled and whose plan includes webhooks', async () => {
    await setPlan(db, cast.hannah.viewer, 'enterprise')
    const foreign = await endpointAt(db, cast.hannah.viewer, receiver.url)
    const otherEndpoint = await endpointAt(db, cast.lin.viewer, receiver.url, ['signing.completed'])
    const off = await endpoint()
    await db.updateTable('webhooks.endpoint').set({ state: 'disabled' }).where('id', '=', off.id).execute()
    const ownEndpoint = await endpoint()
    await draft()
    await setPlan(db, cast.lin.viewer, 'basic')
    await draft()
    await setPlan(db, cast.lin.viewer, 'enterprise')
    const counts = [foreign, otherEndpoint, off, ownEndpoint].map(
      async ({ id }) => (await deliveriesOf(db, id)).length,
    )
    expect(await Promise.all(counts)).toEqual([0, 0, 0, 1])
  })
})

describe('a failed attempt', () => {
  test('is repeated at longer and longer intervals, then given up; the endpoint is disabled', async () => {
    receiver.behave = answers(500)
    const { id } = await endpoint()
    await draft()
    await work()
    for (const delay of DELAYS) {
      const [delivery] = await deliveriesOf(db, id)
      const waits = delivery!.next_at!.getTime() - delivery!.tried_at!.getTime()
      expect([waits >= delay * 0.95, waits <= delay * 1.2 + 2 * SECOND]).toEqual([true, true])
      expect(delivery).toMatchObject({ state: 'waiting', status: 500, answer: 'said' })
      await attempt(delivery!.id)
      setClock(() => delivery!.next_at!)
      await attempt(delivery!.id)
    }
    expect(receiver.received).toHaveLength(DELAYS.length + 1)
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1)
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'failed', attempts: 10, next_at: null }])
    const { state, disabled_because } = await findEndpoint(db, cast.lin.viewer, id)
    expect([state, disabled_because]).toEqual(['disabled', 'failing'])
    const mails = await db
      .selectFrom('platform.mail')
      .select(['recipient', 'text'])
      .where('subject', 'like', '%webhook%')
      .execute()
    expect(mails).toMatchObject([
      { recipient: 'lin@example.com', text: expect.stringContaining(receiver.url) },
    ])
    const messages = await db
      .selectFrom('messaging.message')
      .select(['account_id', 'facts', 'path', 'read_at'])
      .where('kind', '=', 'webhookDisabled')
      .execute()
    expect(messages).toEqual([
      {
        account_id: cast.lin.viewer.id,
        facts: { url: expect.stringContaining(receiver.url), because: 'failing' },
        path: `/mgmt/acct-info/webhooks/${id}`,
        read_at: null,
      },
    ])
  })

  test.for([
    [900, 900],
    [8_640_000, 86_400],
    [1, 5],
  ] as const)('is repeated later when Retry-After says %i seconds, after %i', async ([said, seconds]) => {
    receiver.behave = answers(503, { 'retry-after': said })
    const { id } = await endpoint()
    await draft()
    await work()
    const [delivery] = await deliveriesOf(db, id)
    const waits = (delivery!.next_at!.getTime() - delivery!.tried_at!.getTime()) / SECOND
    expect([waits >= seconds * 0.95, waits <= seconds * 1.2 + 2]).toEqual([true, true])
    expect(delivery).toMatchObject({ state: 'waiting', status: 503, attempts: 1 })
  })

  test('is not repeated if it was the last one, whatever Retry-After says', async () => {
    receiver.behave = answers(503, { 'retry-after': '60' })
    const { id } = await endpoint()
    await sendTest(db, cast.lin.viewer, id)
    await draft()
    await db.updateTable('webhooks.delivery').set({ attempts: DELAYS.length }).execute()
    await work()
    expect(await deliveriesOf(db, id)).toMatchObject(Array(2).fill({ state: 'failed', next_at: null }))
  })

  test('does not disable an endpoint that accepted an event in the meantime', async () => {
    const { id } = await endpoint()
    await draft()
    const [delivery] = await deliveriesOf(db, id)
    await db
      .updateTable('webhooks.delivery')
      .set({ attempts: DELAYS.length })
      .where('id', '=', delivery!.id)
      .execute()
    receiver.behave = answers(503)
    await attempt(delivery!.id)
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'failed' }])
    expect((await findEndpoint(db, cast.lin.viewer, id)).state).toBe('enabled')
  })

  test('is one with a redirect, which is not followed', async () => {
    const otherReceiver = await startReceiver()
    atTheEnd(otherReceiver.close)
    receiver.behave = answers(307, { location: otherReceiver.url })
    const { id } = await endpoint()
    await draft()
    await work()
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'waiting', status: 307 }])
    expect(otherReceiver.connections).toBe(0)
  })

  test.for([
    ['nothing listens', null, 'connection'],
    ['the connection is closed', (response: never) => socketOf(response).destroy(), 'connection'],
    ['the answer is shorter than it says', lie, 'connection'],
    ['there is no answer in time', () => {}, 'timeout'],
    ['the answer never ends', drip, 'timeout'],
  ] as const)('is one when %s', async ([, behave, problem]) => {
    ATTEMPT_LIMITS.timeout = 400
    const { id } = await endpoint()
    if (behave) receiver.behave = behave as never
    else await receiver.close()
    await draft()
    await work()
    ATTEMPT_LIMITS.timeout = 15_000
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'waiting', attempts: 1, problem }])
  })

  test('is not one with a long response, which is read only in part', async () => {
    let writtenBytes = 0
    receiver.behave = async (response) => {
      response.writeHead(200)
      while (!response.destroyed && writtenBytes < 50_000_000) {
        writtenBytes += 65_536
        if (!response.write(Buffer.alloc(65_536, 'x'))) await sleep(1)
      }
      response.end()
    }
    const { id } = await endpoint()
    await draft()
    await work()
    const [delivery] = await deliveriesOf(db, id)
    expect([delivery!.state, delivery!.answer.length]).toEqual(['delivered', 1024])
    expect(writtenBytes).toBeLessThan(20_000_000)
  })

  test('with status 410 disables the endpoint, and its waiting deliveries are given up', async () => {
    receiver.behave = answers(410)
    const { id } = await endpoint()
    await draft()
    const { id: document } = await draft()
    await deleteDraft(db, cast.lin.viewer, document)
    await work()
    await work()
    const { state, disabled_because } = await findEndpoint(db, cast.lin.viewer, id)
    expect([state, disabled_because]).toEqual(['disabled', 'gone'])
    const rows = await deliveriesOf(db, id)
    expect(rows.map((one) => one.state)).toEqual(['failed', 'failed', 'failed'])
    expect(rows.some(({ problem }) => problem === 'disabled')).toBe(true)
    await draft()
    expect(await deliveriesOf(db, id)).toHaveLength(3)
  })
})

const socketOf = (response: unknown) => (response as { socket: { destroy(): void } }).socket

function lie(response: never) {
  const behaviour = response as Parameters<typeof receiver.behave>[0]
  behaviour.writeHead(200, { 'content-length': '100' })
  behaviour.write('short')
  setTimeout(() => socketOf(behaviour).destroy(), 20)
}

function drip(response: never) {
  const behaviour = response as Parameters<typeof receiver.behave>[0]
  behaviour.writeHead(200)
  const timer = setInterval(() => behaviour.write('.'), 50)
  behaviour.on('close', () => clearInterval(timer))
}

describe('deliveries of one document', () => {
  test('wait for each other, but not for those of another document', async () => {
    const { id } = await endpoint()
    const document = await draft()
    await deleteDraft(db, cast.lin.viewer, document.id)
    receiver.behave = (response, { document: which }) =>
      response.writeHead(which === document.id ? 500 : 200).end()
    await work()
    const otherDocument = await draft()
    await work()
    expect(receiver.received.map((one) => [one.document, one.type])).toEqual([
      [document.id, 'document.created'],
      [otherDocument.id, 'document.created'],
    ])
    receiver.behave = answers(200)
    const [firstDelivery] = await deliveriesOf(db, id)
    setClock(() => firstDelivery!.next_at!)
    await attempt(firstDelivery!.id)
    await work()
    expect(receiver.received.slice(2).map(({ type }) => type)).toEqual([
      'document.created',
      'document.deleted',
    ])
  })

  test('keep their order if several workers process them concurrently', async () => {
    const { id } = await endpoint()
    receiver.behave = async (response) => {
      await sleep(Math.random() * 20)
      response.writeHead(200).end()
    }
    const document = await draft()
    for (let n = 0; n < 5; n++) {
      await deleteDraft(db, cast.lin.viewer, document.id)
      await restoreDraft(db, cast.lin.viewer, document.id)
    }
    const rows = await deliveriesOf(db, id)
    await Promise.all([...rows, ...rows, ...rows].map((row) => attempt(row.id)))
    while ((await work()) > 0);
    expect(receiver.received.map((one) => one.id)).toEqual(rows.map((row) => row.id))
    expect((await deliveriesOf(db, id)).every(({ state }) => state === 'delivered')).toBe(true)
  })
})

describe('a delivery', () => {
  test('is sent once even if several workers process it concurrently', async () => {
    const { id } = await endpoint()
    await draft()
    const [delivery] = await deliveriesOf(db, id)
    await Promise.all(Array.from({ length: 10 }, () => attempt(delivery!.id)))
    expect(receiver.received).toHaveLength(1)
  })

  test('is sent again if its worker died before it recorded the attempt', async () => {
    const { id } = await endpoint()
    await draft()
    const [delivery] = await deliveriesOf(db, id)
    // The result of the request belongs to a claim that has expired, so the worker does not record it.
    receiver.behave = async (response) => {
      await db.updateTable('webhooks.delivery').set({ claim: newId() }).execute()
      response.writeHead(200).end()
    }
    await attempt(delivery!.id)
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
    receiver.behave = answers(200)
    await expect(sendDelivery.now(db, { id: delivery!.id })).rejects.toThrow(NotYet)
    await passTime(31 * SECOND)
    await attempt(delivery!.id)
    expect(receiver.received.map((each) => each.id)).toEqual([delivery!.id, delivery!.id])
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('is sent again manually, immediately and with the same id', async () => {
    const { id } = await endpoint()
    await draft()
    await work()
    const [delivery] = await deliveriesOf(db, id)
    await Promise.all([1, 2, 3].map(() => sendAgain(db, cast.lin.viewer, delivery!.id)))
    while ((await work()) > 0);
    expect(receiver.received.map((each) => each.id)).toEqual([delivery!.id, delivery!.id])
    receiver.behave = answers(500)
    await sendAgain(db, cast.lin.viewer, delivery!.id)
    await work()
    receiver.behave = answers(200)
    await sendAgain(db, cast.lin.viewer, delivery!.id)
    await work()
    expect(await deliveriesOf(db, id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('of a test event is tried once, and does not disable the endpoint', async () => {
    receiver.behave = answers(500)
    const { id } = await endpoint()
    await sendTest(db, cast.lin.viewer, id)
    await work()
    expect(await deliveriesOf(db, id)).toMatchObject([{ type: 'webhook.test', state: 'failed', attempts: 1 }])
    expect((await findEndpoint(db, cast.lin.viewer, id)).failing_since).toBeNull()
  })
})

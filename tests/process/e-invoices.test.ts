import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleFiles } from '#modules/orders/invoices/service/sample-files.ts'
import type { Fault } from '#src/core/fault.ts'
import { newId } from '#src/core/ids.ts'
import type { Client } from '#tests/support/client.ts'
import { faultPoints } from '#tests/support/fault-points.ts'
import { logIn } from '#tests/support/journey.ts'
import { note } from '#tests/support/measured.ts'
import { type MortalServer, mortalServer } from '#tests/support/mortal-server.ts'
import { caseCount } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'

const SEED = drawSeed()
const drawPoint = seeded(SEED)
/** Fault points between the request to the service and its result, for an invoice and for a reversal. */
const POINTS = [
  ...faultPoints((one) => one.startsWith('e-invoice'), drawPoint, 'e-invoice: submitted, id not stored'),
  ...faultPoints((one) => one.startsWith('e-reversal'), drawPoint, 'e-reversal: submitted, id not stored'),
]
const ROUNDS = caseCount(POINTS.length, 60)
/** The timeout of a round in milliseconds. */
const PATIENCE = 120_000

/**
 * The records of the simulated service: each request number with its invoice, and the number of requests.
 */
const issuedInvoices: string[] = []
const requests: string[] = []
const numberOf = (id: string) => `2699${String(issuedInvoices.indexOf(id) + 1).padStart(16, '0')}`

/** The invoice with its files, or the number of the red-letter invoice. */
function answerOf(path: string) {
  const id = path.split('/').at(-1)!
  const number = numberOf(id)
  if (path.startsWith('/reversals/')) return { state: 'issued', number }
  const issuedAt = new Date()
  const { xml } = sampleFiles({ number, issuedAt, title: 'x', taxNumber: '', item: 'y', amount: 1n })
  return { state: 'issued', number, issuedAt, files: { xml: Buffer.from(xml!).toString('base64') } }
}

const service = createServer((request, answer) => {
  let body = ''
  request.on('data', (piece) => {
    body += piece
  })
  request.on('end', () => {
    const say = (words: unknown) =>
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(words))
    if (request.method !== 'POST') return say(answerOf(request.url!))
    const { requestNumber } = JSON.parse(body)
    requests.push(requestNumber)
    if (!issuedInvoices.includes(requestNumber)) issuedInvoices.push(requestNumber)
    return say({ id: requestNumber })
  })
})

let server: MortalServer
let buyer: Client
let agent: Client

beforeAll(async () => {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await mortalServer(() => ({ EINVOICE_URL: url, EINVOICE_KEY: 'key', EINVOICE_AUTOMATIC: '1' }))
  const { base } = await server.start()
  buyer = await logIn(base)
  agent = await logIn(base, 'desk_agent')
})
afterAll(async () => {
  await server.end()
  service.close()
})

async function boughtOrder(): Promise<string> {
  await sql`delete from platform.rate_limit`.execute(server.db)
  const wanted = { package: 'single_1', period: 'once', quantity: '1', kind: 'single', method: 'sandbox' }
  const placed = await buyer.post('/mgmt/confirm-order', { ...wanted, total: '9900', agreed: 'yes' })
  const [, id] = /^\/mgmt\/orders\/([^/]+)\/payment$/.exec(placed.headers.get('location') ?? '') ?? []
  if (!id) throw new Error(`not placed: ${placed.status} ${placed.headers.get('location')}`)
  await buyer.post(`/mgmt/orders/${id}/sandbox`, { answer: 'pay' })
  await buyer.get(`/pay-finish?order=${id}`)
  return id
}

const ASK = { kind: 'ordinary', titleKind: 'individual', title: '林梅', email: 'lin@lotus.example' }
const ask = (id: string) => buyer.post(`/mgmt/orders/${id}/invoice`, ASK).catch(() => null)

const refund = (id: string) => {
  const form = { amount: '99.00', uses: '1', reason: 'Twice', key: newId(), step: 'apply' }
  return agent.post(`/desk/orders/${id}/refund`, form).catch(() => null)
}

/** The numbers of an order's invoice and of its reversal; null if they do not exist. */
async function papersOf(orderId: string) {
  const invoices = await server.db
    .selectFrom('orders.invoice')
    .select(['id', 'state', 'number', 'failure'])
    .where('order_id', '=', orderId)
    .execute()
  const reversals = await server.db
    .selectFrom('orders.invoice_reversal as reversal')
    .innerJoin('orders.invoice as invoice', 'invoice.id', 'invoice_id')
    .select(['reversal.id', 'reversal.number', 'reversal.failure'])
    .where('order_id', '=', orderId)
    .execute()
  const same = ({ id, number }: { id: string; number: string | null }) => number && number === numberOf(id)
  return {
    states: invoices.map(({ state }) => state),
    numbers: [...invoices, ...reversals].map(same),
    failures: [...invoices, ...reversals].flatMap(({ failure }) => failure ?? []),
    ids: [...invoices, ...reversals].map(({ id }) => id),
  }
}

const expectPapers = (id: string, states: string[], numbers: unknown[]) =>
  expect
    .poll(() => papersOf(id), { timeout: PATIENCE / 3, interval: 200 })
    .toMatchObject({ states, numbers, failures: [] })

test(
  `an invoice is issued once and reversed once, wherever the server was killed (seed ${SEED})`,
  async () => {
    const died = new Set<Fault>()
    for (let round = 0; round < ROUNDS; round++) {
      const fault = POINTS[round % POINTS.length]!
      const ofReversal = fault.startsWith('e-reversal')
      const doomed = await server.start(fault)
      const id = await boughtOrder()
      await Promise.all([ask(id), ask(id)])
      if (ofReversal) {
        await expectPapers(id, ['issued'], [true])
        await Promise.all([refund(id), refund(id)])
      }
      expect([fault, await doomed.ended]).toEqual([fault, 'SIGKILL'])
      await server.start()
      if (!ofReversal) {
        await expectPapers(id, ['issued'], [true])
        await refund(id)
      }
      await expectPapers(id, ['reversed'], [true, true])
      const { ids } = await papersOf(id)
      // The service has issued no other invoice, however many requests it got.
      expect(issuedInvoices.slice(-2)).toEqual(ids)
      const times = ids.map((one) => requests.filter((number) => number === one).length)
      const again = fault.endsWith('submitted, id not stored') ? 2 : 1
      expect([fault, times]).toEqual([fault, ofReversal ? [1, again] : [again, 1]])
      died.add(fault)
    }
    expect(issuedInvoices.length).toBe(ROUNDS * 2)
    expect([...died].sort()).toEqual([...POINTS].sort())
    note(
      'killed over an e-invoice',
      `${ROUNDS} rounds at ${POINTS.length} points: each invoice issued and reversed once`,
    )
  },
  ROUNDS * PATIENCE,
)

import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { eraseAccount } from '#modules/accounts/erasure.ts'
import { findViewer } from '#modules/accounts/index.ts'
import { reverseTransfer } from '#modules/orders/desk/bank/reverse-transfer.ts'
import { revenueOf } from '#modules/orders/desk/revenue/revenue.ts'
import { yearOfRevenue } from '#modules/orders/desk/revenue/year.ts'
import { applyPayment } from '#modules/orders/desk/unsettled/apply-payment.ts'
import { applyTogether } from '#modules/orders/desk/unsettled/apply-together.ts'
import { voidPayment } from '#modules/orders/desk/unsettled/void-payment.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { issueInvoice } from '#modules/orders/invoices/desk-invoice.ts'
import { requestInvoice } from '#modules/orders/invoices/invoice.ts'
import { readInvoice } from '#modules/orders/invoices/invoice-form.ts'
import { recordRedLetter } from '#modules/orders/invoices/invoice-reversal.ts'
import type { EInvoiceService } from '#modules/orders/invoices/service/e-invoice-service.ts'
import { advanceInvoice } from '#modules/orders/invoices/service/issue-job.ts'
import { setEInvoiceService } from '#modules/orders/invoices/service/registry.ts'
import { advanceReversal } from '#modules/orders/invoices/service/reversal-job.ts'
import { sendToService } from '#modules/orders/invoices/service/send.ts'
import type { Order } from '#modules/orders/ordering/order.ts'
import { overdueOrders } from '#modules/orders/payments/query-gateway.ts'
import { settle } from '#modules/orders/payments/settle.ts'
import { liveTerms } from '#modules/orders/plans/term.ts'
import { readPurchase, restOf } from '#modules/orders/refunds/purchase.ts'
import { applyRefund } from '#modules/orders/refunds/refund-order.ts'
import { refundPayment } from '#modules/orders/refunds/refund-payment.ts'
import { requestRefund } from '#modules/orders/refunds/request-refund.ts'
import { settleTransfer } from '#modules/orders/refunds/settle-transfer.ts'
import { MONTHLY, type Monthly, USAGE_KINDS } from '#modules/orders/schema.ts'
import { DAY, HOUR, now, setClock, shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { coupon } from '#tests/cast/coupons.ts'
import { order } from '#tests/cast/orders.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { agree, runRenewals } from '#tests/cast/renewals.ts'
import { freshTeam } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'
import { note } from '#tests/support/measured.ts'
import { ALL_LARGE, caseCount, LONG } from '#tests/support/runs.ts'
import { drawSeed, type Seeded, seeded } from '#tests/support/seeded.ts'

const ROUNDS = caseCount(12, 5000)
vi.setConfig({ testTimeout: LONG ? 14_400_000 : 120_000 })

let db: Db
let cast: Cast

/** The gateway has a result from the second query on; every third request fails. */
const ASKED = new Map<string, number>()
const outcomeOf = (id: string) => {
  const times = (ASKED.get(id) ?? 0) + 1
  ASKED.set(id, times)
  if (times < 2) return { state: 'pending' } as const
  const digits = BigInt(`0x${id.replace(/\W/g, '').slice(-12)}`)
  if (digits % 3n === 0n) return { state: 'failed', reason: 'Wrong title' } as const
  return { state: 'issued', number: `26${String(digits).padStart(18, '0')}` } as const
}
const FILES = { pdf: new TextEncoder().encode('%PDF-1.7') }
const SERVICE: EInvoiceService = {
  issue: async ({ requestNumber }) => requestNumber,
  query: async (id) => {
    const outcome = outcomeOf(id)
    return outcome.state === 'issued' ? { ...outcome, issuedAt: now(), files: FILES } : outcome
  },
  reverse: async ({ requestNumber }) => requestNumber,
  queryReversal: async (id) => {
    const outcome = outcomeOf(id)
    return outcome.state === 'issued' ? { ...outcome, files: FILES } : outcome
  },
}
setEInvoiceService(SERVICE)

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
  await coupon(db, cast.ruo.viewer)
  const off = { percent: null, amount: 1_234n, currency: 'CNY' as const }
  await coupon(db, cast.ruo.viewer, { code: 'ONCE', once_per_team: true, ...off })
})
afterEach(() => setClock(null))

const WAYS = [
  ['single_1', 'once', 'sandbox'],
  ['single_esign', 'once', 'bank'],
  ['basic', 'monthly', 'sandbox'],
  ['basic', 'yearly', 'bank'],
  ['professional', 'monthly', 'sandbox'],
  ['enterprise', 'yearly', 'bank'],
] as const

const STEPS = [
  ...(['order', 'order', 'pay', 'pay', 'pay', 'refund', 'refund', 'settle', 'excess'] as const),
  ...([
    'reverse',
    'spend',
    'spend',
    'wait',
    'ask',
    'ask',
    'issue',
    'service',
    'answer',
    'answer',
    'redLetter',
  ] as const),
  ...(['part', 'part', 'together', 'together', 'apply', 'void', 'agree', 'renew', 'renew'] as const),
  ...(['plan', 'plan', 'plan', 'back', 'back'] as const),
]
const PAYEE = { holder: 'Lotus', number: '622200001111', bank: 'Bank of China' }

/** Our refusals are part of a history; errors of the database fail the test. */
const isRefused = (error: { code?: string }) => {
  if (!error.code || /^\d/.test(error.code)) throw error
}

interface Game {
  viewer: Viewer
  staff: Viewer
  dice: Seeded
  hours: number
}

const ordersOf = ({ viewer }: Game) =>
  db.selectFrom('orders.order').selectAll().where('team_id', '=', viewer.teamId).orderBy('id').execute()
const refundsOf = ({ viewer }: Game) =>
  db
    .selectFrom('orders.refund as refund')
    .innerJoin('orders.payment as payment', 'payment.id', 'payment_id')
    .innerJoin('orders.order as order', 'order.id', 'order_id')
    .selectAll('refund')
    .select(['payment.method', 'order.id as order_id'])
    .where('team_id', '=', viewer.teamId)
    .orderBy('refund.id')
    .execute()

const INVOICE = readInvoice({ kind: 'ordinary', titleKind: 'individual', title: '林', email: 'a@b.example' })

async function takeStep(game: Game, step: (typeof STEPS)[number]) {
  const { viewer, staff, dice } = game
  const placed = await ordersOf(game)
  const open = ['pay', 'part', 'together', 'apply', 'void'].includes(step)
  const likely = placed.filter(({ state }) => (state === 'paid') !== open)
  const among = likely.length && dice.below(5) ? likely : placed
  const one = among.length ? dice.pick(among) : undefined
  if (step === 'order') {
    const [code, period, method] = dice.pick([...WAYS])
    const quantity = period === 'once' ? 1 + dice.below(4) : 1
    const coupon = dice.pick([undefined, undefined, 'TENTH', 'ONCE'])
    return order(db, viewer, code, { period, method, quantity, coupon })
  }
  if (step === 'spend') {
    const spend = { teamId: viewer.teamId, kind: dice.pick([...USAGE_KINDS]), spentBy: viewer.id }
    return db.transaction().execute((trx) => spendUsage(trx, { ...spend, key: newId() }))
  }
  if (step === 'wait') {
    game.hours += dice.pick([1, 30, 9 * 24, 40 * 24, 200 * 24])
    setClock(() => new Date(Date.now() + game.hours * HOUR))
    if (!dice.below(3)) await runRenewals(db)
    return overdueOrders.now(db, {})
  }
  if (step === 'agree') {
    const [term] = await liveTerms(db, viewer.teamId).execute()
    return term && agree(db, viewer, { isEmpty: dice.below(4) === 0 })
  }
  if (step === 'renew') return renew(game)
  if (step === 'plan') return buyHigher(game)
  if (!one) return
  if (step === 'back') return refundOne(game, placed.findLast(({ paid_at }) => paid_at) ?? one)
  if (step === 'part') return payInParts(game, one)
  if (step === 'together' || step === 'apply' || step === 'void') return applyOne(game, step, one)
  // Automatic renewals are charged, and cannot be paid otherwise.
  if (step === 'pay' && one.mandate_id) return
  if (step === 'pay') {
    const amount = dice.below(6) ? one.total : dice.pick([one.total - 1n, one.total + 1n])
    const paid = { reference: newId(), currency: 'CNY', amount, at: now() } as const
    return settle(db, one.id, { ...paid, method: one.method })
  }
  if (step === 'reverse') return reverseTransfer(db, staff, one.id, 'Mistake')
  if (step === 'refund')
    return Promise.all([refundOne(game, one), dice.below(3) ? null : refundOne(game, one)])
  if (step === 'ask' && INVOICE.ok) return requestInvoice(db, viewer, one.id, INVOICE.output)
  return act(game, step, one)
}

/** Orders a plan, or the next higher one. */
async function buyHigher({ viewer, dice }: Game) {
  const terms = await liveTerms(db, viewer.teamId).execute()
  const code = MONTHLY[MONTHLY.indexOf(terms.at(-1)?.package as Monthly) + 1]
  if (!code) return
  const method = dice.pick(['bank', 'sandbox'] as const)
  const period = dice.pick(['monthly', 'yearly'] as const)
  const { id, total } = await order(db, viewer, code, { period, method })
  return settle(db, id, { reference: newId(), currency: 'CNY', amount: total, at: now(), method })
}

/** Makes transfers whose sum equals the price, is less, or is more. */
async function payInParts({ staff, dice }: Game, { id, total, method }: Order) {
  if (method !== 'bank' || total < 4n) return
  const first = 1n + BigInt(dice.below(Number(total - 1n)))
  const second = dice.pick([total - first, total - first + 1n, 1n])
  for (const amount of dice.below(4) ? [first, second] : [first])
    await settle(db, id, { reference: newId(), currency: 'CNY', amount, at: now(), method })
  const payments = db.selectFrom('orders.payment').select('id').where('order_id', '=', id)
  const some = await payments.executeTakeFirstOrThrow()
  if (dice.below(2)) await applyTogether(db, staff, some.id, 'Two transfers')
}

/** Assigns a payment that settled no order, as staff do. */
async function applyOne({ staff, dice }: Game, step: 'together' | 'apply' | 'void', { id }: Order) {
  const payments = await db.selectFrom('orders.payment').select('id').where('order_id', '=', id).execute()
  if (!payments.length) return
  const one = dice.pick(payments)
  const act = { together: applyTogether, apply: applyPayment, void: voidPayment }[step]
  const other = dice.pick([act, voidPayment, applyTogether])
  const acts = dice.below(3) ? [act] : [act, other]
  await Promise.all(acts.map((work) => work(db, staff, one.id, 'Looked at').catch(isRefused)))
}

/** Announces the plan's renewal a week before its end, and then charges it. */
async function renew(game: Game) {
  const team = db.selectFrom('accounts.team').select('package_ends_at').where('id', '=', game.viewer.teamId)
  const end = (await team.executeTakeFirstOrThrow()).package_ends_at
  for (const days of [8, 2])
    if (end && end > now()) {
      const ahead = Math.floor((end.getTime() - days * DAY - Date.now()) / HOUR)
      game.hours = Math.max(game.hours, ahead)
      setClock(() => new Date(Date.now() + game.hours * HOUR))
      await runRenewals(db)
    }
}

/** Refunds a part, the proposed amount, or the whole order. */
async function refundOne({ staff, dice }: Game, one: Order) {
  const purchase = await readPurchase(db, one)
  const rest = restOf(one)
  const amount = dice.pick([rest, purchase.worth, 1n + BigInt(dice.below(Number(rest) || 1))])
  const whole = amount === rest
  const refund = {
    orderId: one.id,
    amount: String(amount),
    reason: 'Asked',
    uses: whole ? purchase.unused : dice.below(purchase.unused + 1),
    endsPlan: purchase.canEnd && (whole || dice.below(2) === 0),
    payee: one.method === 'bank' ? PAYEE : null,
    key: newId(),
  }
  const apply = () => db.transaction().execute((trx) => applyRefund(trx, staff, refund))
  await Promise.all([apply(), apply()].map((work) => work.catch(isRefused)))
}

async function act(game: Game, step: (typeof STEPS)[number], one: Order) {
  const { staff, dice } = game
  if (step === 'settle') {
    const open = (await refundsOf(game)).filter(({ done_at }) => !done_at)
    for (const { id, method } of open)
      if (method !== 'bank') await requestRefund(db, id)
      else await settleTransfer(db, staff, { refund: id, reference: newId(), reason: 'Sent' })
  }
  if (step === 'excess') {
    const payments = await db
      .selectFrom('orders.payment')
      .selectAll()
      .where('order_id', '=', one.id)
      .execute()
    for (const { id } of payments) {
      const refund = {
        amount: BigInt(1 + dice.below(2)),
        reason: 'Too much',
        key: newId(),
        reference: newId(),
      }
      await refundPayment(db, staff, id, refund).catch(isRefused)
    }
  }
  const invoices = await db.selectFrom('orders.invoice').selectAll().where('order_id', '=', one.id).execute()
  if (step === 'issue')
    for (const { id } of invoices) {
      const number = `${10_000_000 + dice.below(90_000_000)}`
      await issueInvoice(db, staff, id, {
        number,
        issuedAt: now(),
        files: { pdf: new Uint8Array([1]) },
      }).catch(isRefused)
    }
  if (step === 'service') for (const { id } of invoices) await sendToService(db, staff, id).catch(isRefused)
  if (step === 'answer')
    for (const { id } of invoices) {
      await advanceInvoice(db, id)
      const all = db.selectFrom('orders.invoice_reversal').select('id').where('invoice_id', '=', id)
      for (const { id: reversal } of await all.execute()) await advanceReversal(db, reversal)
    }
  if (step === 'redLetter')
    for (const { id } of invoices) {
      const open = db.selectFrom('orders.invoice_reversal').select('id').where('done_at', 'is', null)
      for (const { id: reversal } of await open.where('invoice_id', '=', id).execute())
        await recordRedLetter(db, staff, id, {
          reversal,
          number: `${10_000_000 + dice.below(90_000_000)}`,
          files: FILES,
        }).catch(isRefused)
    }
}

/** Receipts minus refunds must equal revenue, on each day and in total. */
async function checkMoney(game: Game, days: Set<string>) {
  const flows = await sql<{ day: string; amount: bigint }>`select day, sum(amount)::numeric as amount from (
      select to_char(received_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, amount
        from orders.payment where reversed_at is null
      union all select to_char(done_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), - amount
        from orders.refund where done_at is not null) as flow group by day`.execute(db)
  const byDay = new Map(flows.rows.map(({ day, amount }) => [day, BigInt(amount)]))
  for (const { day } of flows.rows) days.add(day)
  let total = 0n
  for (const month of new Set([...days].map((day) => day.slice(0, 7))))
    for (const { days: revenueDays } of await revenueOf(db, game.staff, month))
      for (const { day, total: came } of revenueDays) {
        expect([day, came]).toEqual([day, byDay.get(day) ?? 0n])
        total += came
      }
  expect(total).toBe([...byDay.values()].reduce((sum, amount) => sum + amount, 0n))
  // All terms have ended by then.
  setClock(() => new Date('2100-01-01'))
  for (const year of new Set([...days].map((day) => day.slice(0, 4))))
    for (const { months } of await yearOfRevenue(db, game.staff, year, 6))
      for (const { month, received, unsettled } of months) {
        const [revenue] = await revenueOf(db, game.staff, month)
        const { unsettled: came = 0n, refunds: went = 0n } = revenue!.sums
        expect([month, received, unsettled]).toEqual([month, revenue!.total, came + went])
      }
}

/** An order must be settled once with its price; a renewal must have one charge. */
async function checkPayments(game: Game) {
  for (const one of await ordersOf(game)) {
    const payments = await db
      .selectFrom('orders.payment')
      .selectAll()
      .where('order_id', '=', one.id)
      .where('reversed_at', 'is', null)
      .execute()
    const settling = payments.filter(({ problem }) => problem === null)
    const settled = settling.reduce((sum, { amount, excess }) => sum + amount - excess, 0n)
    expect([one.state, settled]).toEqual([one.state, one.state === 'paid' ? one.total : 0n])
    const joined = new Set(settling.map(({ joined_id }) => joined_id))
    expect(joined.size).toBe(settling.length ? 1 : 0)
    if (settling.length > 1) expect(settling.map(({ id }) => id)).toContain([...joined][0])
    const open = payments.filter(({ problem }) => problem !== null)
    expect(open.every(({ excess, joined_id }) => excess === 0n && joined_id === null)).toBe(true)
    if (one.mandate_id) expect(payments.length).toBeLessThanOrEqual(1)
  }
}

/** Refunds must add up to the amounts in their orders and payments, and never exceed what was paid. */
async function checkRefunds(game: Game) {
  const refunds = await refundsOf(game)
  const sum = (some: { amount: bigint }[]) => some.reduce((all, { amount }) => all + amount, 0n)
  for (const one of await ordersOf(game)) {
    const own = refunds.filter(({ order_id }) => order_id === one.id)
    expect(one.refunded).toBe(sum(own.filter(({ number }) => number)))
    const payments = await db
      .selectFrom('orders.payment')
      .selectAll()
      .where('order_id', '=', one.id)
      .execute()
    for (const { id, refunded } of payments)
      expect(refunded).toBe(sum(refunds.filter(({ payment_id }) => payment_id === id)))
    await checkInvoices(one)
  }
  expect(new Set(refunds.flatMap(({ number }) => number ?? [])).size).toBe(
    refunds.filter(({ number }) => number).length,
  )
}

/** Invoices minus reversals, made or due, must equal payments minus refunds. */
async function checkInvoices({ id, total, refunded }: Order) {
  const open = await db
    .selectFrom('orders.invoice')
    .selectAll()
    .where('order_id', '=', id)
    .where('state', 'in', ['requested', 'issued'])
    .executeTakeFirst()
  if (!open) return
  const reversals = await db
    .selectFrom('orders.invoice_reversal')
    .select('amount')
    .where('invoice_id', '=', open.id)
    .execute()
  const reversed = reversals.reduce((sum, { amount }) => sum + amount, 0n)
  expect((open.amount ?? total) - reversed).toBe(total - refunded)
}

/**
 * The granted uses of each grant must equal its used, revoked and unused uses. The plan must end with its
 * terms.
 */
async function checkUses({ viewer }: Game) {
  const { rows } = await sql`select one.id from orders.usage_entry as one
      left join orders.usage_entry as spent on spent.grant_id = one.id
    where one.team_id = ${viewer.teamId} and one.quantity > 0 group by one.id, one.quantity
    having one.quantity + coalesce(sum(spent.quantity), 0) <> coalesce(min(spent.left_after), one.quantity)
      or one.quantity + coalesce(sum(spent.quantity), 0) < 0`.execute(db)
  expect(rows).toEqual([])
  const terms = await db
    .selectFrom('orders.term')
    .selectAll()
    .where('team_id', '=', viewer.teamId)
    .where('replaced_at', 'is', null)
    .where('to_at', '>', now())
    .orderBy('from_at')
    .execute()
  const team = db.selectFrom('accounts.team').select(['package', 'package_ends_at'])
  const own = team.where('id', '=', viewer.teamId)
  const { package_ends_at: end, package: code } = await own.executeTakeFirstOrThrow()
  const follow = terms.slice(1).map(({ from_at }) => from_at)
  expect(follow).toEqual(terms.slice(0, -1).map(({ to_at }) => to_at))
  expect(new Set(terms.map((term) => term.package)).size).toBeLessThanOrEqual(1)
  if (terms.length) expect([end, code]).toEqual([terms.at(-1)!.to_at, terms[0]!.package])
  else expect(end === null || end <= now()).toBe(true)
}

test('any history of orders, coupons, payments, refunds, reversals, upgrades, ends and erasures: the books agree to the fen', async () => {
  const seed = drawSeed()
  const dice = seeded(seed)
  const days = new Set([shanghaiDay()])
  let refunds = 0
  for (let round = 0; round < ROUNDS; round++) {
    setClock(null)
    const { accountId } = await freshTeam(db)
    const game: Game = { viewer: (await findViewer(db, accountId))!, staff: cast.ruo.viewer, dice, hours: 0 }
    try {
      for (let n = 0; n < 40; n++) {
        game.viewer = (await findViewer(db, accountId))!
        await Promise.resolve(takeStep(game, dice.pick([...STEPS]))).catch(isRefused)
      }
      await checkPayments(game)
      await checkRefunds(game)
      await checkUses(game)
      if (!dice.below(4)) await eraseAccount(db, game.staff, accountId, 'Asked for it').catch(isRefused)
      if (!LONG || round % 100 === 99) await checkMoney(game, days)
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}`, { cause: error })
    }
    refunds += (await refundsOf(game)).length
    await sql`delete from pgboss.job`.execute(db)
  }
  expect(refunds).toBeGreaterThan(ROUNDS / 4)
  const { joined, voided, renewed, returned } = await playedSteps()
  if (ALL_LARGE) expect([joined, voided, renewed, returned].every((count) => count > 0)).toBe(true)
  note(
    'histories of refunds',
    `${ROUNDS} histories, ${refunds} refunds, ${returned} of them back to a lower plan, ${joined} joint payments, \
${voided} voided, ${renewed} automatic renewals: the books agree (seed ${seed})`,
  )
})

/** Prints how often rare steps were played. */
async function playedSteps() {
  const { rows } = await sql<Record<'joined' | 'voided' | 'renewed' | 'returned', number>>`select
    (select count(*) from orders.payment where joined_id = id)::int as joined,
    (select count(*) from orders.payment where reversed_at is not null and problem is not null)::int as voided,
    (select count(*) from orders."order" where mandate_id is not null and state = 'paid')::int as renewed,
    (select count(*) from orders.refund where taken -> 'plan' ? 'returnsTo')::int as returned`.execute(db)
  return rows[0]!
}

import { findViewer } from '#modules/accounts/index.ts'
import { spendUsage } from '#modules/orders/index.ts'
import { grantUsage } from '#modules/orders/ledger/usage.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { closeOrder, findOrder } from '#modules/orders/ordering/order.ts'
import { overdueOrders, queryGateway } from '#modules/orders/payments/query-gateway.ts'
import { payAtSandbox } from '#modules/orders/payments/sandbox/sandbox-books.ts'
import { openPlan } from '#modules/orders/plans/desk-plan.ts'
import { grantSingles, undoDeskChange } from '#modules/orders/plans/desk-uses.ts'
import { monthlyUses } from '#modules/orders/plans/plan.ts'
import { MONTHLY, SINGLES, USAGE_KINDS } from '#modules/orders/schema.ts'
import { DAY, HOUR, MINUTE, setClock } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isConnectionLost } from '#src/db/unavailable.ts'
import { order } from '#tests/cast/orders.ts'
import { freshTeam } from '#tests/cast/teams.ts'
import type { Call, Entry, Log, What } from './ledger-log.ts'
import type { Seeded } from './seeded.ts'

/** The possible actions on a team's uses; an action is as probable as it is often listed. */
const CALLS: What[] = [
  ...Array<What>(9).fill('spend'),
  ...Array<What>(4).fill('read'),
  ...(['grant', 'grant', 'grant', 'drop', 'desk', 'desk', 'undo', 'undo', 'plan', 'month', 'wait'] as const),
  ...(['order', 'pay', 'pay', 'close'] as const),
]

const PURCHASES = [
  ['single_1', 'once', 'sandbox'],
  ['single_esign', 'once', 'sandbox'],
  ['single_2', 'once', 'bank'],
  ['basic', 'monthly', 'sandbox'],
  ['professional', 'monthly', 'sandbox'],
] as const

const WAITS = [MINUTE, MINUTE, HOUR, HOUR, 5 * HOUR, 2 * DAY, 12 * DAY, 40 * DAY]

class Dropped extends Error {}

interface Game {
  db: Db
  staff: Viewer
  accountId: string
  teamId: string
  dice: Seeded
  /** The difference of the clock from the real time, in milliseconds. */
  ahead: number
  orders: string[]
  calls: number
}

interface Play {
  clients: number
  calls: number
  dice: Seeded
  /** Causes a fault during one call in fifty. */
  disturb?: () => Promise<unknown>
}

/**
 * `clients` clients make calls for one new team, and sometimes repeat a call with the same key. Returns the
 * responses, and all rows of the ledger after the run.
 */
export async function playLedger(
  db: Db,
  staff: Viewer,
  { clients, calls, dice, disturb }: Play,
): Promise<Log & { teamId: string; viewer: Viewer }> {
  const game: Game = { db, staff, ...(await freshTeam(db)), dice, ahead: 0, orders: [], calls }
  const start = Date.now()
  setClock(() => new Date(start + game.ahead))
  const log: Log = { calls: [], entries: [], seen: new Map() }
  let event = 0
  const one = async () => {
    const operation = { ...pick(game), startedAt: event++, from: start + game.ahead }
    if (disturb && !dice.below(50)) void disturb()
    const outcome = await answerOf(() => call(game, operation))
    const answered = { answered: event++, to: start + game.ahead }
    log.calls.push({ ...operation, ...answered, ...outcome })
    if (!/spend|drop|read|wait|close/.test(operation.what)) await readUnused()
  }
  const readUnused = async () => {
    const ids = await entriesOf(game).catch(orUnknown([]))
    for (const { id } of ids) if (!log.seen.has(id)) log.seen.set(id, event)
    event++
  }
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let n = 0; n < calls / clients; n++) await one()
    }),
  )
  const viewer = await settled(game)
  return { ...log, entries: await entriesOf(game), teamId: game.teamId, viewer }
}

const entriesOf = ({ db, teamId }: Game): Promise<Entry[]> =>
  db
    .selectFrom('orders.usage_entry')
    .select(['id', 'kind', 'quantity', 'key', 'grant_id', 'left_after', 'expires_at', 'taken_back'])
    .where('team_id', '=', teamId)
    .execute()

/** Requests with the same key are equal, whoever sends them. */
function pick({ dice, teamId, orders, calls }: Game): Pick<Call, 'what' | 'key' | 'kind' | 'quantity'> {
  const drawnCall = dice.pick(CALLS)
  const what = /pay|close/.test(drawnCall) && !orders.length ? 'order' : drawnCall
  const nth = dice.below(Math.max(4, Math.ceil(calls / 3)))
  const wish = { what, kind: USAGE_KINDS[nth % 3]!, quantity: 1 + (nth % (what === 'grant' ? 7 : 3)) }
  if (what === 'desk') return { ...wish, key: newId() }
  if (what === 'pay' || what === 'close') return { ...wish, key: dice.pick(orders) }
  return { ...wish, key: `${what} ${teamId} ${nth}` }
}

async function answerOf(work: () => Promise<number | undefined>): Promise<Pick<Call, 'answer' | 'unused'>> {
  try {
    const unusedUses = await work()
    return { answer: 'done', ...(unusedUses !== undefined && { unused: unusedUses }) }
  } catch (error) {
    if (isConnectionLost(error)) return { answer: 'unknown' }
    if (error instanceof Dropped) return { answer: 'dropped' }
    const { code } = error as { code?: string }
    // A constraint violation of the database must not reach the caller.
    if (!code || !/^[A-Z_]+$/.test(code)) throw error
    return { answer: code }
  }
}

const orUnknown =
  <T>(instead: T) =>
  (error: unknown) => {
    if (!isConnectionLost(error)) throw error
    return instead
  }

const NOTHING_AGREED = { seats: null, documents_1: null, documents_2: null, esigns: null, storage: null }
const REASON = 'Goodwill'

async function call(game: Game, operation: ReturnType<typeof pick>): Promise<number | undefined> {
  const { db, staff, accountId, teamId, dice } = game
  const { what, key, kind, quantity } = operation
  const spend = { teamId, kind, quantity, spentBy: accountId, key }
  const calls: Record<What, () => Promise<unknown>> = {
    grant: () =>
      db.transaction().execute((trx) => {
        const expiresAt = new Date(Date.now() + game.ahead + (1 + dice.below(20)) * DAY)
        return grantUsage(trx, { teamId, kind, quantity, expiresAt, key })
      }),
    spend: () => db.transaction().execute((trx) => spendUsage(trx, spend)),
    drop: () =>
      db.transaction().execute(async (trx) => {
        await spendUsage(trx, spend)
        throw new Dropped()
      }),
    desk: () => {
      const singleProduct = SINGLES[USAGE_KINDS.indexOf(kind)]!
      return grantSingles(db, staff, accountId, { single: singleProduct, quantity, usesReason: REASON, key })
    },
    plan: () =>
      openPlan(db, staff, accountId, {
        ...NOTHING_AGREED,
        plan: dice.pick(MONTHLY),
        months: '12',
        reason: REASON,
      }),
    undo: () => undoDeskChange(db, staff, accountId, REASON),
    month: () => monthlyUses.now(db, {}),
    wait: async () => {
      game.ahead += dice.pick(WAITS)
      await overdueOrders.now(db, {})
    },
    order: () => placeOne(game),
    pay: () => payOne(game, key),
    close: async () => closeOrder(db, await viewerOf(game), key),
    read: async () => {
      const lines = await usageSummary(db, { teamId })
      const { total, used, unused } = lines.find((line) => line.kind === kind)!
      if (total - used !== unused || unused < 0) throw new Error(`${used} and ${unused} of ${total}`)
      return unused
    },
  }
  const outcome = await calls[what]()
  return what === 'read' ? (outcome as number) : undefined
}

const viewerOf = async ({ db, accountId }: Game) => (await findViewer(db, accountId))!

async function placeOne(game: Game) {
  const [code, period, method] = game.dice.pick(PURCHASES)
  const { id } = await order(game.db, await viewerOf(game), code, { period, method })
  game.orders.push(id)
}

/**
 * Lets the payment arrive, in one case of ten with too small an amount, and lets several clients query it
 * concurrently.
 */
async function payOne(game: Game, id: string) {
  const { db, dice } = game
  const order = await findOrder(db, await viewerOf(game), id)
  if (order.method === 'sandbox') {
    const amount = dice.below(10) ? order.total : order.total - 1n
    await payAtSandbox(db, { ...order, amount })
  }
  await Promise.all(Array.from({ length: 1 + dice.below(3) }, () => queryGateway(db, order)))
}

/** Queries all gateway orders, so that the next game starts without open ones. */
async function settled(game: Game): Promise<Viewer> {
  const { db, teamId } = game
  const viewer = await viewerOf(game)
  for (const id of game.orders) await queryGateway(db, await findOrder(db, viewer, id))
  const team = db.updateTable('accounts.team').where('id', '=', teamId)
  await team.set({ package: 'free' }).execute()
  const openOrders = db
    .updateTable('orders.order')
    .where('team_id', '=', teamId)
    .where('state', '=', 'pending')
  await openOrders.set({ state: 'expired', ended_at: new Date() }).execute()
  return viewer
}

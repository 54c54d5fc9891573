import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { connect } from '#src/app/database.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { now, setClock } from '#src/core/clock.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase, urlOf } from '#tests/support/database.ts'
import { anomaliesOf, type Entry, type Log } from '#tests/support/ledger-log.ts'
import { playLedger } from '#tests/support/ledger-play.ts'
import { note } from '#tests/support/measured.ts'
import { caseCount, LONG } from '#tests/support/runs.ts'
import { drawSeed, seeded } from '#tests/support/seeded.ts'

vi.setConfig({ testTimeout: LONG ? 3_000_000 : 60_000 })

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase(8)
  cast = await openCast(db, 0)
})
afterAll(() => setClock(null))

/** The sums of active and of expired entries: every granted use is used, unused, revoked or expired. */
function balance(entries: Entry[]) {
  const ids = new Set(
    entries.filter(({ expires_at }) => expires_at && expires_at > now()).map(({ id }) => id),
  )
  const sum = (which: Entry[]) => which.reduce((total, { quantity }) => total + quantity, 0)
  const left = sum(entries.filter(({ id, grant_id }) => ids.has(grant_id ?? id)))
  return { left, expired: sum(entries) - left }
}

/** By order: whether it is paid, and the settled amount. */
async function settlings(teamId: string) {
  const rows = await db
    .selectFrom('orders.order as order')
    .leftJoin('orders.payment as payment', (join) =>
      join.onRef('payment.order_id', '=', 'order.id').on('payment.problem', 'is', null),
    )
    .select((eb) => ['order.state', eb.fn.count<number>('payment.id').as('count')])
    .where('team_id', '=', teamId)
    .groupBy(['order.id', 'order.state'])
    .execute()
  return rows.map(({ state, count }) => [state === 'paid', count])
}

/** Plays games until `count` calls were made; returns the number of each response. */
async function playMany(
  kind: { clients: number; calls: number; disturb?: () => Promise<unknown> },
  rounds: number,
) {
  const seed = drawSeed()
  const dice = seeded(seed)
  const answerCounts = new Map<string, number>()
  let entries = 0
  for (let round = 0; round < rounds; round++) {
    const played = await playLedger(db, cast.ruo.viewer, { ...kind, dice })
    expect([seed, round, anomaliesOf(played)]).toEqual([seed, round, []])
    const { left, expired } = balance(played.entries)
    const lines = await usageSummary(db, played)
    expect([seed, round, lines.reduce((sum, { unused }) => sum + unused, 0)]).toEqual([seed, round, left])
    expect(expired).toBeGreaterThanOrEqual(0)
    for (const one of await settlings(played.teamId))
      expect([seed, round, one]).toEqual([seed, round, one[0] ? [true, 1] : [false, 0]])
    for (const { what, answer } of played.calls)
      answerCounts.set(`${what} ${answer}`, (answerCounts.get(`${what} ${answer}`) ?? 0) + 1)
    entries += played.entries.length
    await sql`delete from pgboss.job`.execute(db)
  }
  const calls = [...answerCounts.values()].reduce((sum, count) => sum + count, 0)
  return { seed, answerCounts, calls, entries }
}

const base = { kind: 'esign', from: 0, to: 0, answer: 'done' } as const
const entry = {
  kind: 'esign',
  grant_id: null,
  left_after: null,
  expires_at: null,
  taken_back: false,
} as const
const ENDS = new Date(1000)

/** A log in which two uses are granted and one is spent, and a concurrent read sees one of both states. */
const soundLog = (): Log => ({
  calls: [
    { ...base, what: 'grant', key: 'g', quantity: 2, startedAt: 0, answered: 1 },
    { ...base, what: 'spend', key: 's', quantity: 1, startedAt: 2, answered: 3 },
    {
      ...base,
      what: 'spend',
      key: 't',
      quantity: 2,
      startedAt: 4,
      answered: 5,
      answer: 'USAGE_INSUFFICIENT',
    },
    { ...base, what: 'read', key: 'r', quantity: 1, startedAt: 6, answered: 7, unused: 1 },
    { ...base, what: 'spend', key: 'u', quantity: 1, startedAt: 8, answered: 9 },
  ],
  entries: [
    { ...entry, id: 'g', key: 'g', quantity: 2, expires_at: ENDS },
    { ...entry, id: 's', key: 's', quantity: -1, grant_id: 'g', left_after: 1 },
    { ...entry, id: 'u', key: 'u', quantity: -1, grant_id: 'g', left_after: 0 },
  ],
  seen: new Map(),
})

test.each<[string, (log: Log) => unknown]>([
  ['a spend that nobody finds', ({ entries }) => entries.pop()],
  ['a spend that counted twice', ({ entries }) => entries.push({ ...entries[1]!, id: 'v', left_after: 0 })],
  ['a grant that came twice', ({ entries }) => entries.push({ ...entries[0]!, id: 'h' })],
  ['a refusal with enough left', ({ calls }) => Object.assign(calls[2]!, { quantity: 1 })],
  [
    'a refusal of what was done',
    ({ calls }) => calls.push({ ...calls[2]!, key: 's', startedAt: 10, answered: 11 }),
  ],
  ['a use below nothing', ({ entries }) => Object.assign(entries[2]!, { quantity: -2, left_after: -1 })],
  ['a read of what was gone', ({ calls }) => Object.assign(calls[3]!, { unused: 2 })],
  [
    'a read of what was not yet',
    ({ calls }) => Object.assign(calls[3]!, { startedAt: 2, answered: 3, unused: 3 }),
  ],
  [
    'a spend out of turn',
    ({ entries: [, one, two] }) => {
      Object.assign(one!, { left_after: 0 })
      Object.assign(two!, { left_after: 1 })
    },
  ],
  ['a spend of what had ended', ({ calls }) => Object.assign(calls[4]!, { from: 1000, to: 1000 })],
  [
    'a rolled back spend that stayed',
    ({ calls }) => Object.assign(calls[4]!, { what: 'drop', answer: 'dropped' }),
  ],
])('the check finds %s', (_, spoil) => {
  const log = soundLog()
  expect(anomaliesOf(log)).toEqual([])
  spoil(log)
  expect(anomaliesOf(log)).not.toEqual([])
})

test('eight concurrent calls of one team, in any order: no use is lost, doubled, left over or wrongly refused', async () => {
  const rounds = caseCount(6, 5000)
  const { seed, answerCounts, calls, entries } = await playMany({ clients: 8, calls: 24 }, rounds)
  expect([...answerCounts.keys()].filter((answer) => answer.endsWith('unknown'))).toEqual([])
  note(
    'ledger interleavings (R-05)',
    `${rounds} of 8 clients on 8 connections, ${calls} calls, ${entries} entries: 0 anomalies (seed ${seed})`,
  )
})

const lostUses = (answerCounts: Map<string, number>) =>
  [...answerCounts].reduce((sum, [answer, count]) => sum + (answer.endsWith('unknown') ? count : 0), 0)

test('sixteen concurrent calls while connections are cut: the ledger matches the responses', async () => {
  const killer = connect(await urlOf(db), 1)
  const disturb = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`.execute(
      killer,
    )
  const rounds = caseCount(1, 500)
  const play = () => playMany({ clients: 16, calls: 208, disturb }, rounds)
  let played = await play()
  // On a busy machine all cuts may happen between two calls.
  for (let more = 0; more < 8 && !lostUses(played.answerCounts); more++) played = await play()
  await killer.destroy()
  const { seed, answerCounts, calls, entries } = played
  const lost = lostUses(answerCounts)
  expect(lost).toBeGreaterThan(0)
  note(
    'counters and once-ness under faults (R-24)',
    `16 clients, ${calls} calls, ${lost} of them cut off, ${entries} entries: 0 anomalies (seed ${seed})`,
  )
})

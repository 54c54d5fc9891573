import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findVisitor } from '#modules/accounts/index.ts'
import { countContacts, listContacts, readFilter, suggestContacts } from '#modules/contacts/list.ts'
import { canSee } from '#modules/documents/index.ts'
import { listMessages, readMessageFilter } from '#modules/messaging/inbox/message.ts'
import { inboxOf, listTasks, readTaskFilter } from '#modules/messaging/index.ts'
import { findHome } from '#modules/pages/home/home-facts.ts'
import { SESSION_COOKIE } from '#src/auth/session.ts'
import type { Db } from '#src/db/db.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fillTeam, middleOf } from '#tests/support/crowd.ts'
import { caseCount } from '#tests/support/runs.ts'

const MANY = caseCount(6_000, 20_000)

const context = setUpCast()
let middle: Awaited<ReturnType<typeof middleOf>>

beforeAll(async () => {
  const { viewer } = context.cast.lin
  // Another person has as many records.
  for (const one of [context.cast.hannah.viewer, viewer]) await fillTeam(context.db, one, MANY)
  middle = await middleOf(context.db, viewer, MANY)
}, 300_000)

interface Read {
  /** The number of sequential scans of a table. */
  whole: number
  /** The number of rows read in tables about people. */
  rows: number
}

/** The statistics of PostgreSQL about reads. */
async function countRead(trx: Db): Promise<Read> {
  const { rows } = await sql<Read>`
    select sum(seq_scan) as whole, sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows
    from pg_stat_xact_user_tables where schemaname in ('contacts', 'messaging')`.execute(trx)
  return { whole: Number(rows[0]!.whole), rows: Number(rows[0]!.rows) }
}

/** The reads during `work`. */
async function readBy(work: (trx: Db) => Promise<unknown>): Promise<Read> {
  return context.db.transaction().execute(async (trx) => {
    const readsBefore = await countRead(trx)
    await work(trx)
    const readsAfter = await countRead(trx)
    return { whole: readsAfter.whole - readsBefore.whole, rows: readsAfter.rows - readsBefore.rows }
  })
}

const contacts = (query: Record<string, string>) => async (trx: Db) => {
  const { viewer } = context.cast.lin
  const filter = readFilter({ type: 'external', ...query })
  await listContacts(trx, viewer, filter)
  await countContacts(trx, viewer, filter, '')
}
const tasks = (query: Record<string, string>) => (trx: Db) =>
  listTasks(trx, context.cast.lin.viewer, readTaskFilter(query), canSee(trx, context.cast.lin.viewer))
const messages = (query: Record<string, string>) => (trx: Db) =>
  listMessages(trx, context.cast.lin.viewer, readMessageFilter(query), 'en_US')

test('a page of people, tasks and messages reads as little with many as with few', async () => {
  const PAGES: Record<string, (trx: Db) => Promise<unknown>> = {
    'internal contacts': contacts({ type: 'internal' }),
    'external contacts': contacts({}),
    'a group': contacts({ group: 'G1' }),
    'found by a rare word': contacts({ keyword: 'external1711' }),
    'found by one character': contacts({ keyword: '王' }),
    'found by a common word': contacts({ keyword: 'lotus' }),
    'found nowhere': contacts({ keyword: 'zzqqzz' }),
    'contacts deep within': contacts({ after: middle.position }),
    suggestions: (trx) => suggestContacts(trx, context.cast.lin.viewer, 'external17'),
    'suggestions of a common word': (trx) => suggestContacts(trx, context.cast.lin.viewer, 'lotus'),
    tasks: tasks({}),
    'tasks of a type': tasks({ type: 'sign' }),
    'tasks deep within': tasks({ status: 'done', after: middle.task }),
    messages: messages({}),
    'messages unread': messages({ unread: 'yes' }),
    'messages deep within': messages({ after: middle.message }),
    home: (trx) => findHome(trx, context.cast.lin.viewer),
    'what waits': (trx) =>
      findVisitor(trx, context.cast.lin.client.cookies.get(SESSION_COOKIE), { factQuery: inboxOf }),
  }
  for (const [name, work] of Object.entries(PAGES)) {
    const { whole, rows } = await readBy(work)
    // A word is searched among the first thousand rows, once for the page and once for the count.
    const max = name.startsWith('found') ? 2_200 : 1_600
    expect([name, whole, rows < max]).toEqual([name, 0, true])
  }
})

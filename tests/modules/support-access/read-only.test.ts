import { Hono } from 'hono'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { showPages } from '#modules/support-access/index.ts'
import { fromNow, HOUR } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { errorAnswer } from '#src/http/errors/error-page.tsx'
import { pageRenderer } from '#src/http/page.tsx'
import type { Env } from '#src/http/web.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { checksum } from '#tests/support/checksum.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db, 0)
})

/**
 * The response of a readable page whose handler runs `work`, as if a writing page had been listed by
 * mistake.
 */
function pageThat(work: (db: Db) => Promise<unknown>) {
  const app = new Hono<Env>()
  app.use(pageRenderer)
  app.onError((error, c) => errorAnswer(c, error))
  app.use(async (c, next) => {
    c.set('db', db)
    c.set('locale', 'en_US')
    c.set('viewer', cast.ruo.viewer)
    const access = {
      id: newId(),
      accountId: cast.lin.viewer.id,
      reason: 'Help',
      endsAt: fromNow(HOUR).toISOString(),
    }
    await showPages(c, { mode: { access, ending: null }, toOwnPages: null }, next)
  })
  app.get('/mgmt/home', async (c) => {
    await work(c.var.db)
    return c.text('done')
  })
  return app.request('http://localhost/mgmt/home')
}

const WRITES: Record<string, (db: Db) => Promise<unknown>> = {
  'an update': (at) => at.updateTable('accounts.account').set({ name: 'Mallory' }).execute(),
  'raw SQL': (at) => sql`update accounts.account set name = 'Mallory'`.execute(at),
  'a common table expression': (at) =>
    sql`with gone as (delete from platform.session returning id) select * from gone`.execute(at),
  'a lock of a row': (at) => at.selectFrom('accounts.account').select('id').forUpdate().execute(),
  'a function that writes': (at) => sql`select lo_create(0)`.execute(at),
  truncation: (at) => sql`truncate platform.session`.execute(at),
  'a new table': (at) => sql`create table public.mine (id int)`.execute(at),
}

test.each(Object.entries(WRITES))(
  'PostgreSQL refuses %s, with a message to the member of staff',
  async (_, work) => {
    const previousState = await checksum(db)
    const answer = await pageThat(async (at) => {
      await at.selectFrom('accounts.account').select('id').execute()
      await work(at)
    })
    expect([answer.status, (await answer.text()).includes('read-only')]).toEqual([403, true])
    expect(await checksum(db)).toBe(previousState)
  },
)

test('a write is undone even if the handler hides the error from its response', async () => {
  const previousState = await checksum(db, ['accounts.desk_action'])
  const answer = await pageThat((at) => WRITES['an update']!(at).catch(() => {}))
  expect(answer.status).toBe(200)
  expect(await checksum(db, ['accounts.desk_action'])).toBe(previousState)
})

test('a page that only reads is shown and logged', async () => {
  const logged = () => db.selectFrom('accounts.desk_action').select('id').execute()
  const countBefore = (await logged()).length
  const answer = await pageThat((at) => at.selectFrom('accounts.account').select('id').execute())
  expect([answer.status, (await logged()).length - countBefore]).toEqual([200, 1])
})

test('a read-only transaction cannot be switched to writing', async () => {
  const previousState = await checksum(db)
  const checksumBefore = await checksum(db, ['platform.failed_request'])
  const answer = await pageThat(async (at) => {
    await at.selectFrom('accounts.account').select('id').execute()
    await sql`set transaction read write`.execute(at)
    await WRITES['an update']!(at)
  })
  expect(answer.status).toBe(500)
  // The failure is recorded outside the transaction.
  expect(await checksum(db)).not.toBe(previousState)
  expect(await checksum(db, ['platform.failed_request'])).toBe(checksumBefore)
  const { rows } = await sql<{ names: number }>`select count(*) as names from accounts.account
    where name = 'Mallory'`.execute(db)
  expect(rows).toEqual([{ names: 0 }])
})

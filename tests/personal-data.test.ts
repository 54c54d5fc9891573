import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCHEDULE } from '#src/app/schedule.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { messages } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { storage } from '#src/jobs/storage.ts'
import type { Person } from '#tests/cast/people.ts'
import { fillPersonalRows } from '#tests/cast/personal-rows.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { exportData } from '#tests/support/data-export.ts'
import {
  emptyTables,
  FATES,
  missingFiles,
  missingValues,
  ownRows,
  PERSONAL,
  type Row,
  rowsOf,
  rowsToExport,
} from '#tests/support/personal-data/export-check.ts'
import type { Personal } from '#tests/support/personal-data/fate.ts'
import { EXPORTED_KINDS } from '#tests/support/personal-data/files.ts'
import { SWEEPS } from '#tests/support/personal-data/sweeps.ts'
import { storedFiles } from '#tests/support/personal-data/traces.ts'

const REASON = 'Called back on the number of the account'

let world: World
let db: Db

const lin = () => world.cast.lin.viewer

async function filledWorld() {
  world = await copyOfWorld()
  db = world.db
  await fillPersonalRows(world)
  while (await workWaitingJobs(db));
}

/** Tables of the product by their schema-qualified name, with their primary key columns. */
async function tablesOf(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; key: string[] }>`
    select nspname || '.' || relname as name, array(
      select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = pg_class.oid and indisprimary) as key
    from pg_class join pg_namespace as s on s.oid = relnamespace
    where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema', 'pgboss')
      and relname not like 'kysely_%'`.execute(db)
  return new Map(rows.map(({ name, key }) => [name, key]))
}

/** The current values of those rows that still exist. */
async function currentValuesOf(table: string, rows: Row[], key: string[]): Promise<[Row, Row | undefined][]> {
  const identity = (row: Row) => JSON.stringify(key.length ? key.map((column) => row[column]) : row)
  const valuesAfter = new Map((await rowsOf(db, lin(), table)).map((row) => [identity(row), row]))
  return rows.map((row) => [row, valuesAfter.get(identity(row))])
}

/** Tables in which some of these rows still exist. */
async function keeping(before: Map<string, Row[]>, tables: string[]): Promise<string[]> {
  const keys = await tablesOf()
  const keptTables: string[] = []
  for (const table of tables) {
    const pairs = await currentValuesOf(table, before.get(table)!, keys.get(table)!)
    if (pairs.some(([, row]) => row)) keptTables.push(table)
  }
  return keptTables
}

async function erase({ viewer }: Person) {
  const { username } = await db
    .selectFrom('accounts.account')
    .select('username')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const path = `/desk/accounts/${viewer.id}/erasure`
  const answer = await world.cast.ruo.client.post(path, {
    moneyOpen: 'yes',
    confirmation: username,
    ground: REASON,
  })
  expect(answer.status).toBe(303)
  while (await workWaitingJobs(db));
}

beforeAll(filledWorld)

test('every table of the product is listed with its fate, and every listed one exists', async () => {
  expect(Object.keys(FATES).sort()).toEqual([...(await tablesOf()).keys()].sort())
})

/** The job that deletes old rows of this table, if there is one. */
const sweepOf = ({ until }: Personal) => (typeof until === 'object' && 'job' in until ? [until.job] : [])

test('old rows are deleted by scheduled jobs', () => {
  const jobs = PERSONAL.flatMap(([, personal]) => sweepOf(personal))
  expect([...new Set(jobs)].sort()).toEqual(Object.keys(SWEEPS).sort())
  expect(Object.keys(SCHEDULE)).toEqual(expect.arrayContaining(jobs))
})

test('what an erased account leaves is ended by scheduled jobs too', () => {
  const leaving = PERSONAL.filter(([, { erased }]) => typeof erased === 'object' && 'stays' in erased)
  expect(leaving.filter(([, { until }]) => typeof until === 'string').map(([table]) => table)).toEqual([])
  const jobs = PERSONAL.flatMap(([, { until }]) =>
    typeof until === 'object' && 'endedBy' in until ? [until.endedBy] : [],
  )
  expect(Object.keys(SCHEDULE)).toEqual(expect.arrayContaining(jobs))
})

describe('the exported archive', () => {
  let exported: Awaited<ReturnType<typeof exportData>>
  let own: Map<string, Row[]>
  beforeAll(async () => {
    own = await rowsToExport(db, lin())
    exported = await exportData(db, world.cast.lin.client)
  })

  test('contains the listed columns of every row in data.json', async () => {
    expect(emptyTables(own)).toEqual([])
    expect(missingValues(own, exported.data)).toEqual([])
  })

  test('contains every file of the person in the store', async () => {
    const storedData = { keys: storedFiles(), read: (key: string) => storage().getBytes(key) }
    const { missing, kinds } = await missingFiles(db, lin(), exported.files, storedData)
    expect(kinds).toEqual([...EXPORTED_KINDS].sort())
    expect(missing).toEqual([])
  })

  test('has a heading in words for every column, and links to existing files', async () => {
    const page = exported.files.get('index.html')!.toString('utf8')
    const links = [...page.matchAll(/href="([^"#]+)"/g)].map(([, link]) => decodeURIComponent(link!))
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !exported.files.has(link))).toEqual([])
    const headings = [...exported.files]
      .filter(([path]) => path.endsWith('.html'))
      .flatMap(([, html]) => [...html.toString('utf8').matchAll(/<(?:dt|th scope="col")>([^<]*)</g)])
    const knownHeadings = new Set(Object.values(messages.en_US.dataExports.column))
    const codes = headings.map(([, words]) => words!).filter((words) => /^[a-z][a-z_]+$/.test(words))
    expect(codes.filter((words) => !knownHeadings.has(words))).toEqual([])
  })
})

// The export precedes the erasure, and the member is erased before the administrator.
describe('erasing', { shuffle: false }, () => {
  test('an erased member leaves no address in the remaining team', async () => {
    await erase(world.cast.zhou)
    const remainingAddresses: string[] = []
    for (const table of (await tablesOf()).keys())
      if (JSON.stringify(await rowsOf(db, lin(), table)).includes('zhou@example.com'))
        remainingAddresses.push(table)
    // The mail that confirms the erasure.
    expect(remainingAddresses).toEqual(['platform.mail'])
  })

  test('an erased account with its team has its rows deleted, changed and kept as listed', async () => {
    const rowsBefore = await ownRows(db, lin())
    await erase(world.cast.lin)
    const keys = await tablesOf()
    const wrongTables: unknown[] = []
    for (const [table, { erased }] of PERSONAL) {
      const pairs = await currentValuesOf(table, rowsBefore.get(table)!, keys.get(table)!)
      if (typeof erased === 'object' && 'stays' in erased) {
        if (pairs.some(([, after]) => !after)) wrongTables.push([table, 'deleted'])
        continue
      }
      if (!pairs.length) wrongTables.push([table, 'no row'])
      if (erased === 'deleted') {
        if (pairs.some(([, after]) => after)) wrongTables.push([table, 'kept'])
        continue
      }
      for (const column of erased.changed)
        if (pairs.some(([row, after]) => row[column] === after?.[column])) wrongTables.push([table, column])
    }
    expect(wrongTables).toEqual([])
  })
})

describe('two years later', () => {
  beforeAll(filledWorld)
  afterAll(() => setClock(null))

  test('the jobs have deleted what they should', async () => {
    const rowsBefore = await ownRows(db, lin())
    setClock(() => new Date(Date.now() + 733 * DAY))
    for (const sweep of Object.values(SWEEPS)) await sweep.now(db, {})
    const swept = PERSONAL.filter(([, personal]) => sweepOf(personal).length).map(([table]) => table)
    expect(swept.filter((table) => !rowsBefore.get(table)!.length)).toEqual([])
    expect(await keeping(rowsBefore, swept)).toEqual([])
  })
})

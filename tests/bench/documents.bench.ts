import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { connect } from '#src/app/database.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { newTeam } from '../support/crowd.ts'
import { note } from '../support/measured.ts'
import { privatePostgresUrl } from '../support/private-url.ts'
import { newDataDir, postgresPid, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { load, median } from './load.ts'
import { cpuOf, cpuOfDatabase } from './usage.ts'

const MANY = Number(process.env.MANY ?? 1_000_000)
const FEW = 1000
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const COUNT = 200
/** The maximum cost with many documents divided by the cost with few (quality P-10). */
const GOAL = 1.5

interface Team {
  cookie: string
  /** The cursor of a row in the middle. */
  middle: string
}

let dataDir: string
let server: RunningServer
let postgres: number
let db: Db
let fewDocuments: Team
let manyDocuments: Team

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer({ DATA_DIR: dataDir })
  postgres = (await postgresPid(dataDir))!
  db = connect(await privatePostgresUrl(dataDir), 2)
  // Filled without indexes, as in bulk loads; then one document a minute is added.
  await sql`drop index documents.search_grams`.execute(db)
  fewDocuments = await teamOf('few', FEW)
  manyDocuments = await teamOf('many', MANY)
  await sql`set maintenance_work_mem = '512MB'`.execute(db)
  await sql`create index search_grams on documents.search using gin (platform.grams(team_id, words))
    with (fastupdate = off)`.execute(db)
  await sql`alter index documents.search_grams alter column 1 set statistics 0`.execute(db)
  await sql`vacuum analyze documents.document, documents.search`.execute(db)
}, 3_600_000)

afterAll(async () => {
  await db.destroy()
  await server.stop()
  await removeDataDir(dataDir)
})

/**
 * Creates a team of one with `count` documents of every status, one created per minute. Both teams share the
 * name of the rarest document.
 */
async function teamOf(username: string, count: number): Promise<Team> {
  const { id, team_id } = await newTeam(db, username)
  await sql`
    insert into documents.document (id, team_id, creator_id, name, number, status, template_code, template, answers,
      saved_by, created_at, updated_at, counterparty, counterparty_en, words, called,
      searched)
    select gen_random_uuid(), ${team_id}, ${id},
      case when n in (3, 30, ${Math.floor(count / 2)}::int) then '欧阳若兰的顾问合同'
        else (array['房屋租赁合同', '保密协议', '服务协议', 'Sales Contract', 'Lease'])[1 + n % 5] end || ' ' || n,
      'QS-' || n, (array['draft', 'in_review', 'finalised', 'signing', 'completed'])[1 + n % 5], 'mutual-nda',
      '{"category": "confidentiality"}', '{}', ${id}, now() - n * interval '1 minute', now() - n * interval '1 minute',
      '莲花贸易 ' || n % 97, 'Lotus ' || n % 97, '莲花贸易 ' || n % 97 || E'\nlotus ' || n % 97, '-', true
    from generate_series(1, ${count}::int) as n`.execute(db)
  // Two changes of its names make a document wait for the index.
  await sql`update documents.document set called = lower(name || E'\n' || number)
    where team_id = ${team_id}`.execute(db)
  await sql`update documents.document set searched = true where team_id = ${team_id}`.execute(db)
  await sql`insert into documents.search select id, team_id, called || E'\n' || words
    from documents.document where team_id = ${team_id}
    -- The server's own job may have been faster.
    on conflict do nothing`.execute(db)
  const middle = JSON.stringify([new Date(Date.now() - (count / 2) * 60_000).toISOString(), newId()])
  return { cookie: `${SESSION_COOKIE}=${await beginSession(db, id)}`, middle }
}

const list = (query: Record<string, string>) => `/mgmt/my-docs?${new URLSearchParams(query)}`
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const PAGES: Record<string, (team: Team) => string> = {
  first: () => '/mgmt/my-docs',
  deep: ({ middle }) => list({ after: middle }),
  'by name': () => list({ sort: 'name' }),
  'by status': () => list({ sort: 'status' }),
  drafts: () => list({ status: 'draft' }),
  'of a day': () => list({ since: dayOf(0), until: dayOf(0) }),
  created: () => list({ tab: 'created' }),
  imported: () => list({ tab: 'imported' }),
  'by a common word': () => list({ keyword: '租赁' }),
  'by a rare word': () => list({ keyword: '欧阳若兰' }),
  'by nobody’s word': () => list({ keyword: 'zzzz' }),
  'drafts by a common word': () => list({ keyword: 'lotus', status: 'draft' }),
}

/** Milliseconds of processor time of server and database per response. */
async function costOf(path: string, { cookie }: Team): Promise<number> {
  const busyTime = () => cpuOf(server.process.pid!) + cpuOfDatabase(postgres)
  const busyBefore = busyTime()
  await load(server.base + path, { cookie }, COUNT)
  return (busyTime() - busyBefore) / COUNT
}

test.each(Object.entries(PAGES))('my documents, %s: a million against a thousand', async (name, pathOf) => {
  const costs: number[][] = [[], []]
  for (const team of [fewDocuments, manyDocuments]) await costOf(pathOf(team), team)
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, team] of [fewDocuments, manyDocuments].entries())
      costs[index]!.push(await costOf(pathOf(team), team))
  const [little, much] = costs.map((ms) => median(ms))
  const summary = `${(much! / little!).toFixed(2)} times the processor time of server and database with ${MANY} documents as with ${FEW}: ${much!.toFixed(2)} ms, ${little!.toFixed(2)} ms`
  console.log(name, summary)
  note(`my documents, ${name}`, summary, { value: much! / little!, unit: 'times', atMost: GOAL })
})

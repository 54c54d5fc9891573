import { afterAll, beforeAll, test } from 'vitest'
import { findViewer } from '#modules/accounts/index.ts'
import { importContacts } from '#modules/contacts/import/import-contacts.ts'
import { connect } from '#src/app/database.ts'
import { beginSession, SESSION_COOKIE } from '#src/auth/session.ts'
import type { Db } from '#src/db/db.ts'
import { fillTeam, middleOf, newTeam } from '../support/crowd.ts'
import { note } from '../support/measured.ts'
import { privatePostgresUrl } from '../support/private-url.ts'
import { newDataDir, postgresPid, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { load, median } from './load.ts'
import { cpuOf, cpuOfDatabase } from './usage.ts'

const DUPLICATES = { email: 'skip', other: 'add' } as const

const MANY = Number(process.env.MANY ?? 100_000)
const FEW = 100
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const COUNT = 300
/** The maximum cost with many people divided by the cost with few, as for documents (quality P-10). */
const GOAL = 1.5

interface Team {
  cookie: string
  middle: Awaited<ReturnType<typeof middleOf>>
}

let dataDir: string
let server: RunningServer
let postgres: number
let db: Db
let fewPeople: Team
let manyPeople: Team

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer({ DATA_DIR: dataDir })
  postgres = (await postgresPid(dataDir))!
  db = connect(await privatePostgresUrl(dataDir), 2)
  fewPeople = await teamOf('few', FEW)
  manyPeople = await teamOf('many', MANY)
}, 1_200_000)

afterAll(async () => {
  await db.destroy()
  await server.stop()
  await removeDataDir(dataDir)
})

/** The only match of a rare search in each team, so that the pages show the same. */
const RARE_NAMES = ['Ottoline Quist', 'Ottoline Quistberg'].map((name, line) => ({
  type: 'external' as const,
  name,
  organisation: '莲花贸易',
  mobile: '',
  group: '',
  line,
  email: `o.quist${line}@harbour.example`,
}))

/** Creates a team of one with `count` contacts, tasks and messages. */
async function teamOf(username: string, count: number): Promise<Team> {
  const { id } = await newTeam(db, username)
  const viewer = (await findViewer(db, id))!
  await fillTeam(db, viewer, count)
  await db.transaction().execute((trx) => importContacts(trx, viewer, 'external', RARE_NAMES, DUPLICATES))
  return {
    cookie: `${SESSION_COOKIE}=${await beginSession(db, viewer.id)}`,
    middle: await middleOf(db, viewer, count),
  }
}

const after = (cursor: string) => new URLSearchParams({ after: cursor })
const PAGES: Record<string, (team: Team) => string> = {
  home: () => '/mgmt/home',
  'contacts, internal': () => '/mgmt/contacts',
  'contacts, external': () => '/mgmt/contacts?type=external',
  'contacts of a group': () => '/mgmt/contacts?type=external&group=G1',
  'contacts by a rare word': () => '/mgmt/contacts?type=external&keyword=external17@',
  'contacts by part of an email': () => '/mgmt/contacts?type=external&keyword=quist1@har',
  'contacts by one character': () => `/mgmt/contacts?type=external&keyword=${encodeURIComponent('王')}`,
  'contacts by two characters': () => `/mgmt/contacts?type=external&keyword=${encodeURIComponent('陈婷')}`,
  'contacts by three characters': () =>
    `/mgmt/contacts?type=external&keyword=${encodeURIComponent('李国浩')}`,
  'contacts by a Latin name': () => '/mgmt/contacts?type=external&keyword=ottoline+quist',
  'contacts by a common Latin name': () => '/mgmt/contacts?type=external&keyword=weber',
  'contacts by a common word': () => '/mgmt/contacts?type=external&keyword=lotus',
  'contacts, deep': ({ middle }) => `/mgmt/contacts?type=external&${after(middle.position)}`,
  tasks: () => '/mgmt/tasks',
  'tasks, deep': ({ middle }) => `/mgmt/tasks?status=done&${after(middle.task)}`,
  messages: () => '/mgmt/messages',
  'messages, deep': ({ middle }) => `/mgmt/messages?${after(middle.message)}`,
  'what waits, as todo-states': () => '/live',
}

/** Milliseconds of processor time of server and database per response. */
async function costOf(path: string, { cookie }: Team): Promise<number> {
  const busyTime = () => cpuOf(server.process.pid!) + cpuOfDatabase(postgres)
  const busyBefore = busyTime()
  await load(server.base + path, { cookie }, COUNT)
  return (busyTime() - busyBefore) / COUNT
}

test.each(Object.entries(PAGES))(
  '%s with many people, tasks and messages compared with few',
  async (name, pathOf) => {
    const costs: number[][] = [[], []]
    for (const team of [fewPeople, manyPeople]) await costOf(pathOf(team), team)
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, team] of [fewPeople, manyPeople].entries())
        costs[index]!.push(await costOf(pathOf(team), team))
    const [little, much] = costs.map((ms) => median(ms))
    const ratio = much! / little!
    const summary = `${ratio.toFixed(2)} times the processor time of server and database with ${MANY} contacts, tasks and messages as with ${FEW}: ${much!.toFixed(2)} ms, ${little!.toFixed(2)} ms`
    console.log(name, summary)
    note(`people: ${name}`, summary, { value: ratio, unit: 'times', atMost: GOAL })
  },
)

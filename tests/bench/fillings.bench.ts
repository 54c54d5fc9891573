import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDocument } from '#modules/documents/index.ts'
import { maxTurn, REPORTING_TURNS } from '../support/busy.ts'
import type { Client } from '../support/client.ts'
import { FILLINGS, filled } from '../support/fillings.ts'
import { longestNda } from '../support/long-answers.ts'
import { note } from '../support/measured.ts'
import { addressOf, bodyFor, clientFor, type Route, siteRoutes } from '../support/routes.ts'
import { type FilledServer, startFilledServer } from './filled-world.ts'
import { valueAt } from './load.ts'

/** The maximum number of fillings per run. */
const MAX_FILLINGS = 300
/** Every third filling, about forty; the variable EVERY sets another step. */
const TRIED = FILLINGS.filter((_, n) => n % Number(process.env.EVERY ?? 3) === 0)
/** A length in characters that no field accepts, and the size of the largest accepted form in bytes. */
const FIELD = 50_000
/** The lengths among which the longest accepted one is searched. */
const LENGTHS = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 60, 30, 15]
const FORM = 60 * 1024

let filledServer: FilledServer
beforeAll(async () => {
  filledServer = await startFilledServer(REPORTING_TURNS)
}, 600_000)
afterAll(() => filledServer.close(), 60_000)

/** Milliseconds of the pages that another customer opens in the meantime. */
function besides() {
  const otherCustomer = filledServer.remote(filledServer.world.cast.hannah.client)
  const took: number[] = []
  let going = true
  const looking = (async () => {
    while (going) {
      const startedAt = performance.now()
      const answer = await otherCustomer.get('/mgmt/home')
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`another customer's page: ${answer.status}`)
      took.push(performance.now() - startedAt)
      await wait(20)
    }
  })()
  return async () => {
    going = false
    await looking
    return took
  }
}

const longTurns: { what: string; turn: number }[] = []
let sentCount = 0
/** The number of responses by status. */
const answers = new Map<number, number>()
/** Fields that accepted no filling of any length, and routes without a body. */
const unacceptedFields: string[] = []
const withoutBody: string[] = []

/** The longest text that fits into a form if each character takes nine bytes. */
function inForm(text: string): string {
  let shorter = text
  while (encodeURIComponent(shorter.toWellFormed()).length > FORM)
    shorter = shorter.slice(0, Math.floor(shorter.length * 0.8))
  return shorter
}

const sendable = ({ method }: Route, text: string) => (method === 'PUT' ? text : inForm(text))

async function send(client: Client, route: Route, body: Record<string, unknown>) {
  const path = addressOf(route, filledServer.world)
  const answer = await (route.method === 'PUT' ? client.put(path, body) : client.post(path, body as never))
  await answer.arrayBuffer()
  sentCount++
  answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
  if (answer.status >= 500 && answer.status !== 503) throw new Error(`${route.path}: ${answer.status}`)
  return answer.status < 400
}

/** The longest text that the field accepts, or null. */
async function limitOf(client: Client, route: Route, body: Record<string, unknown>, field: string) {
  for (const length of LENGTHS)
    if (await send(client, route, { ...body, [field]: sendable(route, '百'.repeat(length)) })) return length
  return null
}

/** Tries all fillings of a field at its maximum length, if there is one, and far beyond it. */
async function tryField(client: Client, route: Route, body: Record<string, unknown>, field: string) {
  const limit = await limitOf(client, route, body, field)
  if (limit === null) unacceptedFields.push(`${route.method} ${route.path} ${field}`)
  const texts = [limit, FIELD].flatMap((length) =>
    length === null ? [] : TRIED.map((filling) => sendable(route, filled(filling, length))),
  )
  await maxTurn(filledServer.server)
  for (const text of texts) await send(client, route, { ...body, [field]: text })
  const longestTurn = await maxTurn(filledServer.server)
  longTurns.push({ what: `${route.method} ${route.path} ${field}`, turn: longestTurn })
}

/** Saves, views and edits the largest answers of a document. */
async function tryAnswers(client: Client) {
  const { world } = filledServer
  for (const filling of TRIED) {
    const text = typeof filling === 'string' ? filling : filled(filling, 200)
    const { version } = await findDocument(world.db, world.cast.lin.viewer, world.draft.id)
    const answers = longestNda([text, text])
    for (const [what, ask] of [
      ['saved', () => client.put(`/mgmt/${world.draft.id}/answers`, { version, answers })],
      ['view-doc', () => client.get(`/mgmt/${world.draft.id}/view-doc`)],
      ['edit-doc', () => client.get(`/mgmt/${world.draft.id}/edit-doc`)],
    ] as const) {
      await maxTurn(filledServer.server)
      const answer = await ask()
      await answer.arrayBuffer()
      sentCount++
      const name = `longest document of ${JSON.stringify(text.slice(0, 20))} ${what}`
      expect(answer.status, name).toBeLessThan(500)
      longTurns.push({ what: name, turn: await maxTurn(filledServer.server) })
    }
  }
}

/** Routes by which staff change the account of the customer who opens pages in the meantime. */
const isDoneToAccount = ({ path }: Route) => path.startsWith('/desk/accounts/')

test('other customers while every field gets the worst fillings', async () => {
  const idle = besides()
  await wait(10_000)
  const quietTimes = await idle()
  const measureOthers = besides()
  const { world } = filledServer
  await tryAnswers(filledServer.remote(world.cast.lin.client))
  const unsafe = siteRoutes(world.db).filter(({ method }) => method === 'POST' || method === 'PUT')
  const tryRoutes = async (routes: Route[]) => {
    for (const route of routes) {
      const body = await bodyFor(route, world).catch(() => null)
      if (!body) {
        withoutBody.push(`${route.method} ${route.path}`)
        continue
      }
      const client = filledServer.remote(clientFor(route, world))
      for (const field of Object.keys(body)) await tryField(client, route, body, field)
    }
  }
  await tryRoutes(unsafe.filter((route) => !isDoneToAccount(route)))
  const otherTimes = await measureOthers()
  await tryRoutes(unsafe.filter(isDoneToAccount))
  longTurns.sort((one, other) => other.turn - one.turn)
  console.log(
    longTurns
      .slice(0, 20)
      .map(({ what, turn }) => `${turn.toFixed(0)} ms ${what}`)
      .join('\n'),
  )
  const half = valueAt(0.5, otherTimes)
  const p99 = valueAt(0.99, otherTimes)
  const statuses = [...answers].sort(([one], [other]) => one - other)
  const statusCounts = statuses.map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(`never accepted:\n${unacceptedFields.join('\n')}\nwithout a body:\n${withoutBody.join('\n')}`)
  const summary = `${sentCount} requests (${statusCounts}; ${unacceptedFields.length} fields never accepted, ${withoutBody.length} routes without a body), ${TRIED.length} fillings in each of ${longTurns.length} places: at most ${longTurns[0]!.turn.toFixed(0)} ms of the processor at once, ${longTurns[0]!.what}; another customer’s page median ${half.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(half / valueAt(0.5, quietTimes)).toFixed(2)} and ${(p99 / valueAt(0.99, quietTimes)).toFixed(2)} times those of a quiet server, the slowest of ${otherTimes.length} ${Math.max(...otherTimes).toFixed(0)} ms`
  console.log(summary)
  note('every field filled with the worst', summary, {
    value: longTurns[0]!.turn,
    unit: 'ms at once',
    atMost: MAX_FILLINGS,
  })
}, 900_000)

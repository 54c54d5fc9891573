import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsIn } from '../support/events.ts'
import { logIn } from '../support/journey.ts'
import { note } from '../support/measured.ts'
import { privatePostgresUrl } from '../support/private-url.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'

const MESSAGES = 200
/** Milliseconds; a longer delay is felt in a conversation. */
const GOAL = 300

let dataDir: string
let desks: RunningServer
let customerServer: RunningServer

beforeAll(async () => {
  dataDir = await newDataDir()
  desks = await startServer({ DATA_DIR: dataDir })
  const url = await privatePostgresUrl(dataDir)
  customerServer = await startServer({ DATABASE_URL: url, NODE_ENV: 'test', DEMO: '0', DATA_DIR: dataDir })
}, 600_000)

afterAll(async () => {
  await customerServer.stop()
  await desks.stop()
  await removeDataDir(dataDir)
})

test('from the button at one server to the text at another', async () => {
  const customer = await logIn(customerServer.base, 'demo_free')
  const agent = await logIn(desks.base, 'desk_agent')
  const queue = await (await agent.get('/desk/chat')).text()
  const chatPath = /href="(\/desk\/chat\/[^"]+)"[^>]*>Hannah/.exec(queue)![1]!
  const cookie = [...customer.cookies].map((pair) => pair.join('=')).join('; ')
  const { body } = await fetch(`${customerServer.base}/live`, {
    headers: { accept: 'text/event-stream', cookie },
  })
  const events = eventsIn(body!)
  await events.next()
  const times: number[] = []
  for (let n = 0; n < MESSAGES; n++) {
    const words = `No. ${n}.`
    const startedAt = performance.now()
    const sending = agent.post(
      `${chatPath}/answer`,
      { words, key: crypto.randomUUID() },
      { accept: 'application/json' },
    )
    for (let isSeen = false; !isSeen; ) {
      expect((await events.next())?.kind).toMatch(/chat|todo/)
      const html = await customer.get('/mgmt/online-service', { 'hx-request': 'true' })
      isSeen = (await html.text()).includes(words)
    }
    times.push(performance.now() - startedAt)
    expect((await sending).status).toBe(201)
  }
  await events.leave()
  times.sort((one, other) => one - other)
  const at95 = times[Math.floor(MESSAGES * 0.95)]!
  const summary = `${MESSAGES} messages, written at one server and shown at another: median ${times[MESSAGES / 2]!.toFixed(0)} ms, p95 ${at95.toFixed(0)} ms`
  console.log(summary)
  note('a message of the online service', summary, { of: 'p95', value: at95, unit: 'ms', atMost: GOAL })
}, 300_000)

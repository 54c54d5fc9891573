import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConversation } from '#tests/support/conversation.ts'
import { logIn } from '#tests/support/journey.ts'
import { playedDataDir } from '#tests/support/played.ts'
import { privatePostgresUrl } from '#tests/support/private-url.ts'
import { patiently } from '#tests/support/runs.ts'
import { type RunningServer, removeDataDir, startServer, stopAllServers } from '#tests/support/server.ts'

const CUTS = process.env.LONG === '1' ? 20 : 3

let dataDir: string
let deskServer: RunningServer
let customerServer: RunningServer
let startCustomerServer: () => Promise<RunningServer>

beforeAll(async () => {
  dataDir = await playedDataDir()
  deskServer = await startServer({ DATA_DIR: dataDir })
  const url = await privatePostgresUrl(dataDir)
  const env = { DATABASE_URL: url, NODE_ENV: 'test', DEMO: '0', DATA_DIR: dataDir }
  customerServer = await startServer(env)
  startCustomerServer = () => startServer({ ...env, PORT: String(customerServer.port) })
})
afterAll(async () => {
  await stopAllServers()
  await removeDataDir(dataDir)
})

const HOME = '/mgmt/online-service'

async function bothPages() {
  const customer = await logIn(customerServer.base, 'demo_free')
  const agent = await logIn(deskServer.base, 'desk_agent')
  const queue = await (await agent.get('/desk/chat')).text()
  const at = /href="(\/desk\/chat\/[^"]+)"[^>]*>Hannah/.exec(queue)![1]!
  return {
    customer: openConversation(customer, customerServer.base, { path: HOME, post: HOME }),
    desk: openConversation(agent, deskServer.base, { path: at, post: `${at}/answer` }),
  }
}

const patience = { timeout: patiently(5000) }

// The tests depend on each other, in order.
describe('two servers on one database', { shuffle: false }, () => {
  test('a message at one is shown at the other, in both directions', async () => {
    const { customer, desk } = await bothPages()
    void customer.say('customer 0')
    await expect.poll(desk.shown, patience).toContain('customer 0')
    void desk.say('ours 0')
    await expect.poll(customer.shown, patience).toContain('ours 0')
    await Promise.all([customer.leave(), desk.leave()])
  })

  test('each message is shown once and in order despite cuts, lost responses and a killed server', async () => {
    const { customer, desk } = await bothPages()
    for (let round = 1; round <= CUTS; round++) {
      void customer.say(`customer ${round}`)
      void desk.say(`ours ${round}`)
      await wait(Math.random() * 50)
      for (const page of [customer, desk]) page.cut()
      if (round === 2) {
        await customerServer.stop('SIGKILL')
        void customer.say('customer 100')
        customerServer = await startCustomerServer()
      }
    }
    const numbers = Array.from({ length: CUTS }, (_, n) => n + 1)
    const messagesOf = (whose: string, all: number[]) => all.map((n) => `${whose} ${n}`)
    const later = [0, ...numbers.slice(0, 2), 100, ...numbers.slice(2)]
    for (const page of [customer, desk]) {
      const of = (whose: string) => page.shown().filter((words) => words.startsWith(whose))
      await expect.poll(() => of('customer'), patience).toEqual(messagesOf('customer', later))
      await expect.poll(() => of('ours'), patience).toEqual(messagesOf('ours', [0, ...numbers]))
    }
    expect(customer.shown()).toEqual(desk.shown())
    for (const page of [customer, desk]) expect(page.lost()).toBeGreaterThanOrEqual(Math.floor(CUTS / 2))
    await Promise.all([customer.leave(), desk.leave()])
  })
})

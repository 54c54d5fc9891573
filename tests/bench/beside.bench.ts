import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, newRemoteClient } from '../support/client.ts'
import { logIn } from '../support/journey.ts'
import { note } from '../support/measured.ts'
import { waitForMessage } from '../support/outbox.ts'
import { createDemoOnce, demoDirIn } from '../support/play.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { fetchOnce, load, median } from './load.ts'

/**
 * The folder of another built checkout, with which `BESIDE=../qishu-before npm run bench` compares this
 * product.
 */
const beside = process.env.BESIDE
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const COUNT = 400
/** What current browsers accept. */
const ENCODINGS = 'gzip, deflate, br, zstd'
const PAGES = ['/mgmt/home', '/mgmt/my-docs', 'the signatory’s page']

interface Side {
  dir: string
  server: RunningServer
  /** The address of each page, and the cookies of its reader. */
  at: (page: string) => { address: string; cookie: string }
}

async function openSide(folder?: string): Promise<Side> {
  const dir = await newDataDir()
  // The demo is created before the measurement.
  const dataDir = await createDemoOnce(demoDirIn(dir), folder)
  const server = await startServer({ DATA_DIR: dataDir }, folder)
  const client = await logIn(server.base)
  for (let n = 0; n < 25; n++) await createNda(client)
  const signatory = await enterAsOliver(server.base)
  const at = (page: string) =>
    page.startsWith('/')
      ? { address: server.base + page, cookie: cookiesOf(client) }
      : { address: server.base + signatory.page, cookie: cookiesOf(signatory.client) }
  return { dir, server, at }
}

const cookiesOf = (client: Client) => [...client.cookies].map((pair) => pair.join('=')).join('; ')

/** Uses the mail in which the demo invites him to sign. */
async function enterAsOliver(base: string) {
  const to = 'oliver.grant@kestrel.example'
  const client = newRemoteClient(base)
  const invitation = await waitForMessage(base, to, ({ subject }) => /NDA with Kestrel/.test(subject))
  const { links } = invitation
  const entrance = new URL(links[0]!).pathname
  await client.post(`${entrance}/code`)
  const { code } = await waitForMessage(
    base,
    to,
    (message) => Boolean(message.code) && message.id > invitation.id,
  )
  const entered = await client.post(`${entrance}/entrance`, { code: code! })
  return { client, page: entered.headers.get('location')! }
}

/** The version of this checkout. */
async function createNda(client: Client) {
  const form = await (await client.get('/mgmt/new-doc?template=mutual-nda')).text()
  const version = /name="version" value="(\d+)"/.exec(form)![1]!
  const sent = { template: 'mutual-nda', version, language: 'zh-Hans', bilingual: 'yes' }
  const created = await client.post('/mgmt/new-doc', sent)
  if (created.status !== 303) throw new Error(`new document: ${created.status}`)
}

const sides: Side[] = []

beforeAll(async () => {
  if (beside) sides.push(await openSide(), await openSide(beside))
}, 600_000)

afterAll(async () => {
  for (const { dir, server } of sides) {
    await server.stop()
    await removeDataDir(dir)
  }
})

async function pagesASecond({ at }: Side, page: string) {
  const { address, cookie } = at(page)
  return 1000 / (await load(address, { 'accept-encoding': ENCODINGS, cookie }, COUNT))
}

test.runIf(beside).each(PAGES)('%s beside the same page of another checkout, in turn', async (path) => {
  for (const side of sides) await pagesASecond(side, path)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const now = await pagesASecond(sides[0]!, path)
    const before = await pagesASecond(sides[1]!, path)
    ratios.push(now / before)
  }
  const { address, cookie } = sides[0]!.at(path)
  const size = await fetchOnce(address, { 'accept-encoding': ENCODINGS, cookie })
  const summary = `${median(ratios).toFixed(2)} times the pages a second of the other checkout (${size} bytes)`
  console.log(path, summary)
  note(`page ${path} beside another checkout`, summary)
  expect(ratios.length).toBe(ROUNDS)
})

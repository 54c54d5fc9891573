import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { logIn } from '../support/journey.ts'
import { note } from '../support/measured.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts'
import { fetchOnce, load, median } from './load.ts'

/** The folder of another, built checkout: `BESIDE=../qishu-before npm run bench` compares this product with it. */
const beside = process.env.BESIDE
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const COUNT = 400
const PAGES = ['/mgmt/home', '/mgmt/my-docs']

interface Side {
  dir: string
  server: RunningServer
  cookie: string
}

async function openSide(folder?: string): Promise<Side> {
  const dir = await newDataDir()
  // As on every day but the first: what the demo cost to play is not part of it.
  await (await startServer({ DATA_DIR: dir }, folder)).stop()
  const server = await startServer({ DATA_DIR: dir }, folder)
  const client = await logIn(server.base)
  for (let n = 0; n < 25; n++) await createNda(client)
  return { dir, server, cookie: [...client.cookies].map((pair) => pair.join('=')).join('; ') }
}

/** Of the version that this checkout has. */
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

const pagesASecond = async ({ server, cookie }: Side, path: string) =>
  1000 / (await load(server.base + path, { 'accept-encoding': 'br', cookie }, COUNT))

test.runIf(beside).each(PAGES)('%s beside the same page of another checkout, in turn', async (path) => {
  for (const side of sides) await load(side.server.base + path, { cookie: side.cookie }, COUNT)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [now, before] = [await pagesASecond(sides[0]!, path), await pagesASecond(sides[1]!, path)]
    ratios.push(now / before)
  }
  const size = await fetchOnce(sides[0]!.server.base + path, {
    'accept-encoding': 'br',
    cookie: sides[0]!.cookie,
  })
  const found = `${median(ratios).toFixed(2)} times the pages a second of the other checkout (${size} bytes)`
  console.log(path, found)
  note(`page ${path} beside another checkout`, found)
  expect(ratios.length).toBe(ROUNDS)
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#src/app/app.tsx'
import type { Db } from '#src/db/db.ts'
import { testDatabase } from '#tests/support/database.ts'
import { filesBelow } from '#tests/support/files.ts'
import { getRaw, type Listening, listenTo } from '#tests/support/listening.ts'

let db: Db
let server: Listening

beforeAll(async () => {
  db = await testDatabase()
  server = await listenTo(db)
})
afterAll(() => server.close())

const BUILD = 'dist/client'
const builtFiles = () => filesBelow(BUILD).filter((file) => !/\/\.|\.(gz|br)$/.test(file))

/** Files next to and above the build folder, each with unique text. */
const SECRETS: [string, string][] = [
  ['package.json', '"pg-boss"'],
  ['dist/server/server.js', 'startServer'],
  ['dist/client/.vite/manifest.json', '"isEntry"'],
  ['dist/built-from', readFileSync('dist/built-from', 'utf8').slice(0, 20)],
  ['etc/passwd', 'root:'],
]

const UPWARD_PATHS = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '..;/',
  '..%252f',
  '%252e%252e%252f',
  '..%c0%af',
  '..//',
  '.././',
  '..%00/',
  '....//',
]
const BEFORE = ['/', '/assets/', '//', '/assets//', '/./assets/', '/%61ssets/', '/assets/%2e/', '/assets;/']

function attempts(): string[] {
  const climbing = UPWARD_PATHS.flatMap((up) =>
    SECRETS.flatMap(([file]) => [1, 3, 8].map((times) => up.repeat(times) + file)),
  )
  const direct = [
    ...SECRETS.map(([file]) => file),
    '.vite/manifest.json',
    '%2evite/manifest.json',
    '.env',
    '.git/config',
  ]
  return BEFORE.flatMap((before) => [...climbing, ...direct].map((rest) => before + rest))
}

test('every built file is served by its name, byte for byte, including those the next test could miss', async () => {
  expect(builtFiles().length).toBeGreaterThan(4)
  for (const file of builtFiles()) {
    const answer = await createApp(db).request(file.replace(BUILD, ''))
    expect([file, answer.status]).toEqual([file, 200])
    expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(file))).toBe(true)
  }
})

test('no spelling of a path reaches a file outside the build’s map', async () => {
  const paths = attempts()
  expect(paths.length).toBeGreaterThan(1500)
  const app = createApp(db)
  for (const path of paths) {
    const text = await askApp(app, path)
    for (const [file, words] of SECRETS)
      expect([path, file, text.includes(words)]).toEqual([path, file, false])
  }
})

async function askApp(app: ReturnType<typeof createApp>, path: string): Promise<string> {
  // Accepting JSON avoids rendering a page for each rejection.
  const answer = await app.request(`http://localhost:3000${path}`, {
    headers: { accept: 'application/json' },
  })
  expect([path, answer.status]).not.toEqual([path, 500])
  return answer.text()
}

test('no raw request over a socket, where no client normalises the path, reaches such a file', async () => {
  const some = attempts().filter((_, index) => index % 17 === 0)
  expect(some.length).toBeGreaterThan(80)
  for (const path of some) {
    const response = await server.raw(getRaw(path, ['Accept: application/json']))
    expect([path, response.split(' ')[1]]).toEqual([path, expect.stringMatching(/^(303|4\d\d)$/)])
    for (const [, words] of SECRETS) expect([path, response.includes(words)]).toEqual([path, false])
  }
})

test('a private page requires the login, in any spelling of its path', async () => {
  for (const path of [
    '/mgmt/home',
    '//mgmt/home',
    '/mgmt//home',
    '/mgmt%2fhome',
    '/%6dgmt/home',
    '/./mgmt/home',
    '/mgmt/home/',
    '/MGMT/home',
    '/mgmt;/home',
    '/x/../mgmt/home',
    '/assets/../mgmt/home',
    '/mgmt%5chome',
  ]) {
    const status = Number((await server.raw(getRaw(path))).split(' ')[1])
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => [303, 400, 404].includes(code))])
  }
})

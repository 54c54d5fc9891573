import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#src/db/db.ts'
import type { World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'
import { newClient } from '#tests/support/client.ts'
import { note } from '#tests/support/measured.ts'
import { addressOf, clientFor, siteRoutes } from '#tests/support/routes.ts'

const BUILD = 'dist/client'
const MANIFEST = `${BUILD}/.vite/manifest.json`
const KB = 1024

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

interface PageScripts {
  path: string
  /** Names of all files that the browser loads for the page. */
  files: string[]
  gzipped: number
  /** The size of the files that load before any action. */
  atFirst: number
}

let db: Db
let world: World
let pages: PageScripts[]

beforeAll(async () => {
  if (!existsSync(MANIFEST)) throw new Error('no build: run src/commands/build.mjs first')
  world = await copyOfWorld()
  db = world.db
  pages = await allPages()
})

const chunks = (): Record<string, Chunk> => JSON.parse(readFileSync(MANIFEST, 'utf8'))

/** The file of a chunk, and the files of all its static and dynamic imports. */
function filesOf(entry: Chunk, all: Record<string, Chunk>, later: boolean, seen = new Set<string>()) {
  if (seen.has(entry.file)) return seen
  seen.add(entry.file)
  const keys = [...(entry.imports ?? []), ...((later && entry.dynamicImports) || [])]
  for (const key of keys) filesOf(all[key]!, all, later, seen)
  return seen
}

async function allPages(): Promise<PageScripts[]> {
  const allChunks = chunks()
  const result: PageScripts[] = []
  for (const route of siteRoutes(db).filter(({ method }) => method === 'GET'))
    for (const client of [newClient(db), clientFor(route, world)]) {
      const answer = await client.get(addressOf(route, world))
      if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) continue
      const sources = [...(await answer.text()).matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) =>
        src!.slice(1),
      )
      const entries = sources.map((src) => Object.values(allChunks).find((chunk) => chunk.file === src))
      expect([route.path, sources.length > 0, entries.every(Boolean)]).toEqual([route.path, true, true])
      const filesWith = (later: boolean) => [
        ...new Set(entries.flatMap((entry) => [...filesOf(entry!, allChunks, later)])),
      ]
      const files = filesWith(true)
      result.push({ path: route.path, files, gzipped: sizeOf(files), atFirst: sizeOf(filesWith(false)) })
    }
  return result
}

const codeOf = (file: string) => readFileSync(`${BUILD}/${file}`)
const gzipSize = (file: string) => gzipSync(codeOf(file)).byteLength
const sizeOf = (files: string[]) => files.reduce((sum, file) => sum + gzipSize(file), 0)
const hasReact = ({ files }: PageScripts) =>
  files.some((file) => /react\.(transitional\.)?element/.test(codeOf(file).toString()))

/** The pages with an island. All other pages have none. */
const ISLANDS: Record<string, string> = {
  '/mgmt/:id/edit-doc': 'editor',
  '/mgmt/:id/sign-setting': 'signature-table',
  '/mgmt/online-service': 'chat',
  '/desk/chat/:id': 'chat',
}

/** The only pages with the PDF viewer: an imported PDF, and its checklist. */
const READER = ['/mgmt/:id/my-docs-import-view', '/mgmt/:id/checklist']

const hasPasskeys = (page: PageScripts) => page.files.some((file) => file.includes('passkey-script'))

describe('a page without an island', () => {
  test('has no React and at most 21 KB of JavaScript, gzipped, in all', () => {
    const plainPages = pages.filter(
      (page) => !ISLANDS[page.path] && !READER.includes(page.path) && !hasPasskeys(page),
    )
    expect(new Set(plainPages.map(({ path }) => path)).size).toBeGreaterThan(14)
    for (const page of plainPages) {
      expect([page.path, hasReact(page)]).toEqual([page.path, false])
      // The form editor of templates inserts marks at the cursor; questions and contacts can be reordered.
      const max = page.files.some((file) => /(mark|reorder)-script/.test(file)) ? 21.5 * KB : 21 * KB
      expect([page.path, page.gzipped < max]).toEqual([page.path, true])
      expect(page.gzipped).toBeGreaterThan(KB)
    }
    const max = Math.max(...plainPages.map((page) => page.gzipped))
    note('JavaScript of a page without an island', `${(max / KB).toFixed(1)} KB gzipped at most`)
  })
})

test('the script that stores unsent text has at most 3.5 KB, and is loaded only on pages with such text', () => {
  const { file } = chunks()['views/scripts/words/words-script.ts']!
  expect(gzipSize(file)).toBeLessThan(3.5 * KB)
  expect(pages.filter(({ files }) => files.includes(file))).toEqual([])
})

test('only pages that make or use a passkey have its script, of at most 4 KB more and without React', () => {
  const passkeyPages = pages.filter(hasPasskeys)
  expect(passkeyPages.length).toBeGreaterThan(0)
  for (const page of passkeyPages) {
    expect([page.path, /passkey/.test(page.path)]).toEqual([page.path, true])
    expect([page.path, hasReact(page), page.gzipped < 25 * KB]).toEqual([page.path, false, true])
  }
})

test('only the pages of an imported PDF have the viewer, and no React', () => {
  const reads = (page: PageScripts) => page.files.some((file) => file.includes('pdf-viewer'))
  expect(new Set(pages.filter(reads).map(({ path }) => path))).toEqual(new Set(READER))
  for (const page of pages.filter(reads)) expect(hasReact(page)).toBe(false)
})

describe('a page with an island', () => {
  test('of the online service has at most 45 KB of JavaScript of its own, gzipped', () => {
    const { file } = chunks()['islands/chat/index.tsx']!
    expect(gzipSize(file)).toBeLessThan(45 * KB)
    expect(gzipSize(file)).toBeGreaterThan(KB)
    note('JavaScript of the online service’s own', `${(gzipSize(file) / KB).toFixed(1)} KB gzipped`)
  })

  test('is listed here, and every island has a page', () => {
    const folders = readdirSync('islands', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...new Set(Object.values(ISLANDS))].sort())
    for (const path of Object.keys(ISLANDS)) {
      const matching = pages.filter((page) => page.path === path)
      expect([path, matching.length > 0, matching.every(hasReact)]).toEqual([path, true, true])
    }
  })

  test('has at most 135 KB of initial JavaScript, gzipped, including the editor, and 190 KB in all', () => {
    for (const page of pages.filter(({ path }) => ISLANDS[path])) {
      expect([page.path, page.atFirst / KB]).toEqual([page.path, expect.toSatisfy((size) => size <= 135)])
      expect([page.path, page.gzipped / KB]).toEqual([page.path, expect.toSatisfy((size) => size <= 190)])
      note(`JavaScript of ${page.path} at first`, `${(page.atFirst / KB).toFixed(1)} KB gzipped`)
    }
  })
})

import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './support/files.ts'

const COMPOSING = [
  'src/server.ts',
  'src/prepare.ts',
  'src/development.ts',
  'src/app.tsx',
  'src/database.ts',
  'src/events.ts',
  'src/schedule.ts',
  'src/greeting.ts',
]
const COMPOSING_FOLDERS = ['src/pages/', 'src/demo/', 'src/commands/']

/** Calls go this way; the opposite way is an announcement. */
const ARROWS: Record<string, string[]> = {
  accounts: [],
  contacts: ['accounts'],
  orders: ['accounts'],
  documents: ['accounts', 'orders', 'contacts'],
  review: ['accounts', 'documents', 'contacts'],
  signing: ['accounts', 'documents', 'orders', 'contacts'],
  messaging: ['accounts'],
  site: ['accounts'],
}

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\s+from\s+)?['"]([^'"]+)['"]/gm

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].flatMap(([, type, target]) => {
    const to = resolveImport(file, target!)
    return to ? [{ from: file, to, typeOnly: Boolean(type) }] : []
  })
}

function resolveImport(file: string, target: string): string | null {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? normalize(join(dirname(file), target)) : null
}

const moduleOf = (path: string) => /^modules\/([^/]+)\//.exec(path)?.[1]
const isComposing = (path: string) =>
  COMPOSING.includes(path) || COMPOSING_FOLDERS.some((folder) => path.startsWith(folder))

/** Why an import is not allowed, or null when it is. */
function objection({ from, to, typeOnly }: Import): string | null {
  const top = from.split('/')[0]
  if (top === 'modules') return objectionOfModule(from, to, typeOnly)
  if (top === 'views') return to.startsWith('views/') ? null : 'views import views only'
  if (top === 'migrations') return 'migrations import kysely only'
  if (top === 'islands') return objectionOfIsland(from, to, typeOnly)
  if (top !== 'src') return null
  if (isComposing(from)) return null
  if (to.startsWith('src/')) return isComposing(to) && !typeOnly ? databaseDoor(to) : null
  return to.startsWith('views/') ? null : 'platform src imports platform src and views only'
}

/** src/database.ts is where every module's tables meet; its type is everybody's first parameter. */
const databaseDoor = (to: string) =>
  to === 'src/database.ts' ? 'only the type of the database' : 'platform src never imports composing src'

function objectionOfModule(from: string, to: string, typeOnly: boolean): string | null {
  const own = moduleOf(from)!
  const other = moduleOf(to)
  if (other === own || to.startsWith('views/')) return null
  if (other) {
    if (!ARROWS[own]?.includes(other)) return `no arrow from ${own} to ${other}`
    return to === `modules/${other}/index.ts` ? null : `${other} has one door, its index.ts`
  }
  if (to.startsWith('src/'))
    return isComposing(to) && !typeOnly ? 'a module never imports composing src' : null
  return 'a module imports itself, doors, platform src and views only'
}

/** The signature is made in the browser and checked on the server, by the same pure lines. */
const SHARED_BY_ISLANDS = ['islands/mount.ts', 'islands/client.ts', 'src/signature.ts']

function objectionOfIsland(from: string, to: string, typeOnly: boolean): string | null {
  const own = from.split('/').slice(0, 2).join('/')
  if (to.startsWith(`${own}/`) || SHARED_BY_ISLANDS.includes(to) || to.startsWith('views/')) return null
  if (to.startsWith('modules/documents/assembly/')) return null
  return to.startsWith('modules/') && typeOnly ? null : 'an island imports itself, views, assembly, and types'
}

const files = sourceFiles(['src', 'modules', 'views', 'islands', 'migrations'])

test('every import goes where it may', () => {
  const all = files.flatMap((file) => importsOf(file, readFileSync(file, 'utf8')))
  expect(all.length).toBeGreaterThan(200)
  const wrong = all.flatMap((one) => {
    const why = objection(one)
    return why ? [`${one.from} → ${one.to}: ${why}`] : []
  })
  expect(wrong).toEqual([])
})

const PLANTED: [string, string][] = [
  ['modules/accounts/account.ts', `import { findDocument } from '#modules/documents/index.ts'`],
  ['modules/documents/list.ts', `import { openAccount } from '#modules/accounts/account.ts'`],
  ['modules/documents/list.ts', `import { Editor } from '#islands/editor/editor.tsx'`],
  ['modules/documents/list.ts', `import { createApp } from '#src/app.tsx'`],
  ['src/session.ts', `import { findViewer } from '#modules/accounts/index.ts'`],
  ['src/web.tsx', `export { connect } from './database.ts'`],
  ['views/layout.tsx', `import { config } from '#src/config.ts'`],
  ['islands/editor/editor.tsx', `import { findSetting } from '#modules/signing/setting.ts'`],
  ['islands/signature-table/x.tsx', `import { Editor } from '../editor/editor.tsx'`],
  ['migrations/20261121T1000_x.ts', `import { now } from '#src/clock.ts'`],
]

test.each(PLANTED)('a bad import planted in %s is seen', (file, line) => {
  const [planted] = importsOf(file, line)
  expect(planted && objection(planted)).toBeTruthy()
})

test('SQL names only the tables of its own module', () => {
  const names = Object.keys(ARROWS).join('|')
  const mention = new RegExp(`['"\`\\s(]((${names})\\.[a-z_]+)(?![.\\w])`, 'g')
  const tables = new RegExp(`'((?:${names})\\.[a-z_]+)': `, 'g')
  const known = new Set(
    sourceFiles(['modules']).flatMap((file) =>
      file.endsWith('schema.ts') ? [...readFileSync(file, 'utf8').matchAll(tables)].map((m) => m[1]) : [],
    ),
  )
  expect(known.size).toBeGreaterThan(8)
  const wrong = sourceFiles(['modules', 'src']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(mention)]
      .filter(([, table, owner]) => known.has(table) && owner !== moduleOf(file))
      .map(([, table]) => `${file} names ${table}`),
  )
  expect(wrong).toEqual([])
})

test('only src/session.ts knows lucia', () => {
  const knowing = files.filter((file) => /from 'lucia'/.test(readFileSync(file, 'utf8')))
  expect(knowing).toEqual(['src/session.ts'])
})

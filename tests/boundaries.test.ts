import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldersOf, sourceFiles } from './support/files.ts'
import { circlesOf, type Import, importsOf } from './support/imports.ts'

/** The layers of src, from the bottom up; folders of the same layer do not import each other. */
const FLOORS = [
  ['core'],
  ['files', 'telemetry'],
  ['db'],
  ['live'],
  ['jobs', 'auth'],
  ['pdf', 'calendar'],
  ['http', 'mail'],
  ['pages', 'demo'],
  ['app'],
  ['commands'],
]
const GROUND = FLOORS.slice(0, 7).flat()

/**
 * The modules that each module may import. In the opposite direction modules communicate by module events.
 */
const ARROWS: Record<string, string[]> = {
  accounts: [],
  contacts: ['accounts'],
  replies: ['accounts'],
  orders: ['accounts'],
  printing: [],
  brand: ['accounts', 'orders'],
  templates: ['accounts', 'orders', 'printing'],
  documents: ['accounts', 'brand', 'orders', 'contacts', 'printing', 'templates'],
  imports: ['accounts', 'orders', 'documents', 'printing'],
  consultations: ['accounts', 'documents', 'imports', 'orders', 'replies'],
  review: ['accounts', 'brand', 'documents', 'contacts', 'printing'],
  seals: ['accounts', 'printing'],
  'real-name': [],
  authorisations: ['accounts', 'real-name'],
  signing: [
    'accounts',
    'authorisations',
    'brand',
    'documents',
    'imports',
    'orders',
    'contacts',
    'printing',
    'real-name',
    'seals',
  ],
  messaging: ['accounts', 'orders', 'replies'],
  site: ['accounts', 'orders'],
  chat: ['accounts', 'orders', 'replies'],
  announcements: ['accounts', 'messaging', 'site'],
  calendar: ['accounts'],
  laws: ['accounts', 'documents', 'messaging', 'templates'],
  'support-access': ['accounts', 'messaging'],
  checklists: ['accounts', 'documents', 'imports', 'templates'],
  api: ['accounts', 'documents', 'orders', 'templates'],
  sso: ['accounts', 'orders'],
  webhooks: ['accounts', 'messaging', 'orders'],
  batches: ['accounts', 'documents', 'orders', 'signing', 'templates'],
  'key-dates': ['accounts', 'documents', 'messaging', 'templates'],
  'data-exports': [
    'accounts',
    'announcements',
    'api',
    'authorisations',
    'batches',
    'brand',
    'chat',
    'checklists',
    'consultations',
    'contacts',
    'documents',
    'imports',
    'key-dates',
    'messaging',
    'orders',
    'printing',
    'review',
    'seals',
    'signing',
    'sso',
    'support-access',
    'webhooks',
  ],
  pages: [
    'accounts',
    'authorisations',
    'contacts',
    'orders',
    'printing',
    'real-name',
    'templates',
    'documents',
    'imports',
    'consultations',
    'review',
    'seals',
    'signing',
    'messaging',
    'chat',
    'announcements',
    'laws',
  ],
}

const moduleOf = (path: string) => /^modules\/([^/]+)\//.exec(path)?.[1]
const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? ''
const floorOf = (path: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)))
const onGround = (path: string) => GROUND.includes(roomOf(path))

/** The reason why an import is not allowed, or null if it is allowed. */
function objection({ from, to, typeOnly }: Import): string | null {
  const top = from.split('/')[0]
  if (top === 'modules') return objectionOfModule(from, to)
  if (top === 'assembly') return objectionOfAssembly(to)
  if (top === 'views') return objectionOfView(to, typeOnly)
  if (top === 'migrations') return 'migrations import kysely only'
  if (top === 'islands') return objectionOfIsland(from, to, typeOnly)
  return top === 'src' ? objectionOfFloor(from, to) : null
}

/** The clause engine is pure: browsers, the server and its processes run the same code. */
function objectionOfAssembly(to: string): string | null {
  const isAllowed = to.startsWith('assembly/') || roomOf(to) === 'core' || to === 'views/language/messages.ts'
  return isAllowed ? null : 'the clause engine imports itself, core and the types of words'
}

/** The texts of the interface are typed, so that every key is checked. */
function objectionOfView(to: string, typeOnly: boolean): string | null {
  if (to.startsWith('views/') || (typeOnly && to.startsWith('locales/en_US/'))) return null
  return 'views import views, and the types of words'
}

function objectionOfFloor(from: string, to: string): string | null {
  if (to.startsWith('views/')) return null
  if (!to.startsWith('src/')) return onGround(from) ? 'the ground floors import src and views only' : null
  return roomOf(from) === roomOf(to) || floorOf(to) < floorOf(from) ? null : 'imports go down'
}

function objectionOfModule(from: string, to: string): string | null {
  const ownModule = moduleOf(from)!
  const otherModule = moduleOf(to)
  if (otherModule === ownModule || to.startsWith('views/') || to.startsWith('assembly/')) return null
  if (ownModule === 'pages' && to.startsWith('islands/')) return null
  if (otherModule) {
    if (!ARROWS[ownModule]?.includes(otherModule)) return `no arrow from ${ownModule} to ${otherModule}`
    return to === `modules/${otherModule}/index.ts` ? null : `${otherModule} has one door, its index.ts`
  }
  if (!to.startsWith('src/'))
    return 'a module imports itself, doors, the ground floors, assembly and views only'
  return onGround(to) ? null : 'a module imports the ground floors of src'
}

const SHARED_BY_ISLANDS = [
  'islands/mount.ts',
  'islands/remains.tsx',
  'islands/client.ts',
  'islands/contact-suggestions.tsx',
  'islands/save-contact.tsx',
  'islands/report-action.ts',
]

function objectionOfIsland(from: string, to: string, typeOnly: boolean): string | null {
  const ownFolder = from.split('/').slice(0, 2).join('/')
  if (to.startsWith(`${ownFolder}/`) || SHARED_BY_ISLANDS.includes(to) || to.startsWith('views/')) return null
  if (to.startsWith('assembly/')) return null
  return to.startsWith('modules/') && typeOnly ? null : 'an island imports itself, views, assembly, and types'
}

const files = sourceFiles(['src', 'assembly', 'modules', 'views', 'islands', 'migrations'])
const imports = files.flatMap((file) => importsOf(file))

test('every folder of src has a layer, every module its allowed imports', () => {
  expect(FLOORS.flat().sort()).toEqual(readdirSync('src').sort())
  expect(readdirSync('modules').filter((name) => !ARROWS[name])).toEqual([])
})

test('every import is allowed', () => {
  expect(imports.length).toBeGreaterThan(200)
  const forbiddenImports = imports.flatMap((one) => {
    const reason = objection(one)
    return reason ? [`${one.from} → ${one.to}: ${reason}`] : []
  })
  expect(forbiddenImports).toEqual([])
  expect(imports.filter((one) => !existsSync(one.to)).map((one) => `${one.from} → ${one.to}`)).toEqual([])
})

const PLANTED_IMPORTS: [string, string][] = [
  ['modules/accounts/account.ts', `import { findDocument } from '#modules/documents/index.ts'`],
  ['modules/documents/list.ts', `import { openAccount } from '#modules/accounts/account.ts'`],
  ['modules/documents/list.ts', `import { Editor } from '#islands/editor/editor.tsx'`],
  ['modules/documents/list.ts', `import { createApp } from '#src/app/app.tsx'`],
  ['modules/documents/list.ts', `import { connect } from '#src/app/database.ts'`],
  ['modules/documents/list.ts', `import { outboxRoutes } from '#src/pages/outbox.tsx'`],
  ['modules/unheard-of/list.ts', `import { findViewer } from '#modules/accounts/index.ts'`],
  ['src/auth/session.ts', `import { findViewer } from '#modules/accounts/index.ts'`],
  ['src/auth/session.ts', `import type { Viewer } from '#modules/accounts/index.ts'`],
  ['src/auth/session.ts', `const { openAccount } = await import('#modules/accounts/index.ts')`],
  ['src/auth/session.ts', `import { job } from '#src/jobs/jobs.ts'`],
  ['src/core/errors.ts', `import type { Ctx } from '#src/http/web.ts'`],
  ['src/db/migrate.ts', `import { emit } from '../jobs/module-events.ts'`],
  ['src/mail/mail.ts', `import { page } from '#src/http/page.tsx'`],
  ['src/http/page.tsx', `export { connect } from '#src/app/database.ts'`],
  ['src/http/page.tsx', `import { playDemo } from '#src/demo/seed-demo.ts'`],
  ['modules/pages/home/home.tsx', `import { createApp } from '#src/app/app.tsx'`],
  ['src/unheard-of/x.ts', `import { createApp } from '#src/app/app.tsx'`],
  ['assembly/edit.ts', `import type { Db } from '#src/db/db.ts'`],
  ['assembly/edit.ts', `import { findTemplate } from '#modules/documents/index.ts'`],
  ['src/db/migrate.ts', `import { assemble } from '#assembly/assemble.ts'`],
  ['views/forms.tsx', `import { config } from '#src/core/config.ts'`],
  ['views/forms.tsx', `import site from '../locales/en_US/site.json'`],
  ['islands/editor/editor.tsx', `import { findSetting } from '#modules/signing/setting.ts'`],
  ['islands/signature-table/x.tsx', `import { Editor } from '../editor/editor.tsx'`],
  ['migrations/20261121T1000_x.ts', `import { now } from '#src/core/clock.ts'`],
]

test.each(PLANTED_IMPORTS)('a forbidden import planted in %s is detected: %s', (file, line) => {
  const [planted] = importsOf(file, line)
  expect(planted && objection(planted)).toBeTruthy()
})

test('there are no import cycles, by value or by type', () => {
  expect(circlesOf(imports.filter((one) => !one.typeOnly))).toEqual([])
  expect(circlesOf(imports)).toEqual([])
})

test('a planted cycle is detected', () => {
  const plantedImports = [
    ...importsOf('views/a.ts', `import { b } from './b.ts'`),
    ...importsOf('views/b.ts', `import type { C } from './c.ts'`),
    ...importsOf('views/c.ts', `import { a } from './a.ts'`),
  ]
  expect(circlesOf(plantedImports)).toEqual([['views/a.ts', 'views/b.ts', 'views/c.ts']])
  expect(circlesOf(plantedImports.filter((one) => !one.typeOnly))).toEqual([])
})

test('no folder holds more than 20 files', () => {
  const folders = foldersOf(['src', 'assembly', 'modules', 'views', 'islands'])
  const fullFolders = [...folders].filter(([, files]) => files.length > 20)
  expect(fullFolders.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

test('SQL names only the tables of its own module', () => {
  const names = readdirSync('modules').join('|')
  const mention = new RegExp(`['"\`\\s(]((${names})\\.[a-z_]+)(?![.\\w])`, 'g')
  const tables = new RegExp(`'((?:${names})\\.[a-z_]+)': `, 'g')
  const knownTables = new Set(
    sourceFiles(['modules']).flatMap((file) =>
      file.endsWith('schema.ts') ? [...readFileSync(file, 'utf8').matchAll(tables)].map((m) => m[1]) : [],
    ),
  )
  expect(knownTables.size).toBeGreaterThan(8)
  const foreignTables = sourceFiles(['modules', 'src']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(mention)]
      .filter(([, table, owner]) => knownTables.has(table) && owner !== moduleOf(file))
      .map(([, table]) => `${file} names ${table}`),
  )
  expect(foreignTables).toEqual([])
})

test('every module is part of the product: its tables exist, its routes are mounted', () => {
  for (const name of readdirSync('modules')) {
    const entries = readdirSync(`modules/${name}`)
    if (entries.includes('schema.ts'))
      expect(readFileSync(`modules/${name}/schema.ts`, 'utf8')).toMatch(
        /declare module '#src\/db\/db\.ts' \{\s+interface Database extends/,
      )
    if (entries.includes('routes.tsx'))
      expect(readFileSync(`modules/${name}/index.ts`, 'utf8')).toMatch(/\b(as )?routes\b/)
  }
})

test('only src/auth/session.ts imports lucia', () => {
  const knowing = files.filter((file) => /from 'lucia'/.test(readFileSync(file, 'utf8')))
  expect(knowing).toEqual(['src/auth/session.ts'])
})

const PGBOSS_TABLE = /\bpgboss['"]?\./

test('only src/jobs/pgboss-tables.ts names the tables of pg-boss', () => {
  const naming = files.filter((file) => PGBOSS_TABLE.test(readFileSync(file, 'utf8')))
  expect(naming).toEqual(['src/jobs/pgboss-tables.ts'])
})

test.each(['select from pgboss.job as job', 'select from "pgboss"."queue"', "sql.table('pgboss.job')"])(
  'a table of pg-boss is detected: %s',
  (statement) => {
    expect(statement).toMatch(PGBOSS_TABLE)
  },
)

const EXPORT = /export\s+(?:type\s+)?\{([^}]*)\}/g

/** The names that a module's door exports; its routes are mounted by `src/app/app.tsx`. */
const namesAt = (door: string) =>
  [...readFileSync(door, 'utf8').matchAll(EXPORT)].flatMap(([, list]) =>
    list!
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .replace(/^.* as /, ''),
      )
      .filter((name) => name && name !== 'routes'),
  )

test('a door exports at most 40 names, each of which is used outside', () => {
  const doors = readdirSync('modules').map((name) => `modules/${name}/index.ts`)
  const usedNames = new Set(
    files.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'#(modules\/[\w-]+\/index\.ts)'/g,
        ),
      ].flatMap(([, list, door]) =>
        list!.split(',').map(
          (name) =>
            `${door} ${name
              .trim()
              .replace(/^type\s+/, '')
              .replace(/ as .*$/, '')}`,
        ),
      ),
    ),
  )
  const unusedNames = doors.flatMap((door) =>
    namesAt(door)
      .filter((name) => !usedNames.has(`${door} ${name}`))
      .map((name) => `${door}: ${name}`),
  )
  expect(unusedNames).toEqual([])
  const large = doors.filter((door) => namesAt(door).length > 40)
  expect(large.map((door) => `${door}: ${namesAt(door).length}`)).toEqual([])
})

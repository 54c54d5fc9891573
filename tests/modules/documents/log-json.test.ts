import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { renameDocument } from '#modules/documents/document.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

interface Row {
  document_id: string
  number: number
  at: string
  identity: string
  operator: string
  action: string
  details: Record<string, unknown>
  previous: string
  hash: string
}

interface Log {
  format: string
  version: number
  document: { id: string }
  actions: Row[]
}

let db: Db
let cast: Cast
let exportedLog: string
const folder = mkdtempSync(join(tmpdir(), 'qishu-log-'))

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const { id } = await filledDraft(db, cast.lin.viewer)
  await renameDocument(db, cast.lin.viewer, id, { name: '保密 “NDA” \u2028 <b>', number: 'N-7' })
  exportedLog = await (await cast.lin.client.get(`/mgmt/${id}/action-log.json`)).text()
})

/** The exit code and the output of the published program for this text. */
function check(text: string, ...more: string[]): Promise<[number, string]> {
  const file = join(folder, 'log.json')
  writeFileSync(file, text)
  return new Promise((resolve) =>
    execFile(process.execPath, ['public/check-log.mjs', file, ...more], (error, stdout) =>
      resolve([Number(error?.code ?? 0), stdout.trim()]),
    ),
  )
}

function changeLog(change: (log: Log) => void): string {
  const log = JSON.parse(exportedLog) as Log
  change(log)
  return JSON.stringify(log)
}

test('the short published program, which needs no package, can verify an exported log', async () => {
  const { actions } = JSON.parse(exportedLog) as Log
  const lastRow = actions.at(-1)!
  expect(actions.length).toBeGreaterThan(2)
  expect(lastRow.details).toEqual({ name: '保密 “NDA” \u2028 <b>', number: 'N-7' })
  const whole = `whole: ${actions.length} rows, the last hash is ${lastRow.hash}`
  expect(await check(exportedLog)).toEqual([0, whole])
  expect(await check(JSON.stringify(JSON.parse(exportedLog)), actions[0]!.hash.toUpperCase())).toEqual([
    0,
    whole,
  ])
  const program = readFileSync('public/check-log.mjs', 'utf8')
  expect(program.split('\n').length).toBeLessThan(60)
  expect([...program.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['node:crypto', 'node:fs'])
})

test.each<[string, number, (log: Log) => void]>([
  ['another operator', 2, ({ actions }) => Object.assign(actions[1]!, { operator: 'Nobody' })],
  ['another millisecond', 1, ({ actions }) => Object.assign(actions[0]!, { at: '2026-01-01T00:00:00.000Z' })],
  ['another identity', 2, ({ actions }) => Object.assign(actions[1]!, { identity: 'system' })],
  ['another action', 2, ({ actions }) => Object.assign(actions[1]!, { action: 'delete' })],
  ['another detail', 3, ({ actions }) => Object.assign(actions[2]!.details, { name: 'x' })],
  ['a detail more', 3, ({ actions }) => Object.assign(actions[2]!.details, { more: 1 })],
  ['no details', 3, ({ actions }) => Object.assign(actions[2]!, { details: null })],
  ['a row missing', 2, ({ actions }) => actions.splice(1, 1)],
  ['rows exchanged', 1, ({ actions }) => actions.reverse()],
  ['a row of another document', 2, ({ actions }) => Object.assign(actions[1]!, { document_id: 'x' })],
  ['another document', 1, ({ document }) => Object.assign(document, { id: 'x' })],
  ['no rows', 1, ({ actions }) => actions.splice(0)],
])('a log with %s is broken at row %i', async (_, number, change) => {
  const [code, words] = await check(changeLog(change))
  expect([code, words.slice(0, `broken at row ${number}`.length)]).toEqual([1, `broken at row ${number}`])
})

test('an extract of a log is valid only if it is complete from its first row on', async () => {
  const end = (version: number) =>
    changeLog((log) => Object.assign(log, { version, actions: log.actions.slice(1) }))
  const { actions } = JSON.parse(exportedLog) as Log
  const message = `${actions.length - 1} rows, the last hash is ${actions.at(-1)!.hash}`
  expect(await check(end(2))).toEqual([0, `whole from row 2: ${message}`])
  expect(await check(end(1))).toEqual([1, 'broken at row 1'])
  const otherLog = changeLog((log) => {
    Object.assign(log, { version: 2, actions: log.actions.slice(1) })
    Object.assign(log.actions[1]!, { operator: 'Nobody' })
  })
  expect(await check(otherLog)).toEqual([1, 'broken at row 3'])
})

test('a log that was cut at its end lacks the hash that was printed earlier', async () => {
  const { actions } = JSON.parse(exportedLog) as Log
  const { hash } = actions.at(-1)!
  const cut = changeLog((log) => log.actions.pop())
  expect((await check(cut))[0]).toBe(0)
  expect(await check(cut, hash)).toEqual([1, `whole, but no row has the hash ${hash}`])
})

test.each(['', '{}', '[]', 'null', '{"format":"qishu-action-log","version":3,"actions":[]}'])(
  'a file that is not a log is rejected: %s',
  async (text) => {
    expect((await check(text))[0]).toBe(2)
  },
)

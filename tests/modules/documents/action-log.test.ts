import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { renameDocument } from '#modules/documents/document.ts'
import { type Actor, logAction } from '#modules/documents/index.ts'
import type { Db } from '#src/app/database.ts'
import { readRecords } from '#src/core/csv/read-csv.ts'
import { BYTE_ORDER_MARK } from '#src/core/csv/write-csv.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'

let db: Db
let cast: Cast
let id: string

const REVIEWER: Actor = { identity: 'reviewer', operator: '=Hu, "Jie"' }

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  id = (await filledDraft(db, cast.lin.viewer)).id
  await renameDocument(db, cast.lin.viewer, id, { name: '保密 NDA', number: 'N-7' })
  await db.transaction().execute((trx) => logAction(trx, id, REVIEWER, 'open-to-review', { round: 2 }))
})

const get = (path: string) => cast.lin.client.get(`/mgmt/${id}/${path}`)
const csvIn = async (locale: string) => {
  const bytes = new Uint8Array(await (await get(`action-log.csv?locale=${locale}`)).arrayBuffer())
  return (readRecords(bytes) as { record: string[] }[]).map(({ record }) => record)
}

test('the action log is exported for a spreadsheet in the reader’s language, with whole hashes', async () => {
  const actions = await listActions(db, id)
  expect(findBrokenLink(actions)).toBe(null)
  const [head, ...rows] = await csvIn('en_US')
  expect(head).toEqual(['Number', 'Time', 'Identity', 'Operator', 'Action', 'Details', 'Hash'])
  const foot = rows.pop()!
  expect(rows.map((row) => [row[0], row.at(-1)])).toEqual(
    actions.map(({ number, hash }) => [String(number), hash]),
  )
  expect(rows.find((row) => row[4] === 'Renamed')?.[5]).toBe('保密 NDA · N-7')
  // A spreadsheet must not take a name for a formula.
  expect(rows.at(-1)!.slice(2, 5)).toEqual(['Reviewer', `'=Hu, "Jie"`, 'Opened to review'])
  expect(foot[0]).toContain(`The log is whole: each row carries the hash of the one before it.`)
  expect(foot[0]).toContain(actions.at(-1)!.hash)
  const answer = await get('action-log.csv')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from(BYTE_ORDER_MARK))
})

test.each([
  ['en_US', ['Action log', 'Renamed', 'Operator', 'The log is whole']],
  ['zh_CN', ['操作日志', '修改名称', '操作人', '日志完整']],
  ['zh_TW', ['操作紀錄', '修改名稱', '操作人', '紀錄完整']],
] as const)('the action log is set as a PDF in %s, and in that language alone', async (locale, words) => {
  expect((await csvIn(locale))[0]![3]).toBe(words[2])
  const answer = await get(`action-log.pdf?locale=${locale}`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const text = (await pdfText(new Uint8Array(await answer.arrayBuffer()))).replaceAll(/\s+/g, '')
  for (const word of words) expect(text).toContain(word.replaceAll(' ', ''))
  expect(text.split(words[1].replaceAll(' ', '')).length).toBe(2)
})

test('a log that was tampered with says at which row, on the page and in its files', async () => {
  await sql`alter table documents.action disable trigger user`.execute(db)
  const { operator } = (await listActions(db, id))[1]!
  const sign = (name: string) =>
    db
      .updateTable('documents.action')
      .set({ operator: name })
      .where('document_id', '=', id)
      .where('number', '=', 2)
      .execute()
  await sign('Nobody')
  onTestFinished(async () => {
    await sign(operator)
  })
  const words = 'The log has been tampered with at row 2.'
  expect((await csvIn('en_US')).at(-1)![0]).toBe(words)
  const html = await (await get('action-log?locale=en_US')).text()
  expect(html).toContain(words)
  for (const form of ['csv', 'pdf']) expect(html).toContain(`href="/mgmt/${id}/action-log.${form}"`)
})

test('is nobody else’s', async () => {
  for (const form of ['csv', 'pdf'])
    expect((await cast.hannah.client.get(`/mgmt/${id}/action-log.${form}`)).status).toBe(404)
})

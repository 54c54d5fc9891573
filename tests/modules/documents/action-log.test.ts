import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Actor, actionHash, findBrokenLink, listActions, readLog } from '#modules/documents/audit-log.ts'
import { renameDocument } from '#modules/documents/document.ts'
import { logAction } from '#modules/documents/index.ts'
import { type MarkedLog, sealMarkedLogs } from '#modules/documents/log/seal-marked.ts'
import { log } from '#src/core/log.ts'
import type { Db } from '#src/db/db.ts'
import { readRecords } from '#src/files/csv/read-csv.ts'
import { BYTE_ORDER_MARK } from '#src/files/csv/write-csv.ts'
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

test('the action log is exported for a spreadsheet in the reader’s language, with full hashes', async () => {
  const actions = await listActions(db, id)
  expect(findBrokenLink(actions)).toBe(null)
  const [head, ...rows] = await csvIn('en_US')
  expect(head).toEqual(['Number', 'Time', 'Time (UTC)', 'Identity', 'Operator', 'Action', 'Details', 'Hash'])
  const foot = rows.pop()!
  expect(rows.map((row) => [row[0], row.at(-1)])).toEqual(
    actions.map(({ number, hash }) => [String(number), hash]),
  )
  expect(rows.find((row) => row[5] === 'Renamed')?.[6]).toBe('保密 NDA · N-7')
  // A spreadsheet must not interpret a name as a formula.
  expect(rows.at(-1)!.slice(3, 6)).toEqual(['Reviewer', `'=Hu, "Jie"`, 'Opened for review'])
  expect(foot[0]).toContain(`The log is complete: its hash chain is intact.`)
  expect(foot[0]).toContain(actions.at(-1)!.hash)
  const answer = await get('action-log.csv')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from(BYTE_ORDER_MARK))
})

test.each([
  ['en_US', ['Action log', 'Renamed', 'Operator', 'The log is complete']],
  ['zh_CN', ['操作日志', '修改名称', '操作人', '日志完整']],
  ['zh_TW', ['操作紀錄', '修改名稱', '操作人', '紀錄完整']],
] as const)('the action log is printed as a PDF in %s, and in no other language', async (locale, words) => {
  expect((await csvIn(locale))[0]![4]).toBe(words[2])
  const answer = await get(`action-log.pdf?locale=${locale}`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const text = (await pdfText(new Uint8Array(await answer.arrayBuffer()))).replaceAll(/\s+/g, '')
  const { hash, at } = (await listActions(db, id))[0]!
  for (const word of [...words, hash, at.toISOString()]) expect(text).toContain(word.replaceAll(' ', ''))
  expect(text.split(words[1].replaceAll(' ', '')).length).toBe(2)
})

test('the page and the files of a log that was tampered with name the changed row', async () => {
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
  for (const form of ['csv', 'pdf', 'json']) expect(html).toContain(`href="/mgmt/${id}/action-log.${form}"`)
})

class Undo extends Error {}

/** The fault that the check finds after a direct change of the table; the change is rolled back. */
async function faultAfter(change: (trx: Db) => Promise<unknown>) {
  let fault: unknown
  const undone = db.transaction().execute(async (trx) => {
    await sql`alter table documents.action disable trigger user`.execute(trx)
    await change(trx)
    fault = (await readLog(trx, id)).fault
    throw new Undo()
  })
  await expect(undone).rejects.toBeInstanceOf(Undo)
  return fault
}

const dropAfter = (trx: Db, number: number) =>
  trx.deleteFrom('documents.action').where('document_id', '=', id).where('number', '>', number).execute()
const setEnd = (trx: Db, end: ReturnType<typeof sql>) =>
  sql`update documents.document set log_end = ${end} where id = ${id}`.execute(trx)
const act = (trx: Db) => logAction(trx, id, REVIEWER, 'open-to-review', { round: 3 })

/** A row forged by an attacker who knows how the chain is built, but not its key. */
async function forge(trx: Db) {
  const lastRow = (await listActions(trx, id)).at(-1)!
  const at = lastRow.at
  const row = { ...lastRow, number: lastRow.number + 1, previous: lastRow.hash }
  const hash = actionHash({ ...row, at: at.toISOString() })
  await trx
    .insertInto('documents.action')
    .values({ ...row, hash, details: JSON.stringify(row.details) })
    .execute()
}

test('missing or forged rows at the end, or a foreign end, are reported permanently', async () => {
  const { length } = await listActions(db, id)
  expect(length).toBeGreaterThan(2)
  const otherDraft = await filledDraft(db, cast.lin.viewer)
  const faults: [unknown, (trx: Db) => Promise<unknown>][] = [
    [null, async () => {}],
    [null, act],
    [{ missing: 1 }, (trx) => dropAfter(trx, length - 1)],
    [{ missing: 2 }, (trx) => dropAfter(trx, length - 2)],
    [{ missing: length }, (trx) => dropAfter(trx, 0)],
    [{ row: length + 1 }, forge],
    [{ row: length }, (trx) => dropAfter(trx, length - 1).then(() => forge(trx))],
    ['unconfirmed', (trx) => setEnd(trx, sql`null`)],
    ['unconfirmed', (trx) => setEnd(trx, sql`log_end || '{"number": 2}'`)],
    ['unconfirmed', (trx) => setEnd(trx, sql`log_end || '{"seal": "before"}'`)],
    ['unconfirmed', (trx) => setEnd(trx, sql`'[]'`)],
    // Genuine for another document.
    [
      'unconfirmed',
      (trx) => setEnd(trx, sql`(select log_end from documents.document where id = ${otherDraft.id})`),
    ],
    // Later actions do not hide it.
    [{ row: length }, (trx) => dropAfter(trx, length - 1).then(() => act(trx))],
    [{ row: length + 2 }, (trx) => forge(trx).then(() => act(trx))],
    ['unconfirmed', (trx) => setEnd(trx, sql`null`).then(() => act(trx))],
    [
      'unconfirmed',
      async (trx) => {
        await dropAfter(trx, 0)
        await setEnd(trx, sql`null`)
        await act(trx)
      },
    ],
  ]
  for (const [at, [fault, change]] of faults.entries())
    expect([at, await faultAfter(change)]).toEqual([at, fault])
})

test('a log marked by an operator is sealed unchanged by a command, shows that, and continues from there', async () => {
  const { id: documentId } = await filledDraft(db, cast.lin.viewer)
  const mark = sql`update documents.document set log_end = log_end || '{"seal": "before"}' where id = ${documentId}`
  const previousState = await listActions(db, documentId)
  await mark.execute(db)
  expect((await readLog(db, documentId)).fault).toBe('unconfirmed')
  const markedLogs: MarkedLog[] = []
  const onlyList = (onlyLog: MarkedLog[]) => {
    markedLogs.push(...onlyLog)
    return false
  }
  expect(await sealMarkedLogs(db, onlyList)).toEqual([])
  expect(markedLogs.map((row) => [row.id, row.log_end!.number])).toEqual([[documentId, previousState.length]])
  expect((await readLog(db, documentId)).fault).toBe('unconfirmed')
  const warn = vi.spyOn(log, 'warn')
  expect(await sealMarkedLogs(db, () => true)).toEqual([documentId])
  expect(warn.mock.calls[0]?.[0]).toEqual({ event: 'logs sealed', documents: [documentId] })
  warn.mockRestore()
  const { actions, fault } = await readLog(db, documentId)
  expect(fault).toBe(null)
  expect(actions.map(({ action }) => action)).toEqual([
    ...previousState.map(({ action }) => action),
    'seal-log',
  ])
  expect(await sealMarkedLogs(db, () => true)).toEqual([])
  // Rows that were missing when it was marked stay missing.
  await mark.execute(db)
  await sql`alter table documents.action disable trigger user`.execute(db)
  await db
    .deleteFrom('documents.action')
    .where('document_id', '=', documentId)
    .where('number', '=', actions.length)
    .execute()
  await sql`alter table documents.action enable trigger user`.execute(db)
  await sealMarkedLogs(db, () => true)
  expect((await readLog(db, documentId)).fault).toEqual({ row: actions.length })
})

test('single rows cannot be deleted or changed; deleting a document deletes its log', async () => {
  await sql`alter table documents.action enable trigger user`.execute(db)
  const { id: documentId } = await filledDraft(db, cast.lin.viewer)
  const rows = () => db.deleteFrom('documents.action').where('document_id', '=', documentId)
  await expect(rows().where('number', '=', 1).execute()).rejects.toThrow('append-only')
  await expect(rows().execute()).rejects.toThrow('append-only')
  const change = db
    .updateTable('documents.action')
    .set({ operator: 'x' })
    .where('document_id', '=', documentId)
  await expect(change.execute()).rejects.toThrow('append-only')
  await db.deleteFrom('documents.document').where('id', '=', documentId).execute()
  await rows().execute()
  expect(await listActions(db, documentId)).toEqual([])
})

test.each([
  ['en_US', 'tampered with: 1 row is missing at its end', 'The end of the log cannot be confirmed'],
  ['zh_CN', '日志已被篡改：末尾缺少 1 行', '无法确认日志末尾是否完整'],
  ['zh_TW', '紀錄已遭竄改：末尾缺少 1 列', '無法確認紀錄末尾是否完整'],
])('a missing end is reported on the page and in both files: %s', async (locale, missing, unconfirmed) => {
  await sql`alter table documents.action disable trigger user`.execute(db)
  const { id: cut } = await filledDraft(db, cast.lin.viewer)
  const see = async (words: string) => {
    const ask = (path: string) => cast.lin.client.get(`/mgmt/${cut}/${path}?locale=${locale}`)
    expect(await (await ask('action-log')).text()).toContain(words)
    expect(await (await ask('action-log.csv')).text()).toContain(words)
    const pdf = await pdfText(new Uint8Array(await (await ask('action-log.pdf')).arrayBuffer()))
    expect(pdf.replaceAll(/\s+/g, '')).toContain(words.replaceAll(/\s+/g, ''))
  }
  const { length } = await listActions(db, cut)
  await db
    .deleteFrom('documents.action')
    .where('document_id', '=', cut)
    .where('number', '=', length)
    .execute()
  await see(missing)
  await sql`update documents.document set log_end = null where id = ${cut}`.execute(db)
  await see(unconfirmed)
})

test('the log is visible only to people who can see the document', async () => {
  for (const form of ['csv', 'pdf', 'json'])
    expect((await cast.hannah.client.get(`/mgmt/${id}/action-log.${form}`)).status).toBe(404)
})

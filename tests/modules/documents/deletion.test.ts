import { beforeAll, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { renameDocument } from '#modules/documents/document.ts'
import { deleteExpiredDrafts } from '#modules/documents/drafts/deletion.ts'
import { exportDocuments } from '#modules/documents/export.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { HOUR } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { setUpClock } from '#tests/cast/test-context.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
const pass = setUpClock()

const LIST = '/mgmt/my-docs?keyword=%E4%BF%9D%E5%AF%86&sort=name'
const rowOf = (id: string) =>
  db.selectFrom('documents.document').selectAll().where('id', '=', id).executeTakeFirst()
const remove = (id: string, back = LIST) => cast.lin.client.post(`/mgmt/${id}/deletion`, { back })
const bringBack = (id: string, back = LIST) => cast.lin.client.post(`/mgmt/${id}/restoration`, { back })
const readPage = async (path: string) => (await cast.lin.client.get(path)).text()

test('requires a confirmation, and returns to the same page of the list with an undo', async () => {
  const { id } = await filledDraft(db, cast.lin.viewer)
  const { name } = (await rowOf(id))!
  const list = await readPage(LIST)
  const link = new RegExp(`href="(/mgmt/${id}/deletion[^"]*)"`).exec(list)![1]!
  const html = await readPage(link)
  expect(html).toContain(`href="${LIST.replaceAll('&', '&amp;')}"`)
  const answer = await remove(id)
  expect(answer.headers.get('location')).toBe(`${LIST}&deleted=${id}`)
  const pageAfter = await readPage(answer.headers.get('location')!)
  expect(pageAfter).toContain(`“${name}” was deleted.`)
  expect(pageAfter).not.toContain(`/mgmt/${id}/edit-doc`)
  const back = /action="\/mgmt\/[^"]+\/restoration"[^>]*>.*?name="back" value="([^"]+)"/s.exec(pageAfter)![1]!
  expect(back.replaceAll('&amp;', '&')).toBe(LIST)
  const undone = await bringBack(id)
  expect(undone.headers.get('location')).toBe(`${LIST}&restored=${id}`)
  const reloadedPage = await readPage(undone.headers.get('location')!)
  expect(reloadedPage).toContain(`“${name}” was restored.`)
  expect(reloadedPage).toContain(`/mgmt/${id}/edit-doc`)
})

test('hides a draft everywhere; its undo restores it unchanged, with its whole log', async () => {
  const { id } = await filledDraft(db, cast.lin.viewer)
  const { log_end: _, ...before } = (await rowOf(id))!
  await remove(id)
  for (const page of ['view-doc', 'edit-doc', 'draft.pdf', 'action-log', 'copy', 'deletion'])
    expect([page, (await cast.lin.client.get(`/mgmt/${id}/${page}`)).status]).toEqual([page, 404])
  expect(await readPage('/mgmt/home')).not.toContain(id)
  // A deleted document is kept for a while, so it is still exported.
  expect((await exportDocuments(db, cast.lin.viewer)).documentIds).toContain(id)
  expect((await remove(id)).status).toBe(404)
  const name = { name: 'Taken', number: 'T-1' }
  await expect(renameDocument(db, cast.lin.viewer, id, name)).rejects.toThrow('NOT_FOUND')
  await bringBack(id)
  expect(await rowOf(id)).toMatchObject(before)
  expect((await bringBack(id)).status).toBe(303)
  const log = await listActions(db, id)
  expect(log.map(({ action }) => action)).toEqual(['create', 'edit', 'delete', 'restore'])
  expect(findBrokenLink(log)).toBeNull()
})

test('frees name and number; a restored draft gets the next free ones', async () => {
  const { viewer } = cast.lin
  const { id } = await filledDraft(db, viewer)
  await renameDocument(db, viewer, id, { name: 'Harbour lease', number: 'H-1' })
  await remove(id)
  const template = findTemplate('mutual-nda')
  const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const
  const otherDocument = await createDocument(db, viewer, template, { version: template.version, languages })
  await renameDocument(db, viewer, otherDocument, { name: 'harbour lease', number: 'H-1' })
  await bringBack(id)
  const document = await findDocument(db, viewer, id)
  expect([document.name, document.number]).toEqual([
    'Harbour lease (2)',
    expect.stringMatching(/^QS-2026-\d+$/),
  ])
})

test('is possible only for drafts and only for people who can edit them', async () => {
  const finalised = await finalisedDocument(db, cast.lin.viewer)
  expect((await remove(finalised)).status).toBe(409)
  expect((await cast.lin.client.get(`/mgmt/${finalised}/deletion`)).status).toBe(409)
  const { id } = await filledDraft(db, cast.lin.viewer)
  await remove(id)
  for (const name of ['hannah', 'zhou', 'ruo'] as const)
    expect((await cast[name].client.post(`/mgmt/${id}/restoration`)).status).toBe(404)
  expect((await rowOf(id))!.deleted_at).not.toBeNull()
  expect((await bringBack(id)).status).toBe(303)
})

test('redirects only to the list', async () => {
  for (const back of ['https://evil.example/', '//evil.example', '/mgmt/home', '']) {
    const { id } = await filledDraft(db, cast.lin.viewer)
    const answer = await remove(id, back)
    expect([back, answer.headers.get('location')]).toEqual([back, `/mgmt/my-docs?deleted=${id}`])
    const undone = await bringBack(id, back)
    expect([back, undone.headers.get('location')]).toEqual([back, `/mgmt/my-docs?restored=${id}`])
  }
})

test('becomes final a day later, together with the log, and deletes nothing else', async () => {
  const deletedDraft = await filledDraft(db, cast.lin.viewer)
  const young = await filledDraft(db, cast.lin.viewer)
  const remaining = await filledDraft(db, cast.lin.viewer)
  const copyResponse = await cast.lin.client.post(`/mgmt/${deletedDraft.id}/copy`)
  const copy = copyResponse.headers.get('location')!.split('/')[2]!
  await remove(deletedDraft.id)
  pass(23 * HOUR)
  await remove(young.id)
  await deleteExpiredDrafts.now(db, {})
  expect(await rowOf(deletedDraft.id)).toBeDefined()
  pass(2 * HOUR)
  await deleteExpiredDrafts.now(db, {})
  expect([await rowOf(deletedDraft.id), await listActions(db, deletedDraft.id)]).toEqual([undefined, []])
  expect((await bringBack(deletedDraft.id)).status).toBe(404)
  expect((await rowOf(copy))!.copied_from).toBeNull()
  expect((await bringBack(young.id)).status).toBe(303)
  expect((await findDocument(db, cast.lin.viewer, remaining.id)).status).toBe('draft')
})

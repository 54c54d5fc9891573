import { describe, expect, test } from 'vitest'
import '#src/app/events.ts'
import { writeText } from '#assembly/edit.ts'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { deleteDraft } from '#modules/documents/drafts/deletion.ts'
import { eraseDocuments } from '#modules/documents/erasure.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument, moveTo } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { startTranslation, undoTranslation } from '#modules/documents/translation/translation.ts'
import { findVersion } from '#modules/documents/versions/find-version.ts'
import { restoreVersion } from '#modules/documents/versions/restore.ts'
import { MAX_VERSIONS, type VersionCause } from '#modules/documents/versions/version.ts'
import { MINUTE } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { workWaitingJobs } from '#src/jobs/jobs.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast, setUpClock } from '#tests/cast/test-context.ts'
import { newClient } from '#tests/support/client.ts'

const context = setUpCast()
const pass = setUpClock()

const lin = () => context.cast.lin.viewer
const find = (id: string) => findDocument(context.db, lin(), id)

/** Every version with its cause, newest first. A star marks the current one. */
async function versionsOf(id: string) {
  const rows = await context.db
    .selectFrom('documents.version')
    .selectAll()
    .where('document_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(
    ({ number, cause, reached, answers }) =>
      `${number} ${cause}${reached ? ` ${reached}` : ''}${answers ? '' : ' *'}`,
  )
}

/** Saves another English project name of the NDA. */
async function write(id: string, project: string, { as = lin(), cause }: Writing = {}) {
  const { version, answers, template } = await find(id)
  const changedAnswers = writeText(answers, template, 'project', 'en', project)
  const saved = await saveAnswers(context.db, as, id, { version, answers: changedAnswers, cause })
  if ('conflict' in saved) throw new Error('conflict')
}
interface Writing {
  as?: Viewer
  cause?: VersionCause
}

async function projectIn(id: string, number: number) {
  const { answers } = await findVersion(context.db, await find(id), String(number))
  return (answers.fields.project as { en: string }).en
}

const draft = async () => (await filledDraft(context.db, lin())).id

async function restore(id: string, number: number, as = lin()) {
  await restoreVersion(context.db, as, { id, number: String(number), since: (await find(id)).version })
}

describe('the versions of a document', () => {
  test('are one per editing session of a person, even if the editor saves often', async () => {
    const id = await draft()
    for (const project of ['one', 'two', 'three']) await write(id, project)
    expect(await versionsOf(id)).toEqual(['2 edit *', '1 create'])
    pass(31 * MINUTE)
    await write(id, 'four')
    expect(await versionsOf(id)).toEqual(['3 edit *', '2 edit', '1 create'])
    expect([await projectIn(id, 2), await projectIn(id, 3)]).toEqual(['three', 'four'])
    await write(id, 'by another hand', { as: { ...lin(), id: context.cast.zhou.viewer.id, name: 'Zhou' } })
    expect(await versionsOf(id)).toEqual(['4 edit *', '3 edit', '2 edit', '1 create'])
    const { author } = await findVersion(context.db, await find(id), '4')
    expect(author).toBe('Zhou')
  })

  test('a new version begins after the text was sent to review or finalised, and after everything was replaced', async () => {
    const id = await draft()
    await context.db.transaction().execute((trx) => moveTo(trx, id, 'in_review'))
    await context.db.transaction().execute((trx) => moveTo(trx, id, 'returned'))
    await context.db.transaction().execute((trx) => moveTo(trx, id, 'draft'))
    await write(id, 'after the review')
    expect(await versionsOf(id)).toEqual(['3 edit *', '2 edit in_review', '1 create'])
    await write(id, 'replaced', { cause: 'replace' })
    await write(id, 'and edited')
    await finaliseDocument(context.db, lin(), id, (await find(id)).version)
    expect((await versionsOf(id)).slice(0, 3)).toEqual(['5 edit finalised *', '4 replace', '3 edit'])
    expect(await projectIn(id, 3)).toBe('after the review')
  })

  test('contain the texts that a translation overwrote, and the texts that its undo removed', async () => {
    const id = await draft()
    const { answers, template, version } = await find(id)
    const changedValues = { ...answers, fields: { ...answers.fields, project: '联合开发' } }
    await saveAnswers(context.db, lin(), id, { version, answers: changedValues })
    expect(template.fields.some((field) => field.id === 'project')).toBe(true)
    await startTranslation(context.db, lin(), id, true)
    await expect(restore(id, 1)).rejects.toMatchObject({ code: 'TRANSLATION_IN_PROGRESS' })
    await workWaitingJobs(context.db)
    expect(await versionsOf(id)).toEqual(['3 translate *', '2 edit', '1 create'])
    await undoTranslation(context.db, lin(), id)
    expect(await versionsOf(id)).toEqual(['4 undo-translation *', '3 translate', '2 edit', '1 create'])
    expect((await find(id)).answers).toEqual(changedValues)
  })

  test(`are at most ${MAX_VERSIONS}: the oldest editing sessions are deleted, reviewed versions stay`, async () => {
    const id = await draft()
    await context.db.transaction().execute((trx) => moveTo(trx, id, 'in_review'))
    await context.db.transaction().execute((trx) => moveTo(trx, id, 'returned'))
    await context.db.transaction().execute((trx) => moveTo(trx, id, 'draft'))
    for (let n = 0; n < MAX_VERSIONS + 3; n++) {
      pass(31 * MINUTE)
      await write(id, `sitting ${n}`)
    }
    const versions = await versionsOf(id)
    expect(versions).toHaveLength(MAX_VERSIONS)
    expect(versions.slice(-3)).toEqual(['8 edit', '2 edit in_review', '1 create'])
    expect(versions[0]).toBe(`${MAX_VERSIONS + 5} edit *`)
    const pages = []
    let path: string | undefined = `/mgmt/${id}/versions`
    while (path) {
      const html: string = await (await context.cast.lin.client.get(path)).text()
      pages.push([...html.matchAll(/<tr\b/g)].length - 1)
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(pages).toEqual([20, 20, 10])
  })

  test('are deleted with the document, and no longer name an erased account', async () => {
    const { db, cast } = context
    const remaining = await draft()
    const deletedId = await draft()
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('documents.document').where('id', '=', deletedId).execute()
      await trx.deleteFrom('documents.action').where('document_id', '=', deletedId).execute()
      // Erases a colleague's account, and another team's documents.
      await eraseDocuments(trx, { accountId: lin().id, teamIds: [cast.hannah.viewer.teamId] })
    })
    expect(await versionsOf(deletedId)).toEqual([])
    expect(await versionsOf(remaining)).toHaveLength(2)
    const html = await (await context.cast.lin.client.get(`/mgmt/${remaining}/versions`)).text()
    expect(html).toContain('Deleted account')
    expect(html).not.toMatch(new RegExp(`<td[^>]*>${lin().name}`))
  })
})

test('the drafting history of a signed document is erased with its team’s account, and the document stays', async () => {
  const { db, cast } = context
  const { viewer } = cast.hannah
  const { id } = await filledDraft(db, viewer)
  await finaliseDocument(db, viewer, id, (await findDocument(db, viewer, id)).version)
  await db.updateTable('documents.document').set({ status: 'completed' }).where('id', '=', id).execute()
  expect(await versionsOf(id)).toEqual(['2 edit finalised *', '1 create'])
  const owner = { accountId: viewer.id, teamIds: [viewer.teamId] }
  await db.transaction().execute((trx) => eraseDocuments(trx, owner))
  expect(await versionsOf(id)).toEqual(['2 edit finalised *'])
})

describe('an earlier version', () => {
  test('is restored as a new version, which is logged, and no version is lost', async () => {
    const id = await draft()
    await write(id, 'first')
    pass(31 * MINUTE)
    await write(id, 'second')
    await restore(id, 2)
    expect(await versionsOf(id)).toEqual(['4 restore *', '3 edit', '2 edit', '1 create'])
    expect([await projectIn(id, 4), await projectIn(id, 3)]).toEqual(['first', 'second'])
    const actions = await listActions(context.db, id)
    expect(findBrokenLink(actions)).toBeNull()
    expect([actions.at(-1)!.action, actions.at(-1)!.details]).toEqual(['restore-version', { version: 2 }])
    expect((await find(id)).words).toContain('first')
    await restore(id, 3)
    expect((await find(id)).answers.fields.project).toMatchObject({ en: 'second' })
  })

  test('causes a conflict for a person who is editing in another tab', async () => {
    const id = await draft()
    const openDocument = await find(id)
    pass(31 * MINUTE)
    await write(id, 'second')
    const lateDocument = await find(id)
    await restore(id, 2)
    for (const tab of [openDocument, lateDocument]) {
      const saved = await saveAnswers(context.db, lin(), id, { version: tab.version, answers: tab.answers })
      expect(saved).toHaveProperty('conflict.version', lateDocument.version + 1)
    }
    expect(await versionsOf(id)).toEqual(['4 restore *', '3 edit', '2 edit', '1 create'])
  })

  test('is restored once by two concurrent requests, and not over a newer save', async () => {
    const id = await draft()
    pass(31 * MINUTE)
    await write(id, 'second')
    const { version } = await find(id)
    const query = { id, number: '2', since: version }
    const results = await Promise.allSettled([1, 2].map(() => restoreVersion(context.db, lin(), query)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(restoreVersion(context.db, lin(), query)).rejects.toMatchObject({
      code: 'DOCUMENT_CONFLICT',
    })
    expect(await versionsOf(id)).toHaveLength(4)
  })

  test('cannot be restored in any state but draft, nor by readers', async () => {
    const id = await draft()
    const reader = { ...lin(), permissions: lin().permissions.filter((one) => one !== 'document.create') }
    await expect(restore(id, 1, reader)).rejects.toMatchObject({ code: 'ACCESS_DENIED' })
    const { client } = context.cast.lin
    const path = `/mgmt/${id}/versions`
    expect(await (await client.get(path)).text()).toContain(`${path}/1/restoration`)
    await finaliseDocument(context.db, lin(), id, (await find(id)).version)
    await expect(restore(id, 1)).rejects.toMatchObject({ code: 'DOCUMENT_STATUS_WRONG' })
    expect(await (await client.get(path)).text()).not.toContain('/restoration')
    expect((await client.get(`${path}/1`)).status).toBe(200)
    const refusal = await client.post(`${path}/1/restoration`, { version: '2' })
    expect(refusal.status).toBe(409)
  })

  test('is shown and compared on plain pages, and restored by a plain form', async () => {
    const id = await draft()
    await write(id, 'the first wording')
    pass(31 * MINUTE)
    await write(id, 'the second wording')
    const { client } = context.cast.lin
    const path = `/mgmt/${id}/versions/2`
    const textOf = async (url: string) => (await client.get(url)).text()
    expect(await textOf(path)).toContain('the first wording')
    const changes = await textOf(`${path}?show=changes`)
    expect(changes).toMatch(/<del[^>]*>first<\/del>/)
    expect(changes).toMatch(/<ins[^>]*>second<\/ins>/)
    expect(changes).toContain('1 place has changed since then.')
    const form = await textOf(`${path}/restoration`)
    const version = /name="version" value="(\d+)"/.exec(form)![1]!
    await write(id, 'a wording of meanwhile')
    const lateResponse = await client.post(`${path}/restoration`, { version })
    const again = await lateResponse.text()
    expect([lateResponse.status, again]).toEqual([409, expect.stringContaining('has been changed elsewhere')])
    const shownVersion = /name="version" value="(\d+)"/.exec(again)![1]!
    const response = await client.post(`${path}/restoration`, { version: shownVersion })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/mgmt/${id}/versions?restored=2`,
    ])
    expect(await textOf(`/mgmt/${id}/versions?restored=2`)).toContain('The version is restored.')
    expect(await textOf(`/mgmt/${id}/versions/2?show=changes`)).toContain('The text is the same as today.')
  })

  test('is not found if it is unknown, of a deleted draft, or requested by another team', async () => {
    const id = await draft()
    const { client } = context.cast.lin
    for (const number of ['0', '99', '1e3', '-1', '2147483648', 'x'])
      expect([number, (await client.get(`/mgmt/${id}/versions/${number}`)).status]).toEqual([number, 404])
    expect((await context.cast.hannah.client.get(`/mgmt/${id}/versions/1`)).status).toBe(404)
    expect((await newClient(context.db).get(`/mgmt/${id}/versions`)).status).toBe(303)
    await deleteDraft(context.db, lin(), id)
    expect((await client.get(`/mgmt/${id}/versions`)).status).toBe(404)
  })
})

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenLink, listActions } from '#modules/documents/audit-log.ts'
import { copyDocument } from '#modules/documents/drafts/copy.ts'
import { createDocument, findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { usageSummary } from '#modules/orders/ledger/usage-summary.ts'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { findTemplate } from '#modules/templates/index.ts'
import { SECOND, setClock } from '#src/core/clock.ts'
import type { Permission } from '#src/core/viewer.ts'
import { filledDraft, finalisedDocument, signingDocument } from '#tests/cast/signing.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { completedDocument, type World } from '#tests/cast/world.ts'
import { copyOfWorld } from '#tests/cast/world-copy.ts'

let world: World

beforeAll(async () => {
  world = await copyOfWorld()
})
afterEach(() => setClock(null))

const find = (id: string) => findDocument(world.db, world.cast.lin.viewer, id)
const copy = (id: string, as: 'copy' | 'revision') => copyDocument(world.db, world.cast.lin.viewer, id, as)
const lastAction = async (id: string) => {
  const actions = await listActions(world.db, id)
  expect(findBrokenLink(actions)).toBeNull()
  return [actions.at(-1)!.action, actions.at(-1)!.details]
}
const pageOf = async (id: string) => (await world.cast.lin.client.get(`/mgmt/${id}/view-doc`)).text()

async function declinedDocument() {
  const { documentId } = await signingDocument(world.db, world.cast.lin.viewer)
  await signAsDemo(world.db, documentId, 1, 'Thirty days, not sixty: <b>please</b>')
  return documentId
}

describe('a copy', () => {
  test('of a document in any state is a separate draft with the same text, and both documents mention it', async () => {
    const { viewer } = world.cast.lin
    const expected = {
      draft: (await filledDraft(world.db, viewer)).id,
      finalised: await finalisedDocument(world.db, viewer),
      signing: (await signingDocument(world.db, viewer)).documentId,
      completed: await completedDocument(world.db, viewer),
    }
    for (const [status, id] of Object.entries(expected)) {
      const source = await find(id)
      expect(source.status).toBe(status)
      const draft = await find(await copy(id, 'copy'))
      expect([draft.status, draft.version, draft.creator_id]).toEqual(['draft', 1, viewer.id])
      expect([draft.template, draft.answers]).toEqual([source.template, source.answers])
      expect([draft.counterparty, draft.counterparty]).not.toEqual([source.counterparty, ''])
      expect(draft.name).toMatch(/^保密协议（双向） \(\d+\)$/)
      expect(draft.number).not.toBe(source.number)
      expect(await lastAction(id)).toEqual(['copy', { to: draft.number }])
      expect(await lastAction(draft.id)).toEqual([
        'create',
        { template: 'mutual-nda', number: draft.number, from: source.number },
      ])
      expect(await pageOf(draft.id)).toMatch(new RegExp(`Copied from<a[^>]*${id}[^>]*>${source.number}<`))
      expect(await pageOf(id)).toMatch(new RegExp(`Copied as<a[^>]*${draft.id}[^>]*>${draft.number}<`))
    }
  })

  test('is independent of the source: saving one does not change the other', async () => {
    const { id } = await filledDraft(world.db, world.cast.lin.viewer)
    const draft = await find(await copy(id, 'copy'))
    const fields = { ...draft.answers.fields, project: { zh: '另一项目', en: 'another project' } }
    const changedValues = { version: 1, answers: { ...draft.answers, fields } }
    await saveAnswers(world.db, world.cast.lin.viewer, draft.id, changedValues)
    expect((await find(draft.id)).answers.fields.project).toEqual(fields.project)
    expect((await find(id)).answers.fields.project).not.toEqual(fields.project)
  })

  test('of “Lease (2)” is “Lease (3)”, and of the longest name still a valid name', async () => {
    const { db, cast } = world
    const template = findTemplate('mutual-nda')
    const languages = { primary: 'en', bilingual: false, script: 'Hans' } as const
    const createNamed = (name: string) =>
      createDocument(db, cast.lin.viewer, template, { version: template.version, languages, name })
    await createNamed('Lease')
    const secondId = await createNamed('LEASE')
    expect((await find(secondId)).name).toBe('LEASE (2)')
    expect((await find(await copy(secondId, 'copy'))).name).toBe('LEASE (3)')
    const longId = await createNamed('x'.repeat(100))
    const { name } = await find(await copy(longId, 'copy'))
    expect([name.length <= 100, name.startsWith('xxx')]).toEqual([true, true])
  })

  test('is made once by two concurrent clicks; a later click makes another', async () => {
    const { client } = world.cast.lin
    const { id } = await filledDraft(world.db, world.cast.lin.viewer)
    const click = async () => (await client.post(`/mgmt/${id}/copy`)).headers.get('location')
    const [one, same] = await Promise.all([click(), click()])
    expect(one).toMatch(/^\/mgmt\/[0-9a-f-]{36}\/edit-doc$/)
    expect(same).toBe(one)
    expect(await copy(id, 'revision').catch((error) => error.code)).toBe('DOCUMENT_STATUS_WRONG')
    const copies = () =>
      world.db.selectFrom('documents.document').select('id').where('copied_from', '=', id).execute()
    expect(await copies()).toHaveLength(1)
    setClock(() => new Date(Date.now() + 6 * SECOND))
    expect(await click()).not.toBe(one)
    expect(await copies()).toHaveLength(2)
  })
})

describe('a copy needs', () => {
  test('one use, as a new document does', async () => {
    const { db, cast } = world
    const { id } = await filledDraft(db, cast.lin.viewer)
    const countUses = async () =>
      (await usageSummary(db, cast.lin.viewer)).find(({ kind }) => kind === 'document_1')!.used
    const countBefore = await countUses()
    await copy(id, 'copy')
    expect(await countUses()).toBe(countBefore + 1)
  })

  test('the permission to create, and a package that includes the template', async () => {
    const { db, cast } = world
    await onPlan(db, cast.lin.viewer.teamId)
    const id = await finalisedDocument(db, cast.lin.viewer)
    const reader = { ...cast.zhou.viewer, permissions: ['team.documents'] as Permission[] }
    expect(await copyDocument(db, reader, id, 'copy').catch((error) => error.code)).toBe('ACCESS_DENIED')
    const template = JSON.stringify({ ...findTemplate('mutual-nda'), feeCategory: 'paid' })
    await db.updateTable('documents.document').set({ template }).where('id', '=', id).execute()
    for (const as of ['copy', 'revision'] as const)
      expect(await copy(id, as).catch((error) => error.code)).toBe('TEMPLATE_NOT_IN_PLAN')
  })
})

describe('a revision', () => {
  test('can be made of finalised and completed documents only', async () => {
    const { viewer, client } = world.cast.lin
    for (const id of [world.draft.id, world.signing.documentId]) {
      expect(await copy(id, 'revision').catch((error) => error.code)).toBe('DOCUMENT_STATUS_WRONG')
      expect((await client.get(`/mgmt/${id}/revision`)).status).toBe(409)
      expect(await pageOf(id)).not.toContain('Revise into a new draft')
    }
    for (const id of [await finalisedDocument(world.db, viewer), world.completedId]) {
      const source = await find(id)
      expect(await pageOf(id)).toContain('Revise into a new draft')
      const html = await (await client.get(`/mgmt/${id}/revision`)).text()
      expect(html).toContain('it counts as one document used')
      const response = await client.post(`/mgmt/${id}/revision`)
      const draft = await find(response.headers.get('location')!.split('/')[2]!)
      expect([draft.copied_from, draft.copied_as, draft.note]).toEqual([id, 'revision', null])
      expect(await pageOf(id)).toMatch(new RegExp(`Revised as<a[^>]*>${draft.number}<`))
      expect(await pageOf(draft.id)).toMatch(new RegExp(`Revised from<a[^>]*>${source.number}<`))
      expect((await find(id)).status).toBe(source.status)
    }
  })

  test('of a declined document shows the reason in draft and editor, until a person dismisses it', async () => {
    const { client } = world.cast.lin
    const id = await declinedDocument()
    expect(await (await client.get(`/mgmt/${id}/signing`)).text()).toContain('Revise into a new draft')
    const { id: draft, note } = await find(await copy(id, 'revision'))
    expect(note).toMatchObject({
      number: (await find(id)).number,
      by: '陈莲 Chen Lian',
      reason: 'Thirty days, not sixty: <b>please</b>',
    })
    for (const page of ['view-doc', 'edit-doc']) {
      const html = await (await client.get(`/mgmt/${draft}/${page}`)).text()
      expect([page, html.includes('Thirty days, not sixty: &lt;b&gt;please')]).toEqual([page, true])
    }
    const away = await client.post(`/mgmt/${draft}/note-dismissal`, { page: 'edit-doc' })
    expect(away.headers.get('location')).toBe(`/mgmt/${draft}/edit-doc`)
    expect((await client.post(`/mgmt/${draft}/note-dismissal`)).status).toBe(303)
    expect(await pageOf(draft)).not.toContain('Thirty days')
    expect((await find(draft)).note).toBeNull()
  })

  test('is shown only to people who can see its source', async () => {
    const { db, cast } = world
    const id = await finalisedDocument(db, cast.lin.viewer)
    await copy(id, 'revision')
    expect((await cast.hannah.client.post(`/mgmt/${id}/revision`)).status).toBe(404)
    const member = { ...cast.zhou.viewer, permissions: ['document.create'] as Permission[] }
    expect(await copyDocument(db, member, id, 'revision').catch((error) => error.code)).toBe('NOT_FOUND')
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { NO_CHANGE } from '#modules/documents/filing/file-documents.ts'
import { addLabel, listLabels, MAX_LABELS } from '#modules/documents/filing/label.ts'
import { listViews, MAX_VIEWS } from '#modules/documents/filing/saved-view.ts'
import { MAX_CHOSEN } from '#modules/documents/filing/selection.ts'
import { readFilter } from '#modules/documents/list/filter.ts'
import { listDocuments } from '#modules/documents/list/list.ts'
import { now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { filledDraft, finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'

const context = setUpCast()
let drafts: string[]
let final: string

beforeAll(async () => {
  const { lin } = context.cast
  drafts = []
  for (let n = 0; n < 3; n++) drafts.push((await filledDraft(context.db, lin.viewer)).id)
  final = await finalisedDocument(context.db, lin.viewer)
})

const lin = () => context.cast.lin
const listNames = async (query: Record<string, string> = {}) =>
  (await listDocuments(context.db, lin().viewer, readFilter(query), 'en_US')).rows.map(({ id }) => id)
const labelId = async (name: string) =>
  (await listLabels(context.db, lin().viewer)).find((label) => label.name === name)!.id
const add = (kind: string, name: string, colour = 'grey') =>
  lin().client.post('/mgmt/filing/labels', { kind, name, colour })
const ticked = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`document-${id}`, 'yes']))

// The tests depend on each other, in order.
describe('filing', { shuffle: false }, () => {
  test('a folder and tags are added; a duplicate name is rejected at its field, which keeps the typed text', async () => {
    expect((await add('folder', 'Suppliers')).status).toBe(303)
    expect((await add('tag', 'Urgent', 'red')).status).toBe(303)
    expect((await add('tag', 'Renew', 'green')).status).toBe(303)
    const secondResponse = await add('tag', 'urgent', 'blue')
    expect(secondResponse.status).toBe(422)
    const html = await secondResponse.text()
    expect(html).toContain('This name is already taken')
    expect(html).toContain('value="urgent"')
    expect((await add('folder', ' ')).status).toBe(422)
    expect((await add('folder', 'x'.repeat(41))).status).toBe(422)
  })

  test('selected documents are moved into a folder and tagged, and the filters find them', async () => {
    const [folder, urgent, renew] = [
      await labelId('Suppliers'),
      await labelId('Urgent'),
      await labelId('Renew'),
    ]
    const form = await lin().client.get(`/mgmt/filing/chosen?${new URLSearchParams(ticked(...drafts))}`)
    expect(await form.text()).toContain('3 documents')
    const response = await lin().client.post('/mgmt/filing/chosen', {
      ...ticked(...drafts),
      which: 'ticked',
      folder,
      [`add-${urgent}`]: 'yes',
      [`add-${renew}`]: 'yes',
    })
    expect(response.headers.get('location')).toContain('step=file&count=3')
    expect((await listNames({ folder })).toSorted()).toEqual(drafts.toSorted())
    expect((await listNames({ tag: urgent, folder })).length).toBe(3)
    expect(await listNames({ folder: 'none' })).toEqual([final])
    await lin().client.post('/mgmt/filing/chosen', { ...ticked(drafts[0]!), [`remove-${urgent}`]: 'yes' })
    expect((await listNames({ tag: urgent })).length).toBe(2)
    expect((await listNames({ tag: urgent, keyword: 'n' })).length).toBeLessThanOrEqual(2)
    const page = await (await lin().client.get(`/mgmt/my-docs?folder=${folder}`)).text()
    expect(page).toContain('Suppliers')
    expect(page).toContain('Renew')
  })

  test('all matching documents are archived, which is logged, leave the list, and can be restored by one click', async () => {
    const tag = await labelId('Urgent')
    const form = { which: 'all', filter: `tag=${tag}` }
    expect((await lin().client.post('/mgmt/filing/archive', form)).headers.get('location')).toContain(
      'count=2',
    )
    expect((await listNames()).length).toBe(2)
    const archived = await listNames({ folder: 'archived' })
    expect(archived.length).toBe(2)
    const view = await (await lin().client.get('/mgmt/my-docs?folder=archived')).text()
    expect(view).toContain('action="/mgmt/filing/unarchive"')
    for (let time = 0; time < 2; time++)
      await lin().client.post('/mgmt/filing/unarchive', {
        ...ticked(archived[0]!),
        filter: 'folder=archived',
      })
    expect(await listNames({ folder: 'archived' })).toEqual([archived[1]])
    const log = await context.db
      .selectFrom('documents.action')
      .select('action')
      .where('document_id', '=', archived[0]!)
      .orderBy('number')
      .execute()
    expect(log.map(({ action }) => action).slice(-2)).toEqual(['archive', 'unarchive'])
  })

  test('an archived document can still be opened, and its time of last edit is unchanged', async () => {
    const [id] = await listNames({ folder: 'archived' })
    expect((await lin().client.get(`/mgmt/${id}/view-doc`)).status).toBe(200)
    await lin().client.post('/mgmt/filing/unarchive', ticked(id!))
    expect((await listNames())[0]).toBe(final)
  })

  test('an empty selection, one that is too large and one with deleted documents are rejected with a message', async () => {
    const none = await lin().client.post('/mgmt/filing/archive', { which: 'ticked' })
    expect([none.status, (await none.text()).includes('No documents are ticked')]).toEqual([422, true])
    const manyFields = Object.fromEntries(
      Array.from({ length: MAX_CHOSEN + 1 }, () => [`document-${newId()}`, 'yes']),
    )
    expect(await (await lin().client.post('/mgmt/filing/archive', manyFields)).text()).toContain(
      'At most 500 documents',
    )
    const response = await lin().client.post('/mgmt/filing/chosen', { ...ticked(final), folder: newId() })
    expect([response.status, (await response.text()).includes('This folder was deleted')]).toEqual([
      422,
      true,
    ])
    expect(await (await lin().client.get('/mgmt/filing/chosen')).text()).toContain('No documents are ticked')
  })

  test('other teams and read-only members change nothing', async () => {
    const { hannah } = context.cast
    const foreign = await hannah.client.post('/mgmt/filing/archive', ticked(final))
    expect(foreign.status).toBe(422)
    const folder = await labelId('Suppliers')
    expect((await hannah.client.post(`/mgmt/filing/labels/${folder}/removal`, {})).status).toBe(404)
    const ownValues = { ...NO_CHANGE, folder }
    expect(ownValues.folder).toBe(folder)
    expect(await listNames()).toContain(final)
    expect((await hannah.client.get(`/mgmt/my-docs?folder=${folder}`)).status).toBe(200)
  })

  test('a filter is saved as a view, shown as a link, and removed', async () => {
    const saveResponse = await lin().client.post('/mgmt/filing/views', {
      name: 'My drafts',
      query: 'status=draft&after=x',
    })
    expect(saveResponse.headers.get('location')).toBe('/mgmt/my-docs?status=draft')
    const page = await (await lin().client.get('/mgmt/my-docs?status=draft')).text()
    expect(page).toMatch(/href="\/mgmt\/my-docs\?status=draft" aria-current="page"[^>]*>My drafts</)
    const secondResponse = await lin().client.post('/mgmt/filing/views', { name: 'my DRAFTS', query: '' })
    expect(secondResponse.status).toBe(422)
    const rows = Array.from({ length: MAX_VIEWS - 1 }, (_, n) => ({
      id: newId(),
      team_id: lin().viewer.teamId,
      account_id: lin().viewer.id,
      name: `View ${n}`,
      query: '',
      created_at: now(),
    }))
    await context.db.insertInto('documents.saved_view').values(rows).execute()
    const full = await lin().client.post('/mgmt/filing/views', { name: 'One more', query: '' })
    expect(await full.text()).toContain('You already have 20')
    const [{ id } = { id: '' }] = await listViews(context.db, lin().viewer)
    expect((await context.cast.zhou.client.post(`/mgmt/filing/views/${id}/removal`, {})).status).toBe(404)
    expect((await lin().client.post(`/mgmt/filing/views/${id}/removal`, {})).status).toBe(303)
    expect((await listViews(context.db, lin().viewer)).length).toBe(MAX_VIEWS - 1)
  })

  test('the fifty-first tag is rejected, even if two tags are added concurrently', async () => {
    for (let n = 2; n < MAX_LABELS.tag - 1; n++)
      await addLabel(context.db, lin().viewer, 'tag', { name: `Tag ${n}`, colour: 'grey' })
    const results = await Promise.all([add('tag', 'One'), add('tag', 'Other')])
    expect(results.map(({ status }) => status).toSorted()).toEqual([303, 422])
  })

  test('the list can be exported as a spreadsheet without formulas, in the person’s language', async () => {
    await context.db
      .updateTable('documents.document')
      .set({ name: '=1+1' })
      .where('id', '=', drafts[0]!)
      .execute()
    const folder = await labelId('Suppliers')
    const response = await lin().client.get(`/mgmt/my-docs/documents.csv?folder=${folder}`)
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = text.trim().split('\r\n')
    expect(lines[0]).toContain('Name,Number,Status,Owner')
    expect(lines.length).toBe(4)
    expect(text).toContain("'=1+1")
    expect(text).toContain('Suppliers')
  })

  test('a deleted folder leaves its documents where they are', async () => {
    const folder = await labelId('Suppliers')
    expect((await lin().client.post(`/mgmt/filing/labels/${folder}/removal`, {})).status).toBe(303)
    expect((await listNames({ folder: 'none' })).length).toBe(4)
  })
})

import { beforeEach, expect, test } from 'vitest'
import { pointsOf } from '#modules/checklists/points.ts'
import { libraryTemplates } from '#modules/templates/index.ts'
import { importedPdf } from '#tests/cast/imports.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { fieldProblem } from '#tests/support/form.ts'

const context = setUpCast()
const lin = () => context.cast.lin.client
let id: string
let path: string

beforeEach(async () => {
  id = await importedPdf(context.db, context.cast.lin.viewer)
  path = `/mgmt/${id}/checklist`
})

const text = async (at: string, locale = 'en_US') => (await lin().get(`${at}?locale=${locale}`)).text()

const readStored = () =>
  context.db.selectFrom('checklists.checklist').selectAll().where('document_id', '=', id).executeTakeFirst()

const begin = () => lin().post(path, { template: 'mutual-nda' })

test('each template of the library yields points with questions, without any marks', () => {
  for (const template of libraryTemplates()) {
    const points = pointsOf(template)
    expect(points.length).toBeGreaterThan(3)
    expect(new Set(points.map((point) => point.id)).size).toBe(points.length)
    expect(points.some(({ questions }) => questions.length)).toBe(true)
    for (const { text: words } of points) expect(Object.values(words).join()).not.toMatch(/[{}]/)
  }
})

test('a kind of contract is chosen, answers are stored, and the summary is in both languages', async () => {
  expect(await text(path)).toContain('What kind of contract is it?')
  const none = await lin().post(path, { template: '' })
  expect([none.status, fieldProblem(await none.text(), 'template')]).toEqual([422, expect.any(String)])
  expect((await lin().post(path, { template: 'no-such' })).status).toBe(404)
  expect((await begin()).headers.get('location')).toBe(path)
  expect(await text(path)).toContain('Compared with: Mutual Non-Disclosure Agreement')

  const firstResponse = await lin().post(`${path}/points`, {
    point: 'secrecy',
    verdict: 'missing',
    note: '没有期限',
  })
  expect(firstResponse.headers.get('location')).toBe(`${path}#point-secrecy`)
  const byScript = await lin().post(
    `${path}/points?locale=en_US`,
    { point: 'no-hire', verdict: 'negotiate' },
    { 'hx-request': 'true' },
  )
  const progress = await byScript.text()
  expect(progress).toContain('1 missing, 1 to negotiate')
  expect(progress).not.toContain('<html')

  // A second start changes nothing.
  await begin()
  expect((await readStored())!.answers).toEqual({
    secrecy: { verdict: 'missing', note: '没有期限' },
    'no-hire': { verdict: 'negotiate', note: '' },
  })
  expect(await text(path)).toContain('没有期限')
  const summary = await text(`${path}/summary`)
  expect(summary).toContain('Missing (1)')
  expect(summary).toContain('To negotiate (1)')
  expect(summary).toContain('没有期限')
  expect(summary).toContain('保密期限')
  expect(summary).toMatch(/Term of secrecy/)
  expect(await text(`${path}/summary`, 'zh_TW')).toContain('缺漏（1）')
})

test('concurrent answers of two people to different points are both stored', async () => {
  await begin()
  const points = ['secrecy', 'no-hire', 'return-duty', 'disclosure-window']
  await Promise.all(points.map((point) => lin().post(`${path}/points`, { point, verdict: 'ok' })))
  expect(Object.keys((await readStored())!.answers).sort()).toEqual(points.toSorted())
})

test.each([
  [{ point: 'secrecy', verdict: 'perfect' }, 422],
  [{ point: 'secrecy', verdict: 'ok', note: 'x'.repeat(2001) }, 422],
  [{ point: 'nowhere', verdict: 'ok' }, 404],
])('the answer %j is refused', async (values, status) => {
  await begin()
  const refusal = await lin().post(`${path}/points`, values)
  expect(refusal.status).toBe(status)
  if ('note' in values) expect(await refusal.text()).toContain(values.note)
  expect((await readStored())!.answers).toEqual({})
})

test('without a checklist nothing can be answered, summarised or deleted; a checklist is deleted once', async () => {
  expect((await lin().post(`${path}/points`, { point: 'secrecy', verdict: 'ok' })).status).toBe(404)
  expect((await lin().get(`${path}/summary`)).status).toBe(404)
  expect((await lin().post(`${path}/removal`)).status).toBe(404)
  await begin()
  expect(await text(`${path}/removal`)).toContain('you can choose another kind of contract')
  expect((await lin().post(`${path}/removal`)).status).toBe(303)
  expect((await lin().post(`${path}/removal`)).status).toBe(404)
  expect(await readStored()).toBeUndefined()
})

test('a draft of our own has no checklist, and other teams can neither see nor answer one', async () => {
  const draft = await filledDraft(context.db, context.cast.lin.viewer)
  expect((await lin().get(`/mgmt/${draft.id}/checklist`)).status).toBe(404)
  expect((await lin().post(`/mgmt/${draft.id}/checklist`, { template: 'mutual-nda' })).status).toBe(404)
  await begin()
  for (const { client } of [context.cast.zhou, context.cast.hannah]) {
    for (const at of [path, `${path}/summary`]) expect((await client.get(at)).status).toBe(404)
    const response = await client.post(`${path}/points`, { point: 'secrecy', verdict: 'ok' })
    expect([403, 404]).toContain(response.status)
  }
  expect((await readStored())!.answers).toEqual({})
})

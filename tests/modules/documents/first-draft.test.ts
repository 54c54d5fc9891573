import { beforeAll, expect, test } from 'vitest'
import { planPosition } from '#assembly/edit/position.ts'
import { readLog } from '#modules/documents/audit-log.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { onPlan } from '#tests/cast/teams.ts'
import { testDatabase } from '#tests/support/database.ts'
import { versionOf } from '#tests/support/template-version.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await onPlan(db, cast.lin.viewer.teamId)
})

const lin = () => cast.lin.client

const begin = (code: string, position: string) =>
  lin().post('/mgmt/new-doc', {
    template: code,
    version: versionOf(code),
    language: 'zh-Hans',
    bilingual: 'yes',
    position,
  })

async function beginDraft(code: string, position: string) {
  const response = await begin(code, position)
  const id = /mgmt\/([^/]+)/.exec(response.headers.get('location') ?? '')![1]!
  return findDocument(db, cast.lin.viewer, id)
}

const logOf = async (id: string) => {
  const { actions, fault } = await readLog(db, id)
  expect(fault).toBeNull()
  return actions.filter(({ action }) => action === 'first-draft').map(({ details }) => details)
}

const textOf = async (path: string) => {
  const html = await (await lin().get(`${path}?locale=en_US`)).text()
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('a document begins as a first draft that favours a party, which its log shows', async () => {
  const form = await (await lin().get('/mgmt/new-doc?template=sales-contract&locale=en_US')).text()
  expect(form).toContain('First draft for')
  expect(form.match(/name="position"/g)).toHaveLength(4)

  const { id, answers } = await beginDraft('sales-contract', 'b')
  expect(answers).toMatchObject({ position: 'b', clauses: { payment: { alternative: 'prepaid' } } })
  expect(await logOf(id)).toEqual([{ side: 'b', role: '卖方 / Seller' }])
  expect(await textOf(`/mgmt/${id}/action-log`)).toMatch(/First draft for one side.*卖方 \/ Seller/)
  const summary = await textOf(`/mgmt/${id}/risks`)
  expect(summary).toContain('Whom the wording favours')
  expect(summary).toMatch(/“Payment before dispatch” \(favours the Seller\)/)
  expect(summary).toMatch(/Favours 卖方 [\d.、]+ Seller [\d., ]+/)
})

test('a template that favours no party has no such choice, and only favoured parties can be chosen', async () => {
  expect(await textOf('/mgmt/new-doc?template=mutual-nda&x=')).not.toContain('First draft for')
  const { id, answers } = await beginDraft('mutual-nda', 'b')
  expect([answers.position, answers.clauses]).toEqual([undefined, {}])
  expect(await logOf(id)).toEqual([])
  const otherId = await beginDraft('sales-contract', 'h')
  expect(otherId.answers.position).toBeUndefined()
  expect((await begin('sales-contract', 'seller')).status).toBe(422)
})

test('choosing another party in the editor is logged once; typing is not logged', async () => {
  const { id, version, template, answers } = await beginDraft('service-agreement', '')
  expect(await logOf(id)).toEqual([])
  const balanced = planPosition(answers, template, 'neutral').answers
  const first = await saveAnswers(db, cast.lin.viewer, id, { version, answers: balanced })
  if (!('version' in first)) throw new Error('conflict')
  await saveAnswers(db, cast.lin.viewer, id, { version: first.version, answers: balanced })
  expect(await logOf(id)).toEqual([{ side: 'neutral' }])
  const ownAnswers = planPosition(balanced, template, '').answers
  await saveAnswers(db, cast.lin.viewer, id, { version: first.version + 1, answers: ownAnswers })
  expect(await logOf(id)).toEqual([{ side: 'neutral' }, { side: 'template' }])
})

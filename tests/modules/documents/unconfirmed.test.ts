import { beforeAll, expect, test } from 'vitest'
import { findingKey } from '#assembly/agreement/acknowledged-finding.ts'
import { assemble } from '#assembly/assemble.ts'
import { acknowledgeFinding } from '#assembly/edit/acknowledge-finding.ts'
import { writeCustom } from '#assembly/edit.ts'
import { listActions } from '#modules/documents/audit-log.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import type { Db } from '#src/db/db.ts'
import { openCast, type Person } from '#tests/cast/people.ts'
import { filledDraft } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'

const JSON_ONLY = { accept: 'application/json' }

let db: Db
let lin: Person

beforeAll(async () => {
  db = await testDatabase()
  lin = (await openCast(db)).lin
})

/** A complete draft, except for a clause that says thirty days in Chinese and sixty in English. */
async function differingDraft() {
  const { id, version } = await filledDraft(db, lin.viewer)
  const { answers, template } = await findDocument(db, lin.viewer, id)
  const texts = {
    zh: '任何一方可以提前30日通知终止。',
    en: 'Either Party may terminate by sixty (60) days’ notice.',
  }
  let next = writeCustom(answers, template, 'early-end', 'zh', texts.zh)
  next = writeCustom(next, template, 'early-end', 'en', texts.en)
  delete next.clauses['early-end']!.stale
  await saveAnswers(db, lin.viewer, id, { version, answers: next })
  const document = await findDocument(db, lin.viewer, id)
  const points = assemble(document).open
  expect(points.map(({ check }) => check)).toEqual(['numbers'])
  return { document, point: points[0]! }
}

const finalise = (id: string, version: number, meant: string[] = []) =>
  lin.client.post(
    `/mgmt/${id}/finalisation`,
    { version: String(version), ...Object.fromEntries(meant.map((name) => [name, 'yes'])) },
    JSON_ONLY,
  )

const meantIn = async (id: string) =>
  (await listActions(db, id)).find(({ action }) => action === 'finalise')?.details.meant

test('a mismatch of the languages blocks finalising until it is acknowledged, and the log records it', async () => {
  const { document, point } = await differingDraft()
  const { id, version } = document
  const refused = await finalise(id, version)
  expect(refused.status).toBe(422)
  const told = await refused.json()
  expect([told.errorCode, told.errorMsg]).toEqual([
    'REQUIRED_FIELDS_MISSING',
    expect.stringMatching(/1 place where Chinese and English do not agree|中文与英文不一致/),
  ])
  expect((await finalise(id, version, ['meant-early-end-numbers-other'])).status).toBe(422)
  expect(await meantIn(id)).toBeUndefined()
  expect((await finalise(id, version, [findingKey(point)])).status).toBe(303)
  expect(await meantIn(id)).toBe('numbers in early-end: 30日 / sixty (60) days')
})

test('a mismatch acknowledged in the editor does not block finalising, and is in the log', async () => {
  const { document, point } = await differingDraft()
  const { id, version, answers, template } = document
  const saved = await saveAnswers(db, lin.viewer, id, {
    version,
    answers: acknowledgeFinding(answers, template, point),
  })
  expect(saved).toMatchObject({ version: version + 1 })
  expect((await finalise(id, version + 1)).status).toBe(303)
  expect(await meantIn(id)).toBe('numbers in early-end: 30日 / sixty (60) days')
})

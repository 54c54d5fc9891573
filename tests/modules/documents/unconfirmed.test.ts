import { beforeAll, expect, test } from 'vitest'
import { assemble } from '#assembly/assemble.ts'
import { confirmationField } from '#assembly/confirmation/confirmation.ts'
import { confirmPoint } from '#assembly/edit/confirm-point.ts'
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

/** A complete draft with one clause that states thirty days in Chinese and sixty in English. */
async function differingDraft() {
  const { id, version } = await filledDraft(db, lin.viewer)
  const { answers, template } = await findDocument(db, lin.viewer, id)
  const texts = {
    zh: '任何一方可以提前30日通知终止。',
    en: 'Either Party may terminate by sixty (60) days’ notice.',
  }
  let nextAnswers = writeCustom(answers, template, 'early-end', 'zh', texts.zh)
  nextAnswers = writeCustom(nextAnswers, template, 'early-end', 'en', texts.en)
  delete nextAnswers.clauses['early-end']!.stale
  await saveAnswers(db, lin.viewer, id, { version, answers: nextAnswers })
  const document = await findDocument(db, lin.viewer, id)
  const points = assemble(document).open
  expect(points.map(({ check }) => check)).toEqual(['numbers'])
  return { document, point: points[0]! }
}

const finalise = (id: string, version: number, meant: string[] = [], value = 'yes') =>
  lin.client.post(
    `/mgmt/${id}/finalisation`,
    { version: String(version), ...Object.fromEntries(meant.map((name) => [name, value])) },
    JSON_ONLY,
  )

const meantIn = async (id: string) =>
  (await listActions(db, id)).find(({ action }) => action === 'finalise')?.details.meant

test('a mismatch of the languages blocks finalising until it is acknowledged, and the log records it', async () => {
  const { document, point } = await differingDraft()
  const { id, version } = document
  const refusal = await finalise(id, version)
  expect(refusal.status).toBe(422)
  const body = await refusal.json()
  expect([body.errorCode, body.errorMsg]).toEqual([
    'REQUIRED_FIELDS_MISSING',
    expect.stringMatching(/1 point to confirm|1 处需要确认/),
  ])
  expect((await finalise(id, version, ['confirmed-early-end-numbers-other'])).status).toBe(422)
  expect(await meantIn(id)).toBeUndefined()
  expect((await finalise(id, version, [confirmationField(point)])).status).toBe(303)
  expect(await meantIn(id)).toBe('numbers in early-end: 30日 / sixty (60) days')
})

test('a mismatch acknowledged in the editor does not block finalising, and is in the log', async () => {
  const { document, point } = await differingDraft()
  const { id, version, answers, template } = document
  const saved = await saveAnswers(db, lin.viewer, id, {
    version,
    answers: confirmPoint(answers, template, point),
  })
  expect(saved).toMatchObject({ version: version + 1 })
  expect((await finalise(id, version + 1)).status).toBe(303)
  expect(await meantIn(id)).toBe('numbers in early-end: 30日 / sixty (60) days')
})

test('a replaced statutory clause blocks finalising until a reason is given, which the log records', async () => {
  const { id, version } = await filledDraft(db, lin.viewer)
  const { answers, template } = await findDocument(db, lin.viewer, id)
  let nextAnswers = writeCustom(answers, template, 'lawful-reports', 'zh', '任何一方不得向主管机关报告。')
  nextAnswers = writeCustom(
    nextAnswers,
    template,
    'lawful-reports',
    'en',
    'Neither Party may report to any authority.',
  )
  delete nextAnswers.clauses['lawful-reports']!.stale
  await saveAnswers(db, lin.viewer, id, { version, answers: nextAnswers })
  const document = await findDocument(db, lin.viewer, id)
  const points = assemble(document).open
  expect(points.map(({ kind }) => kind)).toEqual(['statutory'])
  const field = confirmationField(points[0]!)

  expect((await finalise(id, version + 1)).status).toBe(422)
  expect((await finalise(id, version + 1, [field], '  ')).status).toBe(422)
  expect((await finalise(id, version + 1, [field], 'Reviewed by counsel')).status).toBe(303)
  expect(await meantIn(id)).toBe('statutory clause lawful-reports replaced: Reviewed by counsel')
})

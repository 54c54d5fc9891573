import { beforeAll, describe, expect, test } from 'vitest'
import { writeCustom } from '#assembly/edit.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { reopenDraft } from '#modules/review/inviting/round.ts'
import { acceptAll } from '#modules/review/reading/outcome.ts'
import { runningTurns } from '#modules/review/review-step.ts'
import type { Db } from '#src/db/db.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { reviewedDocument, sendOut } from '#tests/cast/review.ts'
import { testDatabase } from '#tests/support/database.ts'

let db: Db
let cast: Cast
let id: string

const pageOf = async (name: string) =>
  (await (await cast.lin.client.get(`/mgmt/${id}/${name}`)).text()).replace(/<!-- -->/g, '')

async function allAccept() {
  for (const turn of await runningTurns(db).where('round.document_id', '=', id).execute())
    await acceptAll(db, turn)
}

/** A clause is changed in Chinese only, and all reviewers accept it. */
beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const { viewer } = cast.lin
  id = (await reviewedDocument(db, cast)).documentId
  await allAccept()
  await reopenDraft(db, viewer, id)
  const { version, answers, template } = await findDocument(db, viewer, id)
  const changed = writeCustom(answers, template, 'early-end', 'zh', '任何一方可以提前三十日通知终止。')
  await saveAnswers(db, viewer, id, { version, answers: changed })
  await sendOut(db, viewer, id)
  await allAccept()
})

// The last test settles the open points.
describe('a text with open points', { shuffle: false }, () => {
  test('with a stale translation is reported when all have accepted, and before finalising', async () => {
    const review = await pageOf('review-doc')
    expect(review).toContain('All reviewers have accepted the document. 1 point in its text is still open')
    expect(review).not.toContain('It can be finalised.')
    expect(review).not.toContain(`/mgmt/${id}/finalisation`)
    const html = await pageOf('finalisation')
    expect(html).toContain('1 point in the text is still open')
    expect(html).toMatch(/Clause [\d.]+ · One language not yet confirmed/)
    expect(html).toContain(`action="/mgmt/${id}/reopening"`)
    expect(html).not.toContain('irreversible')
  })

  test('is refused when it is finalised anyway, with a message about the text, not about empty fields', async () => {
    const { version } = await findDocument(db, cast.lin.viewer, id)
    const json = { accept: 'application/json' }
    const refused = await cast.lin.client.post(`/mgmt/${id}/finalisation`, { version: String(version) }, json)
    const { errorCode, errorMsg } = await refused.json()
    expect([refused.status, errorCode]).toEqual([422, 'REQUIRED_FIELDS_MISSING'])
    expect(errorMsg).toContain('1 point in the text is still open')
  })

  test('can be finalised from the review after the points are settled', async () => {
    const { viewer } = cast.lin
    await reopenDraft(db, viewer, id)
    const { version, answers } = await findDocument(db, viewer, id)
    delete answers.clauses['early-end']!.stale
    await saveAnswers(db, viewer, id, { version, answers })
    await sendOut(db, viewer, id)
    await allAccept()
    const review = await pageOf('review-doc')
    expect(review).toContain('All reviewers have accepted the document. It can be finalised.')
    expect(review).toContain(`/mgmt/${id}/finalisation`)
    expect(await pageOf('finalisation')).toContain('irreversible')
  })
})

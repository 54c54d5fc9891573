import { beforeAll, expect, test } from 'vitest'
import { addClause, writeCustom } from '#assembly/edit.ts'
import { findDocument } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import type { Db } from '#src/db/db.ts'
import { momentText } from '#views/values/moment.tsx'
import '#src/app/events.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { enterAsReviewer, reviewedDocument } from '#tests/cast/review.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'
import { settled } from '#tests/support/tracked-word.ts'
import { unzipped } from '#tests/support/zip.ts'

let db: Db
let cast: Cast
let address: string
/** The text of a clause added after the round. */
const ADDED = 'Unless the Parties agree otherwise in writing.'

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  const { documentId, oliverId, link } = await reviewedDocument(db, cast)
  const oliver = await enterAsReviewer(db, link)
  await oliver.post(`/review/${oliverId}/rejection`, { reasons: 'Please say when.' })
  await cast.lin.client.post(`/mgmt/${documentId}/round-end`)
  await cast.lin.client.post(`/mgmt/${documentId}/reopening`)
  const { answers, version, template } = await findDocument(db, cast.lin.viewer, documentId)
  const article = template.articles[0]!.id
  const added = addClause(answers, template, { id: 'added-1', article, after: null })
  const chinese = writeCustom(added, template, 'added-1', 'zh', '双方另行书面约定的除外。')
  const written = { version, answers: writeCustom(chinese, template, 'added-1', 'en', ADDED) }
  expect(await saveAnswers(db, cast.lin.viewer, documentId, written)).toHaveProperty('savedAt')
  address = `/mgmt/${documentId}/comparison`
})

const bytesAt = async (path: string) => {
  const answer = await cast.lin.client.get(path)
  expect(answer.status).toBe(200)
  const disposition = decodeURIComponent(answer.headers.get('content-disposition')!)
  return { bytes: new Uint8Array(await answer.arrayBuffer()), disposition }
}

test('the Word file tracks the changes since a round, with the author of the newer version', async () => {
  const { bytes, disposition } = await bytesAt(`${address}.docx?from=1&to=now`)
  expect(disposition).toMatch(/ \(compared\)\.docx$/)
  const bodyAfter = (how: 'accepted' | 'rejected') => settled(bytes, how).get('word/document.xml')!
  expect([bodyAfter('accepted').includes(ADDED), bodyAfter('rejected').includes(ADDED)]).toEqual([
    true,
    false,
  ])
  const files = unzipped(bytes)
  expect(files.get('word/document.xml')).toContain(`w:author="${cast.lin.viewer.teamName}"`)
  const header = withoutSpace(
    [...files].find(([path]) => /header\d\.xml$/.test(path))![1].replace(/<.*?>/g, ''),
  )
  const { updated_at } = await findDocument(db, cast.lin.viewer, address.split('/')[2]!)
  expect(header).toContain(withoutSpace(`→ as it was on ${momentText(updated_at)}`))
  const back = await bytesAt(`${address}.docx?from=now&to=1`)
  expect(unzipped(back.bytes).get('word/document.xml')).toContain(`w:author="${cast.lin.viewer.name}"`)
})

test('the PDF compares the same versions, by default only the changes', async () => {
  const { bytes, disposition } = await bytesAt(`${address}.pdf?from=1&to=now`)
  expect(disposition).toMatch(/ \(compared\)\.pdf$/)
  const whole = await bytesAt(`${address}.pdf?from=1&to=now&show=all`)
  const [changes, all] = await Promise.all([pdfText(bytes), pdfText(whole.bytes)])
  for (const text of [changes, all]) {
    expect(withoutSpace(text)).toContain(withoutSpace(ADDED))
    expect(text).toMatch(/Versions compared: Round 1, \d{4}-\d\d-\d\d \d\d:\d\d → as it was on/)
    expect(text).toContain('下划线为新增文字，删除线为删除文字。')
  }
  expect(all.length).toBeGreaterThan(3 * changes.length)
  const same = await bytesAt(`${address}.pdf?from=now&to=now`)
  expect(await pdfText(same.bytes)).toContain('The two versions are the same')
})

test('the page links to both files of the displayed versions', async () => {
  const html = await (await cast.lin.client.get(`${address}?from=template&to=1&show=all`)).text()
  for (const form of ['pdf', 'docx'])
    expect(html).toContain(`href="${address}.${form}?from=template&amp;to=1&amp;show=all"`)
  const short = await (await cast.lin.client.get(address)).text()
  expect(short).toContain(`href="${address}.docx?from=1&amp;to=now&amp;show=changes"`)
})

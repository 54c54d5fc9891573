import { beforeAll, expect, test } from 'vitest'
import { findViewer, setPlan } from '#modules/accounts/index.ts'
import { makeFinalFiles, readFinalFile } from '#modules/documents/final/final-files.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { watermarkOf } from '#modules/printing/index.ts'
import { latestRevision } from '#modules/signing/revisions.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { DAY } from '#src/core/clock.ts'
import type { PackageCode } from '#src/core/viewer.ts'
import { getFile } from '#src/jobs/storage.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, SIGNATORIES } from '#tests/cast/signing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfPicture, pdfText } from '#tests/support/pdf-tools.ts'
import { partOf } from './word/read-word.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

/** Lin, whose team has this plan. */
async function linOn(plan: PackageCode) {
  const { viewer } = cast.lin
  const endsAt = plan === 'free' ? null : new Date(Date.now() + 365 * DAY)
  await setPlan(db, viewer.teamId, { package: plan, endsAt, seats: 10 })
  return (await findViewer(db, viewer.id))!
}

/** A document that was finalised on one plan, and whose files are made after a change to another plan. */
async function finalisedOn(plan: PackageCode, later: PackageCode): Promise<string> {
  const viewer = await linOn(plan)
  const { id, version } = await filledDraft(db, viewer)
  await finaliseDocument(db, viewer, id, version)
  await linOn(later)
  await makeFinalFiles(db, id)
  return id
}

const MARK = '契书免费试用 Qishu free demo'

async function isMarked(id: string): Promise<boolean> {
  const { bytes } = await readFinalFile(db, id, 'final-word')
  return partOf(bytes, /header\d\.xml/).includes(MARK)
}

/** The share of a page that is as light as a watermark. */
async function paleIn(bytes: Uint8Array): Promise<number> {
  const { grey } = await pdfPicture(bytes, 1, 72)
  return grey.filter((point) => point > 225 && point < 245).length
}

test('a document finalised on the free demo has its watermark permanently, one finalised on a plan never', async () => {
  const freeDocument = await finalisedOn('free', 'professional')
  const paid = await finalisedOn('professional', 'free')
  expect([await isMarked(freeDocument), await isMarked(paid)]).toEqual([true, false])
  const markedFile = await readFinalFile(db, freeDocument, 'final-pdf')
  const plainFile = await readFinalFile(db, paid, 'final-pdf')
  expect(await paleIn(markedFile.bytes)).toBeGreaterThan((await paleIn(plainFile.bytes)) + 500)
  const words = async (bytes: Uint8Array) => (await pdfText(bytes)).replace(/QS-\d+-\d+/g, '')
  expect(await words(markedFile.bytes)).toBe(await words(plainFile.bytes))
})

test('the watermark of the free demo is in the script of the document', () => {
  const wordsIn = (script: 'Hans' | 'Hant') =>
    watermarkOf({ watermarked: true, answers: { languages: { primary: 'zh', bilingual: true, script } } })
  expect([wordsIn('Hans')?.zh, wordsIn('Hant')?.zh]).toEqual(['契书免费试用', '契書免費試用'])
})

test('the copy sent out to be signed has the watermark too', async () => {
  const id = await finalisedOn('free', 'professional')
  await storeSetting(db, cast.lin.viewer, id, SIGNATORIES)
  await startSigning(db, cast.lin.viewer, id, 'zh_CN')
  const { id: signingId } = await db
    .selectFrom('signing.signing')
    .select('id')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  const plainFile = await readFinalFile(db, await finalisedOn('professional', 'professional'), 'final-pdf')
  const sentFile = await getFile(db, (await latestRevision(db, signingId)).key)
  expect(await paleIn(sentFile)).toBeGreaterThan((await paleIn(plainFile.bytes)) + 500)
})

test('the editor says beforehand whether a final document will have a watermark', async () => {
  for (const [plan, isFreeDemo] of [
    ['free', true],
    ['basic', false],
  ] as const) {
    const { id } = await filledDraft(db, await linOn(plan))
    const page = await (await cast.lin.client.get(`/mgmt/${id}/edit-doc`)).text()
    expect(page.includes('&quot;isFreePackage&quot;:true') || page.includes('"isFreePackage":true')).toBe(
      isFreeDemo,
    )
  }
})

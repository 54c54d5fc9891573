import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeFinalFiles, readFinalFile } from '#modules/documents/final/final-files.ts'
import { finaliseDocument } from '#modules/documents/final/finalise.ts'
import { findDocument, findFile } from '#modules/documents/index.ts'
import { saveAnswers } from '#modules/documents/save.ts'
import { knownIdentities } from '#modules/signing/providers/builtin/authority/authority.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { closeSigningJob, sign, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import type { Signature } from '#modules/signing/providers/builtin/signature.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { latestRevision } from '#modules/signing/revisions.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { getFile } from '#src/jobs/storage.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { filledDraft, SIGNATORIES } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText, withoutSpace } from '#tests/support/pdf-tools.ts'
import { verifyFile } from './verification/verify-kit.ts'

let db: Db
let cast: Cast

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})

const LIAN = SIGNATORIES[0]!
const OLIVER = SIGNATORIES[1]!

/** An NDA with a place of signing, finalised and sent out to these signatories. */
async function sendDocument(signatories: Parameters<typeof storeSetting>[3]): Promise<string> {
  const { viewer } = cast.lin
  const { id, version } = await filledDraft(db, viewer)
  const { answers } = await findDocument(db, viewer, id)
  const signatureArea = { ...answers.signatureArea, place: true }
  await saveAnswers(db, viewer, id, { version, answers: { ...answers, signatureArea } })
  await finaliseDocument(db, viewer, id, version + 1)
  await makeFinalFiles(db, id)
  await storeSetting(db, viewer, id, signatories)
  await startSigning(db, viewer, id, 'zh_CN')
  return id
}

const turnsOf = (documentId: string) =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select(['signatory.id', 'signing_id', 'name'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()

async function signAll(documentId: string, more: Partial<Signature> = {}) {
  const turns = await turnsOf(documentId)
  for (const { id, name } of turns) {
    await sign(db, await turnOf(db, id), { kind: 'typed', text: name, ...more } as Signature)
    await writeSignatureJob.now(db, { signatoryId: id })
  }
  await closeSigningJob.now(db, { signingId: turns[0]!.signing_id })
  const { bytes } = await readFinalFile(db, documentId, 'signed-pdf')
  return { bytes, reports: await verifyPades(bytes, await knownIdentities(db)) }
}

test('a sent document names each signatory with their title; signing fills in day and place', async () => {
  const third = { id: 'c', party: 'a', name: '周明', title: '财务总监', email: 'zhou@lotus.example' }
  const id = await sendDocument([{ ...LIAN, title: '总经理' }, OLIVER, third])
  const [{ signing_id } = { signing_id: '' }] = await turnsOf(id)
  const sent = withoutSpace(await pdfText(await getFile(db, (await latestRevision(db, signing_id)).key)))
  for (const words of [
    '姓名Name：陈莲ChenLian',
    '职务Title：总经理',
    '姓名Name：周明',
    '职务Title：财务总监',
  ])
    expect(sent).toContain(words)
  expect(sent).not.toContain('Signedelectronically')
  const { bytes, reports } = await signAll(id, { place: '上海 Shanghai' })
  const text = withoutSpace(await pdfText(bytes))
  expect(text.match(/上海Shanghai/g)).toHaveLength(3)
  expect(text.match(/20\d\d年\d+月\d+日·\d+[A-Z][a-z]+20\d\d/g)).toHaveLength(3)
  expect([verdictOn(reports), reports.map(({ signer }) => signer)]).toEqual([
    'sealed',
    ['陈莲 Chen Lian', 'Oliver Grant', '周明', 'Qishu Closing Seal'],
  ])
  const html = await (await verifyFile(newClient(db), bytes)).text()
  const plainHtml = html.replace(/<!-- -->/g, '')
  // The file itself states for whom each of them signed.
  expect(plainHtml.match(/Signed for<\/dt><dd[^>]*>Party [AB]</g)).toHaveLength(3)
  expect(plainHtml).toContain(`${LIAN.email}, verified by a one-time code`)
})

test('the final PDF, for signing by hand, is unchanged: one block per party with lines to write on', async () => {
  const id = await sendDocument(SIGNATORIES)
  const { bytes } = await readFinalFile(db, id, 'final-pdf')
  const text = withoutSpace(await pdfText(bytes))
  expect(text).toContain('签署地点：Place:')
  expect(text).not.toContain('姓名Name')
})

test('a signing from before blocks existed continues unchanged: signatories share the party’s line', async () => {
  const id = await sendDocument(SIGNATORIES)
  const [{ signing_id } = { signing_id: '' }] = await turnsOf(id)
  const { key, sha256 } = (await findFile(db, id, 'final-pdf'))!
  await sql`update signing.signing set copy = null where id = ${signing_id}`.execute(db)
  await db.updateTable('signing.revision').set({ key, sha256 }).where('signing_id', '=', signing_id).execute()
  const { bytes, reports } = await signAll(id)
  expect(verdictOn(reports)).toBe('sealed')
  const { bytes: final } = await readFinalFile(db, id, 'final-pdf')
  expect(Buffer.compare(bytes.subarray(0, final.length), final)).toBe(0)
  expect(await pdfText(bytes)).toBe(await pdfText(final))
})

test('the page asks for the place of signing, and reports unprintable or too long text at the field', async () => {
  const [{ id: signatoryId } = { id: '' }] = await turnsOf(await sendDocument(SIGNATORIES))
  const link = new URL((await lastMailTo(db, LIAN.email)).links[0]!).pathname
  const client = await enterByLink(db, link, LIAN.email)
  const page = `/signing/${signatoryId}`
  const html = await (await client.get(page)).text()
  expect(html).toContain('name="place"')
  expect(html).toContain('Oliver Grant')
  for (const [place, words] of [
    ['上海 😀', 'U+1F600'],
    ['x'.repeat(61), '60'],
  ]) {
    const refused = await client.post(`${page}/signature`, { kind: 'typed', typed: '陈莲', place: place! })
    expect(refused.status).toBe(422)
    const again = await refused.text()
    expect(again).toContain(words!)
    expect(again).toContain('id="place-note"')
    expect(again).not.toContain('id="typed-note"')
  }
  const signed = await client.post(`${page}/signature`, { kind: 'typed', typed: '陈莲', place: ' 上海 ' })
  expect(signed.status).toBe(303)
  const { signature } = await db
    .selectFrom('signing.signatory')
    .select('signature')
    .where('id', '=', signatoryId)
    .executeTakeFirstOrThrow()
  expect(signature).toEqual({ kind: 'typed', text: '陈莲', place: '上海' })
})

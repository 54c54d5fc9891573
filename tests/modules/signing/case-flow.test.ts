import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAsDemo } from '#modules/signing/providers/builtin/demo-signing.ts'
import { latestRevision, sentLength } from '#modules/signing/revisions.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import '#src/app/events.ts'
import type { Db } from '#src/db/db.ts'
import { getFile } from '#src/jobs/storage.ts'
import type { PageBox } from '#src/pdf/page-box.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runTool } from '#tests/support/pdf-tools.ts'
import { rehearseSignings } from '#tests/support/rehearsal.ts'
import { LONG } from '#tests/support/runs.ts'
import { postFiles } from '#tests/support/upload.ts'
import { CASES, caseFile, type Expected } from '../imports/case-files.ts'

rehearseSignings()

let db: Db
let cast: Cast
const folder = mkdtempSync(join(tmpdir(), 'case-flow-'))

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
  await db
    .updateTable('orders.package')
    .set({ storage: 100 * 1024 * 1024, upload: true })
    .execute()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Files with invalid signatures, which cannot be sent. */
const BROKEN = [
  'foreign-acrobat-classic-changed',
  'foreign-no-signed-attributes-changed',
  'timestamp-with-appearance',
]

/** Those whose fields have the names of this product's own. */
const SIGNED_HERE = ['timestamp-with-appearance']

/**
 * Daily: a repaired form, a counter-signed file, pages of different sizes, and one of each refusal; all of
 * them in the long run.
 */
const DAILY = [
  'libreoffice-form',
  'foreign-acrobat-classic',
  '18-turned-scan',
  'two-faces',
  BROKEN[0]!,
  BROKEN[2]!,
]
const names = Object.keys(CASES).filter((name) => LONG || DAILY.includes(name))

test.each(names)('%s: imported, signed by two people, closed and verified', async (name) => {
  const expected = CASES[name]!
  const { client, viewer } = cast.lin
  const answer = await postFiles(client, '/mgmt/imports', {}, [
    { field: 'file', name: `${name}.pdf`, bytes: caseFile(name) },
  ])
  if ('refused' in expected) {
    expect(answer.status).toBe(422)
    expect(/id="file-note"[^>]*>([^<]+)/.exec(await answer.text())?.[1]).toMatch(/PDF|form field/)
    return
  }
  expect(answer.status).toBe(303)
  const id = answer.headers.get('location')!.split('/')[2]!
  await storeSetting(db, viewer, id, await peopleOn(id))
  if (expected.signed) {
    const page = await client.get(`/mgmt/${id}/earlier-signatures`)
    expect(page.status).toBe(200)
    const [verdict] = /<h1.*?<\/h1>/s.exec(await page.text())!
    expect(verdict.includes('Changed after signing')).toBe(BROKEN.includes(name))
  }
  if (BROKEN.includes(name)) {
    const words = SIGNED_HERE.includes(name)
      ? 'signing.impossible.locked'
      : 'signing.impossible.earlierSignature'
    await expect(startSigning(db, viewer, id, 'en_US')).rejects.toMatchObject({ words })
    return
  }
  await startSigning(db, viewer, id, 'en_US')
  await expectLengthKnown(id)
  await signAsDemo(db, id, 2)
  const signed = new Uint8Array(await (await client.get(`/mgmt/${id}/signed.pdf`)).arrayBuffer())
  await expectClosed(signed, id, expected)
})

/** Otherwise closing the file would request addresses that the file contains. */
async function expectLengthKnown(id: string) {
  const { id: signingId } = await db
    .selectFrom('signing.signing')
    .select('id')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  const sent = await latestRevision(db, signingId)
  const file = await getFile(db, sent.key, sent.sha256)
  expect(await sentLength(db, signingId)).toBe(file.length)
}

/** Two signatories, on the first and the last page, or side by side on the only page. */
async function peopleOn(id: string) {
  const { page_boxes: boxes } = await db
    .selectFrom('imports.import')
    .select('page_boxes')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  const first = boxes![0]!
  const last = boxes!.at(-1)!
  return [
    { id: 'a', party: 'a', name: '陈莲', email: 'chen@lotus.example', spots: [spotOn(first, 0.05)] },
    {
      id: 'b',
      party: 'b',
      name: 'Oliver Grant',
      email: 'oliver@kestrel.example',
      spots: [spotOn(last, 0.55)],
    },
  ]
}

const spotOn = (box: PageBox, share: number) => ({
  page: box.page,
  x: Math.round(box.x + share * box.width),
  y: Math.round(box.y + 20),
  width: Math.round(0.4 * box.width),
  height: 40,
})

async function expectClosed(signed: Uint8Array, id: string, expected: Expected) {
  const file = join(folder, `${id}.pdf`)
  writeFileSync(file, signed)
  const theirs = await runTool('pdfsig', [file]).catch((error) => String(error.stdout ?? error))
  const ours = await cast.lin.client
  const verdict = await postFiles(ours, '/verify', {}, [
    { field: 'file', name: 'signed.pdf', bytes: new Uint8Array(signed) },
  ])
  const page = await verdict.text()
  expect(verdict.status).toBe(200)
  if ('signed' in expected && expected.signed) expect(theirs).toContain('Signature is Valid')
  else {
    expect(theirs.match(/Signature is Valid/g)).toHaveLength(3)
    expect(page).toContain('Unchanged since signing')
  }
  const { key, sha256 } = await db
    .selectFrom('documents.file')
    .select(['key', 'sha256'])
    .where('document_id', '=', id)
    .where('kind', '=', 'imported-pdf')
    .executeTakeFirstOrThrow()
  const copy = await getFile(db, key, sha256)
  expect(signed.subarray(0, copy.length)).toEqual(copy)
}

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '#modules/accounts/permissions.ts'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import { findSignable } from '#modules/imports/index.ts'
import { addSeal, listUses, retireSeal } from '#modules/seals/seal.ts'
import { rootCertificate } from '#modules/signing/providers/builtin/authority/authority.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { closeSigningJob, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { latestRevision } from '#modules/signing/revisions.ts'
import { findSealChoices } from '#modules/signing/seals/seal-setting.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { getFile } from '#src/jobs/storage.ts'
import { lastMailTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument, SIGNATORIES } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfColours, pdfText, qpdfComplaints } from '#tests/support/pdf-tools.ts'
import { png } from '#tests/support/pictures.ts'
import { postFiles } from '#tests/support/upload.ts'
import * as kit from './pades/signing-kit.ts'
import { verdictIn, verifyFile } from './verification/verify-kit.ts'

let db: Db
let cast: Cast
let documentId: string
let sealId: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  await db.deleteFrom('seals.seal').execute()
  documentId = await finalisedDocument(db, cast.lin.viewer)
  await storeSetting(db, cast.lin.viewer, documentId, SIGNATORIES)
  sealId = await addSeal(db, cast.lin.viewer, {
    kind: 'contract',
    label: 'Contracts, Shanghai',
    look: {
      way: 'drawn',
      design: { shape: 'round', name: '莲花贸易（上海）有限公司', line: '合同专用章', code: '3101150123456' },
    },
    picture: null,
  })
})

const sealing = () => `/mgmt/${documentId}/sealing`
const choose = (fields: Record<string, string>, client = cast.lin.client) => client.post(sealing(), fields)

const choices = async () => findSealChoices(db, await findSignable(db, cast.lin.viewer, documentId))

const signatories = () =>
  db
    .selectFrom('signing.signatory as signatory')
    .innerJoin('signing.signing as signing', 'signing.id', 'signatory.signing_id')
    .select(['signatory.id', 'signatory.name', 'signatory.email', 'signing_id'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()

/** The browser of the signatory with this place in the order, who has entered, and their pages. */
async function signer(index: number) {
  const { id, email } = (await signatories())[index]!
  const link = new URL((await lastMailTo(db, email!)).links[0]!).pathname
  return { client: await enterByLink(db, link, email!), page: `/signing/${id}`, id }
}

async function signAs({ client, page, id }: Awaited<ReturnType<typeof signer>>, typed: string) {
  expect((await client.post(`${page}/signature`, { kind: 'typed', typed })).status).toBe(303)
  await writeSignatureJob.now(db, { signatoryId: id })
}

const DRAWN = { shape: 'round', name: '凯瑞机器人有限公司', line: '', code: '' }

/** The number of red points on a page at 72 dpi, in all and within 24 points of its right edge. */
async function redOn(pdf: Uint8Array, page: number) {
  const { width, height, colours } = await pdfColours(pdf, page, 72)
  const counts = { all: 0, edge: 0 }
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [r = 0, g = 0, b = 0] = colours.subarray(pixel * 3)
    if (r < 150 || g > 130 || b > 130) continue
    counts.all++
    if (pixel % width > width - 24) counts.edge++
  }
  return counts
}

describe('a contract of companies', () => {
  test('has the sender’s seal and the one that the other party added, also across its pages', async () => {
    const chosen = { 'seal-a': sealId, 'across-a': 'yes', 'seal-b': 'own', 'across-b': 'yes' }
    const saved = await choose(chosen)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/mgmt/${documentId}/sign-setting`])
    const setting = await (await cast.lin.client.get(`/mgmt/${documentId}/sign-setting`)).text()
    expect(setting.replace(/<!-- -->/g, '')).toContain('Contracts, Shanghai · also across the pages')
    await startSigning(db, cast.lin.viewer, documentId, 'en_US')
    const lian = await signer(0)
    const html = await (await lian.client.get(lian.page)).text()
    expect(html).toContain('This picture is printed beside your signature')
    expect((await lian.client.get(`${lian.page}/seal/picture`)).status).toBe(200)
    // The sender's choice is not hers to change.
    expect((await lian.client.get(`${lian.page}/seal`)).headers.get('location')).toBe(lian.page)
    expect((await lian.client.post(`${lian.page}/seal/drawn`, DRAWN)).status).toBe(409)
    await signAs(lian, '陈莲')
    const oliver = await signer(1)
    expect((await oliver.client.post(`${oliver.page}/seal/drawn`, DRAWN)).status).toBe(303)
    expect(await (await oliver.client.get(oliver.page)).text()).toContain('printed across the edges')
    await signAs(oliver, 'Oliver Grant')
    // A second run of the job sets nothing twice.
    await writeSignatureJob.now(db, { signatoryId: oliver.id })
    const [{ signing_id } = { signing_id: '' }] = await signatories()
    await closeSigningJob.now(db, { signingId: signing_id })

    const { bytes } = await readFinalFile(db, documentId, 'signed-pdf')
    const reports = await verifyPades(bytes, [await rootCertificate(db)])
    expect(reports.map(({ fieldName }) => fieldName)).toEqual([
      'Seal 1',
      'Signature 1',
      'Seal 2',
      'Signature 2',
      'Closing seal',
    ])
    expect(reports.map(({ problems, changes }) => [...problems, ...changes])).toEqual(Array(5).fill([]))
    expect(verdictOn(reports)).toBe('sealed')
    expect((await kit.pdfsig(bytes)).map(({ valid }) => valid)).toEqual(Array(5).fill(true))
    expect(await qpdfComplaints(bytes)).toBe('')
    const answer = await verifyFile(newClient(db), bytes)
    const verdictPage = (await answer.text()).replace(/<!-- -->/g, '')
    expect(verdictIn(verdictPage)).toBe('Unchanged since signing')
    expect(verdictPage.match(/Signatory, with a seal picture/g)).toHaveLength(2)
    expect(verdictPage.match(/Signed for<\/dt><dd[^>]*>Party [AB]</g)).toHaveLength(4)

    const pages = (await pdfText(bytes)).split('\f').length - 1
    for (let page = 1; page <= pages; page++) expect((await redOn(bytes, page)).edge).toBeGreaterThan(50)
    expect((await redOn(bytes, pages)).all).toBeGreaterThan(3000)
    expect(await pdfText(bytes)).not.toMatch(/盖章\s*Seal|Seal[:：]/)
    const uses = await listUses(db, { id: sealId })
    expect(uses.map(({ action, person, document_id }) => [action, person, document_id])).toEqual([
      ['applied', '陈莲 Chen Lian', documentId],
      ['sent', cast.lin.viewer.name, documentId],
    ])
    const list = await (await cast.lin.client.get(`/mgmt/acct-info/seals/${sealId}`)).text()
    expect(list).toContain('Printed when signing')
  })

  test('has neither a seal nor a line for one if no one seals', async () => {
    await choose({ 'seal-a': 'none', 'seal-b': 'none' })
    await startSigning(db, cast.lin.viewer, documentId, 'en_US')
    const [{ signing_id } = { signing_id: '' }] = await signatories()
    const sent = await getFile(db, (await latestRevision(db, signing_id)).key)
    expect(await pdfText(sent)).not.toMatch(/盖章\s*Seal|Seal[:：]/)
    const lian = await signer(0)
    expect(await (await lian.client.get(lian.page)).text()).not.toContain('seal-title')
    for (const path of ['', '/picture'])
      expect((await lian.client.get(`${lian.page}/seal${path}`)).status).not.toBe(200)
    expect((await lian.client.post(`${lian.page}/seal/drawn`, DRAWN)).status).toBe(409)
  })

  test('lets each signatory add or omit a picture by default', async () => {
    expect(await choices()).toEqual([
      { party: 'a', seal: 'own', crossPage: false },
      { party: 'b', seal: 'own', crossPage: false },
    ])
    await startSigning(db, cast.lin.viewer, documentId, 'en_US')
    const lian = await signer(0)
    expect(await (await lian.client.get(lian.page)).text()).toContain('Seal (optional)')
    await signAs(lian, '陈莲')
    const [{ signing_id } = { signing_id: '' }] = await signatories()
    const signed = await getFile(db, (await latestRevision(db, signing_id)).key)
    expect((await kit.pdfsig(signed)).map(({ field }) => field)).toEqual(['Signature 1'])
  })
})

describe('a signatory', () => {
  beforeEach(async () => {
    await startSigning(db, cast.lin.viewer, documentId, 'en_US')
  })

  test('draws, uploads and removes a picture, and gets errors at the field', async () => {
    const { client, page } = await signer(0)
    const form = await (await client.get(`${page}/seal`)).text()
    expect(form).toContain('value="莲花贸易（上海）有限公司"')
    expect((await client.get(`${page}/seal/preview.svg?shape=round&name=A&line=&code=`)).status).toBe(200)
    expect((await client.get(`${page}/seal/preview.svg`)).status).toBe(422)
    for (const [path, body, words] of [
      ['drawn', { ...DRAWN, name: '' }, 'This field is required'],
      ['drawn', { ...DRAWN, name: 'شركة' }, 'cannot be printed'],
      ['uploaded', { longest: '99' }, 'Enter a number from 10 to 60'],
      ['uploaded', { longest: '42' }, 'Choose a picture'],
    ] as const) {
      const refused = await client.post(`${page}/seal/${path}`, body)
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(words)])
      expect((await client.get(`${page}/seal/${path}`)).status).toBe(303)
    }
    const blank = [{ field: 'picture', name: 'seal.png', bytes: new Uint8Array(png()) }]
    const empty = await postFiles(client, `${page}/seal/uploaded`, { longest: '42' }, blank)
    expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining('only background')])
    const large = [{ field: 'picture', name: 'seal.png', bytes: new Uint8Array(26 * 1024 * 1024) }]
    expect((await postFiles(client, `${page}/seal/uploaded`, { longest: '42' }, large)).status).toBe(413)
    expect((await client.post(`${page}/seal/drawn`, DRAWN)).status).toBe(303)
    expect(await (await client.get(`${page}/seal/picture`)).text()).toContain('<svg')
    expect((await client.post(`${page}/seal/removal`)).status).toBe(303)
    expect((await client.get(`${page}/seal/picture`)).status).toBe(404)
  })

  test('cannot add a picture after signing or before their turn, and no one else can', async () => {
    const lian = await signer(0)
    await signAs(lian, '陈莲')
    for (const path of ['drawn', 'removal'])
      expect((await lian.client.post(`${lian.page}/seal/${path}`, DRAWN)).status).toBe(409)
    const oliver = await signer(1)
    const led = await lian.client.post(`${oliver.page}/seal/drawn`, DRAWN)
    const shown = await cast.lin.client.get(`${oliver.page}/seal/picture`)
    for (const answer of [led, shown]) expect(answer.headers.get('location')).toBe(`${oliver.page}/again`)
    const twice = await Promise.all([1, 2].map(() => oliver.client.post(`${oliver.page}/seal/drawn`, DRAWN)))
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
  })
})

describe('the sender', () => {
  const grant = (grants: Grant[]) =>
    db.updateTable('accounts.account').set({ grants }).where('username', '=', 'zhou').execute()

  test('without the permission to use seals cannot choose one or start a signing with one', async () => {
    await grant(['document.create', 'document.sign', 'team.documents'])
    expect(await (await cast.zhou.client.get(sealing())).text()).not.toContain('Contracts, Shanghai')
    expect((await choose({ 'seal-a': sealId }, cast.zhou.client)).status).toBe(403)
    await choose({ 'seal-a': sealId })
    expect((await cast.zhou.client.post(`/mgmt/${documentId}/signing`)).status).toBe(403)
    expect(await signatories()).toEqual([])
    await grant(['document.create', 'document.sign', 'team.documents', 'seal.use'])
    expect(await (await cast.zhou.client.get(sealing())).text()).toContain('Contracts, Shanghai')
    expect((await choose({ 'seal-a': sealId }, cast.zhou.client)).status).toBe(303)
  })

  test('is informed that the seal was retired before anything is spent', async () => {
    await choose({ 'seal-a': sealId })
    await retireSeal(db, cast.lin.viewer, sealId)
    expect(await (await cast.lin.client.get(sealing())).text()).toContain('can no longer be used')
    await expect(startSigning(db, cast.lin.viewer, documentId, 'en_US')).rejects.toThrow('SEAL_NOT_USABLE')
    const again = await choose({ 'seal-a': sealId })
    expect([again.status, await again.text()]).toEqual([
      422,
      expect.stringContaining('can no longer be used'),
    ])
  })

  test('can retire a seal without changing a signing that was sent with it', async () => {
    await choose({ 'seal-a': sealId, 'seal-b': 'none' })
    await startSigning(db, cast.lin.viewer, documentId, 'en_US')
    await retireSeal(db, cast.lin.viewer, sealId)
    await signAs(await signer(0), '陈莲')
    const [{ signing_id } = { signing_id: '' }] = await signatories()
    const signed = await getFile(db, (await latestRevision(db, signing_id)).key)
    expect((await kit.pdfsig(signed)).map(({ field }) => field)).toEqual(['Seal 1', 'Signature 1'])
  })

  test.each([
    ['of a party that there is not', { 'seal-j': 'own' }, 422],
    ['that is none', { 'seal-a': 'everything' }, 422],
    ['of another team', { 'seal-a': '019358a0-0000-7000-8000-000000000000' }, 404],
  ])('chooses no seal %s', async (_, fields, status) => {
    expect((await choose(fields as Record<string, string>)).status).toBe(status)
    expect((await choices())[0]!.seal).toBe('own')
  })

  test('can choose only before the document is sent, and only for an own document', async () => {
    expect((await choose({}, cast.hannah.client)).status).toBe(404)
    await startSigning(db, cast.lin.viewer, documentId, 'en_US')
    expect((await choose({ 'seal-a': 'none' })).status).toBe(409)
    expect((await cast.lin.client.get(sealing())).headers.get('location')).toBe(
      `/mgmt/${documentId}/view-doc`,
    )
  })
})

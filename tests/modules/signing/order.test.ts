import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import { rootCertificate } from '#modules/signing/providers/builtin/authority/authority.ts'
import { verdictOn, verifyPades } from '#modules/signing/providers/builtin/pades/verify.ts'
import { closeSigningJob, decline, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { handOver } from '#modules/signing/running/hand-over.ts'
import { sendAutomaticReminders } from '#modules/signing/running/reminders.ts'
import type { SignatoryEntry, SigningOptions } from '#modules/signing/schema.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { expireSignings, startSigning } from '#modules/signing/signing.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { config } from '#src/core/config.ts'
import { dayAhead } from '#src/core/day.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { enterByLink } from '#tests/cast/world.ts'
import type { Client } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runTool } from '#tests/support/pdf-tools.ts'

let db: Db
let cast: Cast
let documentId: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  await db.deleteFrom('platform.mail').execute()
  await db.deleteFrom('signing.builtin_code').execute()
})

const PEOPLE: SignatoryEntry[] = [
  { id: 'a', party: 'a', name: 'Chen Lian', email: 'chen@lotus.example' },
  { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example', together: true },
  { id: 'c', party: 'b', name: 'Maria Santos', email: 'maria@kestrel.example', role: 'approver' },
  { id: 'd', party: 'a', name: 'Wu Dan', email: 'wu@lotus.example', role: 'copy' },
]

async function sendDocument(people: SignatoryEntry[], options?: SigningOptions) {
  documentId = await finalisedDocument(db, cast.lin.viewer)
  await storeSetting(db, cast.lin.viewer, documentId, people, options)
  await startSigning(db, cast.lin.viewer, documentId, 'en_US')
}

/** The state of each signatory, in the order of the list. */
const states = async () => (await signatories()).map(({ state }) => state)

const signatories = () =>
  db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .selectAll('one')
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()

const actions = async () => (await listActions(db, documentId)).map(({ action }) => action)
const linkTo = async (email: string) => new URL((await lastMailTo(db, email)).links[0]!).pathname

/** The client of a signatory who opened the mailed link, and the path of the signatory's pages. */
async function enterAs(email: string): Promise<{ client: Client; own: string; id: string }> {
  const client = await enterByLink(db, await linkTo(email), email)
  const id = (await signatories()).find((one) => one.email === email)!.id
  return { client, own: `/signing/${id}`, id }
}

const page = async () =>
  (await (await cast.lin.client.get(`/mgmt/${documentId}/signing`)).text()).replace(/<!-- -->/g, '')

test('a reply to an invitation goes to the sender', async () => {
  await sendDocument(PEOPLE)
  const { reply_to } = await lastMailTo(db, 'chen@lotus.example')
  expect(reply_to).toBe(cast.lin.viewer.email)
})

describe('signatories with equal numbers', () => {
  test('are invited together, sign at the same time, and both signatures hold in the closed file', async () => {
    await sendDocument(PEOPLE)
    expect(await states()).toEqual(['invited', 'invited', 'waiting', 'waiting'])
    const chen = await enterAs('chen@lotus.example')
    const oliver = await enterAs('oliver@kestrel.example')
    for (const { client, own } of [oliver, chen])
      expect((await client.post(`${own}/signature`, { kind: 'typed', typed: 'Me' })).status).toBe(303)
    await Promise.all([chen, oliver].map(({ id }) => writeSignatureJob.now(db, { signatoryId: id })))
    expect(await states()).toEqual(['signed', 'signed', 'invited', 'waiting'])

    const maria = await enterAs('maria@kestrel.example')
    expect(await (await maria.client.get(maria.own)).text()).toContain('to read and approve this document')
    expect((await maria.client.post(`${maria.own}/signature`, { kind: 'typed', typed: 'Me' })).status).toBe(
      303,
    )
    expect((await states())[2]).toBe('invited')
    const approved = await maria.client.post(`${maria.own}/approval`)
    expect(approved.headers.get('location')).toBe(`${maria.own}/signed`)
    expect(await states()).toEqual(['signed', 'signed', 'approved', 'waiting'])

    const { signing_id } = (await signatories())[0]!
    await closeSigningJob.now(db, { signingId: signing_id })
    expect((await actions()).slice(-2)).toEqual(['approve-signing', 'complete-signing'])
    expect((await mailsTo(db, 'wu@lotus.example')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Signed by everyone: /),
    ])
    const { bytes } = await readFinalFile(db, documentId, 'signed-pdf')
    const reports = await verifyPades(bytes, [await rootCertificate(db)])
    expect(verdictOn(reports)).toBe('sealed')
    expect(reports.map(({ signer }) => signer).sort()).toEqual([
      'Chen Lian',
      'Oliver Grant',
      'Qishu Closing Seal',
    ])
    const file = join(config.DATA_DIR, 'signed-at-once.pdf')
    writeFileSync(file, bytes)
    const theirs = await runTool('pdfsig', ['-nocert', file])
    expect(theirs.match(/Signature Validation: Signature is Valid/g)).toHaveLength(3)
    expect(await page()).toContain('Signed document sent')
  })
})

describe('the sender’s settings', () => {
  test('the deadline and the message appear in the invitation and on the page, and the deadline applies', async () => {
    await sendDocument(PEOPLE, { days: 5, reminderDays: 0, message: 'Please sign before the fair.' })
    expect((await lastMailTo(db, 'chen@lotus.example')).html).toContain('Please sign before the fair.')
    const { client, own } = await enterAs('chen@lotus.example')
    expect(await (await client.get(own)).text()).toContain('Please sign before the fair.')
    setClock(() => new Date(Date.now() + 5 * DAY + 1000))
    try {
      await expireSignings.now(db, {})
    } finally {
      setClock(null)
    }
    expect((await actions()).at(-1)).toBe('expire-signing')
  })

  test.each([
    ['no days', { days: 0, reminderDays: 3, message: '' }],
    ['too many days', { days: 91, reminderDays: 3, message: '' }],
    ['a link', { days: 30, reminderDays: 3, message: 'See https://evil.example' }],
    [
      'an address that mail programs turn into a link',
      { days: 30, reminderDays: 3, message: 'go to evil.com' },
    ],
  ])('%s is refused', async (_, options) => {
    const id = await finalisedDocument(db, cast.lin.viewer)
    const put = cast.lin.client.put(`/mgmt/${id}/signatories`, { signatories: PEOPLE, options })
    expect((await put).status).toBe(422)
  })

  test('more than ten signatories of one party are refused', async () => {
    const many = Array.from({ length: 11 }, (_, n) => ({
      ...PEOPLE[0]!,
      id: `p${n}`,
      email: `p${n}@lotus.example`,
    }))
    const id = await finalisedDocument(db, cast.lin.viewer)
    const answer = await cast.lin.client.put(`/mgmt/${id}/signatories`, { signatories: many })
    expect([answer.status, (await answer.json()).errorCode]).toEqual([422, 'SIGNATORY_LIMIT'])
  })

  test('reminders are sent automatically, only to invited signatories, and never after their turn', async () => {
    await sendDocument(PEOPLE, { days: 30, reminderDays: 2, message: '' })
    const start = Date.now()
    const counts = async () => (await signatories()).map(({ reminders }) => reminders.length)
    try {
      for (const day of [1, 2.1, 3, 4.2]) {
        setClock(() => new Date(start + day * DAY))
        await Promise.all([sendAutomaticReminders.now(db, {}), sendAutomaticReminders.now(db, {})])
      }
      expect(await counts()).toEqual([2, 2, 0, 0])
      const { client, own } = await enterAs('chen@lotus.example')
      await client.post(`${own}/signature`, { kind: 'typed', typed: 'Me' })
      setClock(() => new Date(start + 7 * DAY))
      await sendAutomaticReminders.now(db, {})
    } finally {
      setClock(null)
    }
    expect(await counts()).toEqual([2, 3, 0, 0])
  })

  test('the deadline can be extended to a later day within ninety days', async () => {
    await sendDocument(PEOPLE)
    const path = `/mgmt/${documentId}/signing-deadline`
    const extend = async (until: string) => (await cast.lin.client.post(path, { until })).status
    expect([await extend(''), await extend(dayAhead(3)), await extend(dayAhead(91))]).toEqual([422, 422, 422])
    expect((await cast.lin.client.get(path)).status).toBe(200)
    expect(await extend(dayAhead(60))).toBe(303)
    expect(await page()).toContain(`Everyone can sign until ${dayAhead(60)} 23:59`)
    expect((await actions()).at(-1)).toBe('extend-deadline')
  })
})

describe('a signatory', () => {
  test('opens, enters and reads, and the sender sees each step', async () => {
    await sendDocument(PEOPLE)
    const { client, own } = await enterAs('chen@lotus.example')
    for (let n = 0; n < 2; n++) expect((await client.post(`${own}/reading`)).status).toBe(204)
    const html = await page()
    for (const words of ['Invited ', 'Identified ', 'Read to the end ']) expect(html).toContain(words)
    expect((await actions()).filter((action) => action === 'read-to-end')).toHaveLength(1)
  })

  test('hands over to a colleague, who signs instead; the earlier person no longer has access', async () => {
    await sendDocument(PEOPLE)
    const { client, own, id } = await enterAs('oliver@kestrel.example')
    const handOver = (body: Record<string, string>) => client.post(`${own}/hand-over`, body)
    const nina = { name: 'Nina Patel', email: 'nina@kestrel.example' }
    for (const wrong of [
      { ...nina, name: '' },
      { ...nina, email: 'nina' },
      { ...nina, email: 'chen@lotus.example' },
      { ...nina, name: 'Qishu Closing Seal' },
    ])
      expect([wrong, (await handOver(wrong)).status]).toEqual([wrong, 422])
    expect(await (await handOver(nina)).text()).toContain(
      'We sent the link to Nina Patel at nina@kestrel.example',
    )
    expect(
      (await client.post(`${own}/signature`, { kind: 'typed', typed: 'Me' })).headers.get('location'),
    ).toBe(`${own}/again`)
    const successor = await enterAs('nina@kestrel.example')
    // The file was sent with the first signatory's name, and the page shows the text of the file.
    const paper = await (await successor.client.get(successor.own)).text()
    expect(paper.slice(paper.indexOf('<article'))).toContain('Oliver Grant')
    await successor.client.post(`${successor.own}/signature`, { kind: 'typed', typed: 'Nina' })
    await writeSignatureJob.now(db, { signatoryId: id })
    expect((await turnOf(db, id)).handed_over_from).toBe('Oliver Grant')
    expect(await page()).toContain('in place of Oliver Grant')
    const messages = await db.selectFrom('messaging.message').select('kind').execute()
    expect(messages.map(({ kind }) => kind)).toContain('signingHandedOver')
    expect(await actions()).toContain('hand-over')
  })

  test('cannot hand over or get another address after someone has declined', async () => {
    await sendDocument(PEOPLE)
    const [chen, oliver] = await signatories()
    await decline(db, await turnOf(db, chen!.id), 'No')
    await db.deleteFrom('platform.mail').execute()
    const nina = { name: 'Nina Patel', email: 'nina@kestrel.example' }
    const wrong = 'SIGNING_STATUS_WRONG'
    await expect(handOver(db, oliver!, nina)).rejects.toThrow(wrong)
    const path = `/mgmt/${documentId}/signatories/${oliver!.id}/address`
    expect((await cast.lin.client.post(path, { email: nina.email })).status).toBe(409)
    expect(await mailsTo(db, nina.email)).toEqual([])
  })

  test('asks the sender, who answers once, by mail', async () => {
    await sendDocument(PEOPLE)
    const { client, own } = await enterAs('chen@lotus.example')
    expect((await client.post(`${own}/question`, { question: ' ' })).status).toBe(422)
    expect((await client.post(`${own}/question`, { question: 'Which <currency>?' })).status).toBe(303)
    const html = await page()
    expect(html).toContain('Which &lt;currency&gt;?')
    const path = html.match(/\/mgmt\/[^"]+\/questions\/[^"]+/)![0]
    expect((await cast.hannah.client.post(path, { answer: 'Yuan' })).status).toBe(404)
    expect((await cast.lin.client.post(path, { answer: '' })).status).toBe(422)
    expect((await cast.lin.client.post(path, { answer: 'Yuan' })).status).toBe(303)
    expect((await cast.lin.client.post(path, { answer: 'Dollars' })).status).toBe(409)
    expect((await lastMailTo(db, 'chen@lotus.example')).subject).toMatch(/^Reply to your question/)
    expect(await (await client.get(`${own}/question`)).text()).toContain('Yuan')
  })

  test('reads inside WeChat how to save the file', async () => {
    await sendDocument(PEOPLE)
    const { client, own } = await enterAs('chen@lotus.example')
    const hint = 'WeChat cannot save files'
    expect(await (await client.get(own)).text()).not.toContain(hint)
    const inWeChat = await client.get(own, { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.50' })
    expect(await inWeChat.text()).toContain(hint)
  })

  test('continues with the next document that waits at the same address, without another code', async () => {
    await sendDocument(PEOPLE)
    const { client, own, id } = await enterAs('chen@lotus.example')
    const strangers = (await signatories())[1]!.id
    await sendDocument(PEOPLE)
    const next = (await signatories())[0]!.id
    await client.post(`${own}/signature`, { kind: 'typed', typed: 'Me' })
    expect(await (await client.get(`${own}/signed`)).text()).toContain(`${own}/next/${next}`)
    expect((await client.post(`${own}/next/${strangers}`)).status).toBe(409)
    const led = await client.post(`${own}/next/${next}`)
    expect(led.headers.get('location')).toBe(`/signing/${next}`)
    expect((await client.get(`/signing/${next}`)).status).toBe(200)
    expect((await turnOf(db, id)).state).toBe('signing')
  })
})

test('completes the missing credit code and address of a company first; no use is spent', async () => {
  const { teamId } = cast.lin.viewer
  const set = (address: string) =>
    db.updateTable('accounts.team').set({ address, credit_code: null }).where('id', '=', teamId).execute()
  documentId = await finalisedDocument(db, cast.lin.viewer)
  await storeSetting(db, cast.lin.viewer, documentId, PEOPLE)
  await set('')
  const refused = await cast.lin.client.post(`/mgmt/${documentId}/signing`)
  const html = await refused.text()
  expect([refused.status, html.includes('Identity information is missing')]).toEqual([422, true])
  expect(html).toContain('href="/mgmt/acct-info"')
  expect(await actions()).not.toContain('start-signing')
  await set('88 Nanjing Road')
  expect((await cast.lin.client.post(`/mgmt/${documentId}/signing`)).status).toBe(303)
})

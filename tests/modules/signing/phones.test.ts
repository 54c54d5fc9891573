import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import { knownIdentities } from '#modules/signing/providers/builtin/authority/authority.ts'
import { certificateJob } from '#modules/signing/providers/builtin/certificate/certificate-job.ts'
import { closeSigningJob, decline, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import { turnOf } from '#modules/signing/providers/builtin/signer-link.ts'
import { correctAddress } from '#modules/signing/running/address-correction.ts'
import { linkToSign, ownLink, remindSignatory } from '#modules/signing/running/progress.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { config } from '#src/core/config.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import '#src/app/events.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { type Cast, openCast } from '#tests/cast/people.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { testDatabase } from '#tests/support/database.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'

const NUMBER = '+8613900001111'
const CHEN: SignatoryEntry = { id: 'a', party: 'a', name: 'Chen Lian', email: '', phone: '139 0000 1111' }
const OLIVER: SignatoryEntry = {
  id: 'b',
  party: 'b',
  name: 'Oliver Grant',
  email: 'oliver@kestrel.example',
  phone: '+44 7400 123456',
  identification: 'both',
}

let db: Db
let cast: Cast
let documentId: string

beforeAll(async () => {
  db = await testDatabase()
  cast = await openCast(db)
})
beforeEach(async () => {
  await db.deleteFrom('platform.mail').execute()
})
afterEach(() => {
  config.demo = true
})

async function sendDocument(people: SignatoryEntry[]) {
  documentId = await finalisedDocument(db, cast.lin.viewer)
  await storeSetting(db, cast.lin.viewer, documentId, people)
  await startSigning(db, cast.lin.viewer, documentId, 'zh_CN')
}

const signatories = () =>
  db
    .selectFrom('signing.signatory as one')
    .innerJoin('signing.signing as signing', 'signing.id', 'one.signing_id')
    .selectAll('one')
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()

const linkTo = async (address: string) => new URL((await lastMailTo(db, address)).links[0]!).pathname
const codeTo = async (address: string) => (await lastMailTo(db, address)).code!

/** Opens the link that was sent to `address` and requests codes. */
async function requestCodes(address: string): Promise<{ client: Client; link: string }> {
  const link = await linkTo(address)
  const client = newClient(db)
  expect((await client.post(`${link}/code`, {})).status).toBe(303)
  return { client, link }
}

async function signAs({ client, own }: { client: Client; own: string }, name: string) {
  expect((await client.post(`${own}/signature`, { kind: 'typed', typed: name })).status).toBe(303)
  await writeSignatureJob.now(db, { signatoryId: own.split('/').at(-1)! })
}

async function enterAs(address: string, codes: string[]) {
  const { client, link } = await requestCodes(address)
  const [code, phone_code] = await Promise.all(codes.map(codeTo))
  const answer = await client.post(`${link}/entrance`, { code: code!, ...(phone_code && { phone_code }) })
  expect(answer.status).toBe(303)
  return { client, own: answer.headers.get('location')! }
}

describe('a signatory with only a phone', () => {
  test('gets link, code and the final message by SMS, and the file states the verified number', async () => {
    await sendDocument([CHEN, { ...OLIVER, phone: undefined }])
    const [invitation] = await mailsTo(db, NUMBER)
    expect(invitation).toMatchObject({ channel: 'sms', html: '' })
    expect(invitation!.text).toContain('请您签署')
    expect(invitation!.links[0]).toMatch(/\/sign\/[a-z2-7]{24}$/)
    await signAs(await enterAs(NUMBER, [NUMBER]), 'Chen Lian')
    await signAs(await enterAs(OLIVER.email, [OLIVER.email]), 'Oliver Grant')
    const signingId = (await signatories())[0]!.signing_id
    await closeSigningJob.now(db, { signingId })
    const end = await lastMailTo(db, NUMBER)
    expect(end.text).toContain('各方均已签署')

    const { bytes } = await readFinalFile(db, documentId, 'signed-pdf')
    const finding = await inspectSignatures(bytes, await knownIdentities(db))
    const people = finding.signatures.map(({ signer, email, phone }) => ({ signer, email, phone }))
    expect(people).toContainEqual({ signer: 'Chen Lian', email: '', phone: NUMBER })
    expect(people).toContainEqual({ signer: 'Oliver Grant', email: OLIVER.email, phone: '' })

    await certificateJob.now(db, { signingId })
    const certificate = await readFinalFile(db, documentId, 'completion-certificate')
    expect(await pdfText(certificate.bytes)).toContain(NUMBER)
  })

  test('is reminded by SMS with a new link, and is informed when another signatory declines', async () => {
    await sendDocument([CHEN, OLIVER])
    const first = await linkTo(NUMBER)
    const [chen] = await signatories()
    await remindSignatory(db, cast.lin.viewer, documentId, chen!.id)
    expect(await linkTo(NUMBER)).not.toBe(first)
    expect((await lastMailTo(db, NUMBER)).text).toContain('提醒')
    await decline(db, await turnOf(db, chen!.id), 'no')
    expect((await lastMailTo(db, NUMBER)).text).toContain('拒签')
  })

  test('is informed of the end even if the sender has no email address', async () => {
    await sendDocument([CHEN, OLIVER])
    const sender = db.updateTable('accounts.account').where('id', '=', cast.lin.viewer.id)
    await sender.set({ email: null, mobile: '+8613900009999' }).execute()
    const [chen] = await signatories()
    await decline(db, await turnOf(db, chen!.id), 'no')
    await sender.set({ email: cast.lin.viewer.email, mobile: null }).execute()
    expect((await lastMailTo(db, NUMBER)).text).toContain('拒签')
  })

  test('is not an account without an email address', async () => {
    await sendDocument([CHEN, OLIVER])
    const viewer = { ...cast.lin.viewer, email: null }
    await expect(ownLink(db, viewer, documentId)).rejects.toThrow('SIGNING_STATUS_WRONG')
  })

  test('finds the signing under Tasks and opens it there, with an account at that number', async () => {
    const { id: accountId } = cast.hannah.viewer
    const withNumber = (mobile: string | null) =>
      db.updateTable('accounts.account').set({ mobile }).where('id', '=', accountId).execute()
    await withNumber(NUMBER)
    await sendDocument([CHEN, OLIVER])
    expect(await (await cast.hannah.client.get('/mgmt/tasks')).text()).toContain('/mgmt/tasks/')
    const [chen] = await signatories()
    const link = (viewer: Viewer) => linkToSign(db, chen!.id, viewer)
    expect(await link({ ...cast.hannah.viewer, mobile: NUMBER })).toContain('/sign/')
    expect(await link({ ...cast.hannah.viewer, email: null, mobile: null })).toBeNull()
    await withNumber(null)
  })

  test('can get an email address instead, after which the number opens nothing', async () => {
    await sendDocument([CHEN, OLIVER])
    const link = await linkTo(NUMBER)
    const [chen] = await signatories()
    const to = { documentId, signatoryId: chen!.id, email: 'chen@lotus.example' }
    await correctAddress(db, cast.lin.viewer, to)
    expect((await newClient(db).get(link)).status).toBe(410)
    const [corrected] = await signatories()
    expect(corrected).toMatchObject({ email: to.email, phone: null, identification: 'email' })
    await enterAs(to.email, [to.email])
  })

  test('hands over to another phone', async () => {
    await sendDocument([CHEN, OLIVER])
    const { client, own } = await enterAs(NUMBER, [NUMBER])
    const page = await (await client.get(`${own}/hand-over`)).text()
    expect([page.includes('name="phone"'), page.includes('name="email"')]).toEqual([true, false])
    const wrong = await client.post(`${own}/hand-over`, { name: 'Wu Dan', phone: '123' })
    expect(wrong.status).toBe(422)
    const answer = await client.post(`${own}/hand-over`, { name: 'Wu Dan', phone: '13900002222' })
    expect(answer.status).toBe(200)
    await enterAs('+8613900002222', ['+8613900002222'])
  })
})

describe('a signatory who is identified by email and phone', () => {
  test('gets the link by mail, and needs both codes', async () => {
    await sendDocument([
      { ...OLIVER, id: 'a', party: 'a' },
      { ...CHEN, party: 'b' },
    ])
    expect((await lastMailTo(db, OLIVER.email)).text).toContain('分别发送至本邮箱和您的手机')
    const { client, link } = await requestCodes(OLIVER.email)
    const [byMail, bySms] = [await codeTo(OLIVER.email), await codeTo('+447400123456')]
    const page = await (await client.get(`${link}/code`)).text()
    expect(page).toContain('name="phone_code"')
    const wrong: Record<string, string>[] = [
      { code: byMail },
      { code: bySms },
      { code: bySms, phone_code: byMail },
    ]
    for (const form of wrong) expect((await client.post(`${link}/entrance`, form)).status).toBe(422)
    const both = { code: byMail, phone_code: bySms }
    expect((await client.post(`${link}/entrance`, both)).status).toBe(303)
  })
})

describe('a setting with phones', () => {
  const refusal = async (people: SignatoryEntry[]) => {
    documentId = await finalisedDocument(db, cast.lin.viewer)
    await storeSetting(db, cast.lin.viewer, documentId, people)
    return startSigning(db, cast.lin.viewer, documentId, 'en_US').catch(({ code, words, details }) => ({
      code,
      words,
      number: details.number,
    }))
  }

  test.each([
    ['no contact', [{ ...CHEN, phone: ' ' }, OLIVER], 'SIGNATORY_INCOMPLETE', 1],
    ['a number that does not exist', [CHEN, { ...OLIVER, phone: '+44 1' }], 'SIGNATORY_INCOMPLETE', 2],
    [
      'a link in a name',
      [{ ...CHEN, name: 'Claim at www.evil.example' }, OLIVER],
      'INVALID_FIELD',
      undefined,
    ],
    ['the same number twice', [CHEN, { ...OLIVER, phone: NUMBER }], 'DUPLICATE_PARTY_CONTACT', undefined],
  ])('with %s is refused before a use is spent', async (_, people, code, number) => {
    expect(await refusal(people)).toMatchObject({ code, number })
  })

  test('is refused if no text message can be sent, and then the page offers no phone', async () => {
    config.demo = false
    expect(await refusal([CHEN, OLIVER])).toMatchObject({
      code: 'SIGNATORY_INCOMPLETE',
      words: 'signing.setting.problem.phoneOf',
    })
  })
})

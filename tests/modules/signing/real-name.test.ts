import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listActions } from '#modules/documents/audit-log.ts'
import { readFinalFile } from '#modules/documents/final/final-files.ts'
import { realName } from '#modules/real-name/index.ts'
import type { CheckResult } from '#modules/real-name/service.ts'
import { tencentService } from '#modules/real-name/tencent/tencent.ts'
import { knownIdentities } from '#modules/signing/providers/builtin/authority/authority.ts'
import { certificateJob } from '#modules/signing/providers/builtin/certificate/certificate-job.ts'
import { closeSigningJob, writeSignatureJob } from '#modules/signing/providers/builtin/sign.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { storeSetting } from '#modules/signing/setting.ts'
import { startSigning } from '#modules/signing/signing.ts'
import { inspectSignatures } from '#modules/signing/verification/finding.ts'
import { DAY, setClock } from '#src/core/clock.ts'
import { pdfText } from '#tests/support/pdf-tools.ts'
import { verifyFile } from './verification/verify-kit.ts'
import '#src/app/events.ts'
import { consumePoint } from '#src/auth/rate-limit.ts'
import { lastMailTo, mailsTo } from '#tests/cast/mail.ts'
import { finalisedDocument } from '#tests/cast/signing.ts'
import { setUpCast } from '#tests/cast/test-context.ts'
import { enterByLink } from '#tests/cast/world.ts'
import { type RealNameStub, startRealNameStub } from '#tests/stubs/real-name/real-name.ts'
import { WEI } from '#tests/stubs/real-name/register.ts'
import { type Client, newClient } from '#tests/support/client.ts'
import { fieldProblem, formProblem } from '#tests/support/form.ts'
import { countRequests } from '#tests/support/limits.ts'
import { rowsOf } from '#tests/support/twin.ts'

const context = setUpCast()
const configuredService = realName.service
let stub: RealNameStub

beforeAll(async () => {
  stub = await startRealNameStub()
})
afterAll(() => stub.stop())
beforeEach(() => {
  realName.service = tencentService({ ...stub.settings, timeout: 1000 })
  stub.actions.length = 0
})
afterEach(() => {
  realName.service = configuredService
  setClock(null)
})

const { idNumber, card } = WEI
const MAILBOX = 'wei@lotus.example'
const WEI_ENTRY: SignatoryEntry = { id: 'a', party: 'a', name: WEI.name, email: MAILBOX, realName: 'two' }
const OLIVER: SignatoryEntry = { id: 'b', party: 'b', name: 'Oliver Grant', email: 'oliver@kestrel.example' }
const TYPED = { name: WEI.name, number: idNumber, consent: 'yes' }
const WRONG = { ...TYPED, number: '110101199003070011' }

interface Sent {
  documentId: string
  id: string
  own: string
  wei: Client
}

/** Lin sends a document to Wei, who enters with a code. */
async function sendDocument(change: Partial<SignatoryEntry> = {}, others = [OLIVER]): Promise<Sent> {
  const { viewer } = context.cast.lin
  await context.db.deleteFrom('platform.mail').execute()
  const documentId = await finalisedDocument(context.db, viewer)
  await storeSetting(context.db, viewer, documentId, [{ ...WEI_ENTRY, ...change }, ...others])
  await startSigning(context.db, viewer, documentId, 'en_US')
  const { id } = await context.db
    .selectFrom('signing.signatory')
    .select('id')
    .where('state', '=', 'invited')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const link = new URL((await lastMailTo(context.db, MAILBOX)).links[0]!).pathname
  const wei = await enterByLink(context.db, link, MAILBOX)
  return { documentId, id, own: `/signing/${id}`, wei }
}

const check = ({ wei, own }: Sent, typed: Record<string, string> = TYPED) =>
  wei.post(`${own}/real-name`, typed)
const checkOf = ({ id }: Sent) =>
  context.db
    .selectFrom('signing.real_name_check')
    .selectAll()
    .where('signatory_id', '=', id)
    .executeTakeFirstOrThrow()
const stateOf = async ({ id }: Sent) =>
  (
    await context.db
      .selectFrom('signing.signatory')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state
const actionsOf = async ({ documentId }: Sent) =>
  (await listActions(context.db, documentId)).filter(({ action }) => action.endsWith('real-name'))
const sign = ({ wei, own }: Sent) => wei.post(`${own}/signature`, { kind: 'typed', typed: WEI.name })
const waive = ({ documentId, id }: Sent, who: 'lin' | 'zhou' | 'hannah' = 'lin') =>
  context.cast[who].client.post(`/mgmt/${documentId}/signatories/${id}/real-name-waiver`)
const messages = async (sent: Sent) =>
  context.db
    .selectFrom('messaging.message')
    .select('kind')
    .where('kind', '=', 'realNameFailed')
    .where('document_id', '=', sent.documentId)
    .execute()

describe('before the check', () => {
  test('the document cannot be read or signed', async () => {
    const sent = await sendDocument()
    const { wei, own } = sent
    for (const page of [
      '',
      '/signed',
      '/document.pdf',
      '/certificate.pdf',
      '/evidence.zip',
      '/seal',
      '/typed-name.svg',
    ])
      expect((await wei.get(`${own}${page}`)).headers.get('location'), page).toBe(`${own}/real-name`)
    expect((await sign(sent)).headers.get('location')).toBe(`${own}/real-name`)
    expect((await wei.post(`${own}/reading`)).headers.get('location')).toBe(`${own}/real-name`)
    const asProgram = await wei.get(`${own}/document.pdf`, { accept: 'application/json' })
    expect(asProgram.status).toBe(409)
    expect(await asProgram.json()).toMatchObject({ errorCode: 'REAL_NAME_REQUIRED' })
    expect(await stateOf(sent)).toBe('invited')
  })

  test('an approver cannot approve', async () => {
    const signer = { id: 'a-2', party: 'a', name: '陈莲', email: 'chen@lotus.example' }
    const sent = await sendDocument({ role: 'approver' }, [signer, OLIVER])
    expect((await sent.wei.post(`${sent.own}/approval`)).headers.get('location')).toBe(
      `${sent.own}/real-name`,
    )
    expect(await stateOf(sent)).toBe('invited')
  })

  test('a person can ask the sender, or decline with a reason', async () => {
    const sent = await sendDocument()
    const { wei, own } = sent
    expect((await wei.post(`${own}/question`, { question: 'Why?' })).status).toBe(303)
    const empty = await wei.post(`${own}/refusal`, { reason: '' })
    expect(empty.status).toBe(422)
    expect(await empty.text()).toContain('action="/signing/')
    expect((await wei.post(`${own}/refusal`, { reason: 'No' })).headers.get('location')).toBe(
      `${own}/declined`,
    )
    expect((await wei.get(`${own}/declined`)).status).toBe(200)
    expect((await wei.get(`${own}/document.pdf`)).headers.get('location')).toBe(`${own}/declined`)
  })

  test('a person who has not entered is led to a code, and nothing is compared', async () => {
    const { own } = await sendDocument()
    const stranger = await newClient(context.db).post(`${own}/real-name`, TYPED)
    expect(stranger.headers.get('location')).toBe(`${own}/again`)
    expect(stub.actions).toEqual([])
  })
})

describe('a check', () => {
  test('that matches permits reading and signing, and is recorded without the full number', async () => {
    const sent = await sendDocument()
    expect((await check(sent)).headers.get('location')).toBe(sent.own)
    expect((await sent.wei.get(sent.own)).status).toBe(200)
    expect(await checkOf(sent)).toMatchObject({
      state: 'passed',
      name: WEI.name,
      number: '1101…58',
      card: null,
    })
    const [row] = await actionsOf(sent)
    expect(row).toMatchObject({ action: 'check-real-name', identity: 'signatory' })
    expect(row!.details).toMatchObject({ elements: 'two', realName: WEI.name, number: '1101…58' })
    expect(String(row!.details.consent)).toContain('ID number')
    const log = await (
      await context.cast.lin.client.get(`/mgmt/${sent.documentId}/action-log?locale=en_US`)
    ).text()
    expect(log).toContain('two elements · 1101…58')
    expect(log).toContain(`real name ${WEI.name}`)
    expect((await sign(sent)).headers.get('location')).toBe(`${sent.own}/signed`)
    const progress = await (await context.cast.lin.client.get(`/mgmt/${sent.documentId}/signing`)).text()
    expect(progress).toContain('real name, two elements')
    expect(progress).toContain('1101…58')
  })

  test('is stated on the certificate of completion, in the signature and on /verify', async () => {
    const sent = await sendDocument({ realName: 'three', phone: WEI.phone }, [{ ...OLIVER, realName: 'two' }])
    await check(sent)
    await sign(sent)
    await writeSignatureJob.now(context.db, { signatoryId: sent.id })
    const { id: oliver, signing_id: signingId } = await context.db
      .selectFrom('signing.signatory')
      .select(['id', 'signing_id'])
      .where('state', '=', 'invited')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await waive({ ...sent, id: oliver })
    const link = new URL((await lastMailTo(context.db, OLIVER.email)).links[0]!).pathname
    const client = await enterByLink(context.db, link, OLIVER.email)
    await client.post(`/signing/${oliver}/signature`, { kind: 'typed', typed: OLIVER.name })
    await writeSignatureJob.now(context.db, { signatoryId: oliver })
    await closeSigningJob.now(context.db, { signingId })
    await certificateJob.now(context.db, { signingId })

    const certificate = await pdfText(
      (await readFinalFile(context.db, sent.documentId, 'completion-certificate')).bytes,
    )
    expect(certificate).toContain('real name, three elements')
    expect(certificate).toContain('1101…58')
    expect(certificate).toContain('real-name check waived by the sender')
    expect(certificate).toContain('实名三要素')
    const { bytes } = await readFinalFile(context.db, sent.documentId, 'signed-pdf')
    const { signatures } = await inspectSignatures(bytes, await knownIdentities(context.db))
    expect(signatures.map(({ signer, certificate }) => [signer, certificate?.realName])).toEqual(
      expect.arrayContaining([
        [WEI.name, 'three'],
        [OLIVER.name, ''],
      ]),
    )
    const verified = await (await verifyFile(context.client, bytes)).text()
    expect(verified).toContain('real name, three elements')
  })

  test('compares the phone that the sender named, and a card with the bank’s phone', async () => {
    const three = await sendDocument({ realName: 'three', phone: '138 0013 8001' })
    expect((await check(three, { ...TYPED, phone: '13900000000' })).status).toBe(303)
    const four = await sendDocument({ realName: 'four' })
    const answer = await check(four, { ...TYPED, phone: WEI.phone, card: '6222 0212 3456 7890 123' })
    expect(answer.status).toBe(303)
    expect(stub.requests.slice(-2)).toEqual([
      { Name: WEI.name, IdCard: idNumber, Phone: WEI.phone },
      { Name: WEI.name, IdCard: idNumber, Phone: WEI.phone, BankCard: card, CertType: 0 },
    ])
    expect(await checkOf(four)).toMatchObject({ state: 'passed', card: '6222…23' })
    const stored = JSON.stringify([...(await rowsOf(context.db))])
    expect(stored).toContain('1101…58')
    expect(stored).not.toContain(idNumber)
    expect(stored).not.toContain(card)
  })

  test('of a person with a name in another script prints both names', async () => {
    const sent = await sendDocument({ name: 'Trinket Wei' })
    expect((await check(sent)).status).toBe(303)
    const page = await (await context.cast.lin.client.get(`/mgmt/${sent.documentId}/signing`)).text()
    expect(page).toContain('Trinket Wei')
    expect(page).toContain(`${WEI.name}<!-- --> <!-- -->1101…58`)
  })

  test('is announced in the invitation', async () => {
    await sendDocument()
    const invitation = (await mailsTo(context.db, MAILBOX)).find(({ links }) => links.length > 0)
    expect(invitation!.text).toContain('resident identity card')
    await sendDocument({ realName: undefined })
    const other = (await mailsTo(context.db, MAILBOX)).find(({ links }) => links.length > 0)
    expect(other!.text).not.toContain('resident identity card')
  })

  test('needs consent, a valid number, and the name that the sender wrote', async () => {
    const sent = await sendDocument()
    const { consent: _, ...without } = TYPED
    expect(fieldProblem(await (await check(sent, without)).text(), 'consent')).toBeTruthy()
    const crooked = await check(sent, { ...TYPED, number: '110101199003077759' })
    expect(fieldProblem(await crooked.text(), 'number')).toBeTruthy()
    const other = await check(sent, { ...TYPED, name: '双儿' })
    expect(other.status).toBe(422)
    expect(fieldProblem(await other.text(), 'name')).toBeTruthy()
    expect(stub.actions).toEqual([])
  })

  test('that does not match is counted; after five the sender is notified, and the next day the count restarts', async () => {
    const sent = await sendDocument()
    for (const left of [4, 3, 2, 1]) {
      const answer = await check(sent, WRONG)
      expect(answer.status).toBe(422)
      expect(formProblem(await answer.text())).toContain(`: ${left}`)
    }
    expect(await messages(sent)).toEqual([])
    expect((await check(sent, WRONG)).status).toBe(422)
    expect(await messages(sent)).toHaveLength(1)
    expect((await check(sent)).status).toBe(429)
    expect(stub.actions).toHaveLength(5)
    expect((await actionsOf(sent)).map(({ action }) => action)).toEqual(Array(5).fill('fail-real-name'))
    const tomorrow = new Date(Date.now() + DAY)
    await context.db
      .updateTable('signing.builtin_link')
      .set({ entrance_expires_at: new Date(Date.now() + 2 * DAY) })
      .execute()
    setClock(() => tomorrow)
    expect((await check(sent)).headers.get('location')).toBe(sent.own)
    expect(await messages(sent)).toHaveLength(1)
  })

  test.each(['500', 'slow'] as const)('that the service does not answer (%s) is not counted', async (how) => {
    const sent = await sendDocument()
    stub.fail = { times: 1, how }
    const answer = await check(sent)
    expect(answer.status).toBe(503)
    expect(await checkOf(sent)).toMatchObject({ state: 'asked', tries: 0, checking_until: null })
    expect(await actionsOf(sent)).toEqual([])
    stub.fail = null
    expect((await check(sent)).status).toBe(303)
  })

  test('is not possible after the service was switched off, and the sender can waive it', async () => {
    const sent = await sendDocument()
    realName.service = null
    expect((await sent.wei.get(`${sent.own}/real-name`)).status).toBe(200)
    expect((await check(sent)).status).toBe(503)
    expect((await waive(sent)).status).toBe(303)
    expect((await sent.wei.get(sent.own)).status).toBe(200)
  })

  test('is not repeated once it is passed', async () => {
    const sent = await sendDocument()
    await check(sent)
    expect((await check(sent)).headers.get('location')).toBe(sent.own)
    expect((await sent.wei.get(`${sent.own}/real-name`)).headers.get('location')).toBe(sent.own)
    expect(stub.actions).toHaveLength(1)
  })
})

describe('a hundred checks a day', () => {
  countRequests(() => context.db)

  test('are not exceeded for one sender, and a refusal uses no attempt of the signatory', async () => {
    const sent = await sendDocument()
    const { viewer } = context.cast.lin
    await consumePoint({ name: 'real-name', points: 100, per: 86_400 }, viewer.id, 90)
    let refused: Response | null = null
    for (let n = 0; n < 12 && !refused; n++) {
      stub.fail = { times: 1, how: '500' }
      const answer = await check(sent)
      if (answer.status === 429) refused = answer
    }
    stub.fail = null
    expect(formProblem(await refused!.text())).toContain('tomorrow')
    expect(await checkOf(sent)).toMatchObject({ tries: 0, checking_until: null })
  })
})

describe('while the service has not answered', () => {
  /** A service that answers when the test lets it. */
  function waitingService() {
    const { promise, resolve } = Promise.withResolvers<CheckResult>()
    const called = Promise.withResolvers<void>()
    const counter = { calls: 0 }
    realName.service = {
      name: 'tencent',
      checkIndividual: () => {
        counter.calls++
        called.resolve()
        return promise
      },
      checkEnterprise: () => Promise.reject(new Error('not asked')),
    }
    const match = () => resolve({ outcome: 'match', reference: 'r-1' })
    return { called: called.promise, match, counter }
  }

  test('a second attempt is refused and not charged', async () => {
    const sent = await sendDocument()
    const { called, match, counter } = waitingService()
    const first = check(sent)
    await called
    const second = await check(sent)
    expect(second.status).toBe(429)
    match()
    expect((await first).headers.get('location')).toBe(sent.own)
    expect(counter.calls).toBe(1)
    expect(await actionsOf(sent)).toHaveLength(1)
  })

  test('a hand-over invalidates the answer: the colleague is checked again', async () => {
    const sent = await sendDocument()
    const { called, match } = waitingService()
    const first = check(sent)
    await called
    const colleague = { name: '双儿', email: 'shuang@lotus.example' }
    expect((await sent.wei.post(`${sent.own}/hand-over`, colleague)).status).toBe(200)
    match()
    await first
    expect(await checkOf(sent)).toMatchObject({ state: 'asked', name: null, tries: 0 })
    expect(await actionsOf(sent)).toEqual([])
  })
})

test('after a hand-over the colleague is checked too', async () => {
  const sent = await sendDocument()
  await check(sent)
  await sent.wei.post(`${sent.own}/hand-over`, { name: '双儿', email: 'shuang@lotus.example' })
  expect(await checkOf(sent)).toMatchObject({ state: 'asked', name: null, number: null, reference: null })
})

describe('a waiver', () => {
  test('permits reading and signing, and is logged with the person who waived', async () => {
    const sent = await sendDocument()
    const path = `/mgmt/${sent.documentId}/signatories/${sent.id}/real-name-waiver`
    expect((await context.cast.lin.client.get(path)).status).toBe(200)
    expect((await waive(sent)).headers.get('location')).toBe(`/mgmt/${sent.documentId}/signing`)
    expect((await waive(sent)).status).toBe(409)
    expect((await context.cast.lin.client.get(path)).status).toBe(303)
    expect(await checkOf(sent)).toMatchObject({ state: 'waived', waived_by: context.cast.lin.viewer.name })
    expect((await actionsOf(sent)).map(({ action, identity }) => [action, identity])).toEqual([
      ['waive-real-name', 'creator'],
    ])
    expect((await sign(sent)).headers.get('location')).toBe(`${sent.own}/signed`)
  })

  test('is possible for the sender only, and not after the signing has ended', async () => {
    const sent = await sendDocument()
    expect((await waive(sent, 'hannah')).status).toBe(404)
    const anonymous = await newClient(context.db).post(
      `/mgmt/${sent.documentId}/signatories/${sent.id}/real-name-waiver`,
    )
    expect(anonymous.headers.get('location')).toMatch(/^\/acct\/login/)
    await sent.wei.post(`${sent.own}/refusal`, { reason: 'No' })
    expect((await waive(sent)).status).toBe(409)
    expect(await checkOf(sent)).toMatchObject({ state: 'asked' })
  })
})

describe('the setting', () => {
  const start = async (people: SignatoryEntry[]) => {
    const { viewer } = context.cast.lin
    const documentId = await finalisedDocument(context.db, viewer)
    await storeSetting(context.db, viewer, documentId, people)
    return startSigning(context.db, viewer, documentId, 'en_US')
  }

  test('is refused without a service, and for three elements without a mainland phone', async () => {
    const three = { ...WEI_ENTRY, realName: 'three' as const }
    const incomplete = { code: 'SIGNATORY_INCOMPLETE' }
    await expect(start([three, OLIVER])).rejects.toMatchObject(incomplete)
    await expect(start([{ ...three, phone: '+44 7400 123456' }, OLIVER])).rejects.toMatchObject(incomplete)
    realName.service = null
    await expect(start([WEI_ENTRY, OLIVER])).rejects.toMatchObject({
      ...incomplete,
      words: 'signing.setting.problem.realNameOf',
    })
  })

  test('does not check a person who only receives a copy', async () => {
    const copy = { ...WEI_ENTRY, id: 'a-2', role: 'copy' as const, email: 'copy@lotus.example' }
    await start([{ ...WEI_ENTRY, realName: undefined }, copy, OLIVER])
    const { count } = await context.db
      .selectFrom('signing.real_name_check as one')
      .innerJoin('signing.signatory as signatory', 'signatory.id', 'one.signatory_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('role', '=', 'copy')
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEsign } from '#modules/signing/providers/esign/esign.ts'
import type { RemoteService, RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow, HOUR, MINUTE, setClock } from '#src/core/clock.ts'
import { type EsignStub, startEsignStub } from '#tests/stubs/esign/esign.ts'
import { fetchedOf } from '#tests/support/fetched-evidence.ts'
import { company, FILE, order, person, RETURN_URL, signatory } from './examples.ts'

let stub: EsignStub
let esign: RemoteService
const SEALED = Buffer.from('%PDF-1.7 signed')

beforeEach(async () => {
  stub = await startEsignStub({ finish: async () => SEALED })
  esign = createEsign(stub.settings)
})
afterEach(() => {
  setClock(null)
  stub.stop()
})

const firstSigner = () => signatory({ name: '张三', order: 1 })
const secondSigner = () =>
  signatory({ name: '李四', order: 2, phone: '+8613800000002', email: 'second@example.cn' })

async function startOrder(...signatories: RemoteSignatory[]) {
  const id = await esign.draft(order(signatories))
  await esign.start(id)
  return id
}

const states = async (id: string) => {
  const { state, signatories } = await esign.progress(id)
  return [state, ...signatories.map((one) => one.state)]
}

describe('a signing in order', () => {
  test('is drafted without a notice, started, signed by each in turn, and downloaded', async () => {
    const [a, b] = [firstSigner(), secondSigner()]
    const id = await esign.draft(order([a, b]))
    expect(await states(id)).toEqual(['draft', 'waiting', 'waiting'])
    expect([stub.mails, stub.started()]).toEqual([[], []])

    await esign.start(id)
    expect(await states(id)).toEqual(['started', 'invited', 'waiting'])
    expect(stub.mails).toEqual([{ to: '13800000001', how: 'sms', kind: 'invitation', remoteId: id }])

    await stub.signAs(id, a.id)
    expect(await states(id)).toEqual(['started', 'signed', 'invited'])
    await expect(esign.download(id)).rejects.toMatchObject({ kind: 'not-ready', code: '1437518' })

    const at = new Date('2027-03-01T08:00:00Z')
    setClock(() => at)
    await stub.signAs(id, b.id)
    expect(await esign.progress(id)).toMatchObject({
      state: 'completed',
      signatories: [
        { id: a.id, state: 'signed', reason: null },
        { id: b.id, state: 'signed', at, reason: null },
      ],
    })
    expect(Buffer.from(await esign.download(id))).toEqual(SEALED)
    expect(await esign.evidence(id, null)).toEqual({ state: 'none' })
  })

  test('invites all with the same number at the same time', async () => {
    const [a, b] = [firstSigner(), { ...secondSigner(), order: 1 }]
    const id = await startOrder(a, b)
    expect(await states(id)).toEqual(['started', 'invited', 'invited'])
    expect(stub.mails.map(({ to }) => to)).toEqual(['13800000001', '13800000002'])
    await stub.signAs(id, b.id)
    expect(await states(id)).toEqual(['started', 'invited', 'signed'])
    await stub.signAs(id, a.id)
    expect(await states(id)).toEqual(['completed', 'signed', 'signed'])
  })

  test('sends the file byte for byte', async () => {
    stub.stop()
    const arrived: Buffer[] = []
    const finish = async (file: Uint8Array) => (arrived.push(Buffer.from(file)), file)
    stub = await startEsignStub({ finish })
    esign = createEsign(stub.settings)
    const a = firstSigner()
    // Additional bytes at the end, as after an incremental update.
    const file = Buffer.concat([FILE, Buffer.from([0, 255, 13, 10, 13, 37, 0x80])])
    const id = await esign.draft(order([a], { file }))
    await esign.start(id)
    await stub.signAs(id, a.id)
    expect([arrived, Buffer.from(await esign.download(id))]).toEqual([[file], file])
  })

  test('states how each signatory was identified, once they have signed', async () => {
    const abroad = person({ mainland: false })
    const people = [
      firstSigner(),
      signatory({ party: abroad, phone: null, email: 'jo@example.com' }),
      signatory({ party: abroad, phone: '+8613800000003', email: null }),
    ]
    const id = await startOrder(...people)
    const levels = async () => (await esign.progress(id)).signatories.map(({ level }) => level)
    expect(await levels()).toEqual([null, null, null])
    for (const { id: one } of people) await stub.signAs(id, one)
    expect(await levels()).toEqual(['real-name', 'email', 'phone'])
  })

  test('treats the seal and the signature of one institution as one signatory', async () => {
    const place = { page: 1, x: 10, y: 10, width: 100, height: 100 }
    const a = signatory({ party: company(), seal: { places: [place], crossPage: true } })
    const id = await startOrder(a)
    expect((await esign.progress(id)).signatories).toEqual([
      { id: a.id, state: 'invited', undelivered: false, level: null, at: null, reason: null },
    ])
    expect(stub.mails).toHaveLength(1)
    await stub.signAs(id, a.id)
    expect(await states(id)).toEqual(['completed', 'signed'])
  })
})

describe('the states of two signers of one signatory', () => {
  const WAITING = 0
  const SIGNING = 1
  const SIGNED = 2
  const AWAITING_APPROVAL = 3
  const DECLINED = 4
  test.each([
    [[WAITING, WAITING], 'waiting'],
    [[SIGNING, SIGNING], 'invited'],
    [[SIGNED, SIGNING], 'invited'],
    [[SIGNED, WAITING], 'invited'],
    [[AWAITING_APPROVAL, SIGNED], 'invited'],
    [[SIGNED, SIGNED], 'signed'],
    [[SIGNED, DECLINED], 'declined'],
  ])('%o are together %s', async (statuses, state) => {
    const signers = statuses.map((signStatus) => ({ signStatus, signFields: [{ customBizNum: 'a_email' }] }))
    const data = { signFlowStatus: 1, signers }
    stub.controls.next = { status: 200, body: JSON.stringify({ code: 0, data }) }
    expect((await esign.progress('1')).signatories).toMatchObject([
      { id: 'a', state, level: state === 'signed' ? 'email' : null, at: null, reason: null },
    ])
  })
})

describe('a signing ends', () => {
  test('when a signatory declines, with the reason', async () => {
    const [a, b] = [firstSigner(), secondSigner()]
    const id = await startOrder(a, b)
    stub.declineAs(id, a.id, '金额有误')
    const { state, signatories } = await esign.progress(id)
    expect(state).toBe('declined')
    expect(signatories).toMatchObject([
      { id: a.id, state: 'declined', at: expect.any(Date), reason: '金额有误' },
      { id: b.id, state: 'waiting', at: null, reason: null },
    ])
  })

  test('when a signatory declines without a reason, which the service fills in', async () => {
    const a = firstSigner()
    const id = await startOrder(a)
    stub.declineAs(id, a.id, '')
    expect((await esign.progress(id)).signatories).toMatchObject([{ state: 'declined', reason: null }])
  })

  test('when it expires, or the service revokes it', async () => {
    const [one, other] = [await startOrder(firstSigner()), await startOrder(firstSigner())]
    stub.expire(one)
    stub.revokeAtService(other)
    expect([await states(one), await states(other)]).toEqual([
      ['expired', 'invited'],
      ['revoked', 'invited'],
    ])
  })

  test('when it is revoked, with a reason that the service accepts', async () => {
    const id = await startOrder(firstSigner())
    await esign.revoke(id, `甲/乙: "条款" 有误? 🙂 ${'很长'.repeat(40)}`)
    expect(await states(id)).toEqual(['revoked', 'invited'])
  })
})

describe('repeated calls', () => {
  test('start and revoke change nothing the second time, nor after the end', async () => {
    const a = firstSigner()
    const id = await startOrder(a)
    await esign.start(id)
    expect(stub.mails).toHaveLength(1)
    await esign.revoke(id, '重复')
    await esign.revoke(id, '重复')
    await esign.start(id)
    expect(await states(id)).toEqual(['revoked', 'invited'])

    const done = await startOrder(a)
    await stub.signAs(done, a.id)
    await esign.revoke(done, '太晚')
    expect(await states(done)).toEqual(['completed', 'signed'])
  })

  test('two starts at the same time both succeed and invite once', async () => {
    const id = await esign.draft(order([firstSigner()]))
    await Promise.all([esign.start(id), esign.start(id)])
    expect([stub.started(), stub.mails.length]).toEqual([[id], 1])
  })

  test('two revocations at the same time both succeed', async () => {
    const id = await startOrder(firstSigner())
    await Promise.all([esign.revoke(id, 'a'), esign.revoke(id, 'b')])
    expect(await states(id)).toEqual(['revoked', 'invited'])
  })

  test('a revocation does not end a draft, because no one has been informed of it', async () => {
    const id = await esign.draft(order([firstSigner()]))
    await esign.revoke(id, '不需要')
    expect(await states(id)).toEqual(['draft', 'waiting'])
  })
})

describe('a running signing', () => {
  test('sends reminders to the person whose turn it is, after half an hour and every ten minutes', async () => {
    const a = firstSigner()
    const start = new Date('2027-03-01T08:00:00Z')
    setClock(() => start)
    const id = await startOrder(a)
    const refusedAs = { kind: 'not-ready', code: '1437137' }
    await expect(esign.remind(id, a)).rejects.toMatchObject(refusedAs)
    setClock(() => new Date(start.getTime() + HOUR))
    await esign.remind(id, a)
    expect(stub.mails.at(-1)).toEqual({ to: '13800000001', how: 'sms', kind: 'reminder', remoteId: id })
    setClock(() => new Date(start.getTime() + HOUR + 5 * MINUTE))
    await expect(esign.remind(id, a)).rejects.toMatchObject({ kind: 'not-ready', code: '1437138' })
    await stub.signAs(id, a.id)
    await expect(esign.remind(id, a)).rejects.toMatchObject({ kind: 'refused', code: '1437126' })
  })

  test('is extended once; the same deadline again changes nothing', async () => {
    const id = await startOrder(firstSigner())
    const later = fromNow(60 * DAY)
    await esign.extend!(id, later)
    await esign.extend!(id, later)
    await expect(esign.extend!(id, fromNow(70 * DAY))).rejects.toMatchObject({
      kind: 'refused',
      code: '1435011',
    })
  })

  test('gives a signatory a link, by the account and institution of their invitation', async () => {
    const a = signatory({ party: company(), phone: null, email: 'seal@example.cn' })
    const id = await esign.draft(order([a]))
    await expect(esign.signerLink(id, a, RETURN_URL)).rejects.toMatchObject({ code: '1437103' })
    await esign.start(id)
    const link = new URL(await esign.signerLink(id, a, RETURN_URL))
    expect([link.origin, link.searchParams.get('account')]).toEqual([stub.url, 'seal@example.cn'])
    const stranger = signatory({ email: 'stranger@example.cn', phone: null })
    await expect(esign.signerLink(id, stranger, RETURN_URL)).rejects.toMatchObject({ code: '1437114' })
  })

  test('gives a person who acts for two institutions a link for each', async () => {
    const names = ['甲有限公司', '乙有限公司']
    const both = names.map((name) => signatory({ party: company({ name }) }))
    const id = await startOrder(...both)
    const links = await Promise.all(both.map((one) => esign.signerLink(id, one, RETURN_URL)))
    expect(links.map((link) => new URL(link).searchParams.get('organ'))).toEqual(names)
  })

  test('needs a login for a link outside the mainland, where only the login identifies the signatory', async () => {
    const abroad = signatory({ party: person({ mainland: false }), phone: null, email: 'jo@example.com' })
    const home = signatory()
    const id = await startOrder(home, abroad)
    const login = async (one: RemoteSignatory) =>
      new URL(await esign.signerLink(id, one, RETURN_URL)).searchParams.get('login')
    expect([await login(home), await login(abroad)]).toEqual(['false', 'true'])
  })
})

describe('evidence', () => {
  const completed = async (one: RemoteSignatory) => {
    const id = await startOrder(one)
    await stub.signAs(id, one.id)
    return id
  }

  async function applied(id: string) {
    const evidence = await esign.evidence(id, null)
    if (evidence.state !== 'applied') throw new Error('nothing was applied for')
    return evidence
  }

  test('of an international signing is its own certificate', async () => {
    const id = await completed(signatory({ party: person({ mainland: false }) }))
    const { fileName, bytes } = fetchedOf(await esign.evidence(id, null))
    expect([fileName, Buffer.from(bytes).toString()]).toEqual(['certificate.pdf', '%PDF-1.7 certificate'])
  })

  test('is a report, which is bought once and takes time', async () => {
    esign = createEsign({ ...stub.settings, evidenceReports: true })
    const id = await completed(firstSigner())
    const { application } = await applied(id)
    expect(await esign.evidence(id, application)).toEqual({ state: 'applied', application })
    // Another process supports the application too.
    const other = createEsign(stub.settings)
    expect(await other.evidence(id, application)).toMatchObject({
      state: 'fetched',
      fileName: 'evidence.zip',
    })
    expect(stub.reports.size).toBe(1)
  })

  test('is refused if no report could be made; an operator must act if none is left', async () => {
    esign = createEsign({ ...stub.settings, evidenceReports: true })
    const id = await completed(firstSigner())
    const { application } = await applied(id)
    for (const report of stub.reports.values()) report.status = 'ISSUE_FAILED'
    await expect(esign.evidence(id, application)).rejects.toMatchObject({
      kind: 'refused',
      code: 'ISSUE_FAILED',
    })
    for (const report of stub.reports.values()) report.status = 'PAUSED'
    await expect(esign.evidence(id, application)).rejects.toMatchObject({ kind: 'unavailable' })
    stub.quota.reports = 0
    const other = await completed(firstSigner())
    await expect(esign.evidence(other, null)).rejects.toMatchObject({
      kind: 'misconfigured',
      code: '1480201',
    })
  })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RemoteService } from '#modules/signing/providers/remote/service.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { DAY, fromNow, setClock } from '#src/core/clock.ts'
import { startTencentStub, type TencentStub } from '#tests/stubs/tencent/tencent.ts'
import { fetchedOf } from '#tests/support/fetched-evidence.ts'
import { COMPANY, orderFor, signer } from './order.ts'

const RETURN = 'https://qishu.example/back?a=1&b=%E4%B8%AD'

let stub: TencentStub
let service: RemoteService

beforeAll(async () => {
  const finish = async (file: Uint8Array) => {
    receivedFiles.push(file)
    return new Uint8Array(Buffer.concat([file, Buffer.from('\n%signed')]))
  }
  stub = await startTencentStub({ finish })
  service = tencentService(stub.settings)
})

beforeEach(() => {
  stub.mails.length = 0
  stub.callbacks.length = 0
})

afterAll(() => {
  stub.stop()
  setClock(null)
})

/** What arrived at the service of the files of completed contracts. */
const receivedFiles: Uint8Array[] = []

const texts = () => stub.mails.map(({ to, about }) => `${about} ${to}`)
const statesOf = async (remoteId: string) => {
  const { state, signatories } = await service.progress(remoteId)
  return [state, ...signatories.map((one) => one.state)]
}

test('people sign in their order, from the draft to the signed file', async () => {
  const [first, second] = [signer(), signer({ order: 2, party: COMPANY, name: '王莲' })]
  const reader = signer({ order: 3, role: 'copy', name: '李读', places: [] })
  const order = orderFor([second, first, reader])
  const drafts = stub.drafts().length
  const id = await service.draft(order)
  expect(stub.drafts()).toHaveLength(drafts + 1)
  expect(stub.mails).toEqual([])
  await expect(stub.signAs(id, first.id)).rejects.toThrow('they have no link')

  await service.start(id)
  expect(texts()).toEqual([`sign ${first.phone!.slice(3)}`])
  expect(await statesOf(id)).toEqual(['started', 'invited', 'waiting'])
  await expect(stub.signAs(id, second.id)).rejects.toThrow('not their turn')
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'not-ready' })

  await stub.signAs(id, first.id)
  expect(await statesOf(id)).toEqual(['started', 'signed', 'invited'])
  expect(texts()).toEqual([`sign ${first.phone!.slice(3)}`, `turn ${second.phone!.slice(3)}`])

  await stub.signAs(id, second.id)
  const progress = await service.progress(id)
  expect(progress.state).toBe('completed')
  expect(progress.signatories).toMatchObject([
    { id: first.id, level: 'real-name', undelivered: false },
    { id: second.id, level: 'real-name', undelivered: false },
  ])
  expect(progress.signatories[0]!.at!.getTime()).toBeGreaterThan(Date.now() - DAY)
  expect(texts()).toContain(`copy ${reader.phone!.slice(3)}`)
  const signed = Buffer.from(await service.download(id)).toString('latin1')
  expect(signed.startsWith('%PDF-') && signed.endsWith('%signed')).toBe(true)
})

test('the file arrives byte for byte', async () => {
  const one = signer()
  const order = orderFor([one])
  // Bytes after the end, as an incremental update leaves them.
  const file = Buffer.concat([order.file, Buffer.from([0, 255, 13, 10, 13, 37, 0x80])])
  const id = await service.draft({ ...order, file })
  await service.start(id)
  await stub.signAs(id, one.id)
  expect(Buffer.from(receivedFiles.at(-1)!).equals(file)).toBe(true)
})

test('signatories sign at the same time', async () => {
  const people = [signer(), signer(), signer()]
  const id = await service.draft(orderFor(people))
  await service.start(id)
  expect(stub.mails).toHaveLength(3)
  expect(await statesOf(id)).toEqual(['started', 'invited', 'invited', 'invited'])
  await stub.signAs(id, people[2]!.id)
  expect(await statesOf(id)).toEqual(['started', 'invited', 'invited', 'signed'])
  await stub.signAs(id, people[0]!.id)
  await stub.signAs(id, people[1]!.id)
  expect((await service.progress(id)).state).toBe('completed')
})

test('a second start changes nothing, and texts no one after a signature', async () => {
  const people = [signer(), signer({ order: 2 })]
  const id = await service.draft(orderFor(people))
  await service.start(id)
  await service.start(id)
  expect(stub.mails).toHaveLength(2)
  await stub.signAs(id, people[0]!.id)
  stub.mails.length = 0
  await service.start(id)
  await stub.signAs(id, people[1]!.id)
  await service.start(id)
  expect(stub.mails).toEqual([])
  expect(await statesOf(id)).toEqual(['completed', 'signed', 'signed'])
})

test('declining ends a signing, with the reason', async () => {
  const people = [signer(), signer()]
  const id = await service.draft(orderFor(people))
  await service.start(id)
  await stub.declineAs(id, people[1]!.id, '金额有误 100%+&')
  const { state, signatories } = await service.progress(id)
  expect(state).toBe('declined')
  expect(signatories[1]).toMatchObject({ state: 'declined', reason: '金额有误 100%+&', at: expect.any(Date) })
  expect(signatories[0]).toMatchObject({ state: 'waiting', reason: null, at: null })
  await service.revoke(id, '再试')
  expect((await service.progress(id)).state).toBe('declined')
})

test('a signing expires, unless its deadline is extended before', async () => {
  const people = [signer()]
  const [short, long] = [
    await service.draft(orderFor(people, { expiresAt: fromNow(2 * DAY) })),
    await service.draft(orderFor(people, { expiresAt: fromNow(2 * DAY) })),
  ]
  await service.start(short)
  await service.start(long)
  await service.extend!(long, fromNow(5 * DAY))
  await expect(service.extend!(long, fromNow(3 * DAY))).rejects.toMatchObject({ kind: 'refused' })
  const later = fromNow(3 * DAY)
  setClock(() => later)
  expect(await statesOf(short)).toEqual(['expired', 'waiting'])
  expect(await statesOf(long)).toEqual(['started', 'invited'])
  await expect(service.extend!(short, fromNow(9 * DAY))).rejects.toMatchObject({
    code: 'OperationDenied.FlowHasTerminated',
  })
  setClock(null)
})

test('a revocation returns the contract to the quota, and can be repeated', async () => {
  const before = stub.world.quota
  const id = await service.draft(orderFor([signer()]))
  expect(stub.world.quota).toBe(before - 1)
  await service.revoke(id, '发错了 🙈')
  await service.revoke(id, '发错了')
  expect((await service.progress(id)).state).toBe('revoked')
  expect(stub.world.quota).toBe(before)
  const other = await service.draft(orderFor([signer()]))
  stub.revokeAtService(other)
  await service.start(other)
  await service.revoke(other, '')
  expect((await service.progress(other)).state).toBe('revoked')
  expect(stub.mails).toEqual([])
})

test('a signatory with only a phone gets a link and a reminder', async () => {
  const people = [signer({ party: COMPANY, name: '王莲' }), signer({ order: 2 })]
  const id = await service.draft(orderFor(people))
  await service.start(id)
  const link = new URL(await service.signerLink(id, people[0]!, RETURN))
  expect(link.origin).toBe(stub.url)
  expect(link.searchParams.get('jump')).toBe(RETURN)
  await expect(service.signerLink(id, { ...people[0]!, name: '王荷' }, RETURN)).rejects.toMatchObject({
    kind: 'refused',
    code: 'ResourceNotFound',
  })
  stub.mails.length = 0
  await service.remind(id, people[0]!)
  expect(texts()).toEqual([`sign ${people[0]!.phone!.slice(3)}`])
  await expect(service.remind(id, people[1]!)).rejects.toMatchObject({ kind: 'refused' })
})

test('the report of the service is available once it is made', async () => {
  const [one] = [signer()]
  const id = await service.draft(orderFor([one]))
  await service.start(id)
  const forbidden = { code: 'OperationDenied.FlowStatusForbid' }
  await expect(service.evidence(id, null)).rejects.toMatchObject(forbidden)
  await stub.signAs(id, one.id)
  const applied = await service.evidence(id, null)
  if (applied.state !== 'applied') throw new Error('nothing was applied for')
  const { application } = applied
  // Another process knows the application as well.
  const other = tencentService({ ...stub.settings, evidence: false })
  expect(await other.evidence(id, application)).toEqual(applied)
  expect(await service.evidence(id, application)).toEqual(applied)
  const { fileName, bytes } = fetchedOf(await service.evidence(id, application))
  expect(fileName).toBe(`evidence-${id.split('.')[0]}.pdf`)
  expect(bytes.length).toBeGreaterThan(100)
  expect(stub.world.reports.size).toBe(1)
  stub.world.distortion = { Status: 'EvidenceStatusFailed' }
  await expect(service.evidence(id, application)).rejects.toMatchObject({ kind: 'refused', code: 'evidence' })
  expect(await other.evidence(id, null)).toEqual({ state: 'none' })
})

test('a company verifies itself', async () => {
  const { sender } = orderFor([])
  const urls = { callbackUrl: '', returnUrl: RETURN, locale: 'zh_CN' } as const
  const { flow, url } = await service.authorise(sender, urls)
  expect(new URL(url).origin).toBe(stub.url)
  expect(await service.authorisation(flow)).toEqual({ state: 'pending' })
  stub.refuse(flow)
  expect(await service.authorisation(flow)).toEqual({ state: 'refused', reason: '营业执照不清晰' })
  stub.grant(flow)
  expect(await service.authorisation(flow)).toMatchObject({
    state: 'granted',
    reference: 'yDorg91330100MA2B0XXX1A',
    from: null,
    until: null,
  })
  stub.lapse(flow)
  expect(await service.authorisation(flow)).toEqual({ state: 'lapsed', reason: null })
  const again = await service.authorise(sender, urls)
  const later = fromNow(31 * DAY)
  setClock(() => later)
  expect(await service.authorisation(again.flow)).toEqual({ state: 'lapsed', reason: null })
  setClock(null)
  await expect(service.authorise({ ...sender, as: 'individual' }, urls)).rejects.toMatchObject({
    kind: 'refused',
    code: 'individual-sender',
  })
})

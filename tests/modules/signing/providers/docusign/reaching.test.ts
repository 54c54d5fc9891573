import { afterEach, beforeEach, expect, test } from 'vitest'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import type { RemoteService } from '#modules/signing/providers/remote/service.ts'
import type { DocusignStub } from '#tests/stubs/docusign/docusign.ts'
import { orderFor, requestOf, signatory, startConsented } from './order.ts'

let stub: DocusignStub
let service: RemoteService

beforeEach(async () => {
  stub = await startConsented()
  service = docusign(stub.settings)
})

afterEach(() => stub.stop())

test('an undelivered invitation is reported until the address is corrected', async () => {
  const [a, b] = [signatory(), signatory({ order: 2 })]
  const id = await service.draft(await orderFor([a, b]))
  await service.start(id)
  const seen = async () =>
    (await service.progress(id)).signatories.map(({ state, undelivered }) => [state, undelivered])
  expect(await seen()).toEqual([
    ['invited', false],
    ['waiting', false],
  ])
  stub.bounce(id, a.id)
  expect(service.readCallback(requestOf(stub.callbacks.at(-1)!))?.about).toEqual({
    kind: 'signing',
    remoteId: id,
  })
  expect(await seen()).toEqual([
    ['invited', true],
    ['waiting', false],
  ])
  await service.correctContact!(id, { ...a, email: 'right@lotus.example' })
  expect(await seen()).toEqual([
    ['invited', false],
    ['waiting', false],
  ])
})

test('signatories are identified by the channel of their invitation, email or phone, once they have signed', async () => {
  const texting = docusign({ ...stub.settings, sms: true })
  const mailed = signatory({ phone: '+447911123456' })
  const texted = signatory({ email: null, phone: '+85261234567' })
  const copy = signatory({ role: 'copy', places: [] })
  const id = await texting.draft(await orderFor([mailed, texted, copy]))
  await texting.start(id)
  const levels = async () => (await texting.progress(id)).signatories.map(({ level }) => level)
  expect(await levels()).toEqual([null, null, null])
  await stub.signAs(id, mailed.id)
  await stub.signAs(id, texted.id)
  expect(await levels()).toEqual(['email', 'phone', null])
})

test('the uploaded file arrives byte for byte', async () => {
  const arrived: Uint8Array[] = []
  stub.stop()
  stub = await startConsented({ finish: async (file) => (arrived.push(file), file) })
  service = docusign(stub.settings)
  const one = signatory()
  const order = await orderFor([one])
  // Additional bytes at the end, as after an incremental update.
  const file = Buffer.concat([order.file, Buffer.from([0, 255, 13, 10, 13, 37, 0x80])])
  const id = await service.draft({ ...order, file })
  await service.start(id)
  await stub.signAs(id, one.id)
  expect(Buffer.from(await service.download(id)).equals(file)).toBe(true)
  expect(arrived.map((bytes) => Buffer.from(bytes).equals(file))).toEqual([true])
})

test('a phone number alone suffices only if SMS delivery is enabled', async () => {
  const one = signatory({ email: null, phone: '+85261234567' })
  expect(service.capabilities.contacts.phone).toBe(false)
  await expect(service.draft(await orderFor([one]))).rejects.toMatchObject({
    kind: 'refused',
    code: 'NO_CONTACT',
  })
  const texting = docusign({ ...stub.settings, sms: true })
  expect(texting.capabilities.contacts.phone).toBe(true)
  const id = await texting.draft(await orderFor([one, signatory({ phone: '+447911123456' })]))
  const [first, second] = stub.envelope(id).definition.recipients.signers
  expect(first).toMatchObject({
    deliveryMethod: 'SMS',
    phoneNumber: { countryCode: '852', number: '61234567' },
  })
  expect(first!.email).toBeUndefined()
  expect(second).toMatchObject({ deliveryMethod: 'Email' })
  await texting.start(id)
  expect(stub.mails.map(({ to, by }) => [to, by])).toContainEqual(['+85261234567', 'sms'])
  expect(stub.mails.map(({ to }) => to)).toContain('+447911123456')
  expect(await texting.signerLink(id, one, 'https://app.example/signed')).toContain(stub.url)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import type { RemoteService } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow, MINUTE, now, setClock } from '#src/core/clock.ts'
import type { DocusignStub } from '#tests/stubs/docusign/docusign.ts'
import { fetchedOf } from '#tests/support/fetched-evidence.ts'
import { orderFor, signatory, startConsented } from './order.ts'

let stub: DocusignStub
let service: RemoteService

beforeEach(async () => {
  stub = await startConsented({ finish: async (file) => Buffer.concat([file, Buffer.from('% signed\n')]) })
  service = docusign(stub.settings)
})

afterEach(() => {
  setClock(null)
  stub.stop()
})

const statesOf = async (id: string) => (await service.progress(id)).signatories.map(({ state }) => state)
const mailedRecipients = (kind: string) => stub.mails.filter((mail) => mail.kind === kind).map(({ to }) => to)

test('signatories sign in their order, and the signed file can be downloaded', async () => {
  const [a, b] = [signatory(), signatory({ order: 2, locale: 'en_US' })]
  const order = await orderFor([a, b])
  const id = await service.draft(order)
  expect(stub.drafts()).toEqual([id])
  expect(stub.mails).toEqual([])
  expect((await service.progress(id)).state).toBe('draft')

  await service.start(id)
  expect(stub.started()).toEqual([id])
  expect(stub.mails).toEqual([
    { to: a.email, by: 'email', kind: 'invitation', language: 'zh_CN', envelopeId: id },
  ])
  expect(await statesOf(id)).toEqual(['invited', 'waiting'])
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'not-ready', code: 'NOT_COMPLETED' })
  await expect(service.evidence(id, null)).rejects.toMatchObject({ kind: 'not-ready' })

  await stub.signAs(id, a.id)
  expect(await statesOf(id)).toEqual(['signed', 'invited'])
  expect(stub.mails.at(-1)).toMatchObject({ to: b.email, language: 'en' })
  await stub.signAs(id, b.id)
  const { state, signatories } = await service.progress(id)
  expect(state).toBe('completed')
  expect(signatories.map((one) => [one.id, one.state, one.reason])).toEqual([
    [a.id, 'signed', null],
    [b.id, 'signed', null],
  ])
  expect(signatories.every(({ at }) => at instanceof Date)).toBe(true)
  const signed = Buffer.from(await service.download(id))
  expect(signed.equals(Buffer.concat([order.file, Buffer.from('% signed\n')]))).toBe(true)
  const evidence = fetchedOf(await service.evidence(id, null))
  expect(evidence.fileName).toContain(id)
  expect(Buffer.from(evidence.bytes).toString()).toContain('% certificate en ')
})

test('the certificate is in the language that all signatories share', async () => {
  const only = signatory({ locale: 'zh_TW' })
  const id = await service.draft(await orderFor([only]))
  await service.start(id)
  await stub.signAs(id, only.id)
  const { bytes } = fetchedOf(await service.evidence(id, null))
  expect(Buffer.from(bytes).toString()).toContain('% certificate zh_TW ')
})

test('signatories with the same order are invited together', async () => {
  const [a, b, c] = [signatory(), signatory(), signatory({ order: 2 })]
  const id = await service.draft(await orderFor([a, b, c]))
  await service.start(id)
  expect(await statesOf(id)).toEqual(['invited', 'invited', 'waiting'])
  await stub.signAs(id, b.id)
  expect(await statesOf(id)).toEqual(['invited', 'signed', 'waiting'])
  await stub.signAs(id, a.id)
  expect(await statesOf(id)).toEqual(['signed', 'signed', 'invited'])
})

test('an approver has a button instead of signature places, and a copy comes last', async () => {
  const [approver, copy, signer] = [
    signatory({ role: 'approver', places: [] }),
    signatory({ role: 'copy', places: [] }),
    signatory({ order: 2 }),
  ]
  const id = await service.draft(await orderFor([approver, copy, signer]))
  const { signers, carbonCopies } = stub.envelope(id).definition.recipients
  expect(signers.map(({ tabs }) => Object.keys(tabs))).toEqual([['approveTabs'], ['signHereTabs']])
  expect(carbonCopies.map(({ routingOrder }) => routingOrder)).toEqual(['3'])
  await service.start(id)
  const stateOf = async (wanted: string) =>
    (await service.progress(id)).signatories.find((one) => one.id === wanted)!.state
  expect(await stateOf(copy.id)).toBe('waiting')
  await stub.signAs(id, approver.id)
  expect(mailedRecipients('copy')).toEqual([])
  await stub.signAs(id, signer.id)
  expect(mailedRecipients('copy')).toEqual([copy.email])
  expect(await stateOf(copy.id)).toBe('invited')
  expect((await service.progress(id)).state).toBe('completed')
})

test('places are measured from the upper edge of the page as displayed', async () => {
  const places = [
    { page: 1, x: 100, y: 100, width: 120, height: 60 },
    { page: 2, x: 10.4, y: 600, width: 400, height: 142 },
    { page: 1, x: 0, y: 0, width: 30, height: 20 },
  ]
  const id = await service.draft(await orderFor([signatory({ places })]))
  const [signer] = stub.envelope(id).definition.recipients.signers
  // Page 2 is displayed 842 points high, although it is stored in landscape format.
  expect(signer!.tabs.signHereTabs).toEqual([
    { documentId: '1', pageNumber: '1', xPosition: '100', yPosition: '682', scaleValue: 1 },
    { documentId: '1', pageNumber: '2', xPosition: '10', yPosition: '100', scaleValue: 2 },
    { documentId: '1', pageNumber: '1', xPosition: '0', yPosition: '822', scaleValue: 0.5 },
  ])
})

test('the draft has deadline, no reminders, languages, callbacks and our own number', async () => {
  const order = await orderFor([signatory({ locale: 'zh_TW' })], { expiresAt: fromNow(9.5 * DAY) })
  const { definition } = stub.envelope(await service.draft(order))
  expect(definition.notification).toEqual({
    useAccountDefaults: 'false',
    reminders: { reminderEnabled: 'false', reminderDelay: '0', reminderFrequency: '0' },
    expirations: { expireEnabled: 'true', expireAfter: '10', expireWarn: '0' },
  })
  expect(definition.recipients.signers[0]!.emailNotification.supportedLanguage).toBe('zh_TW')
  expect(definition.customFields.textCustomFields[0].value).toBe(order.signingId)
  expect(definition.eventNotification.url).toBe(order.callbackUrl)
  expect(definition.emailSettings?.replyEmailAddressOverride).toBe('mei@lotus.example')
})

test('long titles and names are shortened without splitting a character', async () => {
  const one = signatory({ name: `${'x'.repeat(99)}𠮷` })
  const id = await service.draft(await orderFor([one], { title: `${'长'.repeat(99)}𠮷` }))
  const { definition } = stub.envelope(id)
  expect(definition.emailSubject).toBe('长'.repeat(99))
  expect(definition.recipients.signers[0]!.name).toBe('x'.repeat(99))
  await service.start(id)
  expect(await service.signerLink(id, one, 'https://app.example/signed')).toContain(stub.url)
})

test('a signatory who declines ends the envelope, with the reason', async () => {
  const [a, b] = [signatory(), signatory({ order: 2 })]
  const id = await service.draft(await orderFor([a, b]))
  await service.start(id)
  await stub.declineAs(id, a.id, '价格不符')
  const { state, signatories } = await service.progress(id)
  expect(state).toBe('declined')
  expect(signatories[0]).toMatchObject({ state: 'declined', reason: '价格不符', at: expect.any(Date) })
  expect(signatories[1]).toMatchObject({ state: 'waiting', reason: null, at: null })
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'refused' })
})

test('an expired envelope differs from a revoked one', async () => {
  const make = async () => {
    const id = await service.draft(await orderFor([signatory()]))
    await service.start(id)
    return id
  }
  const [expired, revoked, ours] = [await make(), await make(), await make()]
  await stub.expire(expired)
  await stub.revokeAtService(revoked)
  await service.revoke(ours, '改为线下签署')
  expect((await service.progress(expired)).state).toBe('expired')
  expect((await service.progress(revoked)).state).toBe('revoked')
  expect((await service.progress(ours)).state).toBe('revoked')
  expect(stub.envelope(ours).voidedReason).toBe('改为线下签署')
})

test('an envelope voided after its deadline is expired, whatever the stated reason', async () => {
  const id = await service.draft(await orderFor([signatory()], { expiresAt: fromNow(DAY) }))
  await service.start(id)
  const later = new Date(now().getTime() + DAY + MINUTE)
  setClock(() => later)
  await stub.revokeAtService(id)
  expect((await service.progress(id)).state).toBe('expired')
})

test('start and revoke can be repeated', async () => {
  const one = signatory()
  const id = await service.draft(await orderFor([one]))
  await service.start(id)
  await service.start(id)
  expect(mailedRecipients('invitation')).toHaveLength(1)
  await stub.signAs(id, one.id)
  await service.start(id)
  await service.revoke(id, 'too late')
  expect((await service.progress(id)).state).toBe('completed')
})

test('a revoked draft is deleted and can no longer be started', async () => {
  const id = await service.draft(await orderFor([signatory()]))
  await service.revoke(id, '')
  expect((await service.progress(id)).state).toBe('revoked')
  await expect(service.start(id)).rejects.toMatchObject({ kind: 'refused' })
  expect(stub.mails).toEqual([])
})

test('a signing page opens once, for the signatory whose turn it is, within five minutes', async () => {
  const [a, b] = [signatory(), signatory({ order: 2 })]
  const id = await service.draft(await orderFor([a, b]))
  await service.start(id)
  const url = await service.signerLink(id, a, 'https://app.example/signed')
  expect((await fetch(url)).status).toBe(200)
  const again = await fetch(url, { redirect: 'manual' })
  expect(again.headers.get('location')).toBe('https://app.example/signed?event=ttl_expired')
  await expect(service.signerLink(id, b, 'https://app.example/signed')).rejects.toMatchObject({
    kind: 'not-ready',
    code: 'RECIPIENT_NOT_IN_SEQUENCE',
  })
  const late = await service.signerLink(id, a, 'https://app.example/signed')
  const later = fromNow(5 * MINUTE)
  setClock(() => later)
  const tooLate = await fetch(late, { redirect: 'manual' })
  expect(tooLate.headers.get('location')).toContain('event=ttl_expired')
})

test('a reminder repeats the invitation, but not as a correction, and not before the turn', async () => {
  const [a, b] = [signatory(), signatory({ order: 2 })]
  const id = await service.draft(await orderFor([a, b]))
  await expect(service.remind(id, a)).rejects.toMatchObject({ kind: 'refused' })
  await service.start(id)
  await service.remind(id, a)
  expect(mailedRecipients('reminder')).toEqual([a.email])
  expect(mailedRecipients('correction')).toEqual([])
  await expect(service.remind(id, b)).rejects.toMatchObject({ kind: 'refused', code: 'NOT_INVITED' })
  await expect(service.remind(id, signatory())).rejects.toMatchObject({ code: 'UNKNOWN_ENVELOPE_RECIPIENT' })
})

test('an invitation is sent to a corrected address, and its signing page opens', async () => {
  const one = signatory()
  const id = await service.draft(await orderFor([one]))
  await service.start(id)
  const corrected = { ...one, email: 'right@lotus.example' }
  await service.correctContact!(id, corrected)
  expect(mailedRecipients('correction')).toEqual(['right@lotus.example'])
  await expect(service.signerLink(id, one, 'https://app.example/signed')).rejects.toMatchObject({
    kind: 'refused',
  })
  expect(await service.signerLink(id, corrected, 'https://app.example/signed')).toContain(stub.url)
  await stub.signAs(id, one.id)
  await expect(service.correctContact!(id, corrected)).rejects.toMatchObject({ kind: 'refused' })
})

test('the refusal of one recipient within a success response is an error', async () => {
  const [a, b] = [signatory(), signatory({ order: 2 })]
  const id = await service.draft(await orderFor([a, b]))
  await service.start(id)
  await stub.signAs(id, a.id)
  await expect(service.correctContact!(id, { ...a, email: 'x@lotus.example' })).rejects.toMatchObject({
    kind: 'refused',
    code: 'RECIPIENT_UPDATE_FAILED',
  })
})

test('a later deadline counts from the sending and starts no reminders', async () => {
  const id = await service.draft(await orderFor([signatory()]))
  await expect(service.extend!(id, fromNow(30 * DAY))).rejects.toMatchObject({ kind: 'refused' })
  await service.start(id)
  const sentAt = stub.envelope(id).sentAt!
  const later = fromNow(10 * DAY)
  setClock(() => later)
  await service.extend!(id, new Date(sentAt.getTime() + 30 * DAY))
  expect(stub.envelope(id).expireAfter).toBe(30)
  expect(stub.envelope(id).definition.notification.reminders.reminderEnabled).toBe('false')
})

test('orders that DocuSign does not support are refused before anything is sent', async () => {
  const seal = { places: [], crossPage: false }
  const place = { page: 3, x: 0, y: 0, width: 10, height: 10 }
  const orders = [
    await orderFor([signatory({ seal })]),
    await orderFor([signatory({ places: [place] })]),
    await orderFor([signatory()], { file: new Uint8Array(26 * 1024 * 1024) }),
    await orderFor([signatory()], { file: Buffer.from('no PDF') }),
  ]
  for (const order of orders) await expect(service.draft(order)).rejects.toMatchObject({ kind: 'refused' })
  expect(stub.requests).toEqual([])
})

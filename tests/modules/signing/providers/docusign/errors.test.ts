import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { docusign } from '#modules/signing/providers/docusign/docusign.ts'
import type { RemoteService, RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { DocusignStub } from '#tests/stubs/docusign/docusign.ts'
import { ok, refusal } from '#tests/stubs/docusign/replies.ts'
import { type FailureKind, named } from '#tests/stubs/services/server.ts'
import { orderFor, signatory, startConsented } from './order.ts'

let stub: DocusignStub
let service: RemoteService

beforeEach(async () => {
  stub = await startConsented()
  service = docusign(stub.settings)
})

afterEach(() => stub.stop())

const RETURN = 'https://app.example/signed'

async function startOrder(): Promise<{ id: string; one: RemoteSignatory }> {
  const one = signatory()
  const id = await service.draft(await orderFor([one]))
  await service.start(id)
  return { id, one }
}

/** Runs a call that fails. A call that gets no response has a short time limit. */
async function failingCall(how: FailureKind, at: string, step: () => Promise<unknown>) {
  const { timeout } = stub.settings
  stub.fail = { times: 1, how, at: named(at) }
  if (how === 'slow') stub.settings.timeout = 100
  await expect(step()).rejects.toMatchObject({ name: 'ProviderError', kind: 'unavailable' })
  stub.settings.timeout = timeout
}

test.each([
  [refusal('INVALID_REQUEST_BODY'), 'refused'],
  [refusal('ENVELOPE_DOES_NOT_EXIST', 404), 'refused'],
  [refusal('ACCOUNT_LACKS_PERMISSIONS', 403), 'misconfigured'],
  [refusal('USER_LACKS_PERMISSIONS', 401), 'misconfigured'],
  [refusal('PARTNER_AUTHENTICATION_FAILED', 401), 'misconfigured'],
  [refusal('ENVELOPE_ALLOWANCE_EXCEEDED'), 'misconfigured'],
  [refusal('ENVELOPE_SEND_LIMIT_EXCEEDED'), 'misconfigured'],
  [refusal('RECIPIENT_LIMIT_EXCEEDED'), 'misconfigured'],
  [refusal('EDIT_LOCK_ENVELOPE_ALREADY_LOCKED', 409), 'not-ready'],
  [refusal('HOURLY_APIINVOCATION_LIMIT_EXCEEDED', 429), 'unavailable'],
  [refusal('Burst_Envelope_Polling_Limit_Exceeded', 400), 'unavailable'],
  [refusal('Hourly_APIInvocation_Envelope_Limit_Exceeded', 400), 'unavailable'],
  [refusal('UNSPECIFIED_ERROR'), 'unavailable'],
  [refusal('INTERNAL_SERVER_ERROR', 500), 'unavailable'],
  [{ status: 503, body: '<html>maintenance</html>' }, 'unavailable'],
  [{ status: 400, body: '<html>a proxy</html>' }, 'refused'],
])('the answer %j is %s', async (reply, kind) => {
  const { id } = await startOrder()
  stub.answerNext(reply)
  if (reply.status === 401) stub.answerNext(reply)
  const body = String(reply.body)
  const code = body.startsWith('{') ? JSON.parse(body).errorCode : `HTTP_${reply.status}`
  await expect(service.progress(id)).rejects.toMatchObject({ name: 'ProviderError', kind, code })
})

test('an error contains the trace id for DocuSign’s support, and no token', async () => {
  const { id } = await startOrder()
  stub.answerNext(refusal('INVALID_REQUEST_BODY'))
  const error = await service.progress(id).catch((one) => one)
  expect(error.message).toContain('trace 4ff9-trace')
  expect(JSON.stringify(error) + error.stack).not.toContain('Bearer')
})

describe('an unexpected response is UNAVAILABLE, not a crash:', () => {
  const recipient = { recipientId: '1', status: 'sent', clientUserId: 'x' }
  const envelope = { envelopeId: 'e', status: 'sent', recipients: { signers: [recipient] } }
  test.each([
    ['no JSON', { status: 200, body: '<html>' }],
    ['a list', ok([])],
    ['null', { status: 200, body: 'null' }],
    ['nothing', { status: 200, body: '' }],
    ['without recipients', ok({ ...envelope, recipients: undefined })],
    ['an unknown state', ok({ ...envelope, status: 'teleported' })],
    [
      'an unknown state of a recipient',
      ok({ ...envelope, recipients: { signers: [{ ...recipient, status: '?' }] } }),
    ],
    ['a time that is none', ok({ ...envelope, sentDateTime: 'yesterday' })],
    ['a number for a state', ok({ ...envelope, status: 7 })],
    ['two megabytes', ok({ ...envelope, emailBlurb: 'x'.repeat(2 * 1024 * 1024) })],
  ])('%s', async (_name, reply) => {
    const { id } = await startOrder()
    stub.answerNext(reply)
    await expect(service.progress(id)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

test('an envelope that is still being created is not ready', async () => {
  const { id } = await startOrder()
  stub.answerNext(ok({ envelopeId: id, status: 'processing', recipients: {} }))
  await expect(service.progress(id)).rejects.toMatchObject({ kind: 'not-ready' })
})

test('a recipient who was added at DocuSign is ignored', async () => {
  const { id } = await startOrder()
  const signers = [{ recipientId: '9', status: 'sent' }]
  stub.answerNext(ok({ envelopeId: id, status: 'correct', recipients: { signers } }))
  expect(await service.progress(id)).toEqual({ state: 'started', signatories: [] })
})

test('an invalid id, page or file address is not used', async () => {
  const { id, one } = await startOrder()
  stub.answerNext(ok({ envelopeId: '../../accounts' }, 201))
  await expect(service.draft(await orderFor([one]))).rejects.toMatchObject({ kind: 'unavailable' })
  for (const url of [
    'https://evil.example/Signing',
    'javascript:alert(1)',
    'http://127.0.0.1@evil.example/',
  ]) {
    stub.answerNext(ok({ url }, 201))
    await expect(service.signerLink(id, one, RETURN)).rejects.toMatchObject({ code: 'FOREIGN_ADDRESS' })
  }
  await stub.signAs(id, one.id)
  const completed = ok({ envelopeId: id, status: 'completed', recipients: {} })
  stub.answerNext(completed)
  stub.answerNext({ status: 200, body: '<html>Log in</html>' })
  await expect(service.download(id)).rejects.toMatchObject({ code: 'NO_PDF' })
  const location = 'http://169.254.169.254/latest/meta-data'
  stub.answerNext(completed)
  stub.answerNext({ status: 302, headers: { location }, body: '' })
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'unavailable', code: 'NO_ANSWER' })
})

describe.each(['500', 'closed', 'after', 'slow'] as const)('while DocuSign fails by "%s",', (how) => {
  type Step = (id: string, one: RemoteSignatory) => Promise<unknown>
  const steps: [string, string, Step][] = [
    ['draft', 'POST /restapi', async (_id, one) => service.draft(await orderFor([one]))],
    ['start', 'PUT /restapi', (id) => service.start(id)],
    ['progress', 'GET /restapi', (id) => service.progress(id)],
    ['signerLink', 'POST /restapi', (id, one) => service.signerLink(id, one, RETURN)],
    ['remind', 'PUT /restapi', (id, one) => service.remind(id, one)],
    ['correctContact', 'PUT /restapi', (id, one) => service.correctContact!(id, one)],
    ['extend', 'PUT /restapi', (id) => service.extend!(id, fromNow(40 * DAY))],
    ['revoke', 'PUT /restapi', (id) => service.revoke(id, 'no')],
    ['download', 'GET /restapi', (id) => service.download(id)],
    ['evidence', 'GET /restapi', (id) => service.evidence(id, null)],
  ]

  test.each(steps)('%s is unavailable, and succeeds when it is repeated', async (name, at, step) => {
    const one = signatory()
    const id = await service.draft(await orderFor([one]))
    if (name !== 'start') await service.start(id)
    if (name === 'download' || name === 'evidence') await stub.signAs(id, one.id)
    await failingCall(how, at, () => step(id, one))
    await expect(step(id, one)).resolves.not.toThrow()
    const invitations = stub.mails.filter(({ kind }) => kind === 'invitation')
    expect(invitations).toHaveLength(1)
  })

  test('a token or account is requested again after a missing response', async () => {
    const order = await orderFor([signatory()])
    for (const at of ['/oauth/token', '/oauth/userinfo']) {
      await failingCall(how, at, () => service.draft(order))
    }
    expect(await service.draft(order)).toBeTruthy()
  })
})

test('a running envelope that DocuSign does not void is not reported as ended', async () => {
  const { id } = await startOrder()
  stub.answerNext(refusal('ENVELOPE_INVALID_STATUS'))
  await expect(service.revoke(id, 'no')).rejects.toMatchObject({
    kind: 'refused',
    code: 'ENVELOPE_INVALID_STATUS',
  })
  expect((await service.progress(id)).state).toBe('started')
})

test('a start with a lost response is recognised by its state', async () => {
  const id = await service.draft(await orderFor([signatory()]))
  stub.fail = { times: 1, how: 'after', at: named('PUT ') }
  await expect(service.start(id)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(stub.started()).toEqual([id])
  await service.start(id)
  expect(stub.mails).toHaveLength(1)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RemoteService, RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import { kindOf } from '#modules/signing/providers/tencent/errors.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { FailureKind } from '#tests/stubs/services/server.ts'
import { calling } from '#tests/stubs/tencent/requests.ts'
import { startTencentStub, type TencentStub } from '#tests/stubs/tencent/tencent.ts'
import { orderFor, signer } from './order.ts'

let stub: TencentStub
let service: RemoteService
/** The service with a short time limit, for calls that get no response. */
let impatientService: RemoteService

beforeAll(async () => {
  stub = await startTencentStub()
  service = tencentService(stub.settings)
  impatientService = tencentService({ ...stub.settings, timeouts: { call: 250, file: 250 } })
})

beforeEach(() => {
  Object.assign(stub.world, {
    refusal: null,
    distortion: null,
    downloadUrl: null,
    quota: 1000,
    mobileCheck: true,
  })
})

afterAll(() => stub.stop())

async function startOrder(): Promise<{ id: string; one: RemoteSignatory }> {
  const one = signer()
  const id = await service.draft(orderFor([one]))
  await service.start(id)
  return { id, one }
}

const FAILURE_KINDS: FailureKind[] = ['500', 'closed', 'after', 'slow']

type Attempt<T> = (service: RemoteService) => Promise<T>

test.each(FAILURE_KINDS)('each step can be repeated after the service failed: %s', async (how) => {
  const one = signer()
  const order = orderFor([one])
  /** The result of the second call. The first call must fail with an error that may be temporary. */
  async function afterFailure<T>(attempt: Attempt<T>): Promise<T> {
    stub.fail = { times: 1, how }
    const first = attempt(how === 'slow' ? impatientService : service)
    await expect(first).rejects.toMatchObject({ kind: 'unavailable' })
    // If the call ended early, its request may not have arrived.
    if (how !== 'slow') expect(stub.fail).toBeNull()
    stub.fail = null
    return attempt(service)
  }
  const id = await afterFailure((it) => it.draft(order))
  await afterFailure((it) => it.start(id))
  expect((await afterFailure((it) => it.progress(id))).state).toBe('started')
  expect(await afterFailure((it) => it.signerLink(id, one, 'https://qishu.example/'))).toContain(stub.url)
  await afterFailure((it) => it.remind(id, one))
  await stub.signAs(id, one.id)
  expect((await afterFailure((it) => it.download(id))).length).toBeGreaterThan(100)
  const other = await service.draft(orderFor([signer()]))
  await afterFailure((it) => it.revoke(other, '发错了'))
  expect((await service.progress(other)).state).toBe('revoked')
})

test('a contract whose response was lost notifies no one and cannot be signed', async () => {
  const one = signer()
  const order = orderFor([one])
  stub.mails.length = 0
  stub.fail = { times: 1, how: 'after', at: calling('CreateFlowByFiles') }
  await expect(service.draft(order)).rejects.toMatchObject({ kind: 'unavailable' })
  const id = await service.draft(order)
  const [lost, second] = [...stub.world.flows.values()].slice(-2)
  expect(id.startsWith(second!.id)).toBe(true)
  expect(lost!.request.UserData).toBe(second!.request.UserData)
  await service.start(id)
  expect(stub.mails.map(({ flowId }) => flowId)).toEqual([second!.id])
  await expect(stub.signAs(lost!.id, one.id)).rejects.toThrow('they have no link')
})

test('an extension whose response was lost is not refused the second time', async () => {
  const { id } = await startOrder()
  const later = fromNow(40 * DAY)
  stub.fail = { times: 1, how: 'after' }
  await expect(service.extend!(id, later)).rejects.toMatchObject({ kind: 'unavailable' })
  await service.extend!(id, later)
  await expect(service.extend!(id, fromNow(39 * DAY))).rejects.toMatchObject({ kind: 'refused' })
})

test('a text message or revocation whose response was lost can be repeated', async () => {
  const id = await service.draft(orderFor([signer(), signer()]))
  stub.mails.length = 0
  stub.fail = { times: 1, how: 'after', at: calling('CreateBatchSignUrl') }
  await expect(service.start(id)).rejects.toMatchObject({ kind: 'unavailable' })
  await service.start(id)
  expect(stub.mails).toHaveLength(3)
  stub.fail = { times: 1, how: 'after', at: calling('CancelFlow') }
  await service.revoke(id, '发错了')
  expect((await service.progress(id)).state).toBe('revoked')
})

test('a revocation without effect is an error', async () => {
  const { id } = await startOrder()
  stub.fail = { times: 1, how: '500', at: calling('CancelFlow') }
  await expect(service.revoke(id, '发错了')).rejects.toMatchObject({ kind: 'unavailable' })
  expect((await service.progress(id)).state).toBe('started')
})

test.each([
  ['RequestLimitExceeded', 'unavailable'],
  ['RequestLimitExceeded.UinLimitExceeded', 'unavailable'],
  ['FailedOperation.RequestLimitExceeded', 'unavailable'],
  ['InternalError.Db', 'unavailable'],
  ['SomethingNew', 'unavailable'],
  ['AuthFailure.SecretIdNotFound', 'misconfigured'],
  ['UnauthorizedOperation.NoPermissionFeature', 'misconfigured'],
  ['OperationDenied.NoQuota', 'misconfigured'],
  ['OperationDenied.WhiteListForbid', 'misconfigured'],
  ['OperationDenied.OverseaAbilityNotOpen', 'misconfigured'],
  ['IpNotInWhitelist', 'misconfigured'],
  ['OperationDenied.DocumentNoAvailable', 'not-ready'],
  ['OperationDenied.OrganizationNotActivated', 'unauthorised'],
  ['FailedOperation.AuthorizationInfoHasBeenDeleted', 'unauthorised'],
  ['OperationDenied.ApproverRepeat', 'refused'],
  ['InvalidParameter.SensitiveFileContent', 'refused'],
  ['FailedOperation', 'refused'],
  ['MissingParameter.FlowId', 'refused'],
  ['ResourceNotFound.Flow', 'refused'],
])('the error %s is %s', async (code, kind) => {
  const { id } = await startOrder()
  stub.world.refusal = code
  await expect(service.progress(id)).rejects.toMatchObject({ kind, code })
})

test('a code is not mistaken for another one with the same beginning', () => {
  expect(kindOf('ResourceInUse')).toBe('unavailable')
  expect(kindOf('InvalidParameter')).toBe('refused')
  expect(kindOf('InvalidParameter.JumpUrl')).toBe('misconfigured')
  expect(kindOf('')).toBe('unavailable')
})

test('shortcomings of the account are reported to the operator', async () => {
  stub.world.quota = 0
  await expect(service.draft(orderFor([signer()]))).rejects.toMatchObject({
    kind: 'misconfigured',
    code: 'OperationDenied.NoQuota',
  })
  stub.world.quota = 1
  const id = await service.draft(orderFor([signer()]))
  stub.world.mobileCheck = false
  await expect(service.start(id)).rejects.toMatchObject({
    kind: 'misconfigured',
    code: 'OperationDenied.NoApproverMobileCheckPermission',
  })
})

test('browsers are redirected only to https addresses', async () => {
  const { id, one } = await startOrder()
  for (const SignUrl of ['javascript:alert(1)', 'http://essurl.cn/x', '//essurl.cn/x', '']) {
    stub.world.distortion = { FlowApproverUrlInfos: [{ SignUrl }] }
    const link = service.signerLink(id, one, 'https://qishu.example/')
    await expect(link).rejects.toMatchObject({ kind: 'unavailable', code: 'unexpected-answer' })
  }
})

test('undocumented responses and unknown states count as temporary, and end nothing', async () => {
  const { id } = await startOrder()
  const [flow] = [...stub.world.flows.values()].slice(-1)
  for (const distortion of [
    { FlowDetailInfos: [] },
    { FlowDetailInfos: null },
    { FlowDetailInfos: [{ FlowId: flow!.id, FlowStatus: '4', FlowApproverInfos: [] }] },
    { FlowDetailInfos: [{ FlowId: flow!.id, FlowStatus: 4, FlowApproverInfos: [] }] },
    { FlowDetailInfos: [{ FlowId: 'another', FlowStatus: 4, FlowApproverInfos: [] }] },
  ]) {
    stub.world.distortion = distortion
    await expect(service.progress(id)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'unexpected-answer',
    })
  }
  for (const status of [11, 17, -1, 99]) {
    flow!.status = status
    await expect(service.progress(id)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(service.revoke(id, '发错了')).rejects.toMatchObject({ kind: 'unavailable' })
  }
  flow!.status = 1
  flow!.approvers[0]!.status = 77
  await expect(service.progress(id)).rejects.toMatchObject({ kind: 'unavailable' })
})

test.each([
  [0, 'draft'],
  [1, 'started'],
  [2, 'started'],
  [3, 'declined'],
  [4, 'completed'],
  [5, 'expired'],
  [6, 'revoked'],
  [7, 'draft'],
  [8, 'started'],
  [9, 'started'],
  [10, 'declined'],
  [16, 'revoked'],
  [21, 'completed'],
])('the state %i of a contract is %s', async (status, state) => {
  const { id } = await startOrder()
  const [flow] = [...stub.world.flows.values()].slice(-1)
  flow!.status = status
  expect((await service.progress(id)).state).toBe(state)
})

test('ids of another service are refused', async () => {
  for (const id of ['', 'abc', 'abc.', 'abc.AAAA', '.AAAA']) {
    await expect(service.progress(id)).rejects.toMatchObject({ kind: 'refused', code: 'not-our-id' })
    await expect(service.authorisation(id)).rejects.toMatchObject({ kind: 'refused', code: 'not-our-id' })
  }
  const unknown = `${'y'.repeat(32)}.${Buffer.alloc(16).toString('base64url')}`
  await expect(service.progress(unknown)).rejects.toMatchObject({ kind: 'refused' })
})

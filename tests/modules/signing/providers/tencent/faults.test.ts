import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RemoteService, RemoteSignatory } from '#modules/signing/providers/remote/service.ts'
import { kindOf } from '#modules/signing/providers/tencent/errors.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { Failure } from '#tests/stubs/tencent/server.ts'
import { startTencentStub, type TencentStub } from '#tests/stubs/tencent/tencent.ts'
import { orderFor, signer } from './order.ts'

let stub: TencentStub
let service: RemoteService
/** The same, for calls that are never answered. */
let impatient: RemoteService

beforeAll(async () => {
  stub = await startTencentStub()
  service = tencentService(stub.settings)
  impatient = tencentService({ ...stub.settings, timeouts: { call: 250, file: 250 } })
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

async function started(): Promise<{ id: string; one: RemoteSignatory }> {
  const one = signer()
  const id = await service.draft(orderFor([one]))
  await service.start(id)
  return { id, one }
}

const HOWS: Failure['how'][] = ['500', 'closed', 'after', 'slow']

type Attempt<T> = (service: RemoteService) => Promise<T>

test.each(HOWS)('each step can be repeated after the service failed: %s', async (how) => {
  const one = signer()
  const order = orderFor([one])
  /** What a call returns the second time; the first call must fail in a way that may pass. */
  async function afterFailure<T>(attempt: Attempt<T>): Promise<T> {
    stub.fail = { times: 1, how }
    const first = attempt(how === 'slow' ? impatient : service)
    await expect(first).rejects.toMatchObject({ kind: 'unavailable' })
    // A call that waited too little may not have arrived at all.
    if (how !== 'slow') expect(stub.fail).toBeNull()
    stub.fail = null
    return attempt(service)
  }
  const id = await afterFailure((it) => it.draft(order))
  await afterFailure((it) => it.start(id))
  expect((await afterFailure((it) => it.progress(id))).state).toBe('started')
  expect(await afterFailure((it) => it.signerLink(id, one, 'https://qishu.example/'))).toContain('https:')
  await afterFailure((it) => it.remind(id, one))
  await stub.signAs(id, one.id)
  expect((await afterFailure((it) => it.download(id))).length).toBeGreaterThan(100)
  const other = await service.draft(orderFor([signer()]))
  await afterFailure((it) => it.revoke(other, '发错了'))
  expect((await service.progress(other)).state).toBe('revoked')
})

test('a contract made by a lost answer notifies nobody and cannot be signed', async () => {
  const one = signer()
  const order = orderFor([one])
  stub.mails.length = 0
  stub.fail = { times: 1, how: 'after', action: 'CreateFlowByFiles' }
  await expect(service.draft(order)).rejects.toMatchObject({ kind: 'unavailable' })
  const id = await service.draft(order)
  const [lost, kept] = [...stub.world.flows.values()].slice(-2)
  expect(id.startsWith(kept!.id)).toBe(true)
  expect(lost!.asked.UserData).toBe(kept!.asked.UserData)
  await service.start(id)
  expect(stub.mails.map(({ flowId }) => flowId)).toEqual([kept!.id])
  await expect(stub.signAs(lost!.id, one.id)).rejects.toThrow('they have no link')
})

test('an extension whose answer was lost is not refused the second time', async () => {
  const { id } = await started()
  const later = fromNow(40 * DAY)
  stub.fail = { times: 1, how: 'after' }
  await expect(service.extend!(id, later)).rejects.toMatchObject({ kind: 'unavailable' })
  await service.extend!(id, later)
  await expect(service.extend!(id, fromNow(39 * DAY))).rejects.toMatchObject({ kind: 'refused' })
})

test('a text or a revocation whose answer was lost may be repeated', async () => {
  const id = await service.draft(orderFor([signer(), signer()]))
  stub.mails.length = 0
  stub.fail = { times: 1, how: 'after', action: 'CreateBatchSignUrl' }
  await expect(service.start(id)).rejects.toMatchObject({ kind: 'unavailable' })
  await service.start(id)
  expect(stub.mails).toHaveLength(3)
  stub.fail = { times: 1, how: 'after', action: 'CancelFlow' }
  await service.revoke(id, '发错了')
  expect((await service.progress(id)).state).toBe('revoked')
})

test('a revocation that did not happen is an error', async () => {
  const { id } = await started()
  stub.fail = { times: 1, how: '500', action: 'CancelFlow' }
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
  const { id } = await started()
  stub.world.refusal = code
  await expect(service.progress(id)).rejects.toMatchObject({ kind, code })
})

test('a code with the beginning of another is told apart', () => {
  expect(kindOf('ResourceInUse')).toBe('unavailable')
  expect(kindOf('InvalidParameter')).toBe('refused')
  expect(kindOf('InvalidParameter.JumpUrl')).toBe('misconfigured')
  expect(kindOf('')).toBe('unavailable')
})

test('what the account lacks is for an operator', async () => {
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

test('answers without the documented shape and unknown states may pass, and end nothing', async () => {
  const { id } = await started()
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
  const { id } = await started()
  const [flow] = [...stub.world.flows.values()].slice(-1)
  flow!.status = status
  expect((await service.progress(id)).state).toBe(state)
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/file/x.pdf',
  'https://file.ess.tencent.cn.evil.example/x.pdf',
  'file:///etc/passwd',
  'ftp://file.ess.tencent.cn/x.pdf',
  'not an address',
])('no file is loaded from %s', async (address) => {
  const { id, one } = await started()
  await stub.signAs(id, one.id)
  stub.world.downloadUrl = address
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'misconfigured', code: 'download-host' })
})

test('a host of the service is known by its whole name', async () => {
  const { fetchPdf } = await import('#modules/signing/providers/tencent/files.ts')
  const settings = {
    ...stub.settings,
    api: 'https://ess.tencentcloudapi.com',
    downloadHosts: ['.ess.tencent.cn'],
  }
  for (const host of ['evil-ess.tencent.cn', 'ess.tencent.cn.example', 'ess.tencent.cn:8443'])
    await expect(fetchPdf(`https://${host}/x.pdf`, settings)).rejects.toMatchObject({ code: 'download-host' })
})

test('redirects are not followed, by calls or by downloads', async () => {
  const reached: string[] = []
  const trap = await serve((path, response) => {
    reached.push(path)
    response.end('{}')
  })
  const hostile = await serve((_path, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${portOf(trap)}/trap` }).end(),
  )
  const api = `http://ess.localhost:${portOf(hostile)}`
  const misled = tencentService({ ...stub.settings, api })
  const { id, one } = await started()
  await expect(misled.progress(id)).rejects.toMatchObject({ kind: 'unavailable' })
  await stub.signAs(id, one.id)
  stub.world.downloadUrl = `http://127.0.0.1:${portOf(hostile)}/x.pdf`
  const downloading = tencentService({ ...stub.settings, downloadHosts: [`127.0.0.1:${portOf(hostile)}`] })
  await expect(downloading.download(id)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(reached).toEqual([])
  trap.close()
  hostile.close()
})

test('an endless answer is not read to its end', async () => {
  const endless = await serve((_path, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const write = () => {
      while (!response.destroyed && response.write('"'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  })
  const timeouts = { call: 20_000, file: 20_000 }
  const api = `http://ess.localhost:${portOf(endless)}`
  const misled = tencentService({ ...stub.settings, api, timeouts })
  const { id } = await started()
  await expect(misled.progress(id)).rejects.toThrow(/size/)
  endless.closeAllConnections()
  endless.close()
})

test('a file that is no PDF, and an address that works no more', async () => {
  const { id, one } = await started()
  await stub.signAs(id, one.id)
  stub.world.downloadUrl = `${stub.url}/file/FLOW/gone/0/0.PDF`
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'unavailable', code: 'download' })
  stub.world.flows.get(id.split('.')[0]!)!.file = new TextEncoder().encode('<html>')
  stub.world.downloadUrl = null
  await expect(service.download(id)).rejects.toMatchObject({ kind: 'unavailable', code: 'download' })
})

test('ids of another service are refused', async () => {
  for (const id of ['', 'abc', 'abc.', 'abc.AAAA', '.AAAA']) {
    await expect(service.progress(id)).rejects.toMatchObject({ kind: 'refused', code: 'not-our-id' })
    await expect(service.authorisation(id)).rejects.toMatchObject({ kind: 'refused', code: 'not-our-id' })
  }
  const unknown = `${'y'.repeat(32)}.${Buffer.alloc(16).toString('base64url')}`
  await expect(service.progress(unknown)).rejects.toMatchObject({ kind: 'refused' })
})

function serve(answer: (path: string, response: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume()
    answer(request.url ?? '', response)
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

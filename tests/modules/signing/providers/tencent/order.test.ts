import { afterAll, beforeAll, expect, test } from 'vitest'
import { flowIdsOf, readUserData, remoteIdOf, userDataOf } from '#modules/signing/providers/tencent/ids.ts'
import { cancelMessageOf, flowNameOf, mobileOf } from '#modules/signing/providers/tencent/order.ts'
import { settingsFrom, TENCENT_WARNINGS } from '#modules/signing/providers/tencent/settings.ts'
import { tencentService } from '#modules/signing/providers/tencent/tencent.ts'
import { newId } from '#src/core/ids.ts'
import { startTencentStub, type TencentStub } from '#tests/stubs/tencent/tencent.ts'
import { COMPANY, orderFor, signer } from './order.ts'

let stub: TencentStub

beforeAll(async () => {
  stub = await startTencentStub()
})

afterAll(() => stub.stop())

const draft = async (...people: Parameters<typeof orderFor>) =>
  tencentService(stub.settings).draft(orderFor(...people))

const lastFlow = () => [...stub.world.flows.values()].at(-1)!

test('places are measured from the upper left corner of the page as displayed', async () => {
  const upright = { page: 1, x: 100, y: 200, width: 120, height: 50 }
  const lying = { page: 2, x: 700, y: 20, width: 120, height: 50 }
  const sealed = { places: [{ page: 1, x: 400, y: 100, width: 119, height: 119 }], crossPage: true }
  await draft([signer({ party: COMPANY, places: [upright, lying], seal: sealed })])
  const [approver] = lastFlow().request.Approvers
  expect(approver).toMatchObject({ ApproverType: 0, OrganizationName: '莲花（杭州）科技有限公司' })
  const placed = approver!.SignComponents.map((one) => [
    one.ComponentType,
    one.ComponentPage,
    one.ComponentPosX,
    one.ComponentPosY,
    one.ComponentId,
  ])
  expect(placed).toEqual([
    ['SIGN_SIGNATURE', 1, 100, 842 - 200 - 50, 's1_1'],
    // This page is 842 points wide and 595 high.
    ['SIGN_SIGNATURE', 2, 700, 595 - 20 - 50, 's1_2'],
    ['SIGN_SEAL', 1, 400, 842 - 100 - 119, 's1_3'],
    ['SIGN_PAGING_SEAL', 1, 595 - 119, 361.5, 's1_4'],
  ])
})

test('a contract carries our ids, its deadline and its message', async () => {
  const people = [signer({ order: 5 }), signer({ order: 2 })]
  const expiresAt = new Date('2027-01-31T15:59:59.900Z')
  await draft(people, { expiresAt, message: '请'.repeat(2000), title: '采购<合同> №1 🙂' })
  const { request } = lastFlow()
  expect(readUserData(request.UserData)).toEqual({
    signing: expect.any(String),
    signatories: [people[1]!.id, people[0]!.id],
  })
  expect(request).toMatchObject({ Deadline: 1801411199, Unordered: false, FlowName: '采购 合同 1' })
  expect(request.FlowDescription).toHaveLength(1000)
  expect(request.Approvers.map(({ NotifyType }) => NotifyType)).toEqual(['NONE', 'SMS'])
})

test.each([
  ['approver', [signer(), signer({ role: 'approver', order: 2 })]],
  ['no-signer', [signer({ role: 'copy' })]],
  ['mixed-order', [signer(), signer(), signer({ order: 2 })]],
  ['mobile', [signer({ phone: '+85261234567' })]],
  ['mobile', [signer({ phone: null, email: 'chen@lotus.example' })]],
  ['mobile', [signer(), signer({ role: 'copy', phone: null, order: 2 })]],
  ['foreign-company', [signer({ party: { ...COMPANY, mainland: false } })]],
  ['seal', [signer({ seal: { places: [], crossPage: true } })]],
  ['no-place', [signer({ places: [] })]],
  ['page', [signer({ places: [{ page: 3, x: 0, y: 0, width: 60, height: 24 }] })]],
])('an order that the service cannot serve is refused before anything is sent: %s', async (code, people) => {
  stub.requests.length = 0
  await expect(draft(people)).rejects.toMatchObject({ kind: 'refused', code })
  expect(stub.requests).toEqual([])
})

test('a file that is not a PDF is refused before anything is sent', async () => {
  stub.requests.length = 0
  const file = new TextEncoder().encode('no PDF')
  await expect(draft([signer()], { file })).rejects.toMatchObject({ kind: 'refused', code: 'file' })
  expect(stub.requests).toEqual([])
})

test('the service refuses the same person twice', async () => {
  const one = signer()
  await expect(draft([one, { ...one, id: newId() }])).rejects.toMatchObject({
    code: 'OperationDenied.ApproverRepeat',
  })
})

test('titles and reasons contain only permitted characters', () => {
  expect(flowNameOf('  A/B: 合同（草案）<v1>  ')).toBe('A B 合同（草案） v1')
  expect(flowNameOf('🙂')).toBe('合同')
  expect([...flowNameOf('长'.repeat(300))]).toHaveLength(200)
  expect(cancelMessageOf('金额写错了！🙈 (see p. 3)')).toBe('金额写错了！ (see p. 3)')
  expect(cancelMessageOf('💥')).toBe('发起方撤销')
  expect(cancelMessageOf('x'.repeat(500))).toHaveLength(200)
})

test('only mobile numbers of mainland China are accepted', () => {
  expect(mobileOf('+8613912345678')).toBe('13912345678')
  for (const phone of ['13912345678', '+8612912345678', '+861391234567', '+886912345678', '', null])
    expect(() => mobileOf(phone)).toThrow(expect.objectContaining({ code: 'mobile' }))
})

test('ids convert to the service’s format and back', () => {
  const ids = { flowId: 'yDwFdUUckpsveo27UEQPEVo14KnASuGI', signatories: [newId(), newId(), newId()] }
  expect(flowIdsOf(remoteIdOf(ids))).toEqual(ids)
  const data = { signing: newId(), signatories: ids.signatories }
  expect(readUserData(userDataOf(data))).toEqual(data)
})

const COMPLETE = {
  TENCENT_ESS_SECRET_ID: 'AKID',
  TENCENT_ESS_SECRET_KEY: 'secret',
  TENCENT_ESS_OPERATOR: 'yDRC',
  TENCENT_ESS_CALLBACK_TOKEN: 'token',
}

test('settings come from the environment, with the hosts of production', () => {
  expect(settingsFrom({})).toBeNull()
  expect(settingsFrom({ TENCENT_ESS_SECRET_ID: '', OTHER: '1' })).toBeNull()
  expect(settingsFrom(COMPLETE)).toMatchObject({
    api: 'https://ess.tencentcloudapi.com',
    uploads: 'https://file.ess.tencent.cn',
    callbackKey: null,
    evidence: false,
  })
  const sandbox = settingsFrom({
    ...COMPLETE,
    TENCENT_ESS_SANDBOX: '1',
    TENCENT_ESS_CALLBACK_KEY: 'k'.repeat(32),
  })
  expect(sandbox).toMatchObject({
    api: 'https://ess.test.ess.tencent.cn',
    uploads: 'https://file.test.ess.tencent.cn',
    callbackKey: 'k'.repeat(32),
  })
})

test('the service may be a stub on this machine', () => {
  const stub = {
    TENCENT_ESS_API: 'http://ess.localhost:4002',
    TENCENT_ESS_UPLOADS: 'http://file.ess.localhost:4002',
  }
  expect(settingsFrom({ ...COMPLETE, ...stub })).toMatchObject({
    api: 'http://ess.localhost:4002',
    uploads: 'http://file.ess.localhost:4002',
  })
  for (const [name, address] of Object.entries(stub))
    expect(() => settingsFrom({ ...COMPLETE, [name]: address.replace('localhost', 'example') })).toThrow(name)
})

test.each(Object.keys(COMPLETE))('an incomplete configuration names the missing variable: %s', (name) => {
  expect(() => settingsFrom({ ...COMPLETE, [name]: undefined })).toThrow(`${name} is missing`)
})

test('wrong settings are named', () => {
  const wrong = {
    TENCENT_ESS_CALLBACK_KEY: 'short',
    TENCENT_ESS_API: 'https://ess.example/x',
    TENCENT_ESS_UPLOADS: 'x',
  }
  for (const [name, value] of Object.entries(wrong))
    expect(() => settingsFrom({ ...COMPLETE, [name]: value })).toThrow(name)
  expect(TENCENT_WARNINGS.length).toBeGreaterThan(3)
})

test('the stub never starts in production', async () => {
  const { config } = await import('#src/core/config.ts')
  const production = Object.getOwnPropertyDescriptor(config, 'production')!
  Object.defineProperty(config, 'production', { configurable: true, value: true })
  await expect(startTencentStub()).rejects.toThrow('never stands in')
  Object.defineProperty(config, 'production', production)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Individual } from '#modules/real-name/index.ts'
import type { RealNameService } from '#modules/real-name/service.ts'
import {
  BANK_CARD_CODES,
  ID_CARD_CODES,
  outcomeOf,
  PHONE_CODES,
} from '#modules/real-name/tencent/outcomes.ts'
import { tencentService } from '#modules/real-name/tencent/tencent.ts'
import { type RealNameStub, startRealNameStub } from '#tests/stubs/real-name/real-name.ts'
import { LOTUS, WEI } from '#tests/stubs/real-name/register.ts'

let stub: RealNameStub
let service: RealNameService

beforeAll(async () => {
  stub = await startRealNameStub()
  service = tencentService(stub.settings)
})

beforeEach(() => {
  stub.actions.length = 0
  stub.requests.length = 0
})

afterAll(() => stub.stop())

const { name, idNumber } = WEI
const twoElements: Individual = { elements: 'two', name, idNumber }
const threeElements: Individual = { ...twoElements, elements: 'three', phone: `+86${WEI.phone}` }
const fourElements: Individual = { ...threeElements, elements: 'four', card: WEI.card }

test('two, three and four elements of an individual match', async () => {
  for (const individual of [twoElements, threeElements, fourElements])
    expect(await service.checkIndividual(individual)).toEqual({
      outcome: 'match',
      reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  expect(stub.actions).toEqual(['IdCardVerification', 'PhoneVerification', 'BankCard4EVerification'])
  expect(stub.requests).toEqual([
    { Name: name, IdCard: idNumber },
    { Name: name, IdCard: idNumber, Phone: WEI.phone },
    { Name: name, IdCard: idNumber, Phone: WEI.phone, BankCard: WEI.card, CertType: 0 },
  ])
})

test.each<[string, Individual]>([
  ['another name', { ...twoElements, name: '双儿' }],
  ['another phone', { ...threeElements, phone: '+8613800138002' }],
  ['another card', { ...fourElements, card: '6222021234567890999' }],
  ['a number of a wrong form', { ...twoElements, idNumber: '110101199003077759' }],
])('%s does not match', async (_, individual) => {
  expect(await service.checkIndividual(individual)).toMatchObject({ outcome: 'mismatch' })
})

test.each<[string, Individual]>([
  ['two', { ...twoElements, idNumber: '110101199003070011' }],
  ['three', { ...threeElements, idNumber: '110101199003070011' }],
])('the sources do not know the person: %s elements', async (_, individual) => {
  expect(await service.checkIndividual(individual)).toMatchObject({ outcome: 'no-record' })
})

describe('an enterprise', () => {
  const { creditCode, legalRepresentative } = LOTUS
  const lotus = { name: LOTUS.name, creditCode, legalRepresentative }

  test('matches by three and by four elements', async () => {
    const match = { outcome: 'match', isOperating: true }
    expect(await service.checkEnterprise(lotus)).toMatchObject(match)
    expect(await service.checkEnterprise({ ...lotus, idNumber: LOTUS.idNumber })).toMatchObject(match)
    expect(stub.actions).toEqual(['VerifyBizLicenseEnterprise3', 'VerifyBizLicenseEnterprise4'])
  })

  test('does not match with another legal representative or their ID number', async () => {
    const other = { ...lotus, legalRepresentative: '马丁' }
    expect(await service.checkEnterprise(other)).toMatchObject({ outcome: 'mismatch' })
    const stranger = { ...lotus, idNumber: WEI.idNumber }
    expect(await service.checkEnterprise(stranger)).toMatchObject({ outcome: 'mismatch' })
  })

  test('is unknown, closed, or of an unknown status', async () => {
    const unknown = { ...lotus, creditCode: '91330106MA2CFKXX00' }
    expect(await service.checkEnterprise(unknown)).toMatchObject({ outcome: 'no-record', isOperating: null })
    stub.distortion = { OperatingStatus: '3' }
    expect(await service.checkEnterprise(lotus)).toMatchObject({ outcome: 'match', isOperating: false })
    stub.distortion = { OperatingStatus: '/' }
    expect(await service.checkEnterprise(lotus)).toMatchObject({ outcome: 'match', isOperating: null })
    stub.distortion = { StatusCode: 1, VerifyResult: null }
    expect(await service.checkEnterprise(lotus)).toMatchObject({ outcome: 'unavailable' })
  })
})

describe('the result is UNAVAILABLE, and the call is not repeated', () => {
  const nothing = { outcome: 'unavailable', reference: null }

  test.each(['500', 'closed', 'slow'] as const)('when the service is down: %s', async (how) => {
    const impatient = tencentService({ ...stub.settings, timeout: 250 })
    stub.fail = { times: 1, how }
    expect(await impatient.checkIndividual(threeElements)).toEqual(nothing)
    stub.fail = { times: 1, how }
    const enterprise = { name: LOTUS.name, creditCode: LOTUS.creditCode, legalRepresentative: '林晓' }
    expect(await impatient.checkEnterprise(enterprise)).toEqual({ ...nothing, isOperating: null })
    stub.fail = null
    // A slow service has received one request of each kind.
    expect(stub.requests).toHaveLength(how === 'slow' ? 2 : 0)
  })

  test.each(['UnauthorizedOperation.Arrears', 'RequestLimitExceeded', 'InternalError'])(
    'when the service refuses: %s',
    async (code) => {
      stub.refusal = code
      expect(await service.checkIndividual(twoElements)).toEqual(nothing)
      expect(stub.actions).toHaveLength(1)
    },
  )

  test('when the key is wrong, and when the clocks differ by more than five minutes', async () => {
    const stranger = tencentService({ ...stub.settings, secretKey: 'another-key' })
    expect(await stranger.checkIndividual(twoElements)).toEqual(nothing)
    stub.skew = 310
    expect(await service.checkIndividual(twoElements)).toEqual(nothing)
    stub.skew = 0
    expect(await service.checkIndividual(twoElements)).toMatchObject({ outcome: 'match' })
  })

  test('when the answer has another shape', async () => {
    for (const Result of [0, null]) {
      stub.distortion = { Result }
      expect(await service.checkIndividual(twoElements)).toEqual(nothing)
    }
  })
})

test('every documented code has one meaning; an undocumented one means that nothing was compared', () => {
  const codes = (max: number) => Array.from({ length: max + 1 }, (_, n) => (n === 0 ? '0' : `-${n}`))
  const outcomes = (of: typeof PHONE_CODES, max: number) => codes(max).map((code) => outcomeOf(of, code)[0])
  expect(outcomes(ID_CARD_CODES, 7).join('')).toBe('mmmmunuu')
  expect(outcomes(PHONE_CODES, 13).join('')).toBe('muuumummmnuuun')
  expect(outcomes(BANK_CARD_CODES, 21).join('')).toBe('mmmmmmmmmmmmmmmmmmuunm')
  expect(outcomeOf(ID_CARD_CODES, '0')).toBe('match')
  expect(outcomeOf(ID_CARD_CODES, '-1')).toBe('mismatch')
  expect(outcomeOf(ID_CARD_CODES, '-99')).toBe('unavailable')
})

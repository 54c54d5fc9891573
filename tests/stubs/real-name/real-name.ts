import * as v from 'valibot'
import type { TencentSettings } from '#modules/real-name/settings.ts'
import { isIdentityCard } from '#src/core/identity-numbers/identity-card.ts'
import { newId } from '#src/core/ids.ts'
import { type Call, type Failure, type Reply, startServer } from '../services/server.ts'
import { signatureFault } from '../tencent/tc3.ts'
import { type KnownEnterprise, type KnownPerson, LOTUS, WEI } from './register.ts'

const ACCOUNT = { secretId: 'AKIDrealname', secretKey: 'real-name-secret-key' }

const identity = {
  Name: v.pipe(v.string(), v.minLength(1)),
  IdCard: v.pipe(v.string(), v.regex(/^\d{17}[\dX]$/)),
}
const Phone = v.pipe(v.string(), v.regex(/^1\d{10}$/))
const enterprise = { CreditCode: v.string(), EntName: v.string(), LrName: v.string() }

/** The exact requests that our adapter may send. An unknown field is a fault of the adapter. */
const REQUESTS = {
  IdCardVerification: v.strictObject(identity),
  PhoneVerification: v.strictObject({ ...identity, Phone }),
  BankCard4EVerification: v.strictObject({
    ...identity,
    Phone,
    BankCard: v.pipe(v.string(), v.regex(/^\d{12,19}$/)),
    CertType: v.literal(0),
  }),
  VerifyBizLicenseEnterprise3: v.strictObject({ ...enterprise, VerifyType: v.literal('ENT_3META') }),
  VerifyBizLicenseEnterprise4: v.strictObject({ ...enterprise, IdNum: v.string() }),
} as const

/** The results for a wrong ID number, an unknown person, and other differences. */
const RESULTS: Partial<Record<Action, readonly [string, string, string]>> = {
  IdCardVerification: ['-2', '-5', '-1'],
  PhoneVerification: ['-7', '-9', '-4'],
  BankCard4EVerification: ['-3', '-1', '-1'],
}

type Action = keyof typeof REQUESTS

const isOcr = (action: string) => action.startsWith('VerifyBizLicense')

export type RealNameStub = Awaited<ReturnType<typeof startRealNameStub>>

/**
 * Simulates the five calls of faceid.tencentcloudapi.com and ocr.tencentcloudapi.com that we use. The times
 * of signatures are compared with the system clock, because the SDK uses it.
 */
export async function startRealNameStub() {
  const server = await startServer((call) => respond(call))
  const { port } = new URL(server.url)
  const stub = {
    people: [WEI] as KnownPerson[],
    enterprises: [LOTUS] as KnownEnterprise[],
    /** The actions of all requests, including refused ones. */
    actions: [] as string[],
    /** The bodies of accepted requests. */
    requests: [] as Record<string, unknown>[],
    /** The error code of the next response. */
    refusal: null as string | null,
    /** Fields that replace those of the next response. */
    distortion: null as object | null,
    /** The difference of the service's clock, in seconds. */
    skew: 0,
    settings: {
      ...ACCOUNT,
      faceid: `http://faceid.localhost:${port}`,
      ocr: `http://ocr.localhost:${port}`,
      timeout: 10_000,
    } satisfies TencentSettings,
    get fail() {
      return server.fail
    },
    set fail(failure: Failure | null) {
      server.fail = failure
    },
    stop: server.stop,
  }

  function respond({ method, url, headers, body }: Call): Reply {
    const action = String(headers['x-tc-action'])
    stub.actions.push(action)
    const at = Math.floor(Date.now() / 1000) + stub.skew
    const fault = signatureFault({ method, path: url.pathname, headers, body }, ACCOUNT, at) ?? stub.refusal
    stub.refusal = null
    if (fault) return error(fault)
    const [product] = url.hostname.split('.')
    if (!Object.hasOwn(REQUESTS, action) || product !== (isOcr(action) ? 'ocr' : 'faceid'))
      return error('InvalidAction')
    if (headers['x-tc-version'] !== (isOcr(action) ? '2018-11-19' : '2018-03-01'))
      return error('NoSuchVersion')
    return perform(action as Action, JSON.parse(body.toString('utf8')))
  }

  function perform(action: Action, body: Record<string, string>): Reply {
    const request = v.safeParse(REQUESTS[action], body)
    if (!request.success) return error('InvalidParameter')
    stub.requests.push(body)
    const result = isOcr(action) ? enterpriseResult(body) : { Result: personResult(action, body) }
    const answer = { ...result, ...stub.distortion, RequestId: newId() }
    stub.distortion = null
    return { status: 200, body: JSON.stringify({ Response: answer }) }
  }

  function personResult(action: Action, typed: Record<string, string>): string {
    const { Name, IdCard = '', Phone: phone, BankCard } = typed
    const [invalid, unknown, different] = RESULTS[action]!
    if (!isIdentityCard(IdCard)) return invalid
    const known = stub.people.find(({ idNumber }) => idNumber === IdCard)
    if (!known) return unknown
    const isSame =
      known.name === Name &&
      (phone === undefined || known.phone === phone) &&
      (BankCard === undefined || known.card === BankCard)
    return isSame ? '0' : different
  }

  function enterpriseResult({ CreditCode, EntName, LrName, IdNum }: Record<string, string>) {
    const known = stub.enterprises.find(({ creditCode }) => creditCode === CreditCode)
    if (!known) return { StatusCode: 2 }
    const isSame =
      known.name === EntName &&
      known.legalRepresentative === LrName &&
      (IdNum === undefined || known.idNumber === IdNum)
    return { StatusCode: 0, VerifyResult: isSame ? 1 : 0, OperatingStatus: known.status }
  }

  return stub
}

function error(code: string): Reply {
  const body = { Response: { Error: { Code: code, Message: code }, RequestId: newId() } }
  return { status: 200, body: JSON.stringify(body) }
}

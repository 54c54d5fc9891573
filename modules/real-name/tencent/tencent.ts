import * as v from 'valibot'
import type {
  CheckResult,
  Enterprise,
  EnterpriseResult,
  Individual,
  Outcome,
  RealNameService,
} from '../service.ts'
import type { TencentSettings } from '../settings.ts'
import { type Call, callsTo } from './calls.ts'
import { BANK_CARD_CODES, ID_CARD_CODES, outcomeOf, PHONE_CODES } from './outcomes.ts'

/** Checks by Tencent Cloud: individuals through FaceID, enterprises through OCR. */
export function tencentService(settings: TencentSettings): RealNameService {
  const faceid = callsTo(settings, 'faceid')
  const ocr = callsTo(settings, 'ocr')
  return {
    name: 'tencent',
    checkIndividual: (individual) => checkIndividual(faceid, individual),
    checkEnterprise: (enterprise) => checkEnterprise(ocr, enterprise),
  }
}

const PersonAnswer = v.object({ Result: v.string(), RequestId: v.string() })

const NO_ANSWER: CheckResult = { outcome: 'unavailable', reference: null }

async function checkIndividual(call: Call, individual: Individual): Promise<CheckResult> {
  const [action, request, codes] = requestFor(individual)
  const answer = await call(action, request, PersonAnswer)
  return answer ? { outcome: outcomeOf(codes, answer.Result), reference: answer.RequestId } : NO_ANSWER
}

function requestFor(individual: Individual) {
  const identity = { Name: individual.name, IdCard: individual.idNumber }
  switch (individual.elements) {
    case 'two':
      return ['IdCardVerification', identity, ID_CARD_CODES] as const
    case 'three':
      return [
        'PhoneVerification',
        { ...identity, Phone: nationalNumber(individual.phone) },
        PHONE_CODES,
      ] as const
    case 'four': {
      const { phone, card } = individual
      const request = { ...identity, Phone: nationalNumber(phone), BankCard: card, CertType: 0 }
      return ['BankCard4EVerification', request, BANK_CARD_CODES] as const
    }
  }
}

const nationalNumber = (phone: string) => phone.replace(/^\+86/, '')

const EnterpriseAnswer = v.object({
  StatusCode: v.number(),
  VerifyResult: v.nullish(v.number()),
  OperatingStatus: v.nullish(v.string()),
  RequestId: v.string(),
})

async function checkEnterprise(call: Call, enterprise: Enterprise): Promise<EnterpriseResult> {
  const { name, creditCode, legalRepresentative, idNumber } = enterprise
  const threeElements = { EntName: name, CreditCode: creditCode, LrName: legalRepresentative }
  const answer = idNumber
    ? await call('VerifyBizLicenseEnterprise4', { ...threeElements, IdNum: idNumber }, EnterpriseAnswer)
    : await call(
        'VerifyBizLicenseEnterprise3',
        { ...threeElements, VerifyType: 'ENT_3META' },
        EnterpriseAnswer,
      )
  if (!answer) return { ...NO_ANSWER, isOperating: null }
  const { StatusCode, VerifyResult, OperatingStatus, RequestId: reference } = answer
  const isOperating = OperatingStatus && OperatingStatus !== '/' ? OperatingStatus === '1' : null
  return { outcome: enterpriseOutcome(StatusCode, VerifyResult), reference, isOperating }
}

function enterpriseOutcome(status: number, result: number | null | undefined): Outcome {
  if (status === 2) return 'no-record'
  if (status !== 0 || (result !== 0 && result !== 1)) return 'unavailable'
  return result === 1 ? 'match' : 'mismatch'
}

/**
 * The number of compared elements of an individual: name and ID number, then also the phone, then also a
 * bank card.
 */
export type Elements = 'two' | 'three' | 'four'

interface Identity {
  name: string
  /** Of a resident identity card. */
  idNumber: string
}

export type Individual =
  | (Identity & { elements: 'two' })
  /** The phone: E.164, a number of the mainland. */
  | (Identity & { elements: 'three'; phone: string })
  /** The phone is the one that the bank knows. */
  | (Identity & { elements: 'four'; phone: string; card: string })

export interface Enterprise {
  name: string
  creditCode: string
  legalRepresentative: string
  /** ID number of the legal representative; without it three elements are compared. */
  idNumber?: string
}

/**
 * no-record: the sources of the service do not know the person or enterprise; unavailable: nothing was
 * compared, and a later attempt may succeed.
 */
export type Outcome = 'match' | 'mismatch' | 'no-record' | 'unavailable'

export interface CheckResult {
  outcome: Outcome
  /** The service's number of the call; null without an answer. */
  reference: string | null
}

export interface EnterpriseResult extends CheckResult {
  /** Whether the enterprise is in business according to the register; null if the register does not say. */
  isOperating: boolean | null
}

/** A service that compares information about people and enterprises with official sources. Never throws. */
export interface RealNameService {
  name: 'tencent' | 'demo'
  checkIndividual(individual: Individual): Promise<CheckResult>
  checkEnterprise(enterprise: Enterprise): Promise<EnterpriseResult>
}
